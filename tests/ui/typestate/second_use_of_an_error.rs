//~ error[E0382]: use of moved value: `error`
//! A call that an error gives back is given back once.

use mrtr_core::{AnswerError, ToolCall};

fn twice(error: AnswerError<ToolCall>) {
    let _once = error.into_needs_input();
    let _again = error.into_parts();
}

fn main() {}
