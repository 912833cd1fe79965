//~ error[E0599]: no method named `resume` found for struct `NeedsInput<C>` in the current scope
//! A round is not resumed before it is answered.

use mrtr_core::{NeedsInput, ToolCall};

fn skip(needs_input: NeedsInput<ToolCall>) {
    let _ = needs_input.resume();
}

fn main() {}
