//~ error: unused `Complete` that must be used
//~ read the result: `into_output`, `read` or `raw`
//! A result that is dropped is never read.

#![deny(unused_must_use)]

use mrtr_core::{OutputError, ToolCall};

fn drop(error: OutputError<ToolCall>) {
    error.into_complete();
}

fn main() {}
