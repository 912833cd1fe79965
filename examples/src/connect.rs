//! The connection of the examples to the demo server: a child process that is this very program.

use std::error::Error;

use mrtr::core::{Implementation, Session};
use mrtr::stdio::Stdio;

use crate::server;

/// Starts this program again as the demo server, and makes a session towards it.
///
/// # Errors
///
/// When the program cannot be started.
pub fn to_demo_server() -> Result<(Session, Stdio), Box<dyn Error + Send + Sync>> {
    Ok((session(), Stdio::spawn(server::command()?)?))
}

/// A session towards the demo server.
#[must_use]
pub fn session() -> Session {
    Session::new("demo server", Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")))
}

/// The value of an option such as `--seat 14C`, and whether anything else stands on the command line.
///
/// # Errors
///
/// When there is anything but this option, or it has no value.
pub fn option(name: &'static str) -> Result<Option<String>, lexopt::Error> {
    use lexopt::prelude::*;

    let mut value = None;
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long(long) if long == name => value = Some(arguments.value()?.string()?),
            other => return Err(other.unexpected()),
        }
    }
    Ok(value)
}
