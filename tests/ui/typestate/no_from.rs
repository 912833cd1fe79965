//~ error[E0277]: the trait bound `mrtr_core::Pending<ToolCall>: From<ToolCall>` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Pending<ToolCall>: From<Answered<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Pending<ToolCall>: From<mrtr_core::NeedsInput<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Pending<ToolCall>: From<mrtr_core::Failed<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::NeedsInput<ToolCall>: From<mrtr_core::Pending<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::NeedsInput<ToolCall>: From<Answered<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: From<mrtr_core::NeedsInput<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: From<mrtr_core::Pending<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: From<Vec<InputResponse<DynamicInput>>>` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Complete<ToolCall>: From<mrtr_core::Pending<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Complete<ToolCall>: From<Box<RawValue>>` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Failed<ToolCall>: From<mrtr_core::Pending<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::Failed<ToolCall>: From<PeerError>` is not satisfied
//~ error[E0277]: the trait bound `mrtr_core::NotOurs<ToolCall>: From<mrtr_core::Pending<ToolCall>>` is not satisfied
//! No state is made from another, or from its parts, beside the transitions.

use mrtr_core::{
    Answered, Complete, DynamicInput, Failed, InputResponse, NeedsInput, NotOurs, PeerError, Pending, ToolCall,
};
use serde_json::value::RawValue;

fn convert<From, To: std::convert::From<From>>() {}

fn main() {
    convert::<ToolCall, Pending<ToolCall>>();
    convert::<Answered<ToolCall>, Pending<ToolCall>>();
    convert::<NeedsInput<ToolCall>, Pending<ToolCall>>();
    convert::<Failed<ToolCall>, Pending<ToolCall>>();
    convert::<Pending<ToolCall>, NeedsInput<ToolCall>>();
    convert::<Answered<ToolCall>, NeedsInput<ToolCall>>();
    convert::<NeedsInput<ToolCall>, Answered<ToolCall>>();
    convert::<Pending<ToolCall>, Answered<ToolCall>>();
    convert::<Vec<InputResponse<DynamicInput>>, Answered<ToolCall>>();
    convert::<Pending<ToolCall>, Complete<ToolCall>>();
    convert::<Box<RawValue>, Complete<ToolCall>>();
    convert::<Pending<ToolCall>, Failed<ToolCall>>();
    convert::<PeerError, Failed<ToolCall>>();
    convert::<Pending<ToolCall>, NotOurs<ToolCall>>();
}
