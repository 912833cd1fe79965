//! What is wrong with an answer. Rules, kinds, lengths and counts only: never what a person entered.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Format, Number, Shown};
use crate::json::JsonKind;

/// Everything that an answer breaks: the fields in the order of the schema, then what belongs to no field. Never empty.
///
/// `Display` shows the first few on one line; [`iter`](Self::iter) gives all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violations(pub(super) Vec<Violation>);

impl Violations {
    /// The violations.
    pub fn iter(&self) -> core::slice::Iter<'_, Violation> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = core::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = alloc::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the answer does not fit the form: ")?;
        super::write_first(f, &self.0, 0)
    }
}

impl core::error::Error for Violations {}

/// One rule that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub(super) property: String,
    pub(super) pointer: String,
    pub(super) rule: Rule,
    pub(super) found: Found,
    pub(super) expected: Expected,
}

impl Violation {
    /// The name of the property. Empty for a fault of the answer as a whole, whose [`pointer`](Self::pointer) is empty
    /// too (a property named `""` has the pointer `/`).
    #[must_use]
    pub fn property(&self) -> &str {
        &self.property
    }

    /// Where in the answer, as a JSON pointer (RFC 6901): the property, or an item of a list.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// What was found.
    #[must_use]
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// What belongs there.
    #[must_use]
    pub fn expected(&self) -> &Expected {
        &self.expected
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "property {} at {}: ", Shown(&self.property), Shown(&self.pointer))?;
        }
        write!(f, "{}: found {}, expected {}", self.rule, self.found, self.expected)
    }
}

impl core::error::Error for Violation {}

/// The rule that an answer breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The answer is JSON text.
    Json,
    /// A required property is there.
    Required,
    /// A required property is not `null`. (An optional one that is `null` counts as left out.)
    Null,
    /// The value is of the property's type; the answer as a whole is an object.
    Type,
    /// A number of an integer property has no fraction. `3.0` and `1e2` have none.
    NotAnInteger,
    /// A number is one that an IEEE 754 double can hold, rounded if need be: peers read a larger one as an error or as
    /// infinity (RFC 8259, section 6). Digits beyond a double's precision are no violation.
    NumberRange,
    /// A string has at least `minLength` code points.
    MinLength,
    /// A string has at most `maxLength` code points.
    MaxLength,
    /// A string has the property's `format`.
    Format,
    /// A number is not below `minimum`.
    Minimum,
    /// A number is not above `maximum`.
    Maximum,
    /// A choice is one of those offered, compared code point by code point.
    NotAChoice,
    /// At least `minItems` choices are taken.
    MinItems,
    /// At most `maxItems` choices are taken.
    MaxItems,
    /// A choice is taken once. A selection is a set, whether or not the schema says `uniqueItems`.
    DuplicateItem,
    /// The form has the property. An answer holds what was asked for and nothing else.
    UnknownProperty,
    /// A property is given once.
    DuplicateProperty,
    /// A string or a property's name consists of characters; a lone surrogate stands for none.
    Text,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Json => "not JSON",
            Self::Required => "missing",
            Self::Null => "null",
            Self::Type => "wrong type",
            Self::NotAnInteger => "not an integer",
            Self::NumberRange => "number out of range",
            Self::MinLength => "too short",
            Self::MaxLength => "too long",
            Self::Format => "wrong format",
            Self::Minimum => "too small",
            Self::Maximum => "too large",
            Self::NotAChoice => "not one of the choices",
            Self::MinItems => "too few choices",
            Self::MaxItems => "too many choices",
            Self::DuplicateItem => "choice taken twice",
            Self::UnknownProperty => "no such property",
            Self::DuplicateProperty => "given twice",
            Self::Text => "not text",
        })
    }
}

/// What an answer holds where it breaks a rule, without the value itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// Nothing
    Nothing,
    /// A value of this kind
    Kind(JsonKind),
    /// A string of so many code points
    Length(u64),
    /// A list of so many items
    Items(u64),
    /// A number with a fraction
    Fraction,
    /// A smaller number
    Smaller,
    /// A larger number
    Larger,
    /// Text that is not JSON from this place on
    #[non_exhaustive]
    Malformed {
        /// The line, counted from 1
        line: usize,
        /// The column in bytes
        column: usize,
    },
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Kind(kind) => write!(f, "{kind}"),
            Self::Length(length) => write!(f, "{length} characters"),
            Self::Items(count) => write!(f, "{count} items"),
            Self::Fraction => f.write_str("a fraction"),
            Self::Smaller => f.write_str("a smaller number"),
            Self::Larger => f.write_str("a larger number"),
            Self::Malformed { line, column } => write!(f, "malformed text at line {line} column {column}"),
        }
    }
}

/// What belongs where an answer breaks a rule. Limits and formats are those of the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// JSON text
    Json,
    /// A value
    Value,
    /// A value of this kind
    Kind(JsonKind),
    /// A number without fraction
    Integer,
    /// A number that an IEEE 754 double can hold
    Double,
    /// A number from this one on
    AtLeast(Number),
    /// A number up to this one
    AtMost(Number),
    /// At least so many code points
    MinLength(u64),
    /// At most so many code points
    MaxLength(u64),
    /// At least so many items
    MinItems(u64),
    /// At most so many items
    MaxItems(u64),
    /// Text of this format
    Format(Format),
    /// One of so many choices
    Choice(usize),
    /// Each choice once
    Once,
    /// A property of the form
    Declared,
    /// Escapes that stand for characters
    Text,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json => f.write_str("JSON"),
            Self::Value => f.write_str("a value"),
            Self::Kind(kind) => write!(f, "{kind}"),
            Self::Integer => f.write_str("an integer"),
            Self::Double => f.write_str("a number that a double can hold"),
            Self::AtLeast(limit) => write!(f, "at least {}", Shown(limit.as_str())),
            Self::AtMost(limit) => write!(f, "at most {}", Shown(limit.as_str())),
            Self::MinLength(limit) => write!(f, "at least {limit} characters"),
            Self::MaxLength(limit) => write!(f, "at most {limit} characters"),
            Self::MinItems(limit) => write!(f, "at least {limit} items"),
            Self::MaxItems(limit) => write!(f, "at most {limit} items"),
            Self::Format(format) => write!(f, "{format}"),
            Self::Choice(count) => write!(f, "one of {count} choices"),
            Self::Once => f.write_str("it once"),
            Self::Declared => f.write_str("a property of the form"),
            Self::Text => f.write_str("paired surrogates"),
        }
    }
}
