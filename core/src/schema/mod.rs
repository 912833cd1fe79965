//! Forms: what a server asks for in an elicitation (`requestedSchema`), read once and used both while a program runs
//! and while it is compiled, and the check of an answer against it.
//!
//! [`FormSchema::read`] reads a schema, [`FormValues`] holds an answer in the making, [`FormSchema::validate`] checks
//! an answer and gives its canonical text, and [`FormSchema::differences`] compares the schema a program was compiled
//! with to the one a server sent.
//!
//! ```
//! use mrtr_core::schema::{FieldKind, FormSchema, Rule};
//!
//! let schema = FormSchema::read(
//!     r#"{"type":"object",
//!         "properties":{
//!             "seat":{"type":"string","title":"Seat","maxLength":3},
//!             "bags":{"type":"integer","minimum":0,"maximum":2}},
//!         "required":["seat"]}"#,
//! )?;
//! let seat = &schema.fields()[0];
//! assert!(seat.is_required() && matches!(seat.kind(), FieldKind::String { max_length: Some(3), .. }));
//!
//! assert_eq!(schema.validate(r#"{"bags":1.0,"seat":"14C"}"#)?, r#"{"seat":"14C","bags":1}"#);
//!
//! let violations = schema.validate(r#"{"bags":3}"#).unwrap_err();
//! let rules: Vec<Rule> = violations.iter().map(|violation| violation.rule()).collect();
//! assert_eq!(rules, [Rule::Required, Rule::Maximum]);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # What is read
//!
//! The subset of JSON Schema that the specification's page on elicitation defines: a flat object of strings, numbers,
//! integers, booleans, single selects (`enum`, with `enumNames` of older revisions, or `oneOf` of `const` and `title`)
//! and multi selects (`items` with `enum`, or with `anyOf` of `const` and `title`).
//!
//! - Everything that is wrong is an error, and all errors of a schema are [reported together](SchemaErrors), each with
//!   its property, its JSON pointer, and what to do about it. A property outside of the subset is never read as a
//!   looser one.
//! - Fields and choices keep the order of the text.
//! - A keyword that narrows a property but is not part of the subset (`pattern`, `const`, an unknown `format`) does not
//!   prevent the reading. It is not checked, and [`Field::unenforced`] lists it.
//! - A union of one kind with `null` (`anyOf`, `oneOf`, or a list in `type`) is that kind, optional. `null` as a choice
//!   or a default of it counts as not there.
//! - Limits are any JSON number: `3.0`, `4294967296`, `1e400`. They are compared as decimals, without rounding. Limits
//!   that exclude each other are no error; nothing fits them.
//! - How much is read is [limited](limits). Time is linear in the text but for sorting names and choices, and the stack
//!   does not grow with the depth of the text.
//!
//! # How an answer is checked
//!
//! As JSON Schema 2020-12 has it, with `format` as an assertion, except that on purpose
//!
//! - an answer holds the form's properties and nothing else, whether or not `additionalProperties` allows more;
//! - an optional property that is `null` counts as left out, also where the schema is no union with `null`, and a
//!   `null` is not an answer to a union with `null` that `required` names: such a property is optional;
//! - a selection is a set also without `uniqueItems`;
//! - a number that no IEEE 754 double can hold, even rounded, is refused;
//! - [`email`](Format::Email) addresses may be internationalized and have at most 254 octets, their quoted parts follow
//!   RFC 5321 (blanks may be escaped, tabs are refused), and labels of their host names that look like Punycode are not
//!   decoded.

mod canonical;
mod choices;
mod drift;
mod error;
mod format;
mod keywords;
pub mod limits;
mod model;
mod number;
mod property;
mod read;
#[cfg(test)]
mod tests;
mod validate;
mod values;
mod violation;

use core::fmt;

pub use drift::{Change, Difference};
pub use error::{SchemaError, SchemaErrors, SchemaReason, Warning, WarningReason};
pub use format::Format;
pub use model::{Choice, Choices, Field, FieldKind, FormSchema};
pub use number::{NotFinite, Number};
pub use values::{FormValues, Value};
pub use violation::{Expected, Found, Rule, Violation, Violations};

/// Text of a peer inside a message: quoted, controls escaped, cut to a readable length.
struct Shown<'a>(&'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_CHARACTERS: usize = 60;
        match self.0.char_indices().nth(MAX_CHARACTERS) {
            None => write!(f, "{:?}", self.0),
            Some((end, _)) => write!(f, "{:?}...", self.0.get(..end).unwrap_or_default()),
        }
    }
}

fn write_first<T: fmt::Display>(f: &mut fmt::Formatter<'_>, all: &[T], omitted: usize) -> fmt::Result {
    const SHOWN: usize = 5;
    for (at, item) in all.iter().take(SHOWN).enumerate() {
        if at > 0 {
            f.write_str("; ")?;
        }
        write!(f, "{item}")?;
    }
    match all.len().saturating_sub(SHOWN).saturating_add(omitted) {
        0 => Ok(()),
        more => write!(f, "; and {more} more"),
    }
}
