//! A server that does not speak a version that the application accepts.

use std::fmt;

use mrtr_core::{RpcError, RpcErrorKind};

use crate::response::UnexpectedResponse;

/// The server speaks no protocol version that the application accepts, or is of a revision without `server/discover`.
///
/// Source: specification, basic/lifecycle and schema `UnsupportedProtocolVersionError`.
#[derive(Clone, Debug)]
pub struct UnsupportedServer {
    requested: Box<str>,
    offered: Vec<String>,
    error: Option<Box<RpcError>>,
    response: Option<UnexpectedResponse>,
}

impl UnsupportedServer {
    pub(super) fn new(requested: &str, offered: Vec<String>, error: Option<&RpcError>) -> Self {
        Self { requested: requested.into(), offered, error: error.cloned().map(Box::new), response: None }
    }

    /// Takes the error of a request that every server of this revision answers. `None`: it says nothing about the
    /// version.
    ///
    /// Servers of earlier revisions expect `initialize` first and refuse everything else, each with a code of its own:
    /// as an unknown method, as a request that is not valid (yet), as parameters of the wrong shape, or with `-32000`,
    /// which their HTTP transports use for a request without a session or with an unknown version.
    pub(super) fn from_discovery(requested: &str, error: &RpcError) -> Option<Self> {
        let earlier = match error.kind() {
            RpcErrorKind::MethodNotFound
            | RpcErrorKind::InvalidRequest
            | RpcErrorKind::InvalidParams
            | RpcErrorKind::ResourceNotFound => true,
            RpcErrorKind::Other => error.code() == -32000,
            _ => false,
        };
        earlier.then(|| Self::new(requested, versions_in(error.message(), requested), Some(error)))
    }

    /// Takes what came over HTTP instead of an answer to `server/discover`. `None`: it says nothing about the version.
    ///
    /// Servers of earlier revisions refuse a request without a session with 400, some under an id of their own, and
    /// those of the first revisions take no POST at the URL of their event stream, with 405.
    pub(super) fn from_response(requested: &str, response: &UnexpectedResponse) -> Option<Self> {
        matches!(response.status(), 400 | 405).then(|| {
            let text = String::from_utf8_lossy(response.body_start());
            let server = Self::new(requested, versions_in(&text, requested), None);
            Self { response: Some(response.clone()), ..server }
        })
    }

    /// The version that was asked for.
    #[must_use]
    pub fn requested(&self) -> &str {
        &self.requested
    }

    /// The versions that the server says it speaks, in its order; empty where it does not say.
    #[must_use]
    pub fn offered(&self) -> &[String] {
        &self.offered
    }

    /// The error that the server answered with, if it was one.
    #[must_use]
    pub fn error(&self) -> Option<&RpcError> {
        self.error.as_deref()
    }

    /// The HTTP response that the server answered with, if it was no JSON-RPC message.
    #[must_use]
    pub fn response(&self) -> Option<&UnexpectedResponse> {
        self.response.as_ref()
    }
}

impl fmt::Display for UnsupportedServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server does not speak protocol version {}", self.requested)?;
        if let [first, others @ ..] = &*self.offered {
            write!(f, "; it speaks {}", first.escape_debug())?;
            return others.iter().try_for_each(|version| write!(f, ", {}", version.escape_debug()));
        }
        f.write_str(", and does not say which it speaks")?;
        match (&self.error, &self.response) {
            (Some(error), _) => write!(f, ": {error}"),
            (None, Some(response)) => write!(f, ": {response}"),
            (None, None) => Ok(()),
        }
    }
}

impl std::error::Error for UnsupportedServer {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.error.as_deref().map(|error| error as _)
    }
}

/// The protocol versions that a refusal names, other than `requested`. Versions before 2026-07-28 have no
/// member for them.
fn versions_in(message: &str, requested: &str) -> Vec<String> {
    let mut versions: Vec<String> = Vec::new();
    for word in message.split(|char: char| !(char.is_ascii_digit() || char == '-')) {
        if is_date(word) && word != requested && !versions.iter().any(|known| known == word) {
            versions.push(word.to_owned());
        }
    }
    versions
}

fn is_date(word: &str) -> bool {
    word.len() == 10
        && word.bytes().enumerate().all(
            |(index, byte)| {
                if matches!(index, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() }
            },
        )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_the_message_of_an_earlier_server() {
        let message =
            "Bad Request: Unsupported protocol version: 2026-07-28 (supported versions: 2025-11-25, 2025-06-18)";
        assert_eq!(versions_in(message, "2026-07-28"), ["2025-11-25", "2025-06-18"]);
        assert!(versions_in("Method not found: 12-34 2025-1-1 20250618 2025-06-180", "2026-07-28").is_empty());
    }

    #[test]
    fn what_a_server_offers_is_shown() {
        let error = UnsupportedServer::new("2026-07-28", vec!["2025-11-25".into(), "a\nb".into()], None);
        assert_eq!(
            error.to_string(),
            "the server does not speak protocol version 2026-07-28; it speaks 2025-11-25, a\\nb"
        );
    }
}
