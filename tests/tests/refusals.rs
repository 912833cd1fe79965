//! What types cannot reach is refused when it is handed in, and everything comes back usable.

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use mrtr_core::{
    AnswerError, AnswerProblem, Answered, Arguments, Call, CallToolResult, CaptureError, DynamicForm, DynamicInput,
    Implementation, Input, InputError, InputRequest, InputResponse, Method, NeedsInput, NotOursReason, Pending,
    ReceiveError, Reply, RequestId, ResponseProblem, Session, ToolCall, TryAnswerError,
};
use mrtr_tests::scenario::{self, accept};

type Response = InputResponse<DynamicInput>;

/// The keys of refused responses, each with why.
type Refused = Vec<(String, &'static str)>;

/// Each refused key with the name of the problem, in the order of the report.
fn refused<C: Call>(problem: &AnswerProblem, needs_input: &NeedsInput<C>) -> Refused {
    let AnswerProblem::Responses(errors) = problem else { panic!("{problem:?} of {needs_input:?}") };
    let name = |problem: &ResponseProblem| match problem {
        ResponseProblem::OtherRound => "other round",
        ResponseProblem::OtherKey => "other key",
        ResponseProblem::Duplicate => "duplicate",
        ResponseProblem::Missing => "missing",
        other => panic!("{other:?}"),
    };
    errors.iter().map(|error| (error.key().to_owned(), name(error.problem()))).collect()
}

fn parts<C: Call>(
    result: Result<Answered<C>, AnswerError<C>>,
) -> (NeedsInput<C>, Vec<InputResponse<C::Input>>, Refused) {
    let (needs_input, responses, problem) = result.unwrap_err().into_parts();
    let refused = refused(&problem, &needs_input);
    (needs_input, responses, refused)
}

fn list<'a>(refused: &'a [(String, &'static str)]) -> Vec<(&'a str, &'static str)> {
    refused.iter().map(|(key, problem)| (&**key, *problem)).collect()
}

fn respond(needs_input: &NeedsInput<ToolCall>) -> Vec<Response> {
    needs_input.inputs().unwrap().into_iter().map(accept).collect()
}

fn sent(pending: &Pending<ToolCall>) -> String {
    scenario::member(pending, "inputResponses").unwrap()
}

const SEAT: &str = r#""seat":{"action":"accept","content":{"seat":"14C"}}"#;
const MEAL: &str = r#""meal":{"action":"accept","content":{"meal":"14C"}}"#;

/// The call goes on to its end with both responses in place.
fn finishes(answered: Answered<ToolCall>) {
    let pending = answered.resume();
    assert_eq!(sent(&pending), format!("{{{SEAT},{MEAL}}}"));
    assert_eq!(scenario::member(&pending, "requestState").unwrap(), scenario::STATE);
    assert_eq!(scenario::member(&pending, "arguments").unwrap(), scenario::ARGUMENTS);
    assert_eq!(scenario::finish(pending).rounds(), 1);
}

#[test]
fn a_closure_that_swaps_two_responses_is_refused() {
    let needs_input = scenario::ask(scenario::pending(), &["seat", "meal"]);
    let mut swapped = respond(&needs_input);
    let (needs_input, responses, refused) = parts(needs_input.answer(|_| swapped.pop().unwrap()));
    assert_eq!(list(&refused), [("meal", "other key"), ("seat", "other key")]);

    // Neither response is lost, and each fits its own key.
    finishes(needs_input.submit(responses).unwrap());
}

#[test]
fn a_closure_that_answers_twice_for_one_input_is_refused() {
    let needs_input = scenario::ask(scenario::pending(), &["seat", "meal"]);
    let mut seats = [respond(&needs_input).remove(0), respond(&needs_input).remove(0)].into_iter();
    let (needs_input, responses, refused) = parts(needs_input.answer(|_| seats.next().unwrap()));
    assert_eq!(list(&refused), [("seat", "other key")]);
    assert_eq!(responses.len(), 2);
    finishes(needs_input.answer(accept).unwrap());
}

#[test]
fn inputs_of_a_call_are_refused_by_another_call_of_the_same_type() {
    let session = scenario::session();
    let ours = session.call(scenario::call()).unwrap();
    let theirs = session.call(scenario::call()).unwrap();
    let ours = scenario::ask(ours, &["seat", "meal"]);
    let theirs = scenario::ask(theirs, &["seat", "meal"]);

    let responses = respond(&theirs);
    let (ours, responses, refused) = parts(ours.submit(responses));
    assert_eq!(
        list(&refused),
        [("seat", "other round"), ("meal", "other round"), ("seat", "missing"), ("meal", "missing")]
    );

    // What was given is theirs still, and ours has lost nothing.
    finishes(theirs.submit(responses).unwrap());
    finishes(ours.answer(accept).unwrap());
}

#[test]
fn a_closure_that_answers_for_another_call_is_refused() {
    let theirs = scenario::ask(scenario::pending(), &["seat", "meal"]);
    let mut responses = respond(&theirs).into_iter();
    let ours = scenario::ask(scenario::pending(), &["seat", "meal"]);
    let (ours, responses, refused) = parts(ours.answer(|_| responses.next().unwrap()));
    assert_eq!(list(&refused), [("seat", "other round"), ("meal", "other round")]);
    finishes(theirs.submit(responses).unwrap());
    finishes(ours.answer(accept).unwrap());
}

#[test]
fn a_response_of_round_1_is_refused_in_round_2() {
    let round_1 = scenario::ask(scenario::pending(), &["seat", "meal"]);
    let kept = respond(&round_1);
    let round_2 = scenario::ask(round_1.answer(accept).unwrap().resume(), &["seat", "meal"]);

    let (round_2, kept, refused) = parts(round_2.submit(kept));
    assert_eq!(
        list(&refused),
        [("seat", "other round"), ("meal", "other round"), ("seat", "missing"), ("meal", "missing")]
    );
    let mut kept = kept.into_iter();
    let (round_2, _, refused) = parts(round_2.answer(|_| kept.next().unwrap()));
    assert_eq!(list(&refused), [("seat", "other round"), ("meal", "other round")]);

    let pending = round_2.answer(accept).unwrap().resume();
    assert_eq!(sent(&pending), format!("{{{SEAT},{MEAL}}}"));
    assert_eq!(scenario::finish(pending).rounds(), 2);
}

#[test]
fn a_response_of_a_leg_that_was_sent_again_is_refused() {
    // The server asks the same again on the same leg: it is another round all the same.
    let pending = scenario::answered().resume().reissue();
    let first = scenario::ask(pending, &["seat"]);
    let kept = respond(&first);
    let failed = scenario::fail(first.answer(accept).unwrap().resume());
    let again = scenario::ask(failed.restart(), &["seat"]);
    let (again, _, refused) = parts(again.submit(kept));
    assert_eq!(list(&refused), [("seat", "other round"), ("seat", "missing")]);
    assert_eq!(sent(&again.answer(accept).unwrap().resume()), format!("{{{SEAT}}}"));
}

#[test]
fn a_missing_response_is_refused() {
    let needs_input = scenario::ask(scenario::pending(), &["seat", "meal"]);
    let meal = respond(&needs_input).pop();
    let (needs_input, mut responses, refused) = parts(needs_input.submit(meal));
    assert_eq!(list(&refused), [("seat", "missing")]);
    responses.extend(respond(&needs_input).into_iter().take(1));
    finishes(needs_input.submit(responses).unwrap());
}

#[test]
fn a_second_response_to_a_key_is_refused() {
    let needs_input = scenario::ask(scenario::pending(), &["seat", "meal"]);
    let mut responses = respond(&needs_input);
    responses.extend(respond(&needs_input).into_iter().take(1));
    let (needs_input, mut responses, refused) = parts(needs_input.submit(responses));
    assert_eq!(list(&refused), [("seat", "duplicate")]);
    responses.pop();
    finishes(needs_input.submit(responses).unwrap());
}

#[test]
fn responses_are_taken_in_any_order_and_sent_in_that_of_the_server() {
    let needs_input = scenario::ask(scenario::pending(), &["seat", "meal"]);
    let responses: Vec<_> = respond(&needs_input).into_iter().rev().collect();
    finishes(needs_input.submit(responses).unwrap());
}

#[test]
fn a_closure_that_stops_leaves_the_call_and_what_was_answered() {
    let needs_input = scenario::ask(scenario::pending(), &["seat", "meal"]);
    let stopped = needs_input.try_answer(|input| if input.key() == "seat" { Ok(accept(input)) } else { Err("later") });
    let Err(TryAnswerError::Stopped { needs_input, mut responses, error }) = stopped else { panic!("{stopped:?}") };
    assert_eq!(error, "later");
    assert_eq!(responses.len(), 1);
    responses.extend(needs_input.inputs().unwrap().into_iter().skip(1).map(accept));
    finishes(needs_input.submit(responses).unwrap());
}

#[test]
fn responses_outlive_a_round_that_was_abandoned_and_fit_nowhere() {
    let needs_input = scenario::needs_input();
    let kept = respond(&needs_input);
    needs_input.abandon();
    // A round that is made after one was dropped may lie at the same address. It must not be taken for it.
    for _ in 0..100 {
        let (_, _, refused) = parts(scenario::needs_input().submit(respond(&scenario::needs_input())));
        assert_eq!(list(&refused), [("seat", "other round"), ("seat", "missing")]);
    }
    let (_, kept, _) = parts(scenario::needs_input().submit(kept));
    assert_eq!(kept.len(), 1);
}

#[test]
fn a_response_by_hand_fits_the_round_that_asked_only() {
    let theirs = scenario::needs_input();
    let ours = scenario::needs_input();
    let kept: Vec<_> = respond(&theirs).into_iter().map(InputResponse::into_dynamic).collect();
    let (_, kept, refused) = parts(ours.into_dynamic().submit(kept));
    assert_eq!(list(&refused), [("seat", "other round"), ("seat", "missing")]);
    let pending = theirs.into_dynamic().submit(kept).unwrap().resume();
    assert_eq!(scenario::member(&pending, "inputResponses").unwrap(), format!("{{{SEAT}}}"));
}

/// An input type that keeps every request that it has seen, and hands out the oldest.
struct Hoarder(DynamicForm<Hoarder>);

thread_local! {
    static HOARD: RefCell<Vec<InputRequest>> = const { RefCell::new(Vec::new()) };
}

impl Input for Hoarder {
    fn read(request: InputRequest) -> Result<Self, InputError> {
        let oldest = HOARD.with_borrow_mut(|hoard| {
            hoard.push(request);
            hoard[0].clone()
        });
        DynamicForm::read(oldest).map(Hoarder)
    }
}

/// A call that is another one each time it is asked.
#[derive(Default)]
struct Fickle {
    asked: AtomicUsize,
    names: [&'static str; 2],
    named: AtomicUsize,
}

impl Call for Fickle {
    const METHOD: Method = Method::CallTool;
    type Input = Hoarder;
    type Output = CallToolResult;

    fn target(&self) -> &str {
        self.names[self.named.fetch_add(1, Ordering::Relaxed)]
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        Arguments::from_json(&format!(r#"{{"n":{}}}"#, self.asked.fetch_add(1, Ordering::Relaxed)))
    }
}

#[test]
fn an_input_type_cannot_smuggle_requests_of_another_round() {
    let call = || Fickle { names: ["a", "b"], ..Fickle::default() };
    let first = scenario::ask(scenario::pending_of(call()), &["seat"]);
    let second = scenario::ask(first.answer(|input| input.0.decline()).unwrap().resume(), &["seat"]);
    let (second, _, refused) = parts(second.answer(|input| input.0.decline()));
    assert_eq!(list(&refused), [("seat", "other round")]);

    // Within a round the wrong key is told as well.
    HOARD.take();
    let third = scenario::ask(scenario::pending_of(call()), &["seat", "meal"]);
    let (_, _, refused) = parts(third.answer(|input| input.0.decline()));
    assert_eq!(list(&refused), [("seat", "other key")]);
    HOARD.take();
    drop(second.answer(|input| input.0.decline()).unwrap());
}

#[test]
fn a_call_is_asked_once_for_what_it_is() {
    let pending = scenario::pending_of(Fickle { names: ["a", "b"], ..Fickle::default() });
    let first = pending.request().into_body();
    assert_eq!(pending.request().into_body(), first);
    HOARD.take();
    let answered = scenario::ask(pending, &["seat"]).answer(|input| input.0.decline()).unwrap();
    let retry = scenario::fail(answered.resume()).reissue();
    for pending in [
        retry.reissue(),
        scenario::fail(scenario::pending_of(Fickle { names: ["a", "b"], ..Fickle::default() })).restart(),
    ] {
        assert_eq!(scenario::member(&pending, "arguments").unwrap(), r#"{"n":0}"#);
        assert_eq!(scenario::member(&pending, "name").unwrap(), r#""a""#);
        assert_eq!(pending.name(), "a");
    }
}

#[test]
fn an_id_source_that_repeats_itself_does_not_repeat_an_id_within_a_call() {
    let session = scenario::session().with_id_source(|| RequestId::from("always"));
    let mut pending = session.call(scenario::call()).unwrap();
    let mut ids = vec![pending.id().clone()];
    for _ in 0..40 {
        pending = scenario::ask(pending, &["seat"]).answer(accept).unwrap().resume();
        assert!(!ids.contains(pending.id()), "{}", pending.id());
        ids.push(pending.id().clone());

        // The answer to an earlier leg is told apart from that to this one.
        let late = scenario::response(&ids[0], scenario::COMPLETE);
        let Err(ReceiveError::NotOurs(not_ours)) = pending.receive(&late) else { panic!("{ids:?}") };
        assert_eq!(not_ours.reason(), &NotOursReason::EarlierLeg { id: ids[0].clone() });
        pending = not_ours.into_pending();
    }
}

#[test]
fn an_id_source_that_panics_sends_nothing_and_harms_no_other_call() {
    static BROKEN: Mutex<bool> = Mutex::new(false);
    let next = AtomicUsize::new(0);
    let session = scenario::session().with_id_source(move || {
        let broken = *BROKEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        assert!(!broken, "no ids today");
        RequestId::from(i64::try_from(next.fetch_add(1, Ordering::Relaxed)).unwrap())
    });
    let ours = session.call(scenario::call()).unwrap();
    let theirs = scenario::ask(session.call(scenario::call()).unwrap(), &["seat"]).answer(accept).unwrap();

    *BROKEN.lock().unwrap() = true;
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(theirs.resume())));
    assert!(panicked.is_err());

    *BROKEN.lock().unwrap() = false;
    assert_eq!(scenario::finish(ours.reissue()).rounds(), 0);
}

#[test]
fn a_session_that_is_changed_later_does_not_change_its_calls() {
    let session = scenario::session();
    let pending = session.call(scenario::call()).unwrap();
    let before = pending.request().into_body();
    let other = session
        .with_capabilities(mrtr_core::Capabilities::NONE)
        .with_id_source(|| RequestId::from("other"))
        .with_extension("com.example/x", &serde_json::json!({}))
        .unwrap();
    assert_eq!(pending.request().into_body(), before);
    assert_eq!(pending.reissue().id(), &RequestId::from(2));
    assert_eq!(other.call(scenario::call()).unwrap().id(), &RequestId::from("other"));
}

#[test]
fn a_call_is_resumed_towards_the_peer_that_asked() {
    let airline = Session::new("airline", Implementation::new("tests", "0"));
    let hotel = Session::new("hotel", Implementation::new("tests", "0"));
    let book = airline.call(scenario::call()).unwrap();
    let stay = hotel.call(scenario::call()).unwrap();
    let [book, stay] = [book, stay].map(|pending| scenario::ask(pending, &["seat"]).answer(accept).unwrap().resume());
    assert_eq!([book, stay].each_ref().map(|pending| pending.session().peer_label().to_owned()), ["airline", "hotel"]);
}

#[test]
fn a_reply_is_received_by_the_leg_that_it_names_only() {
    let session = scenario::session();
    let ours = session.call(scenario::call()).unwrap();
    let theirs = session.call(scenario::call()).unwrap();
    let message = scenario::response(theirs.id(), scenario::COMPLETE);
    let Err(ReceiveError::NotOurs(not_ours)) = ours.receive(&message) else { panic!() };
    assert_eq!(not_ours.reason(), &NotOursReason::OtherId);
    assert!(matches!(theirs.receive(&message), Ok(Reply::Complete(_))));
    assert_eq!(scenario::finish(not_ours.into_pending()).rounds(), 0);
}
