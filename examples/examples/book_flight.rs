//! Books a flight: the server asks for the seat before it answers.
//!
//! On a terminal the person is asked. With `--seat 14C`, or without a terminal, it runs through.

use std::io;

use mrtr::{Reply, Transport};
use mrtr_examples::steps::{Choice, ask, printable, step, text};
use mrtr_examples::{Failure, connect, server};

#[derive(serde::Serialize, mrtr::Call)]
#[mcp(tool = "book_flight", inputs = "inputs/book_flight.json")]
struct BookFlight {
    destination: String,
}

fn main() -> Result<(), Failure> {
    server::run_if_asked();
    let seat = connect::option("seat")?;
    let (session, transport) = connect::to_demo_server()?;

    let mut pending = session.call(BookFlight { destination: "Cebu".into() })?;
    step("called", format_args!("{} {}, request {}", pending.method(), pending.name(), pending.id()));

    let booking = loop {
        let answer = transport.exchange(&pending.request())?;
        pending = match pending.receive(&answer)? {
            Reply::Complete(complete) => break complete.into_output()?,
            Reply::NeedsInput(needs_input) => {
                let answered = needs_input.try_answer(|input| match input {
                    book_flight::Input::Seat(form) => {
                        step("asked", format_args!("{}: {}", form.key(), printable(form.message())));
                        let seat = ask(form.message(), "seat", seat.as_deref(), "14C")?;
                        Ok::<_, io::Error>(match seat {
                            Choice::Accept(seat) => form.accept(book_flight::Seat { seat }),
                            Choice::Decline => form.decline(),
                            Choice::Cancel => form.cancel(),
                        })
                    }
                })?;
                step("answered", format_args!("round {}", answered.rounds()));
                let pending = answered.resume();
                step("resumed", format_args!("request {}", pending.id()));
                pending
            }
        };
    };
    step("completed", text(&booking));
    Ok(())
}
