//~ error[E0594]: cannot assign to data in a `&` reference
//! The session of a call is shown, not replaced.

use mrtr_core::{Pending, Session, ToolCall};

fn send(pending: Pending<ToolCall>, other: Session) {
    *pending.session() = other;
}

fn main() {}
