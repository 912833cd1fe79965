//! Gets a prompt: the server asks how much it should cover.
//!
//! On a terminal the person chooses. With `--scope full` or `--scope short`, or without a terminal, it runs through.

use std::io;

use mrtr::{Client, ContentBlock};
use mrtr_examples::steps::{Choice, ask_choice, printable, step};
use mrtr_examples::{Failure, connect, server};

use walkthrough::ConfirmScopeScope as Scope;

#[derive(serde::Serialize, mrtr::Call)]
#[mcp(prompt = "walkthrough", inputs = "inputs/walkthrough.json")]
struct Walkthrough<'a> {
    audience: &'a str,
}

fn main() -> Result<(), Failure> {
    server::run_if_asked();
    let given = connect::option("scope")?.map(|scope| Scope::try_from(&*scope)).transpose()?;
    let (session, transport) = connect::to_demo_server()?;
    let client = Client::new(session, transport);

    let prompt = client.try_call(Walkthrough { audience: "new colleagues" }, |input| match input {
        walkthrough::Input::ConfirmScope(form) => {
            step("asked", format_args!("{}: {}", form.key(), printable(form.message())));
            let scope = ask_choice(form.message(), Scope::ALL, Scope::title, given, Scope::Short)?;
            Ok::<_, io::Error>(match scope {
                Choice::Accept(scope) => form.accept(walkthrough::ConfirmScope { scope }),
                Choice::Decline => form.decline(),
                Choice::Cancel => form.cancel(),
            })
        }
    })?;

    step("completed", printable(prompt.description.as_deref().unwrap_or_default()));
    for message in &prompt.messages {
        if let ContentBlock::Text(text) = &message.content {
            println!("  {}: {}", message.role.as_str(), printable(&text.text));
        }
    }
    Ok(())
}
