//~ error[E0599]
//! No state tells or takes arguments, state or responses.

use mrtr_core::{Answered, NeedsInput, Pending, ToolCall};

fn read(needs_input: &NeedsInput<ToolCall>, answered: &Answered<ToolCall>, pending: &mut Pending<ToolCall>) {
    let _ = needs_input.request_state();
    let _ = answered.request_state();
    let _ = answered.responses();
    let _ = pending.arguments();
    pending.set_arguments("{}");
}

fn main() {}
