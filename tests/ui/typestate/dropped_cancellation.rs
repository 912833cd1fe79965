//~ error: unused return value of `Pending::<C>::cancel` that must be used
//~ the server goes on until it is told: send `body()`, or close the stream of the request
//! A call is not cancelled before the server is told.

#![deny(unused_must_use)]

use mrtr_core::{Pending, ToolCall};

fn drop(pending: Pending<ToolCall>) {
    pending.cancel(None);
}

fn main() {}
