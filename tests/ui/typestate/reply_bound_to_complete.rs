//~ error[E0005]: refutable pattern in local binding
//! A reply is not bound to its happy variant either.

use mrtr_core::{Complete, Reply, ToolCall};

fn assume(reply: Reply<ToolCall>) -> Complete<ToolCall> {
    let Reply::Complete(complete) = reply;
    complete
}

fn main() {}
