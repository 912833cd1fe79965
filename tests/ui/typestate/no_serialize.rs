//~ error[E0277]: the trait bound `Pending<ToolCall>: serde::Serialize` is not satisfied
//~ error[E0277]: the trait bound `NeedsInput<ToolCall>: serde::Serialize` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: serde::Serialize` is not satisfied
//~ error[E0277]: the trait bound `Complete<ToolCall>: serde::Serialize` is not satisfied
//~ error[E0277]: the trait bound `Failed<ToolCall>: serde::Serialize` is not satisfied
//~ error[E0277]: the trait bound `NotOurs<ToolCall>: serde::Serialize` is not satisfied
//~ error[E0277]: the trait bound `InputResponse<DynamicInput>: serde::Serialize` is not satisfied
//~ error[E0277]: the trait bound `InputRequest: serde::Serialize` is not satisfied
//! No state leaves the program as text.

use mrtr_core::{
    Answered, Complete, DynamicInput, Failed, InputRequest, InputResponse, NeedsInput, NotOurs, Pending, ToolCall,
};

fn requires<T: serde::Serialize>() {}

fn main() {
    requires::<Pending<ToolCall>>();
    requires::<NeedsInput<ToolCall>>();
    requires::<Answered<ToolCall>>();
    requires::<Complete<ToolCall>>();
    requires::<Failed<ToolCall>>();
    requires::<NotOurs<ToolCall>>();
    requires::<InputResponse<DynamicInput>>();
    requires::<InputRequest>();
}
