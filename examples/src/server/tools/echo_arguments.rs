use rmcp::{
    ErrorData,
    model::{CallToolResponse, ElicitationSchema, JsonObject, Tool},
    object,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{super::questions, Elicited, Leg};

pub(super) const NAME: &str = "echo_arguments";
const KEY: &str = "confirm";

#[derive(Serialize, Deserialize)]
enum Step {
    Confirm,
}

#[derive(Deserialize)]
struct Confirmed {
    confirmed: bool,
}

pub(super) fn describe() -> Tool {
    Tool::new(
        NAME,
        "Returns its arguments, whatever they are; asks for confirmation first",
        object!({ "type": "object", "additionalProperties": true }),
    )
}

/// The arguments come back as the server understood them: equal as JSON values, not necessarily spelled alike.
pub(super) fn call(arguments: Option<JsonObject>, leg: &Leg<'_>) -> Result<CallToolResponse, ErrorData> {
    let confirmed = match leg.step::<Step>()? {
        None => None,
        Some(Step::Confirm) => leg.form::<Confirmed>(KEY)?,
    };
    match confirmed {
        None => {
            let schema = ElicitationSchema::builder().required_bool("confirmed");
            let form = questions::form("Send the arguments back?", schema)?;
            Ok(leg.ask(&Step::Confirm, [(KEY, form)])?.into())
        }
        Some(Elicited::Accepted(Confirmed { confirmed })) => {
            let arguments = arguments.map_or(Value::Null, Value::Object);
            Ok(super::result(arguments.to_string(), json!({ "confirmed": confirmed, "arguments": arguments })))
        }
        Some(ended) => Ok(super::ended("confirmed", "The arguments stay here", &ended)),
    }
}
