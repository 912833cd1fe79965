//! A server as a child process, one JSON-RPC message per line of its stdin and stdout.
//!
//! ```no_run
//! use std::process::Command;
//! use std::time::Duration;
//!
//! use mrtr::stdio::Stdio;
//!
//! # fn main() -> Result<(), mrtr::TransportError> {
//! let mut command = Command::new("npx");
//! command.args(["-y", "@example/flights"]).env("LOG_LEVEL", "warn");
//! let server = Stdio::builder(command)
//!     .timeout(Duration::from_secs(20))
//!     .on_notification(|notification| eprintln!("server: {}", notification.method()))
//!     .on_stray_line(|line| eprintln!("server sent {}", line.reason()))
//!     .spawn()?;
//! // server.exchange(&pending.request())? ...
//! server.close()?;
//! # Ok(())
//! # }
//! ```
//!
//! [`Stdio`] blocks; with the feature `tokio` there is `AsyncStdio` too, made by `StdioBuilder::spawn_async`, to be
//! awaited on tokio. Both are served by the same few threads, which wait for the pipes and for the end of the process.
//!
//! Answers are matched by id, so any number of callers may wait for one at the same time. A line that is not a
//! JSON-RPC message fails no call. The process is reaped, whichever way it ends.
//!
//! Source: <https://modelcontextprotocol.io/specification/2026-07-28/basic/transports>

#[cfg(feature = "tokio")]
mod asynchronous;
mod builder;
mod lines;
mod reader;
mod scan;
mod shared;
mod stderr;

use std::fmt;
use std::io::Write as _;
use std::process::{ChildStdin, Command, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use mrtr_core::{Request, RequestId};
use shared_child::SharedChild;

#[cfg(feature = "tokio")]
pub use self::asynchronous::AsyncStdio;
pub use self::builder::StdioBuilder;
use self::shared::{Shared, Waiter};
use crate::transport::{Transport, TransportError};

/// How long a killed process is waited for. Only one that hangs in the kernel takes longer; it is reaped later.
const KILL_GRACE: Duration = Duration::from_secs(5);

type OnStderr = Box<dyn FnMut(&str) + Send>;

/// A server that runs as a child process.
///
/// When a request times out or is cancelled, the server is sent `notifications/cancelled`, unless the request had not
/// yet been written. A server that stops reading its stdin blocks no caller beyond the timeout. When the process ends,
/// every request in flight fails at once with [`TransportError::ServerExited`], and so does every later one.
///
/// [`close`](Self::close) shuts the server down and tells its exit status; dropping does the same without telling. The
/// process alone is terminated, not what it may have started itself.
pub struct Stdio {
    shared: Arc<Shared>,
    child: Arc<SharedChild>,
    timeout: Duration,
    shutdown_grace: Duration,
}

impl Stdio {
    /// Starts a server with the defaults of [`StdioBuilder`].
    ///
    /// # Errors
    ///
    /// As [`StdioBuilder::spawn`].
    pub fn spawn(command: Command) -> Result<Self, TransportError> {
        Self::builder(command).spawn()
    }

    /// Settings for a server that `command` starts: its program, arguments, environment and folder.
    pub fn builder(command: Command) -> StdioBuilder {
        StdioBuilder::new(command)
    }

    /// The operating system's id of the process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Shuts the server down: closes its stdin, asks it to terminate (on Unix) when it has not ended after the
    /// [grace period](StdioBuilder::shutdown_grace), kills it after another, and returns how it ended.
    ///
    /// # Errors
    ///
    /// [`TransportError::Io`] when the operating system does not tell the status, [`TransportError::Timeout`] when
    /// even the killed process has not ended; it is reaped later.
    pub fn close(self) -> Result<ExitStatus, TransportError> {
        self.shut_down()
    }

    fn shut_down(&self) -> Result<ExitStatus, TransportError> {
        self.shared.close_input();
        let mut exit = self.shared.wait_exit(self.shutdown_grace);
        if exit.is_none() && terminate(&self.child) {
            exit = self.shared.wait_exit(self.shutdown_grace);
        }
        if exit.is_none() {
            self.child.kill()?;
            exit = self.shared.wait_exit(KILL_GRACE);
        }
        Ok(exit.ok_or(TransportError::Timeout { after: KILL_GRACE })??)
    }
}

impl Transport for Stdio {
    fn exchange_within(&self, request: &Request, timeout: Option<Duration>) -> Result<Vec<u8>, TransportError> {
        let after = timeout.unwrap_or(self.timeout);
        // A time beyond the clock's range is no deadline.
        let deadline = Instant::now().checked_add(after);
        let (sender, call) = sync_channel(1);
        self.shared.begin(request, Waiter::Thread(sender))?;
        let outcome = match deadline {
            Some(deadline) => call.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            None => call.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        if let Ok(outcome) = outcome {
            return outcome;
        }
        self.shared.abandon(request.id(), TransportError::Timeout { after }, Some("timeout"));
        // Ours, or the outcome that came first.
        call.try_recv().unwrap_or(Err(TransportError::Timeout { after }))
    }

    fn cancel(&self, id: &RequestId) -> Result<(), TransportError> {
        self.shared.abandon(id, TransportError::Cancelled, None);
        Ok(())
    }
}

impl Drop for Stdio {
    fn drop(&mut self) {
        // Nobody is left to be told.
        drop(self.shut_down());
    }
}

impl fmt::Debug for Stdio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stdio")
            .field("process_id", &self.process_id())
            .field("timeout", &self.timeout)
            .field("shutdown_grace", &self.shutdown_grace)
            .finish_non_exhaustive()
    }
}

/// Writes what is queued, and closes the server's stdin in the end. On a thread of its own, since a server that does
/// not read lets it wait without limit.
fn write_requests(shared: &Shared, mut stdin: ChildStdin) {
    while let Some(outgoing) = shared.next_outgoing() {
        if let Err(error) = stdin.write_all(&outgoing.line) {
            shared.input_broken(outgoing, error);
            return;
        }
    }
}

#[cfg(unix)]
fn terminate(child: &SharedChild) -> bool {
    use shared_child::unix::SharedChildExt as _;
    child.send_signal(libc::SIGTERM).is_ok()
}

/// There is no gentler request than to be killed.
#[cfg(not(unix))]
fn terminate(_: &SharedChild) -> bool {
    false
}
