//~ error[E0382]: use of moved value: `pending`
//! One answer is received once.

use mrtr_core::{Pending, ToolCall};

fn twice(pending: Pending<ToolCall>, answer: &[u8]) {
    let _once = pending.receive(answer);
    let _again = pending.receive(answer);
}

fn main() {}
