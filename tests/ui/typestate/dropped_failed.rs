//~ error: unused `Failed` that must be used
//~ look at `error()`, then `reissue`, `restart`, or drop the call
//! A failed leg that is dropped is never sent again.

#![deny(unused_must_use)]

use mrtr_core::{Pending, ToolCall};
use serde_json::value::RawValue;

fn drop(pending: Pending<ToolCall>, error: &RawValue) {
    pending.receive_error(error);
}

fn main() {}
