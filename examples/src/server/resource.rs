use rmcp::{
    ErrorData,
    model::{ElicitationSchema, ReadResourceResponse, ReadResourceResult, Resource, ResourceContents},
};
use serde::{Deserialize, Serialize};

use super::{
    leg::{Elicited, Leg},
    questions,
};

/// What opens the resource `file:///report.csv`.
pub const PASSPHRASE: &str = "hunter2";

const URI: &str = "file:///report.csv";
const MIME_TYPE: &str = "text/csv";
const REPORT: &str = "month,bookings\n2026-05,381\n2026-06,412\n2026-07,530\n";
const KEY: &str = "passphrase";
const ATTEMPTS: u32 = 3;

#[derive(Serialize, Deserialize)]
struct Locked {
    failed: u32,
}

#[derive(Deserialize)]
struct Unlock {
    passphrase: String,
}

pub(super) fn describe() -> Resource {
    Resource::new(URI, "report.csv")
        .with_description("Bookings by month; asks for a passphrase before it is read")
        .with_mime_type(MIME_TYPE)
}

/// A wrong passphrase is asked for again, twice; the third one fails the call.
pub(super) fn read(uri: &str, leg: &Leg<'_>) -> Result<ReadResourceResponse, ErrorData> {
    if uri != URI {
        return Err(ErrorData::resource_not_found("no such resource", None));
    }
    let Some(Locked { failed }) = leg.step()? else {
        return ask(leg, "Enter the passphrase of the report.", 0);
    };
    match leg.form::<Unlock>(KEY)? {
        None => ask(leg, "Enter the passphrase of the report.", failed),
        Some(Elicited::Accepted(Unlock { passphrase })) if passphrase == PASSPHRASE => {
            let contents = ResourceContents::text(REPORT, URI).with_mime_type(MIME_TYPE);
            Ok(ReadResourceResult::new(vec![contents]).into())
        }
        Some(Elicited::Accepted(_)) if failed + 1 < ATTEMPTS => {
            ask(leg, "That is not the passphrase of the report. Try again.", failed + 1)
        }
        Some(Elicited::Accepted(_)) => Err(locked("three wrong passphrases were given")),
        Some(Elicited::Declined) => Err(locked("the passphrase was declined")),
        Some(Elicited::Cancelled) => Err(locked("the passphrase was cancelled")),
    }
}

fn ask(leg: &Leg<'_>, message: &str, failed: u32) -> Result<ReadResourceResponse, ErrorData> {
    let form = questions::form(message, ElicitationSchema::builder().required_string("passphrase"))?;
    Ok(leg.ask(&Locked { failed }, [(KEY, form)])?.into())
}

fn locked(reason: &str) -> ErrorData {
    ErrorData::invalid_params(format!("the report stays locked: {reason}"), None)
}
