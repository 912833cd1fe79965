//! Why a schema could not be read, and what was put right without an error.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::violation::Rule;
use super::{Shown, limits};
use crate::json::JsonKind;

/// Everything that is wrong with a schema, in the order it was found. Never empty.
///
/// `Display` shows the first few on one line; [`iter`](Self::iter) gives all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaErrors {
    pub(super) errors: Vec<SchemaError>,
    pub(super) omitted: usize,
}

impl SchemaErrors {
    /// The errors.
    pub fn iter(&self) -> core::slice::Iter<'_, SchemaError> {
        self.errors.iter()
    }

    /// How many errors were found beyond [`limits::MAX_REPORTS`].
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }
}

impl<'a> IntoIterator for &'a SchemaErrors {
    type Item = &'a SchemaError;
    type IntoIter = core::slice::Iter<'a, SchemaError>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for SchemaErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the form schema cannot be used: ")?;
        super::write_first(f, &self.errors, self.omitted)
    }
}

impl core::error::Error for SchemaErrors {}

/// One thing that is wrong with a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    pub(super) pointer: String,
    pub(super) property: Option<String>,
    pub(super) reason: SchemaReason,
}

impl SchemaError {
    /// Where in the schema, as a JSON pointer (RFC 6901). Empty for the schema itself.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The property that the error is about. `None` for an error of the schema itself.
    #[must_use]
    pub fn property(&self) -> Option<&str> {
        self.property.as_deref()
    }

    /// What is wrong.
    #[must_use]
    pub fn reason(&self) -> &SchemaReason {
        &self.reason
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, self.property.as_deref(), &self.pointer)?;
        write!(f, "{}", self.reason)
    }
}

impl core::error::Error for SchemaError {}

/// What is wrong with a schema. `Display` tells what was found, what was expected, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaReason {
    /// The text is longer than [`limits::MAX_SCHEMA_BYTES`].
    #[non_exhaustive]
    TooLarge {
        /// Its length in bytes.
        bytes: usize,
    },
    /// There are more properties than [`limits::MAX_FIELDS`].
    TooManyFields,
    /// A property's name is longer than [`limits::MAX_NAME_BYTES`].
    #[non_exhaustive]
    NameTooLong {
        /// Its length in bytes.
        bytes: usize,
    },
    /// A property has more choices than [`limits::MAX_CHOICES`].
    TooManyChoices,
    /// The text is not JSON.
    #[non_exhaustive]
    NotJson {
        /// The line of the first fault, counted from 1.
        line: usize,
        /// Its column in bytes.
        column: usize,
    },
    /// A value of another kind belongs here.
    #[non_exhaustive]
    WrongKind {
        /// The kind that was found.
        found: JsonKind,
        /// The kind that belongs here.
        expected: JsonKind,
    },
    /// There is no `type`.
    MissingType,
    /// The root's `type` is not `object`.
    RootType,
    /// `type` names something that a form cannot hold.
    #[non_exhaustive]
    UnsupportedType {
        /// The name.
        found: String,
    },
    /// The property is an object. Forms are flat.
    NestedObject,
    /// The property is an array without a list of choices.
    FreeArray,
    /// A union other than that of one kind with `null`.
    UnsupportedUnion,
    /// A reference or a composition instead of a `type`.
    #[non_exhaustive]
    UnsupportedKeyword {
        /// The keyword.
        keyword: String,
    },
    /// Choices for a kind of property that has none.
    UnsupportedChoices,
    /// `enum` and `oneOf` at once.
    ConflictingChoices,
    /// An empty list of choices. It cannot be answered.
    EmptyChoices,
    /// A choice that was listed before.
    DuplicateChoice,
    /// A titled choice without `const`.
    MissingConst,
    /// A property that was declared before.
    DuplicateProperty,
    /// A keyword that was given before.
    #[non_exhaustive]
    DuplicateKeyword {
        /// The keyword.
        keyword: String,
    },
    /// `required` names a property that is not declared. The form could not be answered.
    UndeclaredRequired,
    /// A length or a count that is negative or has a fraction.
    InvalidLimit,
    /// A name or a choice holds an escape that stands for no character (a lone surrogate), so that it could not be
    /// sent back as it came.
    LoneSurrogate,
}

impl fmt::Display for SchemaReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { bytes } => {
                write!(f, "the schema has {bytes} bytes, expected at most {}", limits::MAX_SCHEMA_BYTES)
            }
            Self::TooManyFields => write!(f, "found more than {} properties; ask for fewer", limits::MAX_FIELDS),
            Self::NameTooLong { bytes } => {
                write!(f, "the name has {bytes} bytes, expected at most {}; shorten it", limits::MAX_NAME_BYTES)
            }
            Self::TooManyChoices => write!(f, "found more than {} choices; offer fewer", limits::MAX_CHOICES),
            Self::NotJson { line, column } => write!(f, "not valid JSON at line {line} column {column}"),
            Self::WrongKind { found, expected } => write!(f, "found {found}, expected {expected}"),
            Self::MissingType => f.write_str(
                "no `type` found, expected \"string\", \"number\", \"integer\", \"boolean\" or \"array\"; add it",
            ),
            Self::RootType => f.write_str("a form is an object; add `\"type\": \"object\"`"),
            Self::UnsupportedType { found } => write!(
                f,
                "found type {}, expected \"string\", \"number\", \"integer\", \"boolean\" or \"array\"",
                Shown(found)
            ),
            Self::NestedObject => {
                f.write_str("found an object, expected a flat property; lift its members into the form")
            }
            Self::FreeArray => f.write_str(
                "found an array without choices, expected `items` with `enum` or titled `anyOf`; list the choices",
            ),
            Self::UnsupportedUnion => {
                f.write_str("found a union, expected one kind, or one kind and \"null\"; choose one kind")
            }
            Self::UnsupportedKeyword { keyword } => {
                write!(f, "found {}, expected a `type`; write the property out", Shown(keyword))
            }
            Self::UnsupportedChoices => {
                f.write_str("found choices on a property that is not a string, expected `\"type\": \"string\"`")
            }
            Self::ConflictingChoices => f.write_str("found `enum` and `oneOf`, expected one of them; remove one"),
            Self::EmptyChoices => f.write_str("found no choice, expected at least one; add choices or remove the list"),
            Self::DuplicateChoice => f.write_str("found a choice twice, expected distinct choices; remove one"),
            Self::MissingConst => f.write_str("found no `const`, expected the choice's value; add it"),
            Self::DuplicateProperty => f.write_str("found the property twice, expected it once; remove one"),
            Self::DuplicateKeyword { keyword } => {
                write!(f, "found {} twice, expected it once; remove one", Shown(keyword))
            }
            Self::UndeclaredRequired => {
                f.write_str("required but not declared; declare it in `properties` or remove it from `required`")
            }
            Self::InvalidLimit => {
                f.write_str("found a limit that is negative or has a fraction, expected an integer from 0")
            }
            Self::LoneSurrogate => {
                f.write_str("found an escape that stands for no character; pair the surrogate or remove it")
            }
        }
    }
}

/// Something in a schema that was put right without an error. The form can be answered; its author should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub(super) pointer: String,
    pub(super) property: Option<String>,
    pub(super) reason: WarningReason,
}

impl Warning {
    /// Where in the schema, as a JSON pointer (RFC 6901).
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The property that the warning is about. `None` for one about the schema itself.
    #[must_use]
    pub fn property(&self) -> Option<&str> {
        self.property.as_deref()
    }

    /// What was found.
    #[must_use]
    pub fn reason(&self) -> &WarningReason {
        &self.reason
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, self.property.as_deref(), &self.pointer)?;
        write!(f, "{}", self.reason)
    }
}

/// What was put right in a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WarningReason {
    /// There is no `properties`, which the specification makes mandatory. Read as a form without fields.
    NoProperties,
    /// The default breaks a rule of its own property. Dropped.
    #[non_exhaustive]
    BadDefault {
        /// The first rule that it breaks.
        rule: Rule,
    },
    /// `enumNames` has not one text for each choice. The choices are shown by their values.
    EnumNamesMismatch,
    /// `enumNames` without `enum`. Read as a plain string.
    EnumNamesWithoutEnum,
    /// A titled choice without a title. Shown by its value.
    #[non_exhaustive]
    UntitledChoice {
        /// How many choices of the property lack it.
        count: usize,
    },
    /// A `title` or `description` that is not a text. Ignored.
    BadAnnotation,
    /// A property that may be `null` is named in `required`. Read as optional: an answer cannot hold `null`, so a blank
    /// is written by leaving the property out, which a strict server may refuse.
    NullableRequired,
}

impl fmt::Display for WarningReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProperties => f.write_str("no `properties` found, expected an object; read as an empty form"),
            Self::BadDefault { rule } => write!(f, "the default breaks a rule of its property ({rule}); dropped"),
            Self::EnumNamesMismatch => {
                f.write_str("`enumNames` has not one text per choice; the choices are shown by their values")
            }
            Self::EnumNamesWithoutEnum => f.write_str("`enumNames` without `enum`; read as a plain string"),
            Self::UntitledChoice { count } => write!(f, "{count} choice(s) without `title`; shown by their values"),
            Self::BadAnnotation => f.write_str("not a text; ignored"),
            Self::NullableRequired => f.write_str("required, but may be null; read as optional"),
        }
    }
}

fn write_place(f: &mut fmt::Formatter<'_>, property: Option<&str>, pointer: &str) -> fmt::Result {
    match property {
        Some(property) => write!(f, "property {} at {}: ", Shown(property), Shown(pointer)),
        None if pointer.is_empty() => Ok(()),
        None => write!(f, "at {}: ", Shown(pointer)),
    }
}
