//! Errors, split by who is at fault. Those that stop a transition and give a state back stand beside that state.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_json::value::RawValue;

use crate::capabilities::Capabilities;
use crate::json::{self, JsonKind, Malformed, SerializeError};

/// Why a call could not be captured. The caller's side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CaptureError {
    /// The arguments could not be written as a JSON object.
    Serialize(SerializeError),
    /// The text given as arguments is not exactly one JSON object.
    NotJson,
    /// A resource is read by its URI alone.
    ResourceWithArguments,
    /// An argument of a prompt is not a string.
    PromptArgumentNotAString {
        /// The argument's name.
        name: Box<str>,
        /// What it is instead.
        found: JsonKind,
    },
    /// An argument that a header mirrors is not a string, a boolean, or an integer within ±(2^53 - 1).
    HeaderValue {
        /// The JSON pointer of the argument.
        pointer: Box<str>,
    },
}

impl From<SerializeError> for CaptureError {
    fn from(error: SerializeError) -> Self {
        Self::Serialize(error)
    }
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serialize(error) => write!(f, "the arguments cannot be sent: {error}"),
            Self::NotJson => f.write_str("the arguments cannot be sent: the text is not exactly one JSON object"),
            Self::ResourceWithArguments => {
                f.write_str("a resource takes no arguments: its uri alone says what is read")
            }
            Self::PromptArgumentNotAString { name, found } => {
                write!(f, "argument {name:?} of a prompt must be a string, found {found}")
            }
            Self::HeaderValue { pointer } => write!(
                f,
                "argument {pointer:?} is mirrored as a header and must be a string, a boolean, or an integer within \
                 2^53 - 1 of zero"
            ),
        }
    }
}

impl core::error::Error for CaptureError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Serialize(error) => Some(error),
            _ => None,
        }
    }
}

/// What a peer did wrong, or what it reported: why a request of ours did not end in a result.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PeerError {
    /// The server answered with a JSON-RPC error.
    Rpc(RpcError),
    /// The answer breaks the protocol.
    Malformed(Violation),
    /// `resultType` is none that this client has declared, so that the result must not be used.
    UnknownResultType {
        /// The value as JSON text, cut after 64 characters; of an object or an array only the kind.
        found: Box<str>,
    },
    /// `input_required` in answer to a request that is none of the three calls.
    InputNotAllowed {
        /// The method of the request.
        method: Box<str>,
    },
    /// `input_required` with neither input requests nor a state: the server asked for nothing.
    NothingAsked,
}

impl PeerError {
    pub(crate) fn malformed(pointer: impl Into<Box<str>>, problem: Problem) -> Self {
        Self::Malformed(Violation { pointer: pointer.into(), problem })
    }

    /// The JSON-RPC error, where the server sent one.
    #[must_use]
    pub fn as_rpc(&self) -> Option<&RpcError> {
        match self {
            Self::Rpc(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for PeerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rpc(error) => error.fmt(f),
            Self::Malformed(violation) => violation.fmt(f),
            Self::UnknownResultType { found } => {
                write!(f, "the server's result has resultType {found}, expected \"complete\" or \"input_required\"")
            }
            Self::InputNotAllowed { method } => write!(
                f,
                "the server asks for input before it answers {method}, which only tools/call, resources/read and \
                 prompts/get allow"
            ),
            Self::NothingAsked => f.write_str(
                "the server's result is \"input_required\" but asks for nothing: it has no inputRequests and no \
                 requestState",
            ),
        }
    }
}

impl core::error::Error for PeerError {}

/// Where and how a message of the peer breaks the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub(crate) pointer: Box<str>,
    pub(crate) problem: Problem,
}

impl Violation {
    /// The JSON pointer of the place, from the top of the message (or of the result, where only that was given).
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What is wrong there.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            write!(f, "the server's message is malformed: {}", self.problem)
        } else {
            write!(f, "the server's message is malformed at {}: {}", self.pointer, self.problem)
        }
    }
}

impl core::error::Error for Violation {}

/// What is wrong with a piece of JSON that a peer sent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The text is not JSON.
    NotJson {
        /// The line of the fault, from 1.
        line: usize,
        /// The column of the fault, in bytes from 1; 0 where `serde_json` knows none.
        column: usize,
    },
    /// The text is not UTF-8.
    NotUtf8,
    /// A member that must be there is not.
    Missing,
    /// A member is there twice.
    Duplicate,
    /// A value is of another kind than the protocol says.
    WrongKind {
        /// What the protocol says.
        expected: &'static str,
        /// What was sent.
        found: JsonKind,
    },
    /// A value is of the right kind, but none that the protocol allows.
    WrongValue {
        /// What the protocol says.
        expected: &'static str,
    },
    /// A string has an escape that stands for no character: a lone surrogate.
    LoneSurrogate,
    /// The answer has both a result and an error.
    ResultAndError,
    /// More than the client takes.
    TooMany {
        /// The limit.
        limit: usize,
    },
}

impl From<Malformed> for Problem {
    fn from(error: Malformed) -> Self {
        Self::NotJson { line: error.line, column: error.column }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson { line, column } => write!(f, "not valid JSON (line {line}, column {column})"),
            Self::NotUtf8 => f.write_str("not valid UTF-8"),
            Self::Missing => f.write_str("this member is required"),
            Self::Duplicate => f.write_str("this member is there twice"),
            Self::WrongKind { expected, found } => write!(f, "expected {expected}, found {found}"),
            Self::WrongValue { expected } => write!(f, "expected {expected}"),
            Self::LoneSurrogate => f.write_str("a lone surrogate stands for no character"),
            Self::ResultAndError => f.write_str("an answer has a result or an error, not both"),
            Self::TooMany { limit } => write!(f, "more than {limit}, the limit of this client"),
        }
    }
}

/// A JSON-RPC error that a server answered with.
///
/// `Display` prints the code, its name and the server's `message`, which servers write for people; control characters
/// in it are shown escaped. The `data` is never printed.
///
/// Source: specification, base protocol, "Error Responses" and "Error Codes".
#[derive(Clone)]
pub struct RpcError {
    pub(crate) code: i64,
    pub(crate) message: String,
    pub(crate) data: Option<Box<RawValue>>,
}

/// The meaning of a JSON-RPC error code. `-32000` to `-32019` have no common meaning and are [`Other`](Self::Other).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RpcErrorKind {
    /// `-32700`: the server could not parse the message.
    Parse,
    /// `-32600`: the message is no valid request.
    InvalidRequest,
    /// `-32601`: the server does not have the method.
    MethodNotFound,
    /// `-32602`: the parameters are wrong; servers refuse a changed or expired request state with it.
    InvalidParams,
    /// `-32603`: the server failed.
    Internal,
    /// `-32002`: the resource is not there (of older revisions, still sent).
    ResourceNotFound,
    /// `-32020`: a mirrored HTTP header differs from the body.
    HeaderMismatch,
    /// `-32021`: the call needs a capability that was not declared.
    MissingRequiredClientCapability,
    /// `-32022`: the server does not speak this protocol version.
    UnsupportedProtocolVersion,
    /// Any other code.
    Other,
}

impl RpcErrorKind {
    /// The name of the code as the specification has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parse => "ParseError",
            Self::InvalidRequest => "InvalidRequest",
            Self::MethodNotFound => "MethodNotFound",
            Self::InvalidParams => "InvalidParams",
            Self::Internal => "InternalError",
            Self::ResourceNotFound => "ResourceNotFound",
            Self::HeaderMismatch => "HeaderMismatch",
            Self::MissingRequiredClientCapability => "MissingRequiredClientCapability",
            Self::UnsupportedProtocolVersion => "UnsupportedProtocolVersion",
            Self::Other => "Error",
        }
    }
}

impl RpcError {
    /// The error code.
    #[must_use]
    pub fn code(&self) -> i64 {
        self.code
    }

    /// What the code means.
    #[must_use]
    pub fn kind(&self) -> RpcErrorKind {
        match self.code {
            -32700 => RpcErrorKind::Parse,
            -32600 => RpcErrorKind::InvalidRequest,
            -32601 => RpcErrorKind::MethodNotFound,
            -32602 => RpcErrorKind::InvalidParams,
            -32603 => RpcErrorKind::Internal,
            -32002 => RpcErrorKind::ResourceNotFound,
            -32020 => RpcErrorKind::HeaderMismatch,
            -32021 => RpcErrorKind::MissingRequiredClientCapability,
            -32022 => RpcErrorKind::UnsupportedProtocolVersion,
            _ => RpcErrorKind::Other,
        }
    }

    /// The server's text for people, as it came.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The error's `data`, as it came.
    #[must_use]
    pub fn data(&self) -> Option<&RawValue> {
        self.data.as_deref()
    }

    /// Of [`MissingRequiredClientCapability`](RpcErrorKind::MissingRequiredClientCapability): the capabilities that the
    /// server needs, a `ClientCapabilities` object as it came.
    #[must_use]
    pub fn required_capabilities(&self) -> Option<&RawValue> {
        if self.kind() != RpcErrorKind::MissingRequiredClientCapability {
            return None;
        }
        crate::wire::required_capabilities(self.data.as_deref()?)
    }

    /// Of [`UnsupportedProtocolVersion`](RpcErrorKind::UnsupportedProtocolVersion): the versions that the server
    /// speaks, in its order; empty where it does not say.
    #[must_use]
    pub fn supported(&self) -> Vec<String> {
        match &self.data {
            Some(data) if self.kind() == RpcErrorKind::UnsupportedProtocolVersion => crate::wire::supported(data),
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server answered with error {} ({}): ", self.code, self.kind().name())?;
        for char in self.message.chars() {
            if char.is_control() { write!(f, "{}", char.escape_unicode())? } else { fmt::Write::write_char(f, char)? }
        }
        // What this client knows of the capabilities; the server's own text of them is not printed.
        match self.required_capabilities().map(|needed| Capabilities::from_json(needed.get())) {
            Some(Ok(needed)) if needed != Capabilities::NONE => write!(
                f,
                "; the server needs {needed} (a typed call declares what its compiled inputs need: add the round that it \
                 asks in with `inputs`; other calls declare what their session does)"
            ),
            _ => Ok(()),
        }
    }
}

/// Shows code, message and the size of the data.
impl fmt::Debug for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RpcError")
            .field("code", &self.code)
            .field("message", &self.message)
            .field("data_bytes", &self.data.as_ref().map(|data| data.get().len()))
            .finish()
    }
}

impl core::error::Error for RpcError {}

/// Cuts a JSON value that an error names to what a person can read.
pub(crate) fn named_value(text: &str) -> Box<str> {
    match json::kind(text) {
        kind @ (JsonKind::Array | JsonKind::Object) => alloc::format!("{kind}").into(),
        _ => match text.char_indices().nth(64) {
            Some((end, _)) => alloc::format!("{}...", text.get(..end).unwrap_or_default()).into(),
            None => text.into(),
        },
    }
}
