//~ error[E0277]: the trait bound `Pending<ToolCall>: serde::Deserialize<'de>` is not satisfied
//~ error[E0277]: the trait bound `NeedsInput<ToolCall>: serde::Deserialize<'de>` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: serde::Deserialize<'de>` is not satisfied
//~ error[E0277]: the trait bound `Complete<ToolCall>: serde::Deserialize<'de>` is not satisfied
//~ error[E0277]: the trait bound `Failed<ToolCall>: serde::Deserialize<'de>` is not satisfied
//~ error[E0277]: the trait bound `NotOurs<ToolCall>: serde::Deserialize<'de>` is not satisfied
//~ error[E0277]: the trait bound `InputResponse<DynamicInput>: serde::Deserialize<'de>` is not satisfied
//~ error[E0277]: the trait bound `InputRequest: serde::Deserialize<'de>` is not satisfied
//! No state comes from text.

use mrtr_core::{Answered, Complete, DynamicInput, Failed, InputRequest, InputResponse, NeedsInput, NotOurs, Pending, ToolCall};

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
