//~ error[E0599]: no method named `request` found for struct `Answered<C>` in the current scope
//! Responses are sent by resuming, under a new id, and no other way.

use mrtr_core::{Answered, ToolCall};

fn skip(answered: Answered<ToolCall>) {
    let _ = answered.request();
}

fn main() {}
