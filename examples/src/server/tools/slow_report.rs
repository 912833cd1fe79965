use rmcp::{
    ErrorData,
    model::{CallToolResponse, Tool},
    object,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Leg;

pub(super) const NAME: &str = "slow_report";

#[derive(Serialize, Deserialize)]
enum Step {
    Collected,
    Counted,
}

pub(super) fn describe() -> Tool {
    Tool::new(
        NAME,
        "Writes a report in three steps; asks nothing, but wants to be called again after the first two",
        object!({ "type": "object", "properties": {} }),
    )
}

pub(super) fn call(leg: &Leg<'_>) -> Result<CallToolResponse, ErrorData> {
    match leg.step::<Step>()? {
        None => Ok(leg.wait(&Step::Collected)?.into()),
        Some(Step::Collected) => Ok(leg.wait(&Step::Counted)?.into()),
        Some(Step::Counted) => {
            Ok(super::result("The report is ready: 1323 bookings.", json!({ "ready": true, "bookings": 1323 })))
        }
    }
}
