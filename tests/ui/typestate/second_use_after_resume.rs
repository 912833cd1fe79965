//~ error[E0382]: use of moved value: `answered`
//! One set of responses makes one retry.

use mrtr_core::{Answered, ToolCall};

fn twice(answered: Answered<ToolCall>) {
    let _once = answered.resume();
    let _again = answered.resume();
}

fn main() {}
