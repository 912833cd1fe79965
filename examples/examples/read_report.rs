//! Reads a report: the server asks for its passphrase, and asks again when it is wrong.
//!
//! On a terminal the person is asked. With `--passphrase hunter2`, or without a terminal, it runs through. A wrong
//! passphrase of the command line is given once.

use std::io;

use mrtr::{Client, ResourceContents};
use mrtr_examples::steps::{Choice, ask_secret, printable, step};
use mrtr_examples::{Failure, connect, server};

#[derive(mrtr::Call)]
#[mcp(resource = "file:///report.csv", inputs = "inputs/read_report.json")]
struct ReadReport;

fn main() -> Result<(), Failure> {
    server::run_if_asked();
    let mut given = connect::option("passphrase")?;
    let (session, transport) = connect::to_demo_server()?;
    let client = Client::new(session, transport);

    let report = client.try_call(ReadReport, |input| match input {
        read_report::Input::Passphrase(form) => {
            step("asked", format_args!("{}: {}", form.key(), printable(form.message())));
            let passphrase = ask_secret(form.message(), "passphrase", given.take().as_deref(), server::PASSPHRASE)?;
            Ok::<_, io::Error>(match passphrase {
                Choice::Accept(passphrase) => form.accept(read_report::Passphrase { passphrase }),
                Choice::Decline => form.decline(),
                Choice::Cancel => form.cancel(),
            })
        }
    })?;

    for contents in &report.contents {
        if let ResourceContents::Text(contents) = contents {
            step("completed", printable(&contents.uri));
            contents.text.lines().for_each(|line| println!("  {}", printable(line)));
        }
    }
    Ok(())
}
