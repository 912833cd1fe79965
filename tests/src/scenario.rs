//! Any state of a call in one line, and the server's answers that lead there.
//!
//! ```
//! use mrtr_tests::scenario;
//!
//! let pending = scenario::answered().resume();
//! assert_eq!(scenario::member(&pending, "requestState").as_deref(), Some(scenario::STATE));
//! ```

use std::fmt::Write as _;

use mrtr_core::{
    Answered, Call, Capabilities, Complete, DynamicInput, Failed, Implementation, InputResponse, NeedsInput, NotOurs,
    Pending, ReceiveError, Reply, RequestId, Session, ToolCall,
};
use serde_json::value::RawValue;

/// The arguments of [`call`], in a spelling that no JSON library writes.
pub const ARGUMENTS: &str = r#"{"destination":"Ceb\u0075","seats":1e0}"#;

/// The request state of [`needs_input`] as it stands on the wire, in a spelling that no JSON library writes.
pub const STATE: &str = r#""c3Rh\/dGU\u003d""#;

/// A result that is complete.
pub const COMPLETE: &str = r#"{"resultType":"complete","content":[{"type":"text","text":"booked"}]}"#;

/// A session that declares every kind of input.
pub fn session() -> Session {
    Session::new("airline", Implementation::new("tests", "0.0.0")).with_capabilities(Capabilities::ALL_KINDS)
}

/// The call of all states here.
pub fn call() -> ToolCall {
    ToolCall::new("book_flight").arguments_json(ARGUMENTS).unwrap()
}

/// A call that waits for its server.
pub fn pending() -> Pending<ToolCall> {
    pending_of(call())
}

/// Any call that waits for its server.
pub fn pending_of<C: Call>(call: C) -> Pending<C> {
    session().call(call).unwrap()
}

/// A call that is asked for a seat.
pub fn needs_input() -> NeedsInput<ToolCall> {
    ask(pending(), &["seat"])
}

/// A call that has answered for the seat.
pub fn answered() -> Answered<ToolCall> {
    needs_input().answer(accept).unwrap()
}

/// A call that has ended well.
pub fn complete() -> Complete<ToolCall> {
    finish(pending())
}

/// A call whose second leg was answered with an error.
pub fn failed() -> Failed<ToolCall> {
    fail(answered().resume())
}

/// A call whose second leg met the answer to another request.
pub fn not_ours() -> NotOurs<ToolCall> {
    miss(answered().resume())
}

/// The server asks for these forms, with [`STATE`].
pub fn ask<C: Call>(pending: Pending<C>, keys: &[&str]) -> NeedsInput<C> {
    ask_for(pending, &input_required(&forms(keys), Some(STATE)))
}

/// The server asks, in a result of your own.
pub fn ask_for<C: Call>(pending: Pending<C>, result: &str) -> NeedsInput<C> {
    let message = response(pending.id(), result);
    received(pending, &message)
}

/// The server asks, in a message of your own.
pub fn received<C: Call>(pending: Pending<C>, message: &[u8]) -> NeedsInput<C> {
    match pending.receive(message).unwrap() {
        Reply::NeedsInput(needs_input) => needs_input,
        Reply::Complete(complete) => panic!("{complete:?}"),
    }
}

/// The server completes the call.
pub fn finish<C: Call>(pending: Pending<C>) -> Complete<C> {
    finish_with(pending, COMPLETE)
}

/// The server completes the call, with a result of your own.
pub fn finish_with<C: Call>(pending: Pending<C>, result: &str) -> Complete<C> {
    let message = response(pending.id(), result);
    match pending.receive(&message).unwrap() {
        Reply::Complete(complete) => complete,
        Reply::NeedsInput(needs_input) => panic!("{needs_input:?}"),
    }
}

/// The server answers with an error.
pub fn fail<C: Call>(pending: Pending<C>) -> Failed<C> {
    let message = error(pending.id(), -32603, "try again");
    match pending.receive(&message) {
        Err(ReceiveError::Failed(failed)) => failed,
        other => panic!("{other:?}"),
    }
}

/// The answer to another request arrives.
pub fn miss<C: Call>(pending: Pending<C>) -> NotOurs<C> {
    let message = response(&RequestId::from("of somebody else"), COMPLETE);
    match pending.receive(&message) {
        Err(ReceiveError::NotOurs(not_ours)) => not_ours,
        other => panic!("{other:?}"),
    }
}

/// Accepts a form of [`forms`], and consents to a url.
pub fn accept(input: DynamicInput) -> InputResponse<DynamicInput> {
    match input {
        DynamicInput::Form(form) => {
            let content = content(form.key());
            form.accept(&content)
        }
        DynamicInput::Url(url) => url.consent(),
        other => panic!("{other:?}"),
    }
}

/// What [`accept`] fills in.
pub fn content(key: &str) -> Box<RawValue> {
    RawValue::from_string(format!("{{{key:?}:\"14C\"}}")).unwrap()
}

/// An `inputRequests` object that asks for forms, each with one string field named as its key.
pub fn forms(keys: &[&str]) -> String {
    let mut requests = String::from("{");
    for (n, key) in keys.iter().enumerate() {
        let comma = if n == 0 { "" } else { "," };
        let schema =
            format!(r#"{{"type":"object","properties":{{{key:?}:{{"type":"string"}}}},"required":[{key:?}]}}"#);
        let params = format!(r#"{{"message":"Which {key}?","requestedSchema":{schema}}}"#);
        write!(requests, r#"{comma}{key:?}:{{"method":"elicitation/create","params":{params}}}"#).unwrap();
    }
    requests + "}"
}

/// A result that asks for input; `state` is a raw JSON string.
pub fn input_required(requests: &str, state: Option<&str>) -> String {
    let state = state.map(|state| format!(r#","requestState":{state}"#)).unwrap_or_default();
    format!(r#"{{"resultType":"input_required","inputRequests":{requests}{state}}}"#)
}

/// The message that answers a request with a result.
pub fn response(id: &RequestId, result: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#).into_bytes()
}

/// The message that answers a request with an error.
pub fn error(id: &RequestId, code: i64, message: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message:?}}}}}"#).into_bytes()
}

/// Text as a raw JSON value.
pub fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

/// The text of a member of the request's `params`, as it will be sent.
pub fn member<C>(pending: &Pending<C>, name: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        params: std::collections::BTreeMap<String, &'a RawValue>,
    }
    let request = pending.request();
    let message: Message<'_> = serde_json::from_slice(request.body()).unwrap();
    message.params.get(name).map(|value| value.get().to_owned())
}
