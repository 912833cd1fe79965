//~ error[E0271]: type mismatch resolving `<Vec<InputResponse<<A as Call>::Input>> as IntoIterator>::Item == InputResponse<<B as Call>::Input>`
//! Responses of one type of call are not collected for another type.

use mrtr_core::{Call, InputResponse, NeedsInput};

fn mix<A: Call, B: Call>(responses: Vec<InputResponse<A::Input>>, needs_input: NeedsInput<B>) {
    let _ = needs_input.submit(responses);
}

fn main() {}
