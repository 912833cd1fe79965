//~ error[E0599]: no method named `request` found for struct `NeedsInput<C>` in the current scope
//! A round that is not answered has nothing to be sent.

use mrtr_core::{NeedsInput, ToolCall};

fn skip(needs_input: NeedsInput<ToolCall>) {
    let _ = needs_input.request();
}

fn main() {}
