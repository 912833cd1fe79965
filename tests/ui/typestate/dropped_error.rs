//~ error: unused `ReceiveError` that must be used
//~ error: unused `NotOurs` that must be used
//~ error: unused `AnswerError` that must be used
//~ error: unused `TryAnswerError` that must be used
//~ error: unused `OutputError` that must be used
//~ error: unused `CallError` that must be used
//~ the call is not lost: `match` it, and take the call back by `into_pending`, `reissue` or `restart`
//~ the call still waits: take it back by `into_pending`
//~ the call is not lost: take it back by `into_parts`
//~ the call is not lost: take it back by `into_needs_input`
//~ the server has finished: take the result back by `into_complete`
//~ nothing was sent: the call comes back by `into_call` or `into_parts`
//! An error that is dropped takes the call with it.

#![deny(unused_must_use)]

use mrtr_core::{AnswerError, CallError, NotOurs, OutputError, ReceiveError, ToolCall, TryAnswerError};

struct Errors {
    receive: fn() -> ReceiveError<ToolCall>,
    not_ours: fn() -> NotOurs<ToolCall>,
    answer: fn() -> AnswerError<ToolCall>,
    try_answer: fn() -> TryAnswerError<ToolCall, ()>,
    output: fn() -> OutputError<ToolCall>,
    call: fn() -> CallError<ToolCall>,
}

fn drop(errors: Errors) {
    (errors.receive)();
    (errors.not_ours)();
    (errors.answer)();
    (errors.try_answer)();
    (errors.output)();
    (errors.call)();
}

fn main() {}
