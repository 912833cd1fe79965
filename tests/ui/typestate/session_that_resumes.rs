//~ error[E0599]: no method named `resume` found for reference `&Session` in the current scope
//! No session takes a call over.

use mrtr_core::{Answered, Session, ToolCall};

fn send(answered: Answered<ToolCall>, other: &Session) {
    let _ = other.resume(answered);
}

fn main() {}
