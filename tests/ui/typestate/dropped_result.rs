//~ error: unused `Result` that must be used
//~ error: unused `Result` that must be used
//~ error: unused `Result` that must be used
//~ error: unused `Result` that must be used
//~ error: unused `Result` that must be used
//~ error: unused `Result` that must be used
//~ error: unused `Result` that must be used
//~ error: unused `Result` that must be used
//! A transition that can fail gives the call back in its error, which must be looked at.

#![deny(unused_must_use)]

use mrtr_core::{Complete, DynamicInput, InputResponse, NeedsInput, Pending, Session, ToolCall};
use serde_json::value::RawValue;

fn drop(
    session: &Session,
    call: ToolCall,
    pending: [Pending<ToolCall>; 2],
    needs_input: [NeedsInput<ToolCall>; 3],
    complete: Complete<ToolCall>,
    give: fn(DynamicInput) -> InputResponse<DynamicInput>,
) {
    let [first, second] = pending;
    let [third, fourth, fifth] = needs_input;
    session.call(call);
    first.receive(b"");
    second.receive_result(RawValue::NULL);
    third.inputs();
    third.answer(give);
    fourth.try_answer(|input| Ok::<_, ()>(give(input)));
    fifth.submit(None);
    complete.into_output();
}

fn main() {}
