//~ error[E0599]: no method named `resume` found for struct `Complete<C>` in the current scope
//! A call that has ended is not retried.

use mrtr_core::{Complete, ToolCall};

fn skip(complete: Complete<ToolCall>) {
    let _ = complete.resume();
}

fn main() {}
