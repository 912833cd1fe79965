//~ error[E0277]: the trait bound `Pending<ToolCall>: Default` is not satisfied
//~ error[E0277]: the trait bound `NeedsInput<ToolCall>: Default` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: Default` is not satisfied
//~ error[E0277]: the trait bound `Complete<ToolCall>: Default` is not satisfied
//~ error[E0277]: the trait bound `Failed<ToolCall>: Default` is not satisfied
//~ error[E0277]: the trait bound `NotOurs<ToolCall>: Default` is not satisfied
//~ error[E0277]: the trait bound `InputResponse<DynamicInput>: Default` is not satisfied
//~ error[E0277]: the trait bound `InputRequest: Default` is not satisfied
//! No state comes from nothing, so that none can be taken out of a `&mut` either.

use mrtr_core::{
    Answered, Complete, DynamicInput, Failed, InputRequest, InputResponse, NeedsInput, NotOurs, Pending, ToolCall,
};

fn requires<T: Default>() {}

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
