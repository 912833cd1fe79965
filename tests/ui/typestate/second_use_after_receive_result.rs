//~ error[E0382]: use of moved value: `pending`
//! One result is received once.

use mrtr_core::{Pending, ToolCall};
use serde_json::value::RawValue;

fn twice(pending: Pending<ToolCall>, result: &RawValue) {
    let _once = pending.receive_result(result);
    let _again = pending.receive_result(result);
}

fn main() {}
