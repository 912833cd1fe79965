//! The transport for tasks.

use std::fmt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mrtr_core::{Request, RequestId};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::shared::{Shared, Waiter};
use super::{Stdio, StdioBuilder};
use crate::transport::{AsyncTransport, TransportError};

/// A server that runs as a child process, for tasks of tokio.
///
/// As [`Stdio`], with futures: when the future of an exchange is dropped, the server is sent
/// `notifications/cancelled`, unless the request had not yet been written. Exchanges need a tokio runtime whose time is
/// enabled; outside of one they end with [`TransportError::NoRuntime`].
///
/// Neither the pipes nor the process depend on the runtime: answers arrive by threads of this transport, as many as it
/// has pipes, and one that waits for the end of the process.
///
/// [`close`](Self::close) shuts the server down and tells its exit status. Dropping does the same in the background,
/// without telling; when our own process ends first, the server sees the end of its stdin all the same.
pub struct AsyncStdio {
    shared: Arc<Shared>,
    timeout: Duration,
    /// Taken by `close` and by `drop`.
    process: Option<Stdio>,
    process_id: u32,
}

impl AsyncStdio {
    /// Settings for a server that `command` starts: its program, arguments, environment and folder.
    pub fn builder(command: std::process::Command) -> StdioBuilder {
        StdioBuilder::new(command)
    }

    pub(super) fn new(process: Stdio) -> Self {
        Self {
            shared: Arc::clone(&process.shared),
            timeout: process.timeout,
            process_id: process.process_id(),
            process: Some(process),
        }
    }

    /// The operating system's id of the process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process_id
    }

    /// Cancels the request with this id, as [`Transport::cancel`](crate::Transport::cancel) does. Dropping the future of
    /// its exchange does the same.
    pub fn cancel(&self, id: &RequestId) {
        self.shared.abandon(id, TransportError::Cancelled, None);
    }

    /// As [`Stdio::close`]. When the future is dropped, the server is shut down all the same.
    ///
    /// # Errors
    ///
    /// As [`Stdio::close`].
    pub async fn close(mut self) -> Result<ExitStatus, TransportError> {
        let (sender, receiver) = oneshot::channel();
        // Nobody else has taken it.
        let process = self.process.take().ok_or(TransportError::Closed)?;
        in_background(move || drop(sender.send(process.close())))?;
        receiver.await.unwrap_or(Err(TransportError::Closed))
    }
}

impl AsyncTransport for AsyncStdio {
    async fn exchange_within(&self, request: &Request, timeout: Option<Duration>) -> Result<Vec<u8>, TransportError> {
        Handle::try_current().map_err(|_| TransportError::NoRuntime)?;
        let after = timeout.unwrap_or(self.timeout);
        let (sender, mut call) = oneshot::channel();
        self.shared.begin(request, Waiter::Task(sender))?;
        let unanswered = Unanswered { shared: &self.shared, id: Some(request.id()) };
        let outcome = tokio::time::timeout(after, &mut call).await;
        unanswered.settled();
        if let Ok(outcome) = outcome {
            return outcome.unwrap_or(Err(TransportError::Closed));
        }
        self.shared.abandon(request.id(), TransportError::Timeout { after }, Some("timeout"));
        // Ours, or the outcome that came first.
        call.try_recv().unwrap_or(Err(TransportError::Timeout { after }))
    }
}

/// Cancels the request when its future is dropped.
struct Unanswered<'a> {
    shared: &'a Shared,
    id: Option<&'a RequestId>,
}

impl Unanswered<'_> {
    fn settled(mut self) {
        self.id = None;
    }
}

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            self.shared.abandon(id, TransportError::Cancelled, None);
        }
    }
}

impl Drop for AsyncStdio {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            // Without a thread the process has been dropped, and so shut down, right here.
            drop(in_background(move || drop(process)));
        }
    }
}

/// On a thread, since the end of a process can take as long as its grace periods.
fn in_background(run: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new().name("mrtr-close".to_owned()).spawn(run).map(drop)
}

impl fmt::Debug for AsyncStdio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncStdio")
            .field("process_id", &self.process_id)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}
