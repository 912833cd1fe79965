//~ error[E0599]: no method named `resume` found for struct `Pending<C>` in the current scope
//! A leg that waits for its answer cannot be retried.

use mrtr_core::{Pending, ToolCall};

fn skip(pending: Pending<ToolCall>) {
    let _ = pending.resume();
}

fn main() {}
