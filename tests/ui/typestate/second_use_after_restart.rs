//~ error[E0382]: use of moved value: `failed`
//! A failed call begins anew once.

use mrtr_core::{Failed, ToolCall};

fn twice(failed: Failed<ToolCall>) {
    let _once = failed.restart();
    let _again = failed.restart();
}

fn main() {}
