//~ error[E0277]: the trait bound `mrtr_core::Pending<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::NeedsInput<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Complete<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Failed<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::NotOurs<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `Reply<ToolCall>: Clone` is not satisfied
//~ error[E0277]: the trait bound `InputResponse<DynamicInput>: Clone` is not satisfied
//~ error[E0277]: the trait bound `DynamicForm<DynamicInput>: Clone` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Url<DynamicInput>: Clone` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Sampling<DynamicInput>: Clone` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Roots<DynamicInput>: Clone` is not satisfied
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
