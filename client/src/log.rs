//! What is logged, with the feature `tracing`: methods, names, ids, rounds, sizes and kinds of errors. Never arguments,
//! answers, state, or text of the server.

use std::time::Duration;

use mrtr_core::{PeerError, Request};

use crate::catalog::DroppedTool;
use crate::transport::TransportError;

macro_rules! event {
    ($level:ident, $message:literal $(, $field:ident = $value:expr)* $(,)?) => {{
        #[cfg(feature = "tracing")]
        tracing::event!(target: "mrtr", tracing::Level::$level, $($field = $value,)* $message);
        #[cfg(not(feature = "tracing"))]
        let _ = ($(&$value,)*);
    }};
}

pub(crate) fn sent(request: &Request, round: u32, timeout: Option<Duration>) {
    event!(
        DEBUG,
        "request",
        method = request.method(),
        name = request.name().unwrap_or_default(),
        id = tracing_display(request.id()),
        round = round,
        bytes = request.body().len(),
        timeout = tracing_debug(&timeout),
    );
}

pub(crate) fn answered(request: &Request, bytes: usize) {
    event!(DEBUG, "answer", method = request.method(), id = tracing_display(request.id()), bytes = bytes);
}

pub(crate) fn lost(request: &Request, error: &TransportError) {
    event!(
        WARN,
        "no answer",
        method = request.method(),
        id = tracing_display(request.id()),
        error = transport_kind(error),
    );
}

pub(crate) fn not_ours(request: &Request) {
    event!(
        WARN,
        "the transport brought something other than the answer",
        method = request.method(),
        id = tracing_display(request.id()),
    );
}

pub(crate) fn failed(request: &Request, error: &PeerError) {
    event!(
        WARN,
        "the request failed",
        method = request.method(),
        id = tracing_display(request.id()),
        error = peer_kind(error),
        code = error.as_rpc().map(mrtr_core::RpcError::code),
    );
}

pub(crate) fn needs_input(method: &str, name: &str, round: u32, requests: usize) {
    event!(DEBUG, "input required", method = method, name = name, round = round, requests = requests);
}

pub(crate) fn version(version: &str, refused: &str) {
    event!(INFO, "another protocol version", version = version, refused = refused);
}

pub(crate) fn refresh(name: &str) {
    event!(INFO, "the headers were refused: refreshing the list of tools", name = name);
}

pub(crate) fn refresh_failed(name: &str) {
    event!(WARN, "the refreshed list of tools does not have this one", name = name);
}

/// A tool that is left out. The problem names places in the tool's schema, which is the server's.
pub(crate) fn dropped_tool(tool: &DroppedTool) {
    event!(
        WARN,
        "a tool is left out",
        name = tool.name().unwrap_or_default(),
        reason = tracing_display(tool.problem())
    );
}

fn transport_kind(error: &TransportError) -> &'static str {
    match error {
        TransportError::Timeout { .. } => "timeout",
        TransportError::Cancelled => "cancelled",
        TransportError::IdInFlight => "id in flight",
        TransportError::TooLarge { .. } => "too large",
        TransportError::Spawn { .. } => "spawn",
        TransportError::ServerExited(_) => "server exited",
        TransportError::Closed => "closed",
        TransportError::Io(_) => "io",
        TransportError::UnexpectedResponse(_) => "unexpected response",
        TransportError::NoRuntime => "no runtime",
        _ => "other",
    }
}

fn peer_kind(error: &PeerError) -> &'static str {
    match error {
        PeerError::Rpc(error) => error.kind().name(),
        PeerError::Malformed(_) => "malformed",
        PeerError::UnknownResultType { .. } => "unknown resultType",
        PeerError::InputNotAllowed { .. } => "input not allowed",
        PeerError::NothingAsked => "nothing asked",
        _ => "other",
    }
}

#[cfg(feature = "tracing")]
use tracing::field::{debug as tracing_debug, display as tracing_display};

#[cfg(not(feature = "tracing"))]
fn tracing_display<T>(value: T) -> T {
    value
}

#[cfg(not(feature = "tracing"))]
use tracing_display as tracing_debug;
