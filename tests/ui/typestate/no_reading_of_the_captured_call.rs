//~ error[E0616]: field `flow` of struct `Pending` is private
//~ error[E0616]: field `retry` of struct `Pending` is private
//~ error[E0616]: field `flow` of struct `NeedsInput` is private
//~ error[E0616]: field `leg` of struct `NeedsInput` is private
//~ error[E0616]: field `flow` of struct `Answered` is private
//~ error[E0616]: field `retry` of struct `Answered` is private
//~ error[E0616]: field `inner` of struct `Failed` is private
//! The captured arguments, the state and the responses are in nobody's reach.

use mrtr_core::{Answered, Failed, NeedsInput, Pending, ToolCall};

fn read(
    pending: &Pending<ToolCall>,
    needs_input: &NeedsInput<ToolCall>,
    answered: &Answered<ToolCall>,
    failed: &Failed<ToolCall>,
) {
    let _ = &pending.flow;
    let _ = &pending.retry;
    let _ = &needs_input.flow;
    let _ = &needs_input.leg;
    let _ = &answered.flow;
    let _ = &answered.retry;
    let _ = &failed.inner;
}

fn main() {}
