//~ error: unused `NeedsInput` that must be used
//~ error: unused `NeedsInput` that must be used
//~ error: unused `NeedsInput` in tuple element 0 that must be used
//~ error: unused `NeedsInput` that must be used
//~ answer it (`answer`, `try_answer`, `submit`) or `abandon` it
//! A round that is dropped is never answered.

#![deny(unused_must_use)]

use mrtr_core::{AnswerError, NeedsInput, ToolCall, TryAnswerError};

fn drop(
    needs_input: NeedsInput<ToolCall>,
    error: AnswerError<ToolCall>,
    other: AnswerError<ToolCall>,
    stopped: TryAnswerError<ToolCall, ()>,
) {
    needs_input.into_dynamic();
    error.into_needs_input();
    other.into_parts();
    stopped.into_needs_input();
}

fn main() {}
