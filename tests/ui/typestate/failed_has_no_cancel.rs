//~ error[E0599]: no method named `cancel` found for struct `Failed<C>` in the current scope
//! A leg that was answered cannot be cancelled.

use mrtr_core::{Failed, ToolCall};

fn skip(failed: Failed<ToolCall>) {
    let _ = failed.cancel(None);
}

fn main() {}
