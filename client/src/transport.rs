//! What carries a request to the server and brings back its answer.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use mrtr_core::{Request, RequestId};

use crate::response::UnexpectedResponse;

/// A blocking connection to one MCP server.
///
/// A transport moves whole JSON-RPC messages and never looks into a result: it sends a request and returns the
/// message whose id equals the request's **in type and value** (`7` is not `"7"`). Every method may run on several
/// threads at once, and answers may come in another order than the requests.
///
/// To write one, implement [`exchange_within`](Self::exchange_within) and [`cancel`](Self::cancel).
/// `&T`, [`Box<T>`] and [`Arc<T>`] of a transport are transports too.
///
/// Source: <https://modelcontextprotocol.io/specification/2026-07-28/basic/transports>
pub trait Transport: Send + Sync {
    /// Sends `request` and waits for the message that answers it, for as long as this transport's default timeout.
    ///
    /// The bytes are that message as the server wrote it: a result, or a JSON-RPC error.
    ///
    /// # Errors
    ///
    /// As [`exchange_within`](Self::exchange_within).
    fn exchange(&self, request: &Request) -> Result<Vec<u8>, TransportError> {
        self.exchange_within(request, None)
    }

    /// Sends `request` and waits for the message that answers it, `timeout` at most. `None` is the transport's
    /// default.
    ///
    /// When the time is over the server is told that the answer is no longer wanted, and an answer that comes later
    /// is ignored.
    ///
    /// # Errors
    ///
    /// A [`TransportError`] when no answer arrived. A JSON-RPC error of the server is an answer.
    fn exchange_within(&self, request: &Request, timeout: Option<Duration>) -> Result<Vec<u8>, TransportError>;

    /// Cancels the request with this id: the thread that waits for its answer gets [`TransportError::Cancelled`] and
    /// the server is told. Does nothing, and sends nothing, when no such request is in flight.
    ///
    /// # Errors
    ///
    /// A [`TransportError`] when the server could not be told. The waiting thread has been released all the same.
    fn cancel(&self, id: &RequestId) -> Result<(), TransportError>;
}

/// An asynchronous connection to one MCP server.
///
/// As [`Transport`], with futures. **Dropping the future of an exchange cancels the request**: the server is told that
/// the answer is no longer wanted, as the transport's protocol has it, and an answer that comes later is ignored.
///
/// Source: <https://modelcontextprotocol.io/specification/2026-07-28/basic/transports>
pub trait AsyncTransport: Send + Sync {
    /// Sends `request` and waits for the message that answers it, `timeout` at most. `None` is the transport's
    /// default.
    ///
    /// The bytes are that message as the server wrote it: a result, or a JSON-RPC error.
    ///
    /// # Errors
    ///
    /// A [`TransportError`] when no answer arrived. A JSON-RPC error of the server is an answer.
    fn exchange_within(
        &self,
        request: &Request,
        timeout: Option<Duration>,
    ) -> impl Future<Output = Result<Vec<u8>, TransportError>> + Send;

    /// Sends `request` and waits for the message that answers it, for as long as this transport's default timeout.
    ///
    /// # Errors
    ///
    /// As [`exchange_within`](Self::exchange_within).
    fn exchange(&self, request: &Request) -> impl Future<Output = Result<Vec<u8>, TransportError>> + Send {
        self.exchange_within(request, None)
    }
}

macro_rules! forward {
    ($($pointer:ty),+) => {$(
        impl<T: Transport + ?Sized> Transport for $pointer {
            fn exchange(&self, request: &Request) -> Result<Vec<u8>, TransportError> {
                (**self).exchange(request)
            }

            fn exchange_within(&self, request: &Request, timeout: Option<Duration>) -> Result<Vec<u8>, TransportError> {
                (**self).exchange_within(request, timeout)
            }

            fn cancel(&self, id: &RequestId) -> Result<(), TransportError> {
                (**self).cancel(id)
            }
        }
    )+};
}

forward!(&T, Box<T>, Arc<T>);

macro_rules! forward_async {
    ($($pointer:ty),+) => {$(
        impl<T: AsyncTransport + ?Sized> AsyncTransport for $pointer {
            fn exchange_within(
                &self,
                request: &Request,
                timeout: Option<Duration>,
            ) -> impl Future<Output = Result<Vec<u8>, TransportError>> + Send {
                (**self).exchange_within(request, timeout)
            }
        }
    )+};
}

forward_async!(&T, Box<T>, Arc<T>);

/// Why a request got no answer.
///
/// Neither `Display` nor `Debug` prints text of a message or of the server's stderr.
#[derive(Debug)]
#[non_exhaustive]
pub enum TransportError {
    /// No answer came in time. The server may have acted on the request nevertheless.
    Timeout {
        /// The time that was waited
        after: Duration,
    },
    /// The request was cancelled with [`Transport::cancel`].
    Cancelled,
    /// A request with the same id is waiting for its answer. Nothing was sent.
    IdInFlight,
    /// The answer, or all that the server sent before it, is longer than this transport accepts. It was given up; other
    /// requests go on.
    TooLarge {
        /// The most bytes that are accepted
        limit: usize,
    },
    /// The server's program could not be started.
    Spawn {
        /// The program, as it was to be started
        program: PathBuf,
        /// The operating system's reason
        source: io::Error,
    },
    /// The server's process ended.
    ServerExited(ServerExit),
    /// The server answered over HTTP, but not with a message that answers the request.
    UnexpectedResponse(UnexpectedResponse),
    /// The connection is closed and the request can have no answer any more.
    Closed,
    /// An asynchronous transport of this crate was used outside a tokio runtime.
    NoRuntime,
    /// Reading or writing failed.
    Io(io::Error),
    /// Another failure of a transport that is not part of this crate.
    Other(Box<dyn Error + Send + Sync>),
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout { after } => write!(f, "no answer within {after:?}"),
            Self::Cancelled => f.write_str("the request was cancelled"),
            Self::IdInFlight => f.write_str("a request with the same id is in flight"),
            Self::TooLarge { limit } => write!(f, "the answer is longer than {limit} bytes"),
            Self::Spawn { program, .. } => write!(f, "cannot start the server program {}", program.display()),
            Self::ServerExited(exit) => write!(f, "the server process ended ({})", exit.status),
            Self::UnexpectedResponse(response) => response.fmt(f),
            Self::NoRuntime => f.write_str("not called within a tokio runtime"),
            Self::Closed => f.write_str("the connection to the server is closed"),
            Self::Io(error) => write!(f, "cannot talk to the server ({})", error.kind()),
            Self::Other(_) => f.write_str("the transport failed"),
        }
    }
}

impl Error for TransportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Spawn { source, .. } => Some(source),
            Self::Io(error) => Some(error),
            Self::Other(error) => Some(&**error),
            _ => None,
        }
    }
}

impl From<io::Error> for TransportError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// How the server's process ended.
///
/// What the server last wrote to its stderr is behind [`stderr_tail`](Self::stderr_tail) and printed neither by
/// `Display` of the error nor by `Debug`: it is the server's own free text and may hold secrets.
#[derive(Clone)]
pub struct ServerExit {
    status: ExitStatus,
    stderr_tail: Arc<str>,
}

impl ServerExit {
    /// An end with this status, and the last lines of the process's stderr.
    #[must_use]
    pub fn new(status: ExitStatus, stderr_tail: impl Into<Arc<str>>) -> Self {
        Self { status, stderr_tail: stderr_tail.into() }
    }

    /// The exit status of the process.
    #[must_use]
    pub fn status(&self) -> ExitStatus {
        self.status
    }

    /// The last lines that the process wrote to its stderr, for people to read. Bytes that are not UTF-8 are
    /// replaced. Empty when there were none.
    #[must_use]
    pub fn stderr_tail(&self) -> &str {
        &self.stderr_tail
    }
}

impl fmt::Debug for ServerExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerExit")
            .field("status", &self.status)
            .field("stderr_bytes", &self.stderr_tail.len())
            .finish_non_exhaustive()
    }
}
