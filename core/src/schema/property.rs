//! Reading one property.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::choices::{read_enum, read_titled};
use super::error::{SchemaReason, WarningReason};
use super::keywords::{Keywords, Report, Taken};
use super::model::{Choices, Field, FieldKind};
use super::validate::check;
use super::{Format, Number, Value};
use crate::json::{self, JsonKind};

/// Reads a property. Where the answer is `None`, what is wrong has been reported.
pub(super) fn read(raw_key: &str, key: &str, raw: &str, pointer: String, report: &mut Report) -> Option<Field> {
    if !report.expect(JsonKind::Object, raw, || pointer.clone()) {
        return None;
    }
    let mut reading =
        Property { keywords: Keywords::read(raw, pointer, report), nullable: false, unenforced: Vec::new() };
    let plain = reading.plain_type(report)?;
    let title = reading.keywords.take_text("title", report);
    let description = reading.keywords.take_text("description", report);
    let default = reading.keywords.take("default");
    let kind = match plain {
        PlainType::String => reading.string(report),
        PlainType::Number | PlainType::Integer => reading.number(plain, report),
        PlainType::Boolean => reading.no_choices(report).map(|()| FieldKind::Boolean),
        PlainType::Array => reading.multi_select(report),
    }?;
    let default = default.and_then(|default| reading.default(default, &kind, report));
    let mut unenforced = reading.unenforced;
    unenforced.extend(reading.keywords.into_unenforced());
    Some(Field {
        key: key.to_owned(),
        raw_key: raw_key.into(),
        title,
        description,
        required: false,
        nullable: reading.nullable,
        kind,
        default,
        unenforced,
        raw: raw.into(),
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PlainType {
    String,
    Number,
    Integer,
    Boolean,
    Array,
}

struct Property<'a> {
    keywords: Keywords<'a>,
    nullable: bool,
    unenforced: Vec<String>,
}

impl<'a> Property<'a> {
    fn plain_type(&mut self, report: &mut Report) -> Option<PlainType> {
        let declared = match self.keywords.take("type") {
            Some(declared) => declared,
            None => {
                self.unwrap_union(report)?;
                match self.keywords.take("type") {
                    Some(declared) => declared,
                    None => {
                        let reason = self.reason_for_no_type();
                        report.error(self.keywords.pointer(), reason);
                        return None;
                    }
                }
            }
        };
        let place = |keywords: &Keywords<'_>| keywords.place(&declared);
        match json::kind(declared.value) {
            JsonKind::String => self.type_named(declared.value, || place(&self.keywords), report),
            JsonKind::Array => {
                let (mut named, mut count, mut null) = (None, 0_usize, false);
                let result = json::elements(declared.value, |element| {
                    if json::token_eq(element, "null") {
                        null = true;
                    } else {
                        named = Some(element);
                        count += 1;
                    }
                    count < 2
                });
                self.nullable |= null;
                match named {
                    Some(name) if result.is_ok() && count == 1 && json::kind(name) == JsonKind::String => {
                        self.type_named(name, || place(&self.keywords), report)
                    }
                    _ => {
                        report.error(place(&self.keywords), SchemaReason::UnsupportedUnion);
                        None
                    }
                }
            }
            found => {
                report.error(place(&self.keywords), SchemaReason::WrongKind { found, expected: JsonKind::String });
                None
            }
        }
    }

    fn type_named(&self, token: &str, place: impl FnOnce() -> String, report: &mut Report) -> Option<PlainType> {
        let name = json::decode(token);
        match name.as_deref() {
            Some("string") => Some(PlainType::String),
            Some("number") => Some(PlainType::Number),
            Some("integer") => Some(PlainType::Integer),
            Some("boolean") => Some(PlainType::Boolean),
            Some("array") => Some(PlainType::Array),
            Some("object") => {
                report.error(self.keywords.pointer(), SchemaReason::NestedObject);
                None
            }
            other => {
                let found = other.unwrap_or(token).to_owned();
                report.error(place(), SchemaReason::UnsupportedType { found });
                None
            }
        }
    }

    fn reason_for_no_type(&self) -> SchemaReason {
        if self.keywords.has("anyOf") || self.keywords.has("oneOf") {
            return SchemaReason::UnsupportedUnion;
        }
        let composition =
            ["$ref", "$dynamicRef", "allOf", "not", "if"].into_iter().find(|name| self.keywords.has(name));
        match composition {
            Some(keyword) => SchemaReason::UnsupportedKeyword { keyword: keyword.to_owned() },
            None => SchemaReason::MissingType,
        }
    }

    /// Puts the member of a union with `null` in the union's place. Nothing happens where there is no union.
    fn unwrap_union(&mut self, report: &mut Report) -> Option<()> {
        let Some(union) = self.keywords.take("anyOf").or_else(|| self.keywords.take("oneOf")) else {
            return Some(());
        };
        let place = self.keywords.place(&union);
        if !report.expect(JsonKind::Array, union.value, || place.clone()) {
            return None;
        }
        let (mut member, mut position, mut others, mut null, mut choices) = (None, 0_usize, 0_usize, false, false);
        // The text has been read once as a whole, so that reading a part of it cannot fail.
        let _ = json::elements(union.value, |element| {
            if is_null_schema(element) {
                null = true;
            } else {
                others += 1;
                choices |= has_const(element);
                member.get_or_insert((position, element));
            }
            position += 1;
            others < 2
        });
        match member {
            Some((position, member)) if null && others == 1 && json::kind(member) == JsonKind::Object && !choices => {
                self.nullable = true;
                let suffix = place.strip_prefix(self.keywords.pointer()).unwrap_or_default();
                let inner = format!("{suffix}/{position}");
                self.keywords.merge(member, &inner, report);
                Some(())
            }
            _ => {
                // A list of choices is well understood; all it lacks is the type.
                let reason = if choices { SchemaReason::MissingType } else { SchemaReason::UnsupportedUnion };
                report.error(if choices { self.keywords.pointer().to_owned() } else { place }, reason);
                None
            }
        }
    }

    fn string(&mut self, report: &mut Report) -> Option<FieldKind> {
        if let Some(any_of) = self.keywords.take("anyOf") {
            report.error(self.keywords.place(&any_of), SchemaReason::UnsupportedUnion);
            return None;
        }
        let names = self.keywords.take("enumNames");
        match (self.keywords.take("enum"), self.keywords.take("oneOf")) {
            (Some(_), Some(_)) => {
                report.error(self.keywords.pointer(), SchemaReason::ConflictingChoices);
                None
            }
            (Some(values), None) => {
                let choices = self.enumerated(values, names, report)?;
                Some(FieldKind::SingleSelect { choices })
            }
            (None, Some(titled)) => {
                let place = self.keywords.place(&titled);
                let choices = read_titled(titled.value, &place, "oneOf", self.nullable, &mut self.unenforced, report)?;
                Some(FieldKind::SingleSelect { choices })
            }
            (None, None) => {
                if let Some(names) = names {
                    report.warning(self.keywords.place(&names), WarningReason::EnumNamesWithoutEnum);
                }
                let min_length = self.limit("minLength", report);
                let max_length = self.limit("maxLength", report);
                let format = self.format(report);
                Some(FieldKind::String { min_length: min_length?, max_length: max_length?, format: format? })
            }
        }
    }

    fn enumerated(&self, values: Taken<'a>, names: Option<Taken<'a>>, report: &mut Report) -> Option<Choices> {
        let names = names.map(|names| (names.value, self.keywords.place(&names)));
        read_enum(values.value, &self.keywords.place(&values), self.nullable, names, report)
    }

    fn format(&mut self, report: &mut Report) -> Option<Option<Format>> {
        let Some(taken) = self.keywords.take("format") else { return Some(None) };
        if !report.expect(JsonKind::String, taken.value, || self.keywords.place(&taken)) {
            return None;
        }
        let format = json::decode(taken.value).and_then(|name| Format::from_name(&name));
        if format.is_none() {
            self.unenforced.push("format".to_owned());
        }
        Some(format)
    }

    fn number(&mut self, plain: PlainType, report: &mut Report) -> Option<FieldKind> {
        let sound = self.no_choices(report);
        let minimum = self.bound("minimum", report);
        let maximum = self.bound("maximum", report);
        sound?;
        let (minimum, maximum) = (minimum?, maximum?);
        Some(match plain {
            PlainType::Integer => FieldKind::Integer { minimum, maximum },
            _ => FieldKind::Number { minimum, maximum },
        })
    }

    fn no_choices(&mut self, report: &mut Report) -> Option<()> {
        let mut sound = Some(());
        for name in ["enum", "oneOf", "anyOf"] {
            if let Some(choices) = self.keywords.take(name) {
                report.error(self.keywords.place(&choices), SchemaReason::UnsupportedChoices);
                sound = None;
            }
        }
        sound
    }

    fn multi_select(&mut self, report: &mut Report) -> Option<FieldKind> {
        let min_items = self.limit("minItems", report);
        let max_items = self.limit("maxItems", report);
        // Selections are sets with or without it.
        self.keywords.take("uniqueItems");
        let sound = self.no_choices(report);
        let choices = self.items(report);
        sound?;
        Some(FieldKind::MultiSelect { choices: choices?, min_items: min_items?, max_items: max_items? })
    }

    fn items(&mut self, report: &mut Report) -> Option<Choices> {
        let Some(items) = self.keywords.take("items") else {
            report.error(self.keywords.pointer(), SchemaReason::FreeArray);
            return None;
        };
        let place = self.keywords.place(&items);
        if !report.expect(JsonKind::Object, items.value, || place.clone()) {
            return None;
        }
        let mut item = Keywords::read(items.value, place.clone(), report);
        let declared = item.take("type");
        if let Some(declared) = declared {
            if !json::token_eq(declared.value, "string") {
                report.error(item.place(&declared), SchemaReason::UnsupportedChoices);
                return None;
            }
        }
        // Shown nowhere: the specification has no such labels for multi selects.
        item.take("enumNames");
        let choices = match (item.take("enum"), item.take("anyOf")) {
            (Some(_), Some(_)) => {
                report.error(place, SchemaReason::ConflictingChoices);
                None
            }
            (Some(values), None) if declared.is_some() => {
                read_enum(values.value, &item.place(&values), false, None, report)
            }
            (Some(_), None) => {
                report.error(place, SchemaReason::MissingType);
                None
            }
            (None, Some(titled)) => {
                let place = item.place(&titled);
                read_titled(titled.value, &place, "items/anyOf", false, &mut self.unenforced, report)
            }
            (None, None) => {
                report.error(self.keywords.pointer(), SchemaReason::FreeArray);
                None
            }
        };
        self.unenforced.extend(item.into_unenforced().map(|name| format!("items/{name}")));
        choices
    }

    fn limit(&mut self, name: &'static str, report: &mut Report) -> Option<Option<u64>> {
        let Some(taken) = self.keywords.take(name) else { return Some(None) };
        let place = || self.keywords.place(&taken);
        if !report.expect(JsonKind::Number, taken.value, place) {
            return None;
        }
        let limit = Number::of_token(taken.value).to_limit();
        if limit.is_none() {
            report.error(place(), SchemaReason::InvalidLimit);
        }
        limit.map(Some)
    }

    fn bound(&mut self, name: &'static str, report: &mut Report) -> Option<Option<Number>> {
        let Some(taken) = self.keywords.take(name) else { return Some(None) };
        let is_number = report.expect(JsonKind::Number, taken.value, || self.keywords.place(&taken));
        is_number.then(|| Some(Number::of_token(taken.value)))
    }

    fn default(&self, taken: Taken<'a>, kind: &FieldKind, report: &mut Report) -> Option<Value> {
        if json::kind(taken.value) == JsonKind::Null {
            return None;
        }
        let mut findings = Vec::new();
        let value = check(kind, taken.value, &mut findings);
        match findings.first() {
            None => value,
            Some(finding) => {
                report.warning(self.keywords.place(&taken), WarningReason::BadDefault { rule: finding.rule });
                None
            }
        }
    }
}

fn is_null_schema(element: &str) -> bool {
    if json::kind(element) != JsonKind::Object {
        return false;
    }
    let mut null = false;
    let _ = json::members(element, |name, value| {
        null |= json::token_eq(name, "type") && json::token_eq(value, "null");
        true
    });
    null
}

fn has_const(element: &str) -> bool {
    if json::kind(element) != JsonKind::Object {
        return false;
    }
    let (mut found, mut typed) = (false, false);
    let _ = json::members(element, |name, _| {
        found |= json::token_eq(name, "const");
        typed |= json::token_eq(name, "type");
        true
    });
    found && !typed
}
