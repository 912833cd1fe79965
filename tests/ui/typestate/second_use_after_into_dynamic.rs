//~ error[E0382]: use of moved value: `needs_input`
//! A round goes on typed or by hand, not both.

use mrtr_core::{NeedsInput, ToolCall};

fn twice(needs_input: NeedsInput<ToolCall>) {
    let _once = needs_input.into_dynamic();
    let _again = needs_input.into_dynamic();
}

fn main() {}
