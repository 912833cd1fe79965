//! Reading a schema: the object itself and `required`. Its properties are read one by one in `property`.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::{SchemaErrors, SchemaReason, WarningReason};
use super::keywords::{Keywords, Report, step};
use super::model::{Field, FormSchema};
use super::{limits, property};
use crate::json::{self, JsonKind};

impl FormSchema {
    /// Reads the text of a `requestedSchema`.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the schema, together. A schema that is too large or is not JSON has this one error.
    ///
    /// ```
    /// use mrtr_core::schema::{FormSchema, SchemaReason};
    ///
    /// let errors = FormSchema::read(
    ///     r#"{"type":"object",
    ///         "properties":{"from":{"type":"object"},"to":{"type":"string","minLength":-1}},
    ///         "required":["ghost"]}"#,
    /// )
    /// .unwrap_err();
    /// let found: Vec<_> = errors.iter().map(|error| (error.property(), error.pointer())).collect();
    /// assert_eq!(found, [
    ///     (Some("from"), "/properties/from"),
    ///     (Some("to"), "/properties/to/minLength"),
    ///     (Some("ghost"), "/required/0"),
    /// ]);
    /// assert_eq!(errors.iter().next().unwrap().reason(), &SchemaReason::NestedObject);
    /// ```
    pub fn read(text: &str) -> Result<Self, SchemaErrors> {
        let (schema, errors) = Self::read_partly(text);
        errors.map_or(Ok(schema), Err)
    }

    /// Reads a schema as [`read`](Self::read) does. Where something is wrong with it, the schema holds what could be
    /// read nevertheless: for a program that is told of the errors and is not to be told of their consequences.
    pub(crate) fn read_partly(text: &str) -> (Self, Option<SchemaErrors>) {
        let mut report = Report::default();
        let mut schema = read_root(text, &mut report);
        match report.finish() {
            Ok(warnings) => (Self { warnings, ..schema }, None),
            Err(errors) => {
                schema.settle();
                (schema, Some(errors))
            }
        }
    }

    /// Makes a schema whole that lacks properties or has one twice: of those of one name the first stays.
    fn settle(&mut self) {
        let mut seen = BTreeSet::new();
        self.fields.retain(|field| seen.insert(field.key.clone()));
        self.by_key = (0..self.fields.len()).collect();
        let fields = &self.fields;
        let key = |at: usize| fields.get(at).map(Field::key);
        self.by_key.sort_by(|&left, &right| key(left).cmp(&key(right)));
    }
}

fn read_root(text: &str, report: &mut Report) -> FormSchema {
    let mut schema = FormSchema {
        raw: Box::default(),
        title: None,
        description: None,
        fields: Vec::new(),
        by_key: Vec::new(),
        unenforced: Vec::new(),
        warnings: Vec::new(),
    };
    if text.len() > limits::MAX_SCHEMA_BYTES {
        report.error("", SchemaReason::TooLarge { bytes: text.len() });
        return schema;
    }
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    if let Err(fault) = json::members(text, |_, _| true) {
        if fault.category == serde_json::error::Category::Data {
            report.error("", SchemaReason::WrongKind { found: json::kind(text), expected: JsonKind::Object });
        } else {
            report.malformed("", fault);
        }
        return schema;
    }
    let mut keywords = Keywords::read(text, String::new(), report);
    match keywords.take("type") {
        Some(kind) if json::token_eq(kind.value, "object") => {}
        Some(kind) => {
            report.error(keywords.place(&kind), SchemaReason::RootType);
        }
        None => {
            report.error("", SchemaReason::RootType);
        }
    }
    schema.title = keywords.take_text("title", report);
    schema.description = keywords.take_text("description", report);
    // Whatever it says, an answer holds the form's properties only.
    keywords.take("additionalProperties");

    let mut keys = Keys::default();
    match keywords.take("properties") {
        Some(properties) => {
            if report.expect(JsonKind::Object, properties.value, || "/properties".to_owned()).is_ok() {
                keys = read_properties(properties.value, &mut schema.fields, report);
            }
        }
        None => report.warning("", WarningReason::NoProperties),
    }
    if let Some(required) = keywords.take("required") {
        if report.expect(JsonKind::Array, required.value, || "/required".to_owned()).is_ok() {
            read_required(required.value, &keys, &mut schema.fields, report);
        }
    }
    // Every property that could not be read is an error, so a schema that is used has all keys as fields.
    schema.by_key = keys.sorted;
    schema.unenforced = keywords.into_unenforced().collect();
    schema.raw = text.into();
    schema
}

/// The names of all properties, those that could not be read included.
#[derive(Default)]
struct Keys<'a> {
    names: Vec<Cow<'a, str>>,
    /// Positions in `names`, sorted by name.
    sorted: Vec<usize>,
    /// For each name the position of its field.
    fields: Vec<Option<usize>>,
}

impl Keys<'_> {
    fn position(&self, name: &str) -> Option<usize> {
        let found = self.sorted.binary_search_by(|&at| self.names.get(at).map(AsRef::as_ref).cmp(&Some(name)));
        self.sorted.get(found.ok()?).copied()
    }

    fn is_repeated(&self, left: usize, right: usize) -> bool {
        self.names.get(left) == self.names.get(right)
    }
}

fn read_properties<'a>(text: &'a str, fields: &mut Vec<Field>, report: &mut Report) -> Keys<'a> {
    let mut keys = Keys::default();
    let result = json::members(text, |token, value| {
        if keys.names.len() >= limits::MAX_FIELDS {
            report.property = None;
            report.error("/properties", SchemaReason::TooManyFields);
            return false;
        }
        let decoded = json::decode(token);
        let is_text = decoded.is_some();
        let name = decoded.unwrap_or(Cow::Borrowed(token.trim_matches('"')));
        let pointer = format!("/properties{}", step(&name));
        report.property = Some(name.to_string());
        if !is_text {
            report.error(pointer.clone(), SchemaReason::LoneSurrogate);
        }
        let field = if name.len() > limits::MAX_NAME_BYTES {
            Err(report.error(pointer, SchemaReason::NameTooLong { bytes: name.len() }))
        } else {
            property::read(token, &name, value, pointer, report)
        };
        keys.names.push(name);
        keys.fields.push(field.ok().map(|field| {
            fields.push(field);
            fields.len() - 1
        }));
        true
    });
    report.property = None;
    if let Err(fault) = result {
        report.malformed("/properties", fault);
    }
    keys.sorted = (0..keys.names.len()).collect();
    let names = &keys.names;
    keys.sorted.sort_by(|&left, &right| names.get(left).cmp(&names.get(right)));
    let mut repeated: Vec<usize> = keys
        .sorted
        .windows(2)
        .filter_map(|pair| match *pair {
            [left, right] if keys.is_repeated(left, right) => Some(right),
            _ => None,
        })
        .collect();
    repeated.sort_unstable();
    for name in repeated.into_iter().filter_map(|at| keys.names.get(at)) {
        report.property = Some(name.to_string());
        report.error(format!("/properties{}", step(name)), SchemaReason::DuplicateProperty);
    }
    report.property = None;
    keys
}

fn read_required(text: &str, keys: &Keys<'_>, fields: &mut [Field], report: &mut Report) {
    let mut next = 0_usize;
    let result = json::elements(text, |token| {
        let pointer = format!("/required/{next}");
        next += 1;
        if report.expect(JsonKind::String, token, || pointer.clone()).is_ok() {
            let name = json::decode(token).unwrap_or(Cow::Borrowed(token.trim_matches('"')));
            require(&name, pointer, keys, fields, report);
        }
        true
    });
    if let Err(fault) = result {
        report.malformed("/required", fault);
    }
}

fn require(name: &str, pointer: String, keys: &Keys<'_>, fields: &mut [Field], report: &mut Report) {
    report.property = Some(name.to_owned());
    if let Some(at) = keys.position(name) {
        // One that could not be read is an error already.
        let field = keys.fields.get(at).copied().flatten().and_then(|at| fields.get_mut(at));
        if let Some(field) = field {
            field.required = !field.nullable;
            if field.nullable {
                report.warning(pointer, WarningReason::NullableRequired);
            }
        }
    } else {
        report.error(pointer, SchemaReason::UndeclaredRequired);
    }
    report.property = None;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_read_of_a_schema_with_mistakes_is_whole() {
        let text = r#"{"type":"object","properties":{
            "z":{"type":"integer"},"bad":{"type":"object"},"a":{"type":"string"},"z":{"type":"string"}},
            "required":["bad","a","ghost"]}"#;
        let (schema, errors) = FormSchema::read_partly(text);
        assert_eq!(errors.as_ref(), FormSchema::read(text).as_ref().err());
        assert_eq!(errors.unwrap().iter().count(), 3);
        let keys: Vec<_> = schema.fields().iter().map(Field::key).collect();
        assert_eq!(keys, ["z", "a"]);
        for key in keys {
            assert_eq!(schema.field(key).unwrap().key(), key);
        }
        assert!(schema.field("a").unwrap().is_required());
        assert!(schema.field("bad").is_none());
        assert_eq!(schema.field("z").unwrap().kind().to_string(), "an integer");
    }

    #[test]
    fn of_what_is_no_schema_nothing_can_be_read() {
        for text in ["", "{", "[]", "{}", r#"{"type":"object","properties":[]}"#] {
            let (schema, errors) = FormSchema::read_partly(text);
            assert!(schema.fields().is_empty() && errors.is_some(), "{text}");
        }
    }
}
