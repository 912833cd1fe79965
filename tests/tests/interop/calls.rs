//! The calls of the demo server that the flows make as Rust types, and what all flows share.

use mrtr::{Complete, DynamicInput, InputResponse, ToolCall};
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize, mrtr::Call)]
#[mcp(tool = "book_flight", inputs = "tests/interop/inputs/book_flight.json")]
pub struct BookFlight {
    pub destination: &'static str,
}

/// The same tool, taken for one that asks nothing.
#[derive(Serialize, mrtr::Call)]
#[mcp(tool = "book_flight")]
pub struct BookAnySeat {
    pub destination: &'static str,
}

#[derive(Serialize, mrtr::Call)]
#[mcp(
    tool = "plan_trip",
    inputs = "tests/interop/inputs/plan_trip_dates.json",
    inputs = "tests/interop/inputs/plan_trip_hotel.json"
)]
pub struct PlanTrip {
    pub destination: &'static str,
}

#[derive(mrtr::Call)]
#[mcp(
    tool = "team_offsite",
    inputs_json = r#"{
        "budget": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {
            "type": "object", "properties": {"amount": {"type": "integer", "minimum": 0}}, "required": ["amount"]}}},
        "slogan": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 40}},
        "folders": {"method": "roots/list"}
    }"#
)]
pub struct TeamOffsite;

#[derive(mrtr::Call)]
#[mcp(tool = "slow_report")]
pub struct SlowReport;

#[derive(mrtr::Call)]
#[mcp(
    resource = "file:///report.csv",
    inputs_json = r#"{"passphrase": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {
        "type": "object", "properties": {"passphrase": {"type": "string"}}, "required": ["passphrase"]}}}}"#
)]
pub struct Report;

#[derive(Serialize, mrtr::Call)]
#[mcp(
    prompt = "walkthrough",
    inputs_json = r#"{"confirm_scope": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {
        "type": "object", "properties": {"scope": {"type": "string", "enum": ["full", "short"]}},
        "required": ["scope"]}}}}"#
)]
pub struct Walkthrough {
    pub audience: &'static str,
}

/// How an input is answered, whatever it is about.
pub type Answer = fn(DynamicInput) -> InputResponse<DynamicInput>;

/// The two ways to say no to a form, and what the server makes of them.
pub const REFUSALS: [(Answer, &str); 2] =
    [(|input| form(input).decline(), "declined"), (|input| form(input).cancel(), "cancelled")];

pub fn tool(name: &str, arguments: &Value) -> ToolCall {
    ToolCall::new(name).arguments(arguments).unwrap()
}

pub fn form(input: DynamicInput) -> mrtr::DynamicForm<DynamicInput> {
    match input {
        DynamicInput::Form(form) => form,
        other => panic!("no form: {other:?}"),
    }
}

/// What a tool returned for programs.
pub fn structured<C: mrtr::Call<Output = mrtr::CallToolResult>>(done: Complete<C>) -> Value {
    let output = done.into_output().unwrap();
    assert!(!output.is_error);
    output.structured().unwrap().expect("structured content")
}
