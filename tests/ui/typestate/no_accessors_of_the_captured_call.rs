//~ error[E0599]: no method named `request_state` found for reference `&NeedsInput<ToolCall>` in the current scope
//~ error[E0599]: no method named `request_state` found for reference `&Answered<ToolCall>` in the current scope
//~ error[E0599]: no method named `responses` found for reference `&Answered<ToolCall>` in the current scope
//~ error[E0599]: no method named `arguments` found for mutable reference `&mut Pending<ToolCall>` in the current scope
//~ error[E0599]: no method named `set_arguments` found for mutable reference `&mut Pending<ToolCall>` in the current scope
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
