//~ error: unused `Reply` that must be used
//~ error: unused `Reply` that must be used
//~ a call that needs input goes on only through its `NeedsInput`
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
