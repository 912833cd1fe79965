//~ error[E0382]: use of moved value: `pending`
//! A leg that has failed waits no more.

use mrtr_core::{Pending, ToolCall};
use serde_json::value::RawValue;

fn twice(pending: Pending<ToolCall>, error: &RawValue) {
    let _once = pending.receive_error(error);
    let _again = pending.receive_error(error);
}

fn main() {}
