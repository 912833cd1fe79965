//! Where states, inputs and errors may go: to other threads, into tasks that outlive the caller, through `?`.

use std::cell::Cell;
use std::error::Error;
use std::marker::PhantomData;
use std::rc::Rc;
use std::thread;

use mrtr_core::{
    AnswerError, AnswerProblem, Answered, Arguments, Call, CallError, CallToolResult, Cancellation, CaptureError,
    Complete, Dynamic, DynamicForm, DynamicInput, Failed, InputError, InputErrors, InputRequest, InputResponse,
    ManualInput, Meta, Method, NeedsInput, NotOurs, NotOursReason, OutputError, PeerError, Pending, ReceiveError,
    ReceiveErrorKind, Reply, Request, ResponseError, Roots, Sampling, Session, TryAnswerError, TryAnswerProblem,
    Unreadable, Url,
};
use mrtr_tests::scenario;

fn send_and_sync<T: Send + Sync>() {}
fn owned_by_any_task<T: Send + Sync + 'static>() {}

/// A call that stays on its thread, as its arguments do.
struct Local<'a> {
    city: Rc<Cell<&'a str>>,
    thread: PhantomData<*mut ()>,
}

impl<'a> Local<'a> {
    fn new(city: &'a str) -> Self {
        Self { city: Rc::new(Cell::new(city)), thread: PhantomData }
    }
}

impl Call for Local<'_> {
    const METHOD: Method = Method::CallTool;
    type Input = DynamicInput;
    type Output = CallToolResult;

    fn target(&self) -> &str {
        "weather"
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        Arguments::serialize(&serde_json::json!({ "city": self.city.get() }))
    }
}

#[test]
fn states_go_to_other_threads_whatever_their_call_is() {
    fn states_of<C: Call>() {
        send_and_sync::<Pending<C>>();
        send_and_sync::<Reply<C>>();
        send_and_sync::<NeedsInput<C>>();
        send_and_sync::<NeedsInput<Dynamic<C>>>();
        send_and_sync::<Answered<C>>();
        send_and_sync::<Complete<C>>();
        send_and_sync::<Failed<C>>();
        send_and_sync::<NotOurs<C>>();
        send_and_sync::<ReceiveError<C>>();
        send_and_sync::<AnswerError<C>>();
        send_and_sync::<OutputError<C>>();
        send_and_sync::<TryAnswerError<C, std::io::Error>>();
    }
    states_of::<Local<'_>>();

    let city = String::from("Cebu");
    let pending = scenario::pending_of(Local::new(&city));
    let answered = thread::scope(|scope| {
        let asked = scope.spawn(|| scenario::ask(pending, &["seat"]));
        let needs_input = asked.join().unwrap();
        scope.spawn(|| needs_input.answer(scenario::accept).unwrap()).join().unwrap()
    });
    assert_eq!(scenario::member(&answered.resume(), "arguments").unwrap(), r#"{"city":"Cebu"}"#);
}

#[test]
fn inputs_and_responses_outlive_the_call_that_asked() {
    fn inputs_of<I: 'static>() {
        owned_by_any_task::<DynamicForm<I>>();
        owned_by_any_task::<Url<I>>();
        owned_by_any_task::<Sampling<I>>();
        owned_by_any_task::<Roots<I>>();
        owned_by_any_task::<Unreadable<I>>();
        owned_by_any_task::<InputResponse<I>>();
    }
    inputs_of::<Rc<()>>();
    owned_by_any_task::<DynamicInput>();
    owned_by_any_task::<ManualInput>();
    owned_by_any_task::<InputRequest>();

    let needs_input = {
        let city = String::from("Cebu");
        let needs_input = scenario::ask(scenario::pending_of(Local::new(&city)), &["seat"]);
        needs_input.inputs().unwrap()
    };
    let responses = thread::spawn(|| needs_input.into_iter().map(scenario::accept).collect::<Vec<_>>());
    assert_eq!(responses.join().unwrap().len(), 1);
}

#[test]
fn what_a_call_is_made_of_goes_anywhere() {
    owned_by_any_task::<Session>();
    owned_by_any_task::<Meta>();
    owned_by_any_task::<Request>();
    owned_by_any_task::<Cancellation>();
    owned_by_any_task::<Arguments>();
}

#[test]
fn errors_without_their_call_go_anywhere() {
    fn error<T: Error + Send + Sync + 'static>() {}
    error::<CaptureError>();
    error::<PeerError>();
    error::<NotOursReason>();
    error::<ReceiveErrorKind>();
    error::<AnswerProblem>();
    error::<TryAnswerProblem<String>>();
    error::<OutputError<()>>();
    error::<InputError>();
    error::<InputErrors>();
    error::<ResponseError>();
}

#[test]
fn errors_of_a_call_are_errors_whatever_the_call_is_and_the_closure_stops_with() {
    fn error<T: Error>() {}
    fn errors_of<C: Call>() {
        error::<CallError<C>>();
        error::<ReceiveError<C>>();
        error::<Failed<C>>();
        error::<NotOurs<C>>();
        error::<AnswerError<C>>();
        error::<OutputError<C>>();
        error::<TryAnswerError<C, &'static str>>();
        error::<TryAnswerError<C, Box<dyn Error + Send + Sync>>>();
    }
    errors_of::<Local<'_>>();
}

type Boxed = Box<dyn Error + Send + Sync>;

/// A whole call of a type with a lifetime and an `Rc`: each error leaves through `?` without it.
fn whole_call(city: &str, answers: [&str; 2], stop: bool) -> Result<CallToolResult, Boxed> {
    let session = scenario::session();
    let mut pending = session.call(Local::new(city)).map_err(CallError::without_state)?;
    for answer in answers {
        let message = scenario::response(pending.id(), answer);
        pending = match pending.receive(&message).map_err(ReceiveError::without_state)? {
            Reply::Complete(complete) => return Ok(complete.into_output().map_err(OutputError::without_state)?),
            Reply::NeedsInput(needs_input) => {
                let answer = |input| if stop { Err("gone to lunch") } else { Ok(scenario::accept(input)) };
                needs_input.try_answer(answer).map_err(TryAnswerError::without_state)?.resume()
            }
        };
    }
    Err("the server asks and asks".into())
}

/// The same over the layer of `params` and `result`.
fn whole_call_without_envelope(city: &str, result: &str) -> Result<(), Boxed> {
    let pending = scenario::session().call(Local::new(city)).map_err(CallError::without_state)?;
    match pending.receive_result(&scenario::raw(result)).map_err(Failed::without_state)? {
        Reply::Complete(complete) => complete.into_output().map_err(OutputError::without_state).map(drop)?,
        Reply::NeedsInput(needs_input) => {
            needs_input.answer(scenario::accept).map_err(AnswerError::without_state).map(drop)?;
        }
    }
    Ok(())
}

#[test]
fn errors_of_a_call_with_a_lifetime_leave_through_the_question_mark() {
    let city = String::from("Cebu");
    let asks = scenario::input_required(&scenario::forms(&["seat"]), None);
    let run = |answers, stop| whole_call(&city, answers, stop);

    assert_eq!(run([&asks, scenario::COMPLETE], false).unwrap().content.len(), 1);
    let error = run([&asks, r#"{"resultType":"maybe"}"#], false).unwrap_err();
    assert!(error.downcast_ref::<ReceiveErrorKind>().is_some(), "{error}");
    let error = run([&asks, scenario::COMPLETE], true).unwrap_err();
    assert_eq!(error.to_string(), "the answer was stopped: gone to lunch");
    let error = run([r#"{"content":1}"#, ""], false).unwrap_err();
    assert!(error.downcast_ref::<OutputError<()>>().is_some(), "{error}");
    let unreadable = scenario::input_required(r#"{"a":{}}"#, None);
    let error = run([&unreadable, ""], false).unwrap_err();
    assert!(error.downcast_ref::<TryAnswerProblem<&str>>().is_some(), "{error}");

    let run = |result| whole_call_without_envelope(&city, result);
    run(scenario::COMPLETE).unwrap();
    run(&asks).unwrap();
    assert!(run("[]").unwrap_err().downcast_ref::<PeerError>().is_some());
    assert!(run(&unreadable).unwrap_err().downcast_ref::<AnswerProblem>().is_some());
}
