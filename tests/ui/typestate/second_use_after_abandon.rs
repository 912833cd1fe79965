//~ error[E0382]: use of moved value: `needs_input`
//! A call that is abandoned cannot be answered.

use mrtr_core::{DynamicInput, InputResponse, NeedsInput, ToolCall};

fn twice(needs_input: NeedsInput<ToolCall>, answer: fn(DynamicInput) -> InputResponse<DynamicInput>) {
    needs_input.abandon();
    let _again = needs_input.answer(answer);
}

fn main() {}
