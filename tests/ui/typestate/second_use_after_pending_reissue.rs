//~ error[E0382]: use of moved value: `pending`
//! A leg that is sent anew is not waited for under its old id.

use mrtr_core::{Pending, ToolCall};

fn twice(pending: Pending<ToolCall>) {
    let _once = pending.reissue();
    let _again = pending.reissue();
}

fn main() {}
