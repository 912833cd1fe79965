//! How the form that a server sent differs from the one a program was compiled with.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::model::{Choices, Field, FieldKind as Kind, FormSchema};
use super::{Format, Number, Shown};

impl FormSchema {
    /// How `live`, the form that a server sent, differs from this one, which a program was compiled with: the fields of
    /// this form in their order, then those that are new.
    ///
    /// Titles, descriptions, defaults, the order of fields and choices, and keywords that are not checked make no
    /// difference: an answer is the same with or without them.
    ///
    /// ```
    /// use mrtr_core::schema::FormSchema;
    ///
    /// let compiled = FormSchema::read(
    ///     r#"{"type":"object","properties":{"seat":{"type":"string","enum":["aisle","window"]}}}"#,
    /// )?;
    /// let live = FormSchema::read(
    ///     r#"{"type":"object","properties":{
    ///         "seat":{"type":"string","enum":["window","middle"]},"row":{"type":"integer"}}}"#,
    /// )?;
    /// let found: Vec<_> = compiled
    ///     .differences(&live)
    ///     .iter()
    ///     .map(|difference| (difference.to_string(), difference.breaks_answer()))
    ///     .collect();
    /// assert_eq!(found, [
    ///     (r#"property "seat": choice "aisle" is gone"#.into(), true),
    ///     (r#"property "seat": choice "middle" is new"#.into(), false),
    ///     (r#"property "row" is new"#.into(), false),
    /// ]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn differences(&self, live: &Self) -> Vec<Difference> {
        let mut found = Vec::new();
        for compiled in &self.fields {
            match live.field(compiled.key()) {
                Some(live) => compare(compiled, live, &mut found),
                None => found.push(Difference::new(compiled, Change::Gone)),
            }
        }
        for field in &live.fields {
            if self.position(field.key()).is_none() {
                found.push(Difference::new(field, Change::New { required: field.required }));
            }
        }
        found
    }
}

/// One difference between two forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    property: String,
    change: Change,
}

impl Difference {
    fn new(field: &Field, change: Change) -> Self {
        Self { property: field.key.clone(), change }
    }

    /// The property.
    #[must_use]
    pub fn property(&self) -> &str {
        &self.property
    }

    /// What has changed.
    #[must_use]
    pub fn change(&self) -> &Change {
        &self.change
    }

    /// Whether an answer of the compiled form's type may have no place in the live form, or leave something out that
    /// the live form requires. Such a change calls for the new schema in the program. Changed limits and formats do not:
    /// they are checked with each answer, and an answer that fits can still be given.
    #[must_use]
    pub fn breaks_answer(&self) -> bool {
        match self.change {
            Change::New { required } => required,
            Change::Gone | Change::BecameRequired | Change::Kind { .. } | Change::ChoiceGone { .. } => true,
            Change::BecameOptional | Change::ChoiceNew { .. } | Change::Limit { .. } | Change::Format { .. } => false,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "property {}", Shown(&self.property))?;
        match &self.change {
            Change::Gone => f.write_str(" is gone"),
            Change::New { required: false } => f.write_str(" is new"),
            Change::New { required: true } => f.write_str(" is new and required"),
            Change::BecameRequired => f.write_str(" became required"),
            Change::BecameOptional => f.write_str(" became optional"),
            Change::Kind { from, to } => write!(f, " changed from {from} to {to}"),
            Change::ChoiceGone { value } => write!(f, ": choice {} is gone", Shown(value)),
            Change::ChoiceNew { value } => write!(f, ": choice {} is new", Shown(value)),
            Change::Limit { keyword, from, to } => {
                write!(f, ": {keyword} changed from {} to {}", Optional(from.as_ref()), Optional(to.as_ref()))
            }
            Change::Format { from, to } => {
                write!(f, ": format changed from {} to {}", Optional(from.as_ref()), Optional(to.as_ref()))
            }
        }
    }
}

/// What has changed in a property.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// The live form does not have it.
    Gone,
    /// The compiled form does not have it.
    #[non_exhaustive]
    New {
        /// Whether the live form requires it.
        required: bool,
    },
    /// It was optional and is required.
    BecameRequired,
    /// It was required and is optional.
    BecameOptional,
    /// It holds something else. Its limits and choices are not compared then.
    #[non_exhaustive]
    Kind {
        /// What it held, with its article.
        from: &'static str,
        /// What it holds, with its article.
        to: &'static str,
    },
    /// A choice is not offered any more.
    #[non_exhaustive]
    ChoiceGone {
        /// The choice.
        value: String,
    },
    /// A choice is offered that was not.
    #[non_exhaustive]
    ChoiceNew {
        /// The choice.
        value: String,
    },
    /// A limit has another value. Spelling makes no difference.
    #[non_exhaustive]
    Limit {
        /// The limit's keyword.
        keyword: &'static str,
        /// Its value, if it was there.
        from: Option<Number>,
        /// Its value, if it is there.
        to: Option<Number>,
    },
    /// The format is another one.
    #[non_exhaustive]
    Format {
        /// The format, if there was one.
        from: Option<Format>,
        /// The format, if there is one.
        to: Option<Format>,
    },
}

struct Optional<'a, T>(Option<&'a T>);

impl<T: fmt::Display> fmt::Display for Optional<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(value) => f.write_str(&value.to_string()),
            None => f.write_str("none"),
        }
    }
}

fn compare(compiled: &Field, live: &Field, found: &mut Vec<Difference>) {
    let mut changes = Vec::new();
    match (compiled.required, live.required) {
        (false, true) => changes.push(Change::BecameRequired),
        (true, false) => changes.push(Change::BecameOptional),
        _ => {}
    }
    let counts = |keyword, from: Option<u64>, to: Option<u64>| {
        (from != to).then(|| Change::Limit { keyword, from: from.map(Number::from), to: to.map(Number::from) })
    };
    let numbers = |keyword, from: &Option<Number>, to: &Option<Number>| {
        (from != to).then(|| Change::Limit { keyword, from: from.clone(), to: to.clone() })
    };
    match (&compiled.kind, &live.kind) {
        (
            Kind::String { min_length, max_length, format },
            Kind::String { min_length: live_min, max_length: live_max, format: live_format },
        ) => {
            changes.extend(counts("minLength", *min_length, *live_min));
            changes.extend(counts("maxLength", *max_length, *live_max));
            if format != live_format {
                changes.push(Change::Format { from: *format, to: *live_format });
            }
        }
        (Kind::Number { minimum, maximum }, Kind::Number { minimum: live_min, maximum: live_max })
        | (Kind::Integer { minimum, maximum }, Kind::Integer { minimum: live_min, maximum: live_max }) => {
            changes.extend(numbers("minimum", minimum, live_min));
            changes.extend(numbers("maximum", maximum, live_max));
        }
        (Kind::Boolean, Kind::Boolean) => {}
        (Kind::SingleSelect { choices }, Kind::SingleSelect { choices: live }) => {
            changes.extend(choice_changes(choices, live));
        }
        (
            Kind::MultiSelect { choices, min_items, max_items },
            Kind::MultiSelect { choices: live, min_items: live_min, max_items: live_max },
        ) => {
            changes.extend(choice_changes(choices, live));
            changes.extend(counts("minItems", *min_items, *live_min));
            changes.extend(counts("maxItems", *max_items, *live_max));
        }
        (from, to) => changes.push(Change::Kind { from: from.name(), to: to.name() }),
    }
    found.extend(changes.into_iter().map(|change| Difference::new(compiled, change)));
}

fn choice_changes<'a>(compiled: &'a Choices, live: &'a Choices) -> impl Iterator<Item = Change> + 'a {
    let missing_in = |other: &'a Choices| move |value: &&str| other.position(value).is_none();
    let gone = compiled.iter().map(super::Choice::value).filter(missing_in(live));
    let new = live.iter().map(super::Choice::value).filter(missing_in(compiled));
    gone.map(|value| Change::ChoiceGone { value: value.to_string() })
        .chain(new.map(|value| Change::ChoiceNew { value: value.to_string() }))
}
