//~ error[E0624]: associated function `new` is private
//~ error[E0624]: associated function `first` is private
//~ error[E0624]: associated function `new` is private
//~ error[E0624]: associated function `new` is private
//~ error[E0624]: associated function `new` is private
//~ error[E0624]: associated function `new` is private
//~ error[E0624]: associated function `new` is private
//~ error[E0624]: associated function `new` is private
//~ error[E0624]: associated function `refused` is private
//! The functions that make states are not public.

use mrtr_core::{Answered, Complete, DynamicInput, Failed, InputResponse, NeedsInput, NotOurs, Pending, ToolCall};

fn make() {
    let _ = Pending::<ToolCall>::new;
    let _ = Pending::<ToolCall>::first;
    let _ = NeedsInput::<ToolCall>::new;
    let _ = Answered::<ToolCall>::new;
    let _ = Complete::<ToolCall>::new;
    let _ = Failed::<ToolCall>::new;
    let _ = NotOurs::<ToolCall>::new;
    let _ = InputResponse::<DynamicInput>::new;
    let _ = InputResponse::<DynamicInput>::refused;
}

fn main() {}
