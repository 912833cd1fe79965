//! A demo server of protocol revision 2026-07-28 that asks before it answers.
//!
//! It is built on [`rmcp`], the official Rust SDK, so that the examples talk to a server which shares no code with
//! `mrtr`. Everything it asks arrives as an `input_required` result of the call that needs the input.
//!
//! | call | asks | then answers |
//! |---|---|---|
//! | tool `book_flight` {destination} | form `seat` | the booking |
//! | tool `plan_trip` {destination} | form `dates`, in a second round form `hotel` | both answers |
//! | tool `team_offsite` | form `budget`, sampling `slogan` and roots `folders` in one round | all three answers |
//! | tool `slow_report` | nothing, twice: only a request state comes back | the report |
//! | tool `connect_calendar` | url `authorize` | whether the calendar is connected |
//! | tool `echo_arguments` {anything} | form `confirm` | the arguments it was called with |
//! | tool `meet` {table} | nothing | as soon as a second call names the same table |
//! | resource `file:///report.csv` | form `passphrase` (it is [`PASSPHRASE`]) | the report, as CSV |
//! | prompt `walkthrough` {audience} | form `confirm_scope` | the messages |
//!
//! Declining or cancelling is an ordinary answer. A tool then completes with a result whose `structuredContent` has the
//! outcome in a boolean (`booked`, `planned`, `connected` or `confirmed` is `false`) and a `reason` of `declined` or
//! `cancelled`. The prompt falls back to the short walkthrough when its form is declined and fails when it is cancelled;
//! the resource fails on both, as there is nothing to read without the passphrase.
//!
//! The request state of each round is sealed and bound to the method, the name and the arguments of the call. A state
//! that was altered, comes from another call, or comes back with other arguments is refused with `-32602`, and so are
//! input responses without a state. Arguments are compared as JSON values: their order and spelling are free. Each server
//! has a random key that is gone when it stops ([`KEY_FILE`] is for programs that have to outlive it), and a state is valid
//! for an hour. Nothing makes a state single-use:
//! presenting an old one again continues from the round that it belongs to.
//!
//! A server asks nothing of a client that cannot answer: a call that needs an undeclared capability fails with `-32021`.
//!
//! # Starting it
//!
//! Cargo builds no sibling program for an example, so each example is its own server: it calls [`run_if_asked`] first and
//! starts itself again with [`SERVE`].
//!
//! ```no_run
//! use std::process::Stdio;
//!
//! fn main() -> std::io::Result<()> {
//!     mrtr_examples::server::run_if_asked();
//!
//!     let mut server =
//!         mrtr_examples::server::command()?.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
//!     // ... write requests to its stdin, read responses from its stdout ...
//!     drop(server.stdin.take());
//!     server.wait()?;
//!     Ok(())
//! }
//! ```

mod handler;
mod http;
mod leg;
mod prompt;
mod questions;
mod resource;
mod seal;
mod stdio;
mod tools;

use std::{
    env, fmt,
    io::{self, Write},
    process::{self, Command},
};

pub use self::{
    http::{AnswerFormat, HttpServer},
    resource::PASSPHRASE,
    seal::create_key_file,
    stdio::serve_stdio,
};

/// The argument that turns a program which calls [`run_if_asked`] into a server on its standard streams.
pub const SERVE: &str = "--serve";

/// The argument that turns a program which calls [`run_if_asked`] into a Streamable HTTP server.
pub const SERVE_HTTP: &str = "--serve-http";

/// The environment variable that names a file with a key, of at least 32 bytes, for the seals of request states. Servers
/// with the same key take each other's states, as those of one service behind several processes do.
///
/// For demonstrations and tests: [`create_key_file`] makes such a file, and a service has a place for its secrets.
pub const KEY_FILE: &str = "MRTR_DEMO_KEY_FILE";

/// The command that starts the running program again as a server on its standard streams.
///
/// The program must call [`run_if_asked`] before anything else.
///
/// # Errors
///
/// When the path of the running program cannot be found out.
pub fn command() -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.arg(SERVE);
    Ok(command)
}

/// Serves and ends the process when its first argument is [`SERVE`] or [`SERVE_HTTP`]; otherwise does nothing.
///
/// With [`SERVE`] it serves its standard streams, see [`serve_stdio`]. With [`SERVE_HTTP`] it serves HTTP on a free port
/// of 127.0.0.1, prints the URL as its first line, and stops when its standard input ends, so that it does not outlive
/// the program that started it. A failure is reported on standard error and exits with status 1.
pub fn run_if_asked() {
    let Some(argument) = env::args_os().nth(1) else { return };
    let served = if argument == SERVE {
        serve_stdio()
    } else if argument == SERVE_HTTP {
        serve_http_until_stdin_ends()
    } else {
        return;
    };
    if let Err(error) = served {
        eprintln!("demo server: {error}");
        process::exit(1);
    }
    process::exit(0);
}

fn serve_http_until_stdin_ends() -> Result<(), ServeError> {
    let server = HttpServer::start()?;
    let mut stdout = io::stdout();
    writeln!(stdout, "{}", server.url()).and_then(|()| stdout.flush()).map_err(ServeError::Setup)?;
    io::copy(&mut io::stdin().lock(), &mut io::sink()).map_err(ServeError::Setup)?;
    Ok(())
}

/// Why the demo server could not be started, or ended early.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The system refused what a server needs: random bytes for its key, a runtime, a socket, its standard streams.
    Setup(io::Error),
    /// The client opened the connection with something other than a request of protocol revision 2026-07-28.
    Opening,
    /// The task that served the connection ended abnormally.
    Stopped,
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(error) => write!(f, "the server could not be set up: {error}"),
            Self::Opening => f.write_str("the client did not open with a request of protocol revision 2026-07-28"),
            Self::Stopped => f.write_str("the server stopped abnormally"),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Setup(error) => Some(error),
            Self::Opening | Self::Stopped => None,
        }
    }
}

/// Two workers, so that calls are in progress side by side whatever the machine.
fn runtime() -> Result<tokio::runtime::Runtime, ServeError> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(ServeError::Setup)
}
