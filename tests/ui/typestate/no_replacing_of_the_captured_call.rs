//~ error[E0616]: field `flow` of struct `Answered` is private
//~ error[E0616]: field `flow` of struct `Answered` is private
//~ error[E0616]: field `retry` of struct `Answered` is private
//~ error[E0616]: field `retry` of struct `Answered` is private
//~ error[E0616]: field `flow` of struct `Pending` is private
//~ error[E0616]: field `flow` of struct `Pending` is private
//! The captured arguments, the state and the responses are not replaced by those of another call.

use mrtr_core::{Answered, Pending, ToolCall};

fn replace(mut ours: Answered<ToolCall>, mut theirs: Answered<ToolCall>) {
    std::mem::swap(&mut ours.flow, &mut theirs.flow);
    std::mem::swap(&mut ours.retry, &mut theirs.retry);
}

fn move_fields(mut ours: Pending<ToolCall>, theirs: Pending<ToolCall>) {
    ours.flow = theirs.flow;
}

fn main() {}
