//~ error[E0061]: this method takes 0 arguments but 1 argument was supplied
//! A call is resumed towards the server that it was made for.

use mrtr_core::{Answered, Session, ToolCall};

fn send(answered: Answered<ToolCall>, other: &Session) {
    let _ = answered.resume(other);
}

fn main() {}
