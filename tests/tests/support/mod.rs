//! What the tests of the core share: a scanner of JSON text that owes nothing to the product's own reader, and the
//! few steps that every call takes.
//!
//! Included by several test crates, none of which uses all of it.
#![allow(dead_code, reason = "each test crate uses its part")]

use std::ops::Range;

use mrtr_core::{
    Answered, Call, CallToolResult, Complete, DynamicInput, Failed, Implementation, Input, InputResponse, NeedsInput,
    NotOurs, Pending, ReceiveError, Reply, Session, ToolCall,
};
use serde_json::value::RawValue;

/// A form that every reader of schemas takes: one string, `seat`.
pub const FORM: &str = r#"{"type":"object","properties":{"seat":{"type":"string"}},"required":["seat"]}"#;

/// A session that can answer every kind of input request.
pub fn session() -> Session {
    Session::new("test server", Implementation::new("mrtr-tests", "1.0.0"))
}

/// The first leg of a call of the tool `book` without arguments.
pub fn pending() -> Pending<ToolCall> {
    session().call(ToolCall::new("book")).unwrap()
}

/// The answer to a leg, under the id that its message has.
pub fn answer_to<C>(pending: &Pending<C>, result: &str) -> Vec<u8> {
    let body = pending.request().into_body();
    let id = cut(&body, &["id"]).unwrap();
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#).into_bytes()
}

/// The error that answers a leg, under the id that its message has.
pub fn error_to<C>(pending: &Pending<C>, error: &str) -> Vec<u8> {
    let body = pending.request().into_body();
    let id = cut(&body, &["id"]).unwrap();
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#).into_bytes()
}

/// Hands a result to a leg.
pub fn receive<C: Call>(pending: Pending<C>, result: &str) -> Result<Reply<C>, ReceiveError<C>> {
    let message = answer_to(&pending, result);
    pending.receive(&message)
}

/// Hands a result to a leg that must need input then.
pub fn asked<C: Call>(pending: Pending<C>, result: &str) -> NeedsInput<C> {
    match receive(pending, result) {
        Ok(Reply::NeedsInput(needs)) => needs,
        other => panic!("expected a need of input, found {other:?} for {result}"),
    }
}

/// Hands a result to a leg that must be complete then.
pub fn completed<C: Call>(pending: Pending<C>, result: &str) -> Complete<C> {
    match receive(pending, result) {
        Ok(Reply::Complete(complete)) => complete,
        other => panic!("expected a complete call, found {other:?} for {result}"),
    }
}

/// Hands a result to a leg that must fail then.
pub fn failed<C: Call>(pending: Pending<C>, result: &str) -> Failed<C> {
    match receive(pending, result) {
        Err(ReceiveError::Failed(failed)) => failed,
        other => panic!("expected a failed leg, found {other:?} for {result}"),
    }
}

/// Hands a message to a leg that it must not answer.
pub fn not_ours<C: Call>(pending: Pending<C>, message: &[u8]) -> NotOurs<C> {
    match pending.receive(message) {
        Err(ReceiveError::NotOurs(not_ours)) => not_ours,
        other => panic!("expected another's message, found {other:?} for {}", String::from_utf8_lossy(message)),
    }
}

/// The result that asks for `requests`, members of a map, with a state token if there is one.
pub fn asks(requests: &str, state: Option<&str>) -> String {
    let state = state.map(|token| format!(r#","requestState":{token}"#)).unwrap_or_default();
    format!(r#"{{"resultType":"input_required","inputRequests":{{{requests}}}{state}}}"#)
}

/// The result that asks for nothing but a retry.
pub fn state_only(token: &str) -> String {
    format!(r#"{{"resultType":"input_required","requestState":{token}}}"#)
}

/// A member of `inputRequests` that asks for [`FORM`].
pub fn form(key: &str) -> String {
    format!(
        r#""{key}":{{"method":"elicitation/create","params":{{"message":"Which seat?","requestedSchema":{FORM}}}}}"#
    )
}

/// A member of `inputRequests` that asks for roots.
pub fn roots(key: &str) -> String {
    format!(r#""{key}":{{"method":"roots/list"}}"#)
}

/// A member of `inputRequests` that asks to open a page.
pub fn url(key: &str) -> String {
    format!(
        r#""{key}":{{"method":"elicitation/create","params":{{"mode":"url","message":"Open it","url":"https://example.test/go"}}}}"#
    )
}

/// A member of `inputRequests` that asks the model.
pub fn sampling(key: &str) -> String {
    format!(
        r#""{key}":{{"method":"sampling/createMessage","params":{{"messages":[{{"role":"user","content":{{"type":"text","text":"Hi"}}}}],"maxTokens":10}}}}"#
    )
}

/// A result that completes any of the three methods.
pub const DONE: &str = r#"{"resultType":"complete","content":[],"contents":[],"messages":[]}"#;

/// Declines what can be declined, and gives an empty answer to the rest.
pub fn any_answer(input: DynamicInput) -> InputResponse<DynamicInput> {
    match input {
        DynamicInput::Form(form) => form.decline(),
        DynamicInput::Url(url) => url.decline(),
        DynamicInput::Sampling(sampling) => sampling.respond(mrtr_core::CreateMessageResult::text("m", "")),
        DynamicInput::Roots(roots) => roots.respond(mrtr_core::ListRootsResult::new(Vec::new())),
    }
}

/// Answers with [`any_answer`].
pub fn answered<C: Call<Input = DynamicInput>>(needs: NeedsInput<C>) -> Answered<C> {
    needs.answer(any_answer).unwrap()
}

/// Takes the first input of a round that has one.
pub fn first_input<C: Call<Input = I>, I: Input>(needs: &NeedsInput<C>) -> I {
    needs.inputs().unwrap().into_iter().next().unwrap()
}

/// The output of a tool call.
pub fn output(complete: Complete<ToolCall>) -> CallToolResult {
    complete.into_output().unwrap()
}

/// JSON text as the type in which opaque values are handed over.
pub fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.into()).unwrap()
}

/// The members of the object that stands in `text` at `range`: ranges of the key token (with its quotes) and of the
/// value, in order, duplicates included. A plain scanner that counts brackets: `text` must be JSON.
pub fn members(text: &[u8], range: Range<usize>) -> Vec<(Range<usize>, Range<usize>)> {
    let mut at = blanks(text, range.start);
    assert_eq!(text[at], b'{', "an object begins at {at} of {}", String::from_utf8_lossy(text));
    let mut found = Vec::new();
    at = blanks(text, at + 1);
    while text[at] != b'}' {
        let key = at..string(text, at);
        at = blanks(text, key.end);
        assert_eq!(text[at], b':');
        let start = blanks(text, at + 1);
        let value = start..value(text, start);
        at = blanks(text, value.end);
        found.push((key, value));
        if text[at] == b',' {
            at = blanks(text, at + 1);
            assert_eq!(text[at], b'"');
        }
    }
    assert!(at < range.end);
    found
}

/// The ranges of the elements of the array that stands in `text` at `range`.
pub fn elements(text: &[u8], range: Range<usize>) -> Vec<Range<usize>> {
    let mut at = blanks(text, range.start);
    assert_eq!(text[at], b'[');
    let mut found = Vec::new();
    at = blanks(text, at + 1);
    while text[at] != b']' {
        let element = at..value(text, at);
        at = blanks(text, element.end);
        found.push(element);
        if text[at] == b',' {
            at = blanks(text, at + 1);
        }
    }
    assert!(at < range.end);
    found
}

/// Every value in `text`, outermost first, with the key token of those that are members.
pub fn all_values(text: &[u8]) -> Vec<(Option<Range<usize>>, Range<usize>)> {
    let start = blanks(text, 0);
    let mut found = vec![(None, start..value(text, start))];
    let mut next = 0;
    while let Some((_, range)) = found.get(next).cloned() {
        match text[range.start] {
            b'{' => found.extend(members(text, range).into_iter().map(|(key, value)| (Some(key), value))),
            b'[' => found.extend(elements(text, range).into_iter().map(|value| (None, value))),
            _ => {}
        }
        next += 1;
    }
    found
}

/// Where the value stands that is reached by key tokens without escapes. Panics where one is there twice.
pub fn find(text: &[u8], path: &[&str]) -> Option<Range<usize>> {
    let mut place = 0..text.len();
    for name in path {
        let token = format!("\"{name}\"");
        let mut named = members(text, place).into_iter().filter(|(key, _)| text[key.clone()] == *token.as_bytes());
        place = named.next()?.1;
        assert!(named.next().is_none(), "{token} is there twice");
    }
    Some(place)
}

/// The bytes of the value that is reached by key tokens without escapes.
pub fn cut<'a>(text: &'a [u8], path: &[&str]) -> Option<&'a str> {
    find(text, path).map(|range| std::str::from_utf8(&text[range]).unwrap())
}

/// The key tokens of the object that is reached by key tokens without escapes.
pub fn keys<'a>(text: &'a [u8], path: &[&str]) -> Vec<&'a str> {
    let place = find(text, path).unwrap_or_else(|| panic!("no {path:?} in {}", String::from_utf8_lossy(text)));
    members(text, place).into_iter().map(|(key, _)| std::str::from_utf8(&text[key]).unwrap()).collect()
}

fn blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        at += 1;
    }
    at
}

/// Where the string token ends that begins at `at`.
fn string(text: &[u8], mut at: usize) -> usize {
    assert_eq!(text[at], b'"', "a string begins at {at} of {}", String::from_utf8_lossy(text));
    at += 1;
    while text[at] != b'"' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// Where the value ends that begins at `at`.
fn value(text: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    loop {
        match text[at] {
            b'"' => at = string(text, at),
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth -= 1;
                at += 1;
            }
            _ if depth > 0 => at += 1,
            _ => {
                while text.get(at).is_some_and(|byte| !b" \t\r\n,:]}".contains(byte)) {
                    at += 1;
                }
            }
        }
        if depth == 0 {
            return at;
        }
    }
}
