//~ error[E0382]: use of moved value: `pending`
//! A call that is given up is given up.

use mrtr_core::{Pending, ToolCall};

fn twice(pending: Pending<ToolCall>) {
    let _once = pending.cancel(None);
    let _again = pending.cancel(None);
}

fn main() {}
