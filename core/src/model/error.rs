use alloc::string::String;
use core::fmt;

use crate::json::{JsonKind, Malformed};

/// Why JSON text could not be read as one of the types of this module.
///
/// It says where ([`pointer`](Self::pointer)) and what ([`fault`](Self::fault)), and holds none of the values.
///
/// ```
/// use mrtr_core::model::{CallToolResult, ReadFault};
/// use mrtr_core::JsonKind;
///
/// let error = CallToolResult::from_json(r#"{"content":[{"type":"text","text":7}]}"#).unwrap_err();
/// assert_eq!(error.pointer(), "/content/0/text");
/// assert_eq!(error.fault(), ReadFault::Kind { expected: JsonKind::String, found: JsonKind::Number });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    pointer: String,
    fault: ReadFault,
}

/// What was wrong at the place that a [`ReadError`] points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadFault {
    /// The text is not one JSON value.
    #[non_exhaustive]
    Malformed {
        /// The line of the first byte that does not fit, from 1.
        line: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// The value is of another kind.
    Kind {
        /// The kind that the protocol has here.
        expected: JsonKind,
        /// The kind of the value.
        found: JsonKind,
    },
    /// A required member is absent or `null`.
    Missing,
    /// An object has two members of this name.
    Duplicate,
    /// A string holds an escape that stands for no character (half of a surrogate pair).
    NotUnicode,
    /// A number with a fraction where only whole numbers are possible.
    NotIntegral,
    /// A number that the type of the member cannot hold.
    OutOfRange,
    /// A member that tells objects apart has the value of another kind of object.
    #[non_exhaustive]
    Tag {
        /// The only value that fits.
        expected: &'static str,
    },
    /// Resource contents have neither a `text` nor a `blob`.
    NoContents,
    /// The URI of a root that is not a `file://` URI.
    NotFileUri,
    /// The value does not fit the type that the caller asked for.
    #[non_exhaustive]
    Unfit {
        /// The line of the value's text where that showed, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
}

impl ReadError {
    pub(crate) fn new(fault: ReadFault) -> Self {
        Self { pointer: String::new(), fault }
    }

    pub(crate) fn kind(expected: JsonKind, found: JsonKind) -> Self {
        Self::new(ReadFault::Kind { expected, found })
    }

    /// The same fault, one level further down: `step` is a member's name or an element's index.
    pub(crate) fn under(mut self, step: &str) -> Self {
        let mut pointer = String::with_capacity(1 + step.len() + self.pointer.len());
        pointer.push('/');
        for c in step.chars() {
            match c {
                '~' => pointer.push_str("~0"),
                '/' => pointer.push_str("~1"),
                c => pointer.push(c),
            }
        }
        pointer.push_str(&self.pointer);
        self.pointer = pointer;
        self
    }

    /// The value of the caller's own type could not be read from a value.
    pub(crate) fn unfit(error: &serde_json::Error) -> Self {
        Self::new(ReadFault::Unfit { line: error.line(), column: error.column() })
    }

    /// Where the fault is, as a JSON pointer (RFC 6901) from the value that was read; empty for that value itself.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What the fault is.
    #[must_use]
    pub fn fault(&self) -> ReadFault {
        self.fault
    }
}

impl From<Malformed> for ReadError {
    fn from(malformed: Malformed) -> Self {
        Self::new(ReadFault::Malformed { line: malformed.line, column: malformed.column })
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() { self.fault.fmt(f) } else { write!(f, "`{}`: {}", self.pointer, self.fault) }
    }
}

impl fmt::Display for ReadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { line, column } => write!(f, "not one JSON value, at line {line} column {column}"),
            Self::Kind { expected, found } => write!(f, "expected {expected}, found {found}"),
            Self::Missing => f.write_str("required, but absent or null"),
            Self::Duplicate => f.write_str("given more than once"),
            Self::NotUnicode => f.write_str("holds an escape that stands for no character"),
            Self::NotIntegral => f.write_str("expected a whole number"),
            Self::OutOfRange => f.write_str("the number is out of range"),
            Self::Tag { expected } => write!(f, "expected \"{expected}\", found another value"),
            Self::NoContents => f.write_str("has neither `text` nor `blob`"),
            Self::NotFileUri => f.write_str("expected a URI that starts with file://"),
            Self::Unfit { line, column } => {
                write!(f, "does not fit the type that was asked for, at line {line} column {column}")
            }
        }
    }
}

impl core::error::Error for ReadError {}

/// The reason why a root's URI was refused; it gives the text back.
#[derive(Clone, PartialEq, Eq)]
pub struct NotFileUri {
    uri: String,
}

impl NotFileUri {
    pub(crate) fn new(uri: String) -> Self {
        Self { uri }
    }

    /// The text that was refused.
    #[must_use]
    pub fn into_inner(self) -> String {
        self.uri
    }
}

impl fmt::Debug for NotFileUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NotFileUri").finish_non_exhaustive()
    }
}

impl fmt::Display for NotFileUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the URI of a root must start with file:// and hold only the characters of a URI")
    }
}

impl core::error::Error for NotFileUri {}

/// The reason why JSON text was refused as a [`JsonObject`](super::JsonObject): it is a value of another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotAnObject {
    /// The kind of the value.
    pub found: JsonKind,
}

impl fmt::Display for NotAnObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected an object, found {}", self.found)
    }
}

impl core::error::Error for NotAnObject {}
