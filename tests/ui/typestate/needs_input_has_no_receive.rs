//~ error[E0599]: no method named `receive` found for struct `NeedsInput<C>` in the current scope
//! A round that is not answered receives nothing.

use mrtr_core::{NeedsInput, ToolCall};

fn skip(needs_input: NeedsInput<ToolCall>, answer: &[u8]) {
    let _ = needs_input.receive(answer);
}

fn main() {}
