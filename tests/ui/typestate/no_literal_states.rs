//~ error[E0451]
//! No state is written down as a literal.

use mrtr_core::{Answered, Complete, Failed, NeedsInput, NotOurs, Pending, ToolCall};

fn pending() -> Pending<ToolCall> {
    Pending { flow: todo!(), id: todo!(), retry: todo!(), call: todo!() }
}

fn needs_input() -> NeedsInput<ToolCall> {
    NeedsInput { flow: todo!(), leg: todo!(), call: todo!() }
}

fn answered() -> Answered<ToolCall> {
    Answered { flow: todo!(), retry: todo!(), call: todo!() }
}

fn complete() -> Complete<ToolCall> {
    Complete { result: todo!(), method: todo!(), rounds: todo!(), retried: todo!(), call: todo!() }
}

fn failed() -> Failed<ToolCall> {
    Failed { inner: todo!(), call: todo!() }
}

fn not_ours() -> NotOurs<ToolCall> {
    NotOurs { pending: todo!(), reason: todo!() }
}

fn main() {}
