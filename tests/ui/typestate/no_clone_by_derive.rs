//~ error[E0277]: the trait bound `Pending<ToolCall>: Clone` is not satisfied
//! A type that holds a state cannot be cloned either.

use mrtr_core::{Pending, ToolCall};

#[derive(Clone)]
pub struct Job {
    pub pending: Pending<ToolCall>,
}

fn main() {}
