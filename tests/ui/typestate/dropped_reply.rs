//~ error: unused `Reply` that must be used
//~ error: unused `Reply` that must be used
//~ `match` it: the server may ask for input, and the call goes on only when its `NeedsInput` is answered
//! A reply that is dropped may be a question.

#![deny(unused_must_use)]

use mrtr_core::{Failed, Pending, ReceiveError, ToolCall};
use serde_json::value::RawValue;

fn message(pending: Pending<ToolCall>, answer: &[u8]) -> Result<(), ReceiveError<ToolCall>> {
    pending.receive(answer)?;
    Ok(())
}

fn result(pending: Pending<ToolCall>, result: &RawValue) -> Result<(), Failed<ToolCall>> {
    pending.receive_result(result)?;
    Ok(())
}

fn main() {}
