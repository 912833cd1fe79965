//~ error[E0599]: no method named `answer` found for struct `Answered<C>` in the current scope
//! A round that is answered is not answered again.

use mrtr_core::{Answered, DynamicInput, InputResponse, ToolCall};

fn skip(answered: Answered<ToolCall>, answer: fn(DynamicInput) -> InputResponse<DynamicInput>) {
    let _ = answered.answer(answer);
}

fn main() {}
