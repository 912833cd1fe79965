//~ error[E0451]: fields `flow`, `id`, `retry` and `call` of struct `Pending` are private
//~ error[E0451]: fields `flow` and `retry` of struct `Answered` are private
//~ error: type `flow::Flow` is private
//~ error: type `state::Retry` is private
//! No state is made of another of its kind with a part replaced, nor taken apart.

use mrtr_core::{Answered, Pending, RequestId, ToolCall};

fn update(theirs: Pending<ToolCall>, id: RequestId) -> Pending<ToolCall> {
    Pending { id, ..theirs }
}

fn take_apart(answered: Answered<ToolCall>) {
    let Answered { flow: _, retry: _, .. } = answered;
}

fn main() {}
