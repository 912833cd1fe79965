//~ error[E0277]: the trait bound `Pending<ToolCall>: serde::de::DeserializeOwned` is not satisfied
//~ error[E0277]: the trait bound `NeedsInput<ToolCall>: serde::de::DeserializeOwned` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: serde::de::DeserializeOwned` is not satisfied
//~ error[E0277]: the trait bound `Complete<ToolCall>: serde::de::DeserializeOwned` is not satisfied
//~ error[E0277]: the trait bound `Failed<ToolCall>: serde::de::DeserializeOwned` is not satisfied
//~ error[E0277]: the trait bound `NotOurs<ToolCall>: serde::de::DeserializeOwned` is not satisfied
//~ error[E0277]: the trait bound `InputResponse<DynamicInput>: serde::de::DeserializeOwned` is not satisfied
//~ error[E0277]: the trait bound `InputRequest: serde::de::DeserializeOwned` is not satisfied
//! No state comes from text.

use mrtr_core::{
    Answered, Complete, DynamicInput, Failed, InputRequest, InputResponse, NeedsInput, NotOurs, Pending, ToolCall,
};

fn requires<T: serde::de::DeserializeOwned>() {}

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
