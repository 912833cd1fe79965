mod book_flight;
mod connect_calendar;
mod echo_arguments;
pub(super) mod meet;
mod plan_trip;
mod slow_report;
mod team_offsite;

use rmcp::{
    ErrorData,
    model::{CallToolResponse, CallToolResult, ContentBlock, JsonObject, Tool},
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::leg::{Elicited, Leg};

pub(super) fn list() -> Vec<Tool> {
    vec![
        book_flight::describe(),
        plan_trip::describe(),
        team_offsite::describe(),
        slow_report::describe(),
        connect_calendar::describe(),
        echo_arguments::describe(),
        meet::describe(),
    ]
}

/// Calls a tool that answers at once; `meet` waits and is called by the handler.
pub(super) fn call(name: &str, arguments: Option<JsonObject>, leg: &Leg<'_>) -> Result<CallToolResponse, ErrorData> {
    match name {
        book_flight::NAME => book_flight::call(arguments, leg),
        plan_trip::NAME => plan_trip::call(arguments, leg),
        team_offsite::NAME => team_offsite::call(leg),
        slow_report::NAME => slow_report::call(leg),
        connect_calendar::NAME => connect_calendar::call(leg),
        echo_arguments::NAME => echo_arguments::call(arguments, leg),
        _ => Err(ErrorData::invalid_params("no such tool", None)),
    }
}

/// A result for people, as text, and for programs, as structured content.
fn result(text: impl Into<String>, structured: Value) -> CallToolResponse {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(structured);
    result.into()
}

/// The result of a call that ended because a person did not accept: `outcome` is false.
fn ended<T>(outcome: &str, text: &str, elicited: &Elicited<T>) -> CallToolResponse {
    let reason = match elicited {
        Elicited::Accepted(_) => "accepted",
        Elicited::Declined => "declined",
        Elicited::Cancelled => "cancelled",
    };
    result(format!("{text}: the question was {reason}."), json!({ outcome: false, "reason": reason }))
}

fn read<T: DeserializeOwned>(arguments: Option<JsonObject>) -> Option<T> {
    serde_json::from_value(Value::Object(arguments.unwrap_or_default())).ok()
}

/// Arguments that do not fit are reported as a result, which the model that called can read and mend.
fn unfit() -> CallToolResponse {
    CallToolResult::error(vec![ContentBlock::text("The arguments do not fit the input schema of the tool.")]).into()
}
