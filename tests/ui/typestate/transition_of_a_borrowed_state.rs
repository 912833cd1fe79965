//~ error[E0507]: cannot move out of `*pending` which is behind a mutable reference
//~ error[E0507]: cannot move out of an `Arc`
//~ error[E0507]: cannot move out of dereference of `std::sync::MutexGuard<'_, NeedsInput<ToolCall>>`
//! A state behind a reference or an `Arc` is looked at, and does not go on.

use std::sync::{Arc, Mutex};

use mrtr_core::{Answered, NeedsInput, Pending, ToolCall};

fn behind_a_reference(pending: &mut Pending<ToolCall>) {
    let _ = pending.reissue();
}

fn behind_an_arc(answered: Arc<Answered<ToolCall>>) {
    let _ = answered.resume();
}

fn behind_a_lock(needs_input: &Mutex<NeedsInput<ToolCall>>) {
    needs_input.lock().unwrap().abandon();
}

fn main() {}
