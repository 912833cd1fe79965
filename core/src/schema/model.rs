//! A form as it was asked for.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Format, Number, Value, Warning};

/// A form: the `requestedSchema` of an elicitation, read. See the [module](crate::schema).
///
/// Made by [`FormSchema::read`]; answers are checked by [`FormSchema::validate`].
#[derive(Clone)]
pub struct FormSchema {
    pub(super) raw: Box<str>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) fields: Vec<Field>,
    /// Positions in `fields`, sorted by key.
    pub(super) by_key: Vec<usize>,
    pub(super) unenforced: Vec<String>,
    pub(super) warnings: Vec<Warning>,
}

impl FormSchema {
    /// The fields, in the order of the schema's text.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The field of that name.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields.get(self.position(key)?)
    }

    pub(super) fn position(&self, key: &str) -> Option<usize> {
        let found = self.by_key.binary_search_by(|&at| self.fields.get(at).map(Field::key).cmp(&Some(key)));
        self.by_key.get(found.ok()?).copied()
    }

    /// The form's own `title`.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The form's own `description`.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Keywords of the schema itself that are not checked, in the order of the text. The server may refuse what
    /// [`validate`](Self::validate) calls valid.
    #[must_use]
    pub fn unenforced(&self) -> &[String] {
        &self.unenforced
    }

    /// What was put right while reading.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The schema's text as it came, without blanks around it.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.raw
    }
}

impl fmt::Debug for FormSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormSchema").field("fields", &self.fields).finish_non_exhaustive()
    }
}

/// One property of a form.
#[derive(Clone)]
pub struct Field {
    pub(super) key: String,
    pub(super) raw_key: Box<str>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) required: bool,
    pub(super) nullable: bool,
    pub(super) kind: FieldKind,
    pub(super) default: Option<Value>,
    pub(super) unenforced: Vec<String>,
    pub(super) raw: Box<str>,
}

impl Field {
    /// The property's name.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The property's name as the JSON string token it came in, quotes included.
    #[must_use]
    pub fn raw_key(&self) -> &str {
        &self.raw_key
    }

    /// The property's `title`.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What to show as the name of the field: the title, or the name of a property without title.
    #[must_use]
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.key)
    }

    /// The property's `description`.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Whether an answer must hold the property. Never so for a property that [may be null](Self::is_nullable).
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// Whether the schema is a union with `null`. An answer holds no `null`: the property is left out instead.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.nullable
    }

    /// What the property holds.
    #[must_use]
    pub fn kind(&self) -> &FieldKind {
        &self.kind
    }

    /// The value to pre-fill. It fits the property: one that does not has been dropped with a
    /// [warning](FormSchema::warnings). `null` is no default.
    #[must_use]
    pub fn default(&self) -> Option<&Value> {
        self.default.as_ref()
    }

    /// Keywords of the property that are not checked, in the order of the text, those inside the list of choices with
    /// their place (`items/pattern`). The server may refuse what [`FormSchema::validate`] calls valid.
    #[must_use]
    pub fn unenforced(&self) -> &[String] {
        &self.unenforced
    }

    /// The property's schema as it came.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.raw
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Field")
            .field("key", &self.key)
            .field("required", &self.required)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// What a property holds, with its limits.
///
/// Source: the specification's page on elicitation, section "Requested Schema".
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldKind {
    /// A string.
    #[non_exhaustive]
    String {
        /// The least number of code points.
        min_length: Option<u64>,
        /// The greatest number of code points.
        max_length: Option<u64>,
        /// The format.
        format: Option<Format>,
    },
    /// A number.
    #[non_exhaustive]
    Number {
        /// The least value.
        minimum: Option<Number>,
        /// The greatest value.
        maximum: Option<Number>,
    },
    /// A number without fraction.
    #[non_exhaustive]
    Integer {
        /// The least value.
        minimum: Option<Number>,
        /// The greatest value.
        maximum: Option<Number>,
    },
    /// `true` or `false`.
    Boolean,
    /// One of several strings.
    #[non_exhaustive]
    SingleSelect {
        /// What may be chosen.
        choices: Choices,
    },
    /// A set of strings out of several.
    #[non_exhaustive]
    MultiSelect {
        /// What may be chosen.
        choices: Choices,
        /// The least number of choices.
        min_items: Option<u64>,
        /// The greatest number of choices.
        max_items: Option<u64>,
    },
}

impl FieldKind {
    /// The choices of a single or multi select.
    #[must_use]
    pub fn choices(&self) -> Option<&Choices> {
        match self {
            Self::SingleSelect { choices } | Self::MultiSelect { choices, .. } => Some(choices),
            _ => None,
        }
    }

    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::String { .. } => "a string",
            Self::Number { .. } => "a number",
            Self::Integer { .. } => "an integer",
            Self::Boolean => "a boolean",
            Self::SingleSelect { .. } => "a single choice",
            Self::MultiSelect { .. } => "a list of choices",
        }
    }
}

/// The kind's name with its article: `an integer`.
impl fmt::Display for FieldKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What may be chosen: at least one choice, all different, in the order of the schema's text.
#[derive(Clone, PartialEq, Eq)]
pub struct Choices {
    list: Vec<Choice>,
    /// Positions in `list`, sorted by value.
    by_value: Vec<usize>,
}

impl Choices {
    /// The error holds the positions of the choices that stand earlier in the list already.
    pub(super) fn new(list: Vec<Choice>) -> Result<Self, Vec<usize>> {
        let mut by_value: Vec<usize> = (0..list.len()).collect();
        by_value.sort_by(|&left, &right| list.get(left).map(Choice::value).cmp(&list.get(right).map(Choice::value)));
        let mut repeated: Vec<usize> = by_value
            .windows(2)
            .filter_map(|pair| match *pair {
                [left, right] if list.get(left).map(Choice::value) == list.get(right).map(Choice::value) => Some(right),
                _ => None,
            })
            .collect();
        if repeated.is_empty() {
            return Ok(Self { list, by_value });
        }
        repeated.sort_unstable();
        Err(repeated)
    }

    /// The choices.
    pub fn iter(&self) -> core::slice::Iter<'_, Choice> {
        self.list.iter()
    }

    /// How many there are. Never 0.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always a choice")]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The choice at a position.
    #[must_use]
    pub fn get(&self, position: usize) -> Option<&Choice> {
        self.list.get(position)
    }

    /// The position of the choice with exactly this value.
    #[must_use]
    pub fn position(&self, value: &str) -> Option<usize> {
        let found = self.by_value.binary_search_by(|&at| self.list.get(at).map(Choice::value).cmp(&Some(value)));
        self.by_value.get(found.ok()?).copied()
    }
}

impl<'a> IntoIterator for &'a Choices {
    type Item = &'a Choice;
    type IntoIter = core::slice::Iter<'a, Choice>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Choices({})", self.list.len())
    }
}

/// One choice of a select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub(super) value: String,
    pub(super) title: Option<String>,
}

impl Choice {
    /// The value that an answer holds.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The title to show, where the schema gives one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What to show: the title, or the value of a choice without title.
    #[must_use]
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.value)
    }
}
