//~ error: unused return value of `Pending::<C>::cancel` that must be used
//! A call is not cancelled before the server is told.

#![deny(unused_must_use)]

use mrtr_core::{Pending, ToolCall};

fn drop(pending: Pending<ToolCall>) {
    pending.cancel(None);
}

fn main() {}
