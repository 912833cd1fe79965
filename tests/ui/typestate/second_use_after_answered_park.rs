//~ error[E0382]: use of moved value: `answered`
//! Responses that are parked are not sent from memory as well.

use mrtr_core::{Answered, ToolCall};

fn twice(answered: Answered<ToolCall>) {
    let _once = answered.park();
    let _again = answered.resume();
}

fn main() {}
