//~ error[E0382]: use of moved value: `needs_input`
//! A round is answered once, with collected responses too.

use mrtr_core::{DynamicInput, InputResponse, NeedsInput, ToolCall};

fn twice(
    needs_input: NeedsInput<ToolCall>,
    first: Vec<InputResponse<DynamicInput>>,
    second: Vec<InputResponse<DynamicInput>>,
) {
    let _once = needs_input.submit(first);
    let _again = needs_input.submit(second);
}

fn main() {}
