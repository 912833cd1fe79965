//! Placeholder until the real id is merged.
use alloc::boxed::Box;
use core::fmt;

/// A JSON-RPC id.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "JSON-RPC ids are strings or integers")]
pub enum RequestId {
    /// An integer
    Number(i64),
    /// A string
    String(Box<str>),
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::String(text) => f.write_str(&serde_json::to_string(text).map_err(|_| fmt::Error)?),
        }
    }
}
