//! What the server wrote that belongs to no call.

use std::borrow::Cow;
use std::fmt;

/// Why text of the server belongs to no call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StrayReason {
    /// Not a JSON-RPC message: a banner, a log line, text that is not UTF-8.
    NotAMessage,
    /// A response to a request that is not in flight: timed out, cancelled, answered before, or never sent.
    NotInFlight,
    /// A response whose id is missing, `null`, or a value that no request has.
    NoId,
    /// A request of the server. In this revision of the protocol a client answers none.
    ServerRequest,
    /// Text beyond the limit on messages that answers no request in flight. Only its start was kept.
    TooLong,
}

impl fmt::Display for StrayReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAMessage => "not a JSON-RPC message",
            Self::NotInFlight => "a response to a request that is not in flight",
            Self::NoId => "a response without an id of a request",
            Self::ServerRequest => "a request of the server",
            Self::TooLong => "a message that is too long",
        })
    }
}

/// Text of the server that belongs to no call and is no notification: a line of its stdout, or the data of one event of
/// a stream. It fails no call.
///
/// `Debug` prints the reason and the size only.
#[derive(Clone, Copy)]
pub struct Stray<'a> {
    reason: StrayReason,
    bytes: &'a [u8],
}

impl<'a> Stray<'a> {
    pub(crate) fn new(reason: StrayReason, bytes: &'a [u8]) -> Self {
        Self { reason, bytes }
    }

    /// Why it belongs to no call.
    #[must_use]
    pub fn reason(&self) -> StrayReason {
        self.reason
    }

    /// The text, without the line end; of one that is [too long](StrayReason::TooLong), its first 1024 bytes.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The same as text. What is not UTF-8 is replaced.
    #[must_use]
    pub fn text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes)
    }
}

impl fmt::Debug for Stray<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stray").field("reason", &self.reason).field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}
