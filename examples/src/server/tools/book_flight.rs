use rmcp::{
    ErrorData,
    model::{CallToolResponse, ElicitationSchema, JsonObject, Tool},
    object,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{super::questions, Elicited, Leg};

pub(super) const NAME: &str = "book_flight";
const KEY: &str = "seat";

#[derive(Deserialize)]
struct Arguments {
    destination: String,
}

#[derive(Serialize, Deserialize)]
enum Step {
    Seat,
}

#[derive(Deserialize)]
struct Chosen {
    seat: String,
}

pub(super) fn describe() -> Tool {
    Tool::new(
        NAME,
        "Books a flight; asks for the seat",
        object!({
            "type": "object",
            "properties": { "destination": { "type": "string", "description": "Where the flight goes" } },
            "required": ["destination"],
        }),
    )
}

pub(super) fn call(arguments: Option<JsonObject>, leg: &Leg<'_>) -> Result<CallToolResponse, ErrorData> {
    let Some(Arguments { destination }) = super::read(arguments) else { return Ok(super::unfit()) };
    let chosen = match leg.step::<Step>()? {
        None => None,
        Some(Step::Seat) => leg.form::<Chosen>(KEY)?,
    };
    match chosen {
        None => {
            let form = questions::form(
                format!("Which seat would you like on the flight to {destination}?"),
                ElicitationSchema::builder().required_string("seat"),
            )?;
            Ok(leg.ask(&Step::Seat, [(KEY, form)])?.into())
        }
        Some(Elicited::Accepted(Chosen { seat })) => Ok(super::result(
            format!("Booked seat {seat} on the flight to {destination}."),
            json!({ "booked": true, "destination": destination, "seat": seat }),
        )),
        Some(ended) => Ok(super::ended("booked", "Nothing was booked", &ended)),
    }
}
