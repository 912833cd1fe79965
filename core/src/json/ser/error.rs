use alloc::string::String;
use core::fmt::{self, Write as _};

use serde::ser;

use super::super::JsonKind;

/// Why a value could not be written as JSON.
///
/// Says where and what, never which value. A `path` is a JSON pointer (RFC 6901) from the value that was handed over;
/// empty for that value itself. Names of struct fields and of enum variants stand in it in full, array elements as
/// their index. The key of a map may be somebody's data, so it stands as `*`; so do the members of a struct with a
/// flattened field, which serde hands over as a map.
///
/// # Examples of a path
///
/// `/legs/2/price` is field `price` of the third element of field `legs`; `/rates/*` is a value of the map `rates`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SerializeError {
    /// The value must be an object (a struct, a map, a unit struct, or an enum variant with content) and is not.
    NotAnObject {
        /// What it is.
        found: JsonKind,
    },
    /// A map has a key that is neither a string, a character, a unit variant, nor a newtype or `Some` of these.
    /// Numbers and booleans are not turned into strings.
    KeyNotAString {
        /// The place of the entry; ends in `*`.
        path: String,
    },
    /// An object has the same key twice, so that readers may disagree on its value. Happens with a flattened map
    /// that repeats a field.
    DuplicateKey {
        /// The place of the object.
        path: String,
    },
    /// A floating-point number is infinite or not a number. JSON cannot tell it.
    NotFinite {
        /// The place of the number.
        path: String,
    },
    /// Something presented itself as `serde_json`'s `RawValue` or `Number` but does not hold the JSON text of one.
    InvalidRaw {
        /// The place of the value.
        path: String,
    },
    /// More than 128 objects and arrays stand inside each other, or more than 512 `Some` and newtype structs.
    ///
    /// Only layers that are written one by one count: a `RawValue` may be of any depth. A `Serialize`
    /// implementation that only hands on to another one (as that of `Box` does) is not seen and not counted.
    TooDeep,
    /// The `Serialize` implementation of a type gave up, or broke serde's protocol (a key without a value, a value
    /// without a key). What it said is not kept, as it may quote the value.
    Custom {
        /// The place of the value.
        path: String,
    },
}

impl SerializeError {
    /// The place that the error is about, where it has one.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::NotAnObject { .. } | Self::TooDeep => None,
            Self::KeyNotAString { path }
            | Self::DuplicateKey { path }
            | Self::NotFinite { path }
            | Self::InvalidRaw { path }
            | Self::Custom { path } => Some(path),
        }
    }
}

impl fmt::Display for SerializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnObject { found } => return write!(f, "expected an object, found {found}"),
            Self::TooDeep => return f.write_str("the value is nested too deeply"),
            Self::KeyNotAString { .. } => f.write_str("a map key is not a string")?,
            Self::DuplicateKey { .. } => f.write_str("an object has the same key twice")?,
            Self::NotFinite { .. } => f.write_str("a number is not finite")?,
            Self::InvalidRaw { .. } => f.write_str("a raw JSON value is not valid JSON")?,
            Self::Custom { .. } => f.write_str("the type's own serialization failed")?,
        }
        match self.path() {
            None | Some("") => Ok(()),
            Some(path) => write!(f, " at {path}"),
        }
    }
}

impl core::error::Error for SerializeError {}

/// One step of a path.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Name(&'static str),
    Index(usize),
    Key,
}

pub(super) fn pointer(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        text.push('/');
        match step {
            Step::Name(name) => {
                for character in name.chars() {
                    match character {
                        '~' => text.push_str("~0"),
                        '/' => text.push_str("~1"),
                        _ => text.push(character),
                    }
                }
            }
            Step::Index(index) => {
                // Writing into a `String` does not fail.
                let _: fmt::Result = write!(text, "{index}");
            }
            Step::Key => text.push('*'),
        }
    }
    text
}

/// What travels through the caller's `Serialize` implementations: that something failed. The writer knows what.
#[derive(Debug)]
pub(crate) struct Fault;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value cannot be written as JSON")
    }
}

// Not `core::error::Error`: without `std`, older versions of serde have a trait of their own under this name.
impl ser::StdError for Fault {}

impl ser::Error for Fault {
    fn custom<T: fmt::Display>(_message: T) -> Self {
        Self
    }
}
