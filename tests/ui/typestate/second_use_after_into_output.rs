//~ error[E0382]: use of moved value: `complete`
//! An output is taken once.

use mrtr_core::{Complete, ToolCall};

fn twice(complete: Complete<ToolCall>) {
    let _once = complete.into_output();
    let _again = complete.into_output();
}

fn main() {}
