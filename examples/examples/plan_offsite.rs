//! Plans a team offsite and the trip there: several kinds of input in one round, then two rounds of one call.
//!
//! On a terminal the person is asked. With `--budget 5000`, or without a terminal, it runs through.

use std::io;

use mrtr::{Client, CreateMessageResult, ListRootsResult, Root, Transport};
use mrtr_examples::steps::{Choice, ask, ask_choice, ask_number, printable, step, text};
use mrtr_examples::{Failure, connect, server};
use plan_trip::HotelHotel as Hotel;

#[derive(mrtr::Call)]
#[mcp(tool = "team_offsite", inputs = "inputs/team_offsite.json")]
struct TeamOffsite;

#[derive(serde::Serialize, mrtr::Call)]
#[mcp(tool = "plan_trip", inputs = "inputs/plan_trip_dates.json", inputs = "inputs/plan_trip_hotel.json")]
struct PlanTrip {
    destination: String,
}

fn main() -> Result<(), Failure> {
    server::run_if_asked();
    let budget = connect::option("budget")?.map(|budget| budget.parse()).transpose()?;
    let (session, transport) = connect::to_demo_server()?;
    let client = Client::new(session, transport);
    plan_offsite(&client, budget)?;
    plan_trip(&client)
}

/// A form for the person, a text for the model and the folders, all in one round.
fn plan_offsite(client: &Client<impl Transport>, given: Option<i64>) -> Result<(), Failure> {
    let offsite = client.try_call(TeamOffsite, |input| match input {
        team_offsite::Input::Budget(form) => {
            asked(form.key(), form.message());
            Ok(match ask_number(form.message(), "amount", given, 4000)? {
                Choice::Accept(amount) => form.accept(team_offsite::Budget { amount }),
                Choice::Decline => form.decline(),
                Choice::Cancel => form.cancel(),
            })
        }
        team_offsite::Input::Slogan(sampling) => {
            asked(sampling.key(), &format!("at most {} tokens of the model", sampling.params().max_tokens));
            // Where a host asks its language model, this example asks the person.
            match ask("Write as the model?", "slogan", None, "Further together")? {
                Choice::Accept(slogan) => Ok(sampling.respond(CreateMessageResult::text("a person", slogan))),
                // The protocol knows no way to decline: the call ends here.
                Choice::Decline | Choice::Cancel => Err(io::Error::other("nobody wrote a slogan")),
            }
        }
        team_offsite::Input::Folders(roots) => {
            asked(roots.key(), "the folders that the server may know of");
            let folder = Root::new("file:///home/ann/offsite").map_err(io::Error::other)?.with_name("Offsite");
            Ok(roots.respond(ListRootsResult::new(vec![folder])))
        }
    })?;
    step("completed", text(&offsite));
    Ok(())
}

/// The dates in the first round, the hotel in the second.
fn plan_trip(client: &Client<impl Transport>) -> Result<(), Failure> {
    let trip = client.try_call(PlanTrip { destination: "Cebu".into() }, |input| match input {
        plan_trip::Input::Dates(form) => {
            asked(form.key(), form.message());
            let dates = match ask(form.message(), "from", None, "2026-09-07")? {
                Choice::Accept(from) => (from, ask(form.message(), "until", None, "2026-09-11")?),
                Choice::Decline => return Ok(form.decline()),
                Choice::Cancel => return Ok(form.cancel()),
            };
            Ok::<_, io::Error>(match dates {
                (from, Choice::Accept(until)) => form.accept(plan_trip::Dates { from, until }),
                (_, Choice::Decline) => form.decline(),
                (_, Choice::Cancel) => form.cancel(),
            })
        }
        plan_trip::Input::Hotel(form) => {
            asked(form.key(), form.message());
            Ok(match ask_choice(form.message(), Hotel::ALL, Hotel::title, None, Hotel::OldMill)? {
                Choice::Accept(hotel) => form.accept(plan_trip::Hotel { hotel }),
                Choice::Decline => form.decline(),
                Choice::Cancel => form.cancel(),
            })
        }
    })?;
    step("completed", text(&trip));
    Ok(())
}

fn asked(key: &str, message: &str) {
    step("asked", format_args!("{key}: {}", printable(message)));
}
