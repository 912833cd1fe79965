#![expect(deprecated, reason = "sampling and roots are deprecated by this revision and still part of it")]

use rmcp::{
    ErrorData,
    model::{CallToolResponse, CreateMessageResult, ElicitationSchema, IntegerSchema, ListRootsResult, Tool},
    object,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    super::{leg::misfit, questions},
    Elicited, Leg,
};

pub(super) const NAME: &str = "team_offsite";
const BUDGET: &str = "budget";
const SLOGAN: &str = "slogan";
const FOLDERS: &str = "folders";

#[derive(Serialize, Deserialize)]
enum Step {
    Everything,
}

#[derive(Deserialize)]
struct Budget {
    amount: u64,
}

pub(super) fn describe() -> Tool {
    Tool::new(
        NAME,
        "Plans a team offsite; asks for a budget, a slogan and the shared folders, all at once",
        object!({ "type": "object", "properties": {} }),
    )
}

/// A round that comes back incomplete is asked again as a whole.
pub(super) fn call(leg: &Leg<'_>) -> Result<CallToolResponse, ErrorData> {
    let Some(Step::Everything) = leg.step()? else { return ask(leg) };
    let budget = leg.form::<Budget>(BUDGET)?;
    let slogan = leg.response::<CreateMessageResult>(SLOGAN)?;
    let folders = leg.response::<ListRootsResult>(FOLDERS)?;
    let (Some(budget), Some(slogan), Some(folders)) = (budget, slogan, folders) else { return ask(leg) };
    let amount = match budget {
        Elicited::Accepted(Budget { amount }) => amount,
        ended => return Ok(super::ended("planned", "No offsite was planned", &ended)),
    };
    let slogan = slogan
        .message
        .content
        .first()
        .and_then(|block| block.as_text())
        .map(|text| text.text.as_str())
        .ok_or_else(|| misfit(SLOGAN))?;
    let folders: Vec<&str> = folders.roots.iter().map(|root| root.uri.as_str()).collect();
    Ok(super::result(
        format!("Planned an offsite for {amount}, \"{slogan}\", with the plans in {}.", folders.join(", ")),
        json!({ "planned": true, "budget": amount, "slogan": slogan, "folders": folders }),
    ))
}

fn ask(leg: &Leg<'_>) -> Result<CallToolResponse, ErrorData> {
    let schema = ElicitationSchema::builder().required_integer_property("amount", |_| IntegerSchema::new().minimum(0));
    let requests = [
        (BUDGET, questions::form("How much may the offsite cost?", schema)?),
        (SLOGAN, questions::sampling("Write a slogan of at most six words for a team offsite.", 40)),
        (FOLDERS, questions::roots()),
    ];
    Ok(leg.ask(&Step::Everything, requests)?.into())
}
