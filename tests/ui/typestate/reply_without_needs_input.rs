//~ error[E0004]: non-exhaustive patterns: `Reply::NeedsInput(_)` not covered
//! A program that has thought of the happy path alone is told of the other one.

use mrtr_core::{Complete, Reply, ToolCall};

fn assume(reply: Reply<ToolCall>) -> Complete<ToolCall> {
    match reply {
        Reply::Complete(complete) => complete,
    }
}

fn main() {}
