//~ error: unused return value of `Pending::<C>::request` that must be used
//~ nothing is sent until a transport sends `body()`
//! A message that is dropped is never sent.

#![deny(unused_must_use)]

use mrtr_core::{Pending, ToolCall};

fn drop(pending: &Pending<ToolCall>) {
    pending.request();
}

fn main() {}
