//~ error[E0382]: use of moved value: `needs_input`
//! A round is answered once, by a closure that may stop too.

use mrtr_core::{DynamicInput, InputResponse, NeedsInput, ToolCall};

struct Leave;

fn twice(needs_input: NeedsInput<ToolCall>, answer: fn(DynamicInput) -> Result<InputResponse<DynamicInput>, Leave>) {
    let _once = needs_input.try_answer(answer);
    let _again = needs_input.try_answer(answer);
}

fn main() {}
