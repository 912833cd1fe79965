//~ error[E0382]: use of moved value: `needs_input`
//! A round that is parked is not answered in memory as well.

use mrtr_core::{DynamicInput, InputResponse, NeedsInput, ToolCall};

fn twice(needs_input: NeedsInput<ToolCall>, answer: fn(DynamicInput) -> InputResponse<DynamicInput>) {
    let _once = needs_input.park();
    let _again = needs_input.answer(answer);
}

fn main() {}
