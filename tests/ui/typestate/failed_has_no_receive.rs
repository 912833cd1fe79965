//~ error[E0599]: no method named `receive` found for struct `Failed<C>` in the current scope
//! A leg that has failed receives nothing.

use mrtr_core::{Failed, ToolCall};

fn skip(failed: Failed<ToolCall>, answer: &[u8]) {
    let _ = failed.receive(answer);
}

fn main() {}
