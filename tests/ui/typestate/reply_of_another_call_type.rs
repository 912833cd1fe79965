//~ error[E0308]: mismatched types
//! A state of one type of call is not taken for that of another type.

use mrtr_core::{Answered, Pending, ReadResource, ToolCall};

fn mix(answered: Answered<ReadResource>) -> Pending<ToolCall> {
    answered.resume()
}

fn main() {}
