//! The caller's own `_meta` members, and what else a call may be sent with.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use crate::json::{self, SerializeError};
use crate::wire;

/// What a call is sent with beside its arguments: members of `_meta` (`traceparent` and the like), progress, logs.
///
/// The members are captured once and sent with every leg as they are. What the protocol itself writes into `_meta` is
/// not among them: names under a reserved prefix are refused.
///
/// ```
/// use mrtr_core::Meta;
///
/// let meta = Meta::new().with("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")?.with_progress();
/// assert!(Meta::new().with("io.modelcontextprotocol/clientInfo", "mine").is_err());
/// # Ok::<(), mrtr_core::MetaError>(())
/// ```
///
/// Source: specification, base protocol, "General Fields", `_meta`.
#[derive(Clone, Default)]
pub struct Meta {
    /// The names, each with where its member ends in `members`.
    names: Vec<(Box<str>, usize)>,
    /// The members as they are sent, each followed by a comma.
    members: String,
    progress: bool,
}

/// How much a server may log during a call.
///
/// Source: specification, schema `LoggingLevel` (deprecated in this revision, still in use).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LogLevel {
    /// `debug`
    Debug,
    /// `info`
    Info,
    /// `notice`
    Notice,
    /// `warning`
    Warning,
    /// `error`
    Error,
    /// `critical`
    Critical,
    /// `alert`
    Alert,
    /// `emergency`
    Emergency,
}

impl LogLevel {
    /// The level's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }
}

impl Meta {
    /// No members, no progress, no logs.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a member.
    ///
    /// # Errors
    ///
    /// When the name is reserved by the protocol or was added before, or the value cannot be written as JSON.
    pub fn with<T: Serialize + ?Sized>(self, name: &str, value: &T) -> Result<Self, MetaError> {
        if is_owned(name) {
            return Err(MetaError::Reserved { name: name.into() });
        }
        let mut text = Vec::new();
        json::to_text(&mut text, value).map_err(|error| MetaError::Serialize { name: name.into(), error })?;
        self.push(name, &text)
    }

    /// Asks for progress notifications. Every leg of the call is sent with a progress token of its own.
    ///
    /// Source: specification, basic/utilities/progress.
    #[must_use]
    pub fn with_progress(mut self) -> Self {
        self.progress = true;
        self
    }

    /// Asks for log notifications from this level on.
    ///
    /// # Errors
    ///
    /// When a level was set before.
    pub fn with_log_level(self, level: LogLevel) -> Result<Self, MetaError> {
        let mut text = Vec::new();
        json::push_string(&mut text, level.as_str());
        self.push(wire::LOG_LEVEL, &text)
    }

    /// Meta that was captured by another process, from the text of an object.
    pub(crate) fn restored(object: &str, progress: bool) -> Option<Self> {
        let mut meta = Some(Self { progress, ..Self::default() });
        let outcome = json::members(object, |name, value| {
            let name = json::decode(name).filter(|name| name == wire::LOG_LEVEL || !is_owned(name));
            meta = meta
                .take()
                .zip(name)
                .and_then(|(meta, name)| meta.push(&name, json::single_line(value).as_bytes()).ok());
            meta.is_some()
        });
        outcome.ok().and(meta)
    }

    /// The members, each followed by a comma.
    pub(crate) fn members(&self) -> &str {
        &self.members
    }

    pub(crate) fn progress(&self) -> bool {
        self.progress
    }

    /// Whether a member of this name was added.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.names.iter().any(|(own, _)| **own == *name)
    }

    /// Appends the members that `call` does not have, each followed by a comma.
    pub(crate) fn write_others(&self, out: &mut Vec<u8>, call: &Self) {
        let mut start = 0;
        for (name, end) in &self.names {
            let member = self.members.get(start..*end).unwrap_or_default();
            if !call.contains(name) {
                out.extend_from_slice(member.as_bytes());
            }
            start = *end;
        }
    }

    fn push(mut self, name: &str, value: &[u8]) -> Result<Self, MetaError> {
        if self.contains(name) {
            return Err(MetaError::Duplicate { name: name.into() });
        }
        let mut member = Vec::new();
        json::push_string(&mut member, name);
        member.push(b':');
        member.extend_from_slice(value);
        member.push(b',');
        // Written by our own serializer, which writes UTF-8 only.
        self.members.push_str(&String::from_utf8_lossy(&member));
        self.names.push((name.into(), self.members.len()));
        Ok(self)
    }
}

/// Shows the names and how many bytes they and their values take, never a value.
impl fmt::Debug for Meta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meta")
            .field("names", &self.names.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .field("bytes", &self.members.len())
            .field("progress", &self.progress)
            .finish()
    }
}

/// Why a member cannot be added to [`Meta`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MetaError {
    /// The name belongs to the protocol.
    Reserved {
        /// The name.
        name: Box<str>,
    },
    /// The name was added before.
    Duplicate {
        /// The name.
        name: Box<str>,
    },
    /// The value cannot be written as JSON.
    Serialize {
        /// The name.
        name: Box<str>,
        /// Why.
        error: SerializeError,
    },
}

impl fmt::Display for MetaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reserved { name } => write!(f, "_meta member {name:?} is reserved by the protocol"),
            Self::Duplicate { name } => write!(f, "_meta member {name:?} was added before"),
            Self::Serialize { name, error } => write!(f, "_meta member {name:?} cannot be sent: {error}"),
        }
    }
}

impl core::error::Error for MetaError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Serialize { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// Whether the protocol itself writes the member.
fn is_owned(name: &str) -> bool {
    name == wire::PROGRESS_TOKEN || is_reserved(name)
}

/// Whether the prefix of a `_meta` name has `modelcontextprotocol` or `mcp` as its second label.
fn is_reserved(name: &str) -> bool {
    name.split_once('/')
        .and_then(|(prefix, _)| prefix.split('.').nth(1))
        .is_some_and(|label| label == "modelcontextprotocol" || label == "mcp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_protocol_are_refused() {
        for name in ["io.modelcontextprotocol/protocolVersion", "com.mcp.tools/x", "dev.mcp/", "progressToken"] {
            assert!(matches!(Meta::new().with(name, &1), Err(MetaError::Reserved { .. })), "{name}");
        }
        for name in ["traceparent", "com.example/mcp", "mcp.example.com/x", "modelcontextprotocol/x", "a"] {
            assert!(Meta::new().with(name, &1).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_name_is_taken_once() {
        let meta = Meta::new().with("a", &1).unwrap();
        assert!(matches!(meta.with("a", &2), Err(MetaError::Duplicate { .. })));
        let meta = Meta::new().with_log_level(LogLevel::Info).unwrap();
        assert!(meta.with_log_level(LogLevel::Debug).is_err());
    }

    #[test]
    fn debug_shows_names_and_no_values() {
        let shown = alloc::format!("{:?}", Meta::new().with("traceparent", "planted").unwrap());
        assert!(shown.contains("traceparent") && !shown.contains("planted"), "{shown}");
    }
}
