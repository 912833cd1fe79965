//~ error[E0382]: use of moved value: `not_ours`
//! A leg that still waits is given back once.

use mrtr_core::{NotOurs, ToolCall};

fn twice(not_ours: NotOurs<ToolCall>) {
    let _once = not_ours.into_pending();
    let _again = not_ours.into_pending();
}

fn main() {}
