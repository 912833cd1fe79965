//~ error[E0599]: no method named `reissue` found for struct `NeedsInput<C>` in the current scope
//! A leg that was answered with a question is not sent again without the responses.

use mrtr_core::{NeedsInput, ToolCall};

fn skip(needs_input: NeedsInput<ToolCall>) {
    let _ = needs_input.reissue();
}

fn main() {}
