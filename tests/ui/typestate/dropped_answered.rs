//~ error: unused `Answered` that must be used
//~ error: unused `Answered` that must be used
//~ error: unused `Answered` that must be used
//~ nothing is sent yet: `resume` the call and send its `request()`
//! Responses that are dropped never reach the server.

#![deny(unused_must_use)]

use mrtr_core::{AnswerError, DynamicInput, InputResponse, NeedsInput, ToolCall, TryAnswerError};

type Give = fn(DynamicInput) -> InputResponse<DynamicInput>;
type Given = Vec<InputResponse<DynamicInput>>;

fn answer(needs_input: NeedsInput<ToolCall>, give: Give) -> Result<(), AnswerError<ToolCall>> {
    needs_input.answer(give)?;
    Ok(())
}

fn try_answer(needs_input: NeedsInput<ToolCall>, give: Give) -> Result<(), TryAnswerError<ToolCall, ()>> {
    needs_input.try_answer(|input| Ok(give(input)))?;
    Ok(())
}

fn submit(needs_input: NeedsInput<ToolCall>, given: Given) -> Result<(), AnswerError<ToolCall>> {
    needs_input.submit(given)?;
    Ok(())
}

fn main() {}
