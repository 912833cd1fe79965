//~ error[E0599]: no method named `receive` found for struct `NotOurs<C>` in the current scope
//! The leg is taken back before it receives again.

use mrtr_core::{NotOurs, ToolCall};

fn skip(not_ours: NotOurs<ToolCall>, answer: &[u8]) {
    let _ = not_ours.receive(answer);
}

fn main() {}
