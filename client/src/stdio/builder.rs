//! How a server is started.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::{self, Command};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use shared_child::SharedChild;

use super::reader::Reader;
use super::shared::Shared;
use super::stderr::{self, Sink};
use super::{Stdio, write_requests};
use crate::incoming::Callbacks;
use crate::notification::Notification;
use crate::stray::Stray;
use crate::transport::TransportError;

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);
const DEFAULT_GRACE: Duration = Duration::from_secs(2);
const DEFAULT_MAX_MESSAGE_BYTES: usize = 16 * 1024 * 1024;

/// How a server is started and what becomes of its lines. Made by [`Stdio::builder`].
///
/// Callbacks run one at a time on the thread that reads the stream that they are about, in the order of the lines, and
/// no lock is held meanwhile. While one runs nothing more is read from that stream, so it must not block, and must not
/// wait for an answer of the same server. One that panics is called again for the next line; the panic hook has
/// reported it.
#[must_use = "call `spawn` to start the server"]
pub struct StdioBuilder {
    command: Command,
    timeout: Duration,
    shutdown_grace: Duration,
    max_message_bytes: usize,
    callbacks: Callbacks,
    stderr: Sink,
}

impl StdioBuilder {
    pub(super) fn new(command: Command) -> Self {
        Self {
            command,
            timeout: DEFAULT_TIMEOUT,
            shutdown_grace: DEFAULT_GRACE,
            max_message_bytes: DEFAULT_MAX_MESSAGE_BYTES,
            callbacks: Callbacks::default(),
            stderr: Sink::OwnStderr,
        }
    }

    /// How long a request waits for its answer when it names no timeout of its own. 60 seconds by default;
    /// [`Duration::MAX`] waits for ever.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How long the server may take to end after its stdin was closed, and again after it was asked to terminate.
    /// 2 seconds by default.
    pub fn shutdown_grace(mut self, grace: Duration) -> Self {
        self.shutdown_grace = grace;
        self
    }

    /// The longest line that is read as a message, in bytes. 16 MiB by default.
    ///
    /// A longer one is skipped without being kept. If it answers a request, that one fails with
    /// [`TransportError::TooLarge`].
    pub fn max_message_bytes(mut self, bytes: usize) -> Self {
        self.max_message_bytes = bytes;
        self
    }

    /// What is done with the notifications of the server. They are passed over by default.
    ///
    /// Those that the server sent before an answer have been handled when the answer is returned.
    pub fn on_notification(mut self, callback: impl FnMut(&Notification<'_>) + Send + 'static) -> Self {
        self.callbacks.on_notification = Some(Box::new(callback));
        self
    }

    /// What is done with lines that are neither an answer to a request in flight nor a notification. They are passed
    /// over by default.
    pub fn on_stray_line(mut self, callback: impl FnMut(&Stray<'_>) + Send + 'static) -> Self {
        self.callbacks.on_stray = Some(Box::new(callback));
        self
    }

    /// What is done with the lines that the server writes to its stderr, given without their end. They are written to
    /// our own stderr by default.
    ///
    /// The text says nothing about success or failure. Bytes that are not UTF-8 are replaced; a line of more than
    /// 8 KiB comes in pieces.
    pub fn on_stderr(mut self, callback: impl FnMut(&str) + Send + 'static) -> Self {
        self.stderr = Sink::Callback(Box::new(callback));
        self
    }

    /// Starts the server. Its stdin, stdout and stderr are pipes, whatever the command says of them.
    ///
    /// # Errors
    ///
    /// [`TransportError::Spawn`] when the program cannot be started, and [`TransportError::Io`] when the threads that
    /// serve its pipes cannot; the program has then been killed.
    pub fn spawn(mut self) -> Result<Stdio, TransportError> {
        self.command.stdin(process::Stdio::piped()).stdout(process::Stdio::piped()).stderr(process::Stdio::piped());
        let child = SharedChild::spawn(&mut self.command)
            .map_err(|source| TransportError::Spawn { program: PathBuf::from(self.command.get_program()), source })?;
        let child = Arc::new(child);
        self.serve(&child).map_err(|error| {
            // The error that is returned is the better one.
            drop(child.kill());
            drop(child.wait());
            TransportError::Io(error)
        })
    }

    /// Starts the server for use in tasks of tokio. Otherwise as [`spawn`](Self::spawn).
    ///
    /// # Errors
    ///
    /// As [`spawn`](Self::spawn).
    #[cfg(feature = "tokio")]
    pub fn spawn_async(self) -> Result<super::AsyncStdio, TransportError> {
        self.spawn().map(super::AsyncStdio::new)
    }

    fn serve(self, child: &Arc<SharedChild>) -> io::Result<Stdio> {
        let missing = || io::Error::from(io::ErrorKind::BrokenPipe);
        let stdin = child.take_stdin().ok_or_else(missing)?;
        let stdout = child.take_stdout().ok_or_else(missing)?;
        let stderr = child.take_stderr().ok_or_else(missing)?;

        let shared = Arc::new(Shared::new());
        let reader = Reader { shared: Arc::clone(&shared), limit: self.max_message_bytes, callbacks: self.callbacks };
        start("mrtr-stdout", move || reader.run(stdout))?;
        let writer = Arc::clone(&shared);
        start("mrtr-stdin", move || write_requests(&writer, stdin))?;
        let (forwarder, sink) = (Arc::clone(&shared), self.stderr);
        start("mrtr-stderr", move || stderr::forward(&forwarder, stderr, sink))?;
        let (waiter, process) = (Arc::clone(&shared), Arc::clone(child));
        start("mrtr-wait", move || waiter.exited(process.wait()))?;

        Ok(Stdio { shared, child: Arc::clone(child), timeout: self.timeout, shutdown_grace: self.shutdown_grace })
    }
}

/// The threads end with the process and its pipes, so nobody joins them.
fn start(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(run).map(drop)
}

impl fmt::Debug for StdioBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StdioBuilder")
            .field("program", &self.command.get_program())
            .field("timeout", &self.timeout)
            .field("shutdown_grace", &self.shutdown_grace)
            .field("max_message_bytes", &self.max_message_bytes)
            .finish_non_exhaustive()
    }
}
