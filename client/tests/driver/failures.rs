//! Every failure gives the call back, sends nothing more by itself, and the call then comes to its end.

use std::cell::Cell;
use std::io;

use mrtr::core::{
    CaptureError, DynamicInput, Implementation, InputResponse, Meta, NotOursReason, PeerError, Session, ToolCall,
};
use mrtr::{CallFailure, CallFailureKind, Client, TransportError};
use serde_json::json;

use crate::script::{Answer, Script, Step, accept, ask, call, client, done, error, lost, nobody, result, try_accept};

type Failure = CallFailure<ToolCall>;

/// The call fails in `steps`, nothing is sent after that, and it comes to its end from where the failure left it.
fn fails_and_goes_on(steps: Vec<Step>, is_right: impl Fn(&Failure) -> bool) -> Client<Script> {
    let legs = steps.len();
    let client = client(steps);
    let failure = client.try_call(call(), try_accept).unwrap_err();
    assert!(is_right(&failure), "{failure:?}");
    assert_eq!(client.transport().count(), legs, "nothing is sent again by itself");
    client.transport().then([ask(&["z"]), done()]);
    assert!(client.drive(failure.into_unfinished().unwrap(), try_accept).is_ok());
    client
}

#[test]
fn a_lost_leg_is_sent_again_under_a_new_id_with_the_same_answers() {
    let client = fails_and_goes_on(vec![ask(&["a"]), lost(TransportError::Closed)], |failure| {
        matches!(failure, CallFailure::Transport { error: TransportError::Closed, .. })
    });
    let sent = client.transport().sent();
    let (lost, again) = (&sent[1], &sent[2]);
    assert_ne!(lost.id, again.id);
    assert_eq!(lost.params()["inputResponses"], again.params()["inputResponses"]);
    assert_eq!(lost.params()["requestState"], again.params()["requestState"]);
}

#[test]
fn a_cancelled_leg_gives_the_call_back() {
    fails_and_goes_on(vec![lost(TransportError::Cancelled)], |failure| {
        matches!(failure, CallFailure::Transport { error: TransportError::Cancelled, .. })
    });
}

#[test]
fn a_message_that_is_not_the_answer_is_a_fault_of_the_transport() {
    for (message, reason) in [
        (r#"{"jsonrpc":"2.0","id":"other","result":{}}"#, NotOursReason::OtherId),
        (r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#, NotOursReason::NotAResponse),
        ("ready", NotOursReason::Unreadable),
    ] {
        fails_and_goes_on(
            vec![Answer::Message(message.to_owned()).into()],
            |failure| matches!(failure, CallFailure::NotOurs { reason: found, .. } if *found == reason),
        );
    }
}

#[test]
fn an_error_of_the_server_is_final_until_the_caller_says_otherwise() {
    let steps = vec![ask(&["a"]), error(-32602, "state expired", &json!(null))];
    let client = fails_and_goes_on(steps, |failure| matches!(failure, CallFailure::Failed(_)));
    let sent = client.transport().sent();
    assert_eq!(sent[1].params()["requestState"], sent[2].params()["requestState"]);
}

#[test]
fn a_refused_state_can_be_left_behind() {
    let client = client([ask(&["a"]), error(-32602, "state expired", &json!(null)), done()]);
    let failure = client.try_call(call(), try_accept).unwrap_err();
    let CallFailure::Failed(failed) = failure else { panic!("{failure:?}") };
    assert!(client.drive(failed.restart(), nobody).is_ok());
    let sent = client.transport().sent();
    assert!(sent[2].params().get("requestState").is_none() && sent[2].params().get("inputResponses").is_none());
}

#[test]
fn a_result_that_breaks_the_protocol_fails_the_call() {
    for broken in [
        json!({"resultType": "task"}),
        json!({"resultType": "input_required"}),
        json!({"resultType": "input_required", "inputRequests": []}),
    ] {
        fails_and_goes_on(vec![result(&broken)], |failure| matches!(failure, CallFailure::Failed(_)));
    }
}

#[test]
fn what_cannot_be_read_is_asked_of_nobody() {
    let round = json!({"resultType": "input_required", "inputRequests": {
        "a": {"method": "roots/list"}, "b": {"method": "tasks/list"}}});
    let client = client([result(&round)]);
    let failure = client.try_call(call(), nobody).unwrap_err();
    let CallFailure::Unreadable { needs_input, errors } = failure else { panic!("{failure:?}") };
    assert_eq!(errors.iter().map(|error| error.key().to_owned()).collect::<Vec<_>>(), ["b"]);
    assert_eq!(needs_input.rounds(), 1);
}

#[test]
fn an_answer_function_that_fails_ends_the_call_with_what_was_answered() {
    let client = client([ask(&["a", "b", "c"])]);
    let failure = client
        .try_call(call(), |input| match input {
            DynamicInput::Form(form) if form.key() == "b" => Err(io::Error::other("gone home")),
            input => Ok(accept(input)),
        })
        .unwrap_err();
    assert_eq!(failure.to_string(), "the answer was stopped: gone home");
    let CallFailure::Stopped { needs_input, mut responses, .. } = failure else { panic!("{failure:?}") };
    assert_eq!(responses.iter().map(InputResponse::key).collect::<Vec<_>>(), ["a"]);
    assert_eq!(client.transport().count(), 1, "nothing was sent");

    let rest = needs_input.inputs().unwrap().into_iter().filter(|input| input.key() != "a");
    responses.extend(rest.map(accept));
    client.transport().then([done()]);
    assert!(client.drive(needs_input.submit(responses).unwrap(), nobody).is_ok());
}

#[test]
fn a_call_that_was_stopped_can_be_driven_on() {
    let client = client([ask(&["a"])]);
    let failure = client.try_call(call(), |_| Err(io::Error::other("later"))).unwrap_err();
    client.transport().then([done()]);
    assert!(client.drive(failure.into_unfinished().unwrap(), try_accept).is_ok());
}

#[test]
fn refused_responses_give_the_call_back() {
    let client = client([ask(&["a"]), ask(&["a"])]);
    let kept = Cell::new(None);
    let failure = client
        .call(call(), |input| {
            let response = accept(input);
            // In the second round, the response of the first.
            match kept.take() {
                None => {
                    kept.set(Some(again(&client)));
                    response
                }
                Some(other) => other,
            }
        })
        .unwrap_err();
    assert!(matches!(failure, CallFailure::Refused(_)), "{failure:?}");
    client.transport().then([done()]);
    assert!(client.drive(failure.into_unfinished().unwrap(), try_accept).is_ok());
}

/// A response to a round of another call.
fn again(client: &Client<Script>) -> InputResponse<DynamicInput> {
    let pending = client.begin(call(), Meta::new()).unwrap();
    let Answer::Result(round) = ask(&["a"]).answer else { unreachable!() };
    let message = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{round}}}"#, pending.id());
    let Ok(mrtr::core::Reply::NeedsInput(needs_input)) = pending.receive(message.as_bytes()) else { panic!() };
    accept(needs_input.inputs().unwrap().remove(0))
}

#[test]
fn a_call_of_another_server_is_not_sent() {
    let client = client([]);
    let other = Session::new("hotel", Implementation::new("test", "0"));
    let pending = other.call(call()).unwrap();
    let failure = client.drive(pending, nobody).unwrap_err();
    assert!(matches!(failure, CallFailure::OtherPeer { .. }), "{failure:?}");
    assert_eq!(client.transport().sent().len(), 0);
    assert_eq!(failure.into_unfinished().unwrap().session().peer_label(), "hotel");
}

#[test]
fn a_result_of_another_type_is_given_back() {
    let client = client([done()]);
    let failure = client.call(call().output::<Vec<u8>>(), |_| unreachable!()).unwrap_err();
    let CallFailure::Output(error) = failure else { panic!("{failure:?}") };
    assert!(error.into_complete().raw().contains("done"));
}

#[test]
fn a_failure_without_its_call_borrows_nothing() {
    fn is_static<T: std::error::Error + Send + Sync + 'static>(_: &T) {}

    let client = client([error(-32603, "planted", &json!({"secret": "planted data"})), lost(TransportError::Closed)]);
    let kind = client.call(call(), accept).unwrap_err().without_state();
    is_static(&kind);
    let CallFailureKind::Failed(PeerError::Rpc(error)) = &kind else { panic!("{kind:?}") };
    assert_eq!(error.code(), -32603);
    let kind = client.call(call(), accept).unwrap_err().without_state();
    assert!(matches!(kind, CallFailureKind::Transport(TransportError::Closed)), "{kind:?}");
}

#[test]
fn failures_go_to_other_threads() {
    fn goes<T: Send + Sync>() {}

    goes::<CallFailure<ToolCall, io::Error>>();
    goes::<mrtr::Unfinished<ToolCall>>();
    goes::<mrtr::RequestError>();
    goes::<mrtr::Options<'_>>();
}

#[test]
fn a_call_that_cannot_be_captured_is_not_sent() {
    let client = client([]);
    let resource = mrtr::core::GetPrompt::new("p").arguments_json(r#"{"n":1}"#).unwrap();
    let failure = client.call(resource, |_| unreachable!()).unwrap_err();
    let CallFailure::Capture(error) = &failure else { panic!("{failure:?}") };
    assert!(matches!(error.error(), CaptureError::PromptArgumentNotAString { .. }));
    assert!(failure.into_unfinished().is_err());
}

#[test]
fn no_failure_shows_arguments_answers_or_state() {
    let planted = ["planted-argument", "planted-answer", "planted-state"];
    let round = json!({"resultType": "input_required", "requestState": planted[2],
        "inputRequests": {"a": {"method": "roots/list"}, "b": {"method": "elicitation/create",
        "params": {"message": "m", "requestedSchema": {"type": "object", "properties": {"v": {"type": "string"}}}}}}});
    let call = || ToolCall::new("book").arguments(&json!({"secret": planted[0]})).unwrap();
    let answer = |input: DynamicInput| match input {
        DynamicInput::Form(form) => form.accept(&json!({"v": planted[1]})),
        DynamicInput::Roots(roots) => roots.respond(mrtr::core::ListRootsResult::new(Vec::new())),
        other => panic!("{other:?}"),
    };
    for last in [
        lost(TransportError::Closed),
        error(-32602, "no", &json!({"echo": planted})),
        Answer::Message(json!({"jsonrpc": "2.0", "id": "x", "result": planted}).to_string()).into(),
        result(&json!({"resultType": "complete", "content": planted})),
    ] {
        let client = client([result(&round), last]);
        let failure = client.call(call(), answer).unwrap_err();
        let shown = format!("{failure} {failure:?} {client:?}", client = client.session());
        assert!(planted.iter().all(|planted| !shown.contains(planted)), "{shown}");
    }
}
