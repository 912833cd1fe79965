//~ error[E0382]: use of moved value: `needs_input`
//! A round is answered once.

use mrtr_core::{DynamicInput, InputResponse, NeedsInput, ToolCall};

fn twice(needs_input: NeedsInput<ToolCall>, answer: fn(DynamicInput) -> InputResponse<DynamicInput>) {
    let _once = needs_input.answer(answer);
    let _again = needs_input.answer(answer);
}

fn main() {}
