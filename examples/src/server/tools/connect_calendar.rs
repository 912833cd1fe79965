use rmcp::{
    ErrorData,
    model::{CallToolResponse, Tool},
    object,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{super::questions, Elicited, Leg};

pub(super) const NAME: &str = "connect_calendar";
const KEY: &str = "authorize";
const PAGE: &str = "https://calendar.example/authorize?client=mrtr-demo-server";

#[derive(Serialize, Deserialize)]
enum Step {
    Authorize,
}

pub(super) fn describe() -> Tool {
    Tool::new(
        NAME,
        "Connects a calendar; asks the person to visit a page",
        object!({ "type": "object", "properties": {} }),
    )
}

/// Consent is taken for the visit: no page exists that could report one.
pub(super) fn call(leg: &Leg<'_>) -> Result<CallToolResponse, ErrorData> {
    let consent = match leg.step::<Step>()? {
        None => None,
        Some(Step::Authorize) => leg.url(KEY)?,
    };
    match consent {
        None => {
            let page = questions::url("Allow access to your calendar on its own page.", PAGE);
            Ok(leg.ask(&Step::Authorize, [(KEY, page)])?.into())
        }
        Some(Elicited::Accepted(())) => Ok(super::result("The calendar is connected.", json!({ "connected": true }))),
        Some(ended) => Ok(super::ended("connected", "The calendar was not connected", &ended)),
    }
}
