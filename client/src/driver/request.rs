//! Why a request other than the three calls has no result.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use mrtr_core::model::ReadError;
use mrtr_core::{NotOursReason, PeerError, QueryError};

use super::UnsupportedServer;
use crate::catalog::ListError;
use crate::transport::TransportError;

/// Why a request other than the three calls has no result.
#[derive(Debug)]
#[non_exhaustive]
pub enum RequestError {
    /// The request cannot be made.
    Query(QueryError),
    /// The transport brought no answer.
    Transport(TransportError),
    /// The transport brought a message that is not the answer.
    NotOurs(NotOursReason),
    /// The server answered with an error, or broke the protocol: by asking for input, for one.
    Peer(PeerError),
    /// The server does not speak a protocol version that the application accepts.
    UnsupportedServer(UnsupportedServer),
    /// The result is not of the kind that the method has.
    Unreadable {
        /// The method.
        method: &'static str,
        /// Where and why.
        error: ReadError,
    },
    /// The list of tools has no end.
    List(ListError),
    /// The time for the whole request is over.
    Deadline {
        /// The time that it had.
        limit: Duration,
    },
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Query(error) => error.fmt(f),
            Self::Transport(error) => error.fmt(f),
            Self::NotOurs(reason) => {
                write!(f, "the transport brought something other than the answer: {reason}")
            }
            Self::Peer(error) => error.fmt(f),
            Self::UnsupportedServer(server) => server.fmt(f),
            Self::Unreadable { method, error } => write!(f, "the result of {method} cannot be read: {error}"),
            Self::List(error) => error.fmt(f),
            Self::Deadline { limit } => write!(f, "the request did not come to its end within {limit:?}"),
        }
    }
}

impl Error for RequestError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Query(error) => error.source(),
            Self::Transport(error) => error.source(),
            Self::NotOurs(reason) => Some(reason),
            Self::UnsupportedServer(server) => server.source(),
            Self::Unreadable { error, .. } => Some(error),
            _ => None,
        }
    }
}
