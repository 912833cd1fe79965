//~ error[E0599]: no method named `answer` found for struct `Pending<C>` in the current scope
//! A leg that waits for its answer has nothing to be answered.

use mrtr_core::{DynamicInput, InputResponse, Pending, ToolCall};

fn skip(pending: Pending<ToolCall>, answer: fn(DynamicInput) -> InputResponse<DynamicInput>) {
    let _ = pending.answer(answer);
}

fn main() {}
