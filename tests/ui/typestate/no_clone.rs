//~ error[E0277]: the trait bound `Pending<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `NeedsInput<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `Complete<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `Failed<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `NotOurs<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `Reply<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `InputResponse<DynamicInput>: Clone` is not satisfied
//~ error[E0277]: the trait bound `DynamicForm<DynamicInput>: Clone` is not satisfied
//~ error[E0277]: the trait bound `Url<DynamicInput>: Clone` is not satisfied
//~ error[E0277]: the trait bound `Sampling<DynamicInput>: Clone` is not satisfied
//~ error[E0277]: the trait bound `Roots<DynamicInput>: Clone` is not satisfied
//! No state, reply, input or response is cloned: each is one permission.

use mrtr_core::{
    Answered, Complete, DynamicForm, DynamicInput, Failed, InputResponse, NeedsInput, NotOurs, Pending, Reply, Roots,
    Sampling, ToolCall, Url,
};

fn requires<T: Clone>() {}

fn main() {
    requires::<Pending<ToolCall>>();
    requires::<NeedsInput<ToolCall>>();
    requires::<Answered<ToolCall>>();
    requires::<Complete<ToolCall>>();
    requires::<Failed<ToolCall>>();
    requires::<NotOurs<ToolCall>>();
    requires::<Reply<ToolCall>>();
    requires::<InputResponse<DynamicInput>>();
    requires::<DynamicForm<DynamicInput>>();
    requires::<Url<DynamicInput>>();
    requires::<Sampling<DynamicInput>>();
    requires::<Roots<DynamicInput>>();
}
