use rmcp::{
    ErrorData,
    model::{
        ElicitationSchema, EnumSchema, GetPromptResponse, GetPromptResult, JsonObject, Prompt, PromptArgument,
        PromptMessage, Role,
    },
};
use serde::{Deserialize, Serialize};

use super::{
    leg::{Elicited, Leg},
    questions,
};

const NAME: &str = "walkthrough";
const KEY: &str = "confirm_scope";

#[derive(Serialize, Deserialize)]
enum Step {
    Scope,
}

#[derive(Deserialize)]
struct Confirmed {
    scope: Scope,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scope {
    Full,
    Short,
}

pub(super) fn describe() -> Prompt {
    let audience = PromptArgument::new("audience").with_description("Who the walkthrough is for").with_required(true);
    Prompt::new(NAME, Some("A guided tour of the booking tools"), Some(vec![audience]))
}

/// A declined scope gives the short walkthrough; a cancelled one fails the call.
pub(super) fn get(name: &str, arguments: Option<JsonObject>, leg: &Leg<'_>) -> Result<GetPromptResponse, ErrorData> {
    if name != NAME {
        return Err(ErrorData::invalid_params("no such prompt", None));
    }
    let audience = arguments
        .as_ref()
        .and_then(|arguments| arguments.get("audience"))
        .and_then(serde_json::Value::as_str)
        .ok_or_else(|| ErrorData::invalid_params("the argument `audience` is missing or not a string", None))?;
    let scope = match leg.step::<Step>()? {
        None => return ask(leg, audience),
        Some(Step::Scope) => match leg.form::<Confirmed>(KEY)? {
            None => return ask(leg, audience),
            Some(Elicited::Accepted(Confirmed { scope })) => scope,
            Some(Elicited::Declined) => Scope::Short,
            Some(Elicited::Cancelled) => return Err(ErrorData::invalid_params("the walkthrough was cancelled", None)),
        },
    };
    let text = match scope {
        Scope::Full => format!("Walk {audience} through every booking tool, one by one, with an example for each."),
        Scope::Short => format!("Show {audience} how to book a flight, and nothing else."),
    };
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
        .with_description("A guided tour of the booking tools")
        .into())
}

fn ask(leg: &Leg<'_>, audience: &str) -> Result<GetPromptResponse, ErrorData> {
    let scopes = EnumSchema::builder(vec!["full".to_owned(), "short".to_owned()]).build();
    let form = questions::form(
        format!("How much should the walkthrough for {audience} cover?"),
        ElicitationSchema::builder().required_enum_schema("scope", scopes),
    )?;
    Ok(leg.ask(&Step::Scope, [(KEY, form)])?.into())
}
