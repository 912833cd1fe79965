use rmcp::{
    ErrorData,
    model::{CallToolResponse, ElicitationSchema, EnumSchema, JsonObject, StringSchema, Tool},
    object,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    super::{leg::misfit, questions},
    Elicited, Leg,
};

pub(super) const NAME: &str = "plan_trip";
const DATES: &str = "dates";
const HOTEL: &str = "hotel";
const HOTELS: [&str; 3] = ["Harbour View", "Old Mill", "Station Inn"];
const UNPLANNED: &str = "No trip was planned";

#[derive(Deserialize)]
struct Arguments {
    destination: String,
}

#[derive(Serialize, Deserialize)]
enum Step {
    Dates,
    Hotel(Dates),
}

#[derive(Serialize, Deserialize)]
struct Dates {
    from: String,
    until: String,
}

#[derive(Deserialize)]
struct Chosen {
    hotel: String,
}

pub(super) fn describe() -> Tool {
    Tool::new(
        NAME,
        "Plans a trip; asks for the dates, then for the hotel",
        object!({
            "type": "object",
            "properties": { "destination": { "type": "string", "description": "Where the trip goes" } },
            "required": ["destination"],
        }),
    )
}

pub(super) fn call(arguments: Option<JsonObject>, leg: &Leg<'_>) -> Result<CallToolResponse, ErrorData> {
    let Some(Arguments { destination }) = super::read(arguments) else { return Ok(super::unfit()) };
    match leg.step::<Step>()? {
        None => ask_dates(leg, &destination),
        Some(Step::Dates) => match leg.form::<Dates>(DATES)? {
            None => ask_dates(leg, &destination),
            Some(Elicited::Accepted(dates)) => ask_hotel(leg, &destination, dates),
            Some(ended) => Ok(super::ended("planned", UNPLANNED, &ended)),
        },
        Some(Step::Hotel(dates)) => match leg.form::<Chosen>(HOTEL)? {
            None => ask_hotel(leg, &destination, dates),
            Some(Elicited::Accepted(Chosen { hotel })) if HOTELS.contains(&hotel.as_str()) => {
                let Dates { from, until } = dates;
                Ok(super::result(
                    format!("Planned a trip to {destination} from {from} until {until}, staying at {hotel}."),
                    json!({ "planned": true, "destination": destination, "from": from, "until": until, "hotel": hotel }),
                ))
            }
            Some(Elicited::Accepted(_)) => Err(misfit(HOTEL)),
            Some(ended) => Ok(super::ended("planned", UNPLANNED, &ended)),
        },
    }
}

fn ask_dates(leg: &Leg<'_>, destination: &str) -> Result<CallToolResponse, ErrorData> {
    let schema = ElicitationSchema::builder()
        .required_string_property("from", |_| StringSchema::date())
        .required_string_property("until", |_| StringSchema::date());
    let form = questions::form(format!("When do you travel to {destination}?"), schema)?;
    Ok(leg.ask(&Step::Dates, [(DATES, form)])?.into())
}

fn ask_hotel(leg: &Leg<'_>, destination: &str, dates: Dates) -> Result<CallToolResponse, ErrorData> {
    let hotels = EnumSchema::builder(HOTELS.map(str::to_owned).to_vec()).build();
    let schema = ElicitationSchema::builder().required_enum_schema("hotel", hotels);
    let form = questions::form(format!("Where do you stay in {destination}?"), schema)?;
    Ok(leg.ask(&Step::Hotel(dates), [(HOTEL, form)])?.into())
}
