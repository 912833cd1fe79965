//~ error[E0451]: fields `flow`, `id`, `retry` and `call` of struct `Pending` are private
//~ error[E0451]: fields `flow`, `leg` and `call` of struct `NeedsInput` are private
//~ error[E0451]: fields `flow`, `retry` and `call` of struct `Answered` are private
//~ error[E0451]: fields `result`, `method`, `rounds`, `retried` and `call` of struct `Complete` are private
//~ error[E0451]: fields `inner` and `call` of struct `Failed` are private
//~ error[E0451]: fields `pending` and `reason` of struct `NotOurs` are private
//~ error: type `flow::Flow` is private
//~ error: type `state::Retry` is private
//~ error: type `flow::Flow` is private
//~ error: type `input::leg::Leg` is private
//~ error: type `flow::Flow` is private
//~ error: type `state::Retry` is private
//~ error: type `state::failed::Inner` is private
//! No state is written down as a literal; even the types of its parts are private.

#![allow(unreachable_code)]

use mrtr_core::{Answered, Complete, Failed, NeedsInput, NotOurs, Pending, ToolCall};

fn pending() -> Pending<ToolCall> {
    Pending { flow: todo!(), id: todo!(), retry: todo!(), call: todo!() }
}

fn needs_input() -> NeedsInput<ToolCall> {
    NeedsInput { flow: todo!(), leg: todo!(), call: todo!() }
}

fn answered() -> Answered<ToolCall> {
    Answered { flow: todo!(), retry: todo!(), call: todo!() }
}

fn complete() -> Complete<ToolCall> {
    Complete { result: todo!(), method: todo!(), rounds: todo!(), retried: todo!(), call: todo!() }
}

fn failed() -> Failed<ToolCall> {
    Failed { inner: todo!(), call: todo!() }
}

fn not_ours() -> NotOurs<ToolCall> {
    NotOurs { pending: todo!(), reason: todo!() }
}

fn main() {}
