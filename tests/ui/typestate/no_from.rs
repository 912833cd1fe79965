//~ error[E0277]: the trait bound `Pending<ToolCall>: From<ToolCall>` is not satisfied
//~ error[E0277]: the trait bound `Pending<ToolCall>: From<Answered<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `Pending<ToolCall>: From<NeedsInput<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `Pending<ToolCall>: From<Failed<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `NeedsInput<ToolCall>: From<Pending<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `NeedsInput<ToolCall>: From<Answered<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: From<NeedsInput<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: From<Pending<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `Answered<ToolCall>: From<Vec<InputResponse<DynamicInput>>>` is not satisfied
//~ error[E0277]: the trait bound `Complete<ToolCall>: From<Pending<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `Complete<ToolCall>: From<Box<RawValue>>` is not satisfied
//~ error[E0277]: the trait bound `Failed<ToolCall>: From<Pending<ToolCall>>` is not satisfied
//~ error[E0277]: the trait bound `Failed<ToolCall>: From<PeerError>` is not satisfied
//~ error[E0277]: the trait bound `NotOurs<ToolCall>: From<Pending<ToolCall>>` is not satisfied
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
