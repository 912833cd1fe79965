//! Books a flight: the server asks for the seat before it answers.
//!
//! On a terminal the person is asked. With `--seat 14C`, or without a terminal, it runs through.

use std::error::Error;

use mrtr::Transport;
use mrtr::core::{CallToolResult, ContentBlock, DynamicInput, Reply, ToolCall};
use mrtr_examples::steps::{Choice, ask, printable, step};
use mrtr_examples::{connect, server};

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    server::run_if_asked();
    let seat = connect::option("seat")?;
    let (session, transport) = connect::to_demo_server()?;

    let mut pending = session.call(ToolCall::new("book_flight").arguments_json(r#"{"destination":"Cebu"}"#)?)?;
    step("called", format_args!("{} {}, request {}", pending.method(), pending.name(), pending.id()));

    let booking = loop {
        let answer = transport.exchange(&pending.request())?;
        pending = match pending.receive(&answer)? {
            Reply::Complete(done) => break done.into_output()?,
            Reply::NeedsInput(needs) => {
                let answered = needs.try_answer(|input| match input {
                    DynamicInput::Form(form) => {
                        step("asked", format_args!("{}: {}", form.key(), printable(form.message())));
                        let seat = ask(form.message(), "seat", seat.as_deref(), "14C")?;
                        Ok(match seat {
                            Choice::Accept(seat) => form.accept(&std::collections::BTreeMap::from([("seat", seat)])),
                            Choice::Decline => form.decline(),
                            Choice::Cancel => form.cancel(),
                        })
                    }
                    other => Err(std::io::Error::other(format!("this program cannot answer {}", other.key()))),
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

fn text(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| match block {
        ContentBlock::Text(text) => Some(printable(&text.text)),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}
