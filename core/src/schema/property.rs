//! Reading one property.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::choices::{read_enum, read_titled};
use super::error::{SchemaReason, WarningReason};
use super::keywords::{Keywords, Report, Reported, Taken};
use super::model::{Choices, Field, FieldKind};
use super::validate::check;
use super::{Format, Number, Value};
use crate::json::{self, JsonKind};

/// Reads a property.
pub(super) fn read(
    raw_key: &str,
    key: &str,
    raw: &str,
    pointer: String,
    report: &mut Report,
) -> Result<Field, Reported> {
    report.expect(JsonKind::Object, raw, || pointer.clone())?;
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
    Ok(Field {
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
    fn plain_type(&mut self, report: &mut Report) -> Result<PlainType, Reported> {
        let mut declared = self.keywords.take("type");
        if declared.is_none() {
            self.unwrap_union(report)?;
            declared = self.keywords.take("type");
        }
        let Some(declared) = declared else {
            return Err(report.error(self.keywords.pointer(), self.reason_for_no_type()));
        };
        let place = self.keywords.place(&declared);
        match json::kind(declared.value) {
            JsonKind::String => self.type_named(declared.value, place, report),
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
                        self.type_named(name, place, report)
                    }
                    _ => Err(report.error(place, SchemaReason::UnsupportedUnion)),
                }
            }
            found => Err(report.error(place, SchemaReason::WrongKind { found, expected: JsonKind::String })),
        }
    }

    fn type_named(&self, token: &str, place: String, report: &mut Report) -> Result<PlainType, Reported> {
        let name = json::decode(token);
        match name.as_deref() {
            Some("string") => Ok(PlainType::String),
            Some("number") => Ok(PlainType::Number),
            Some("integer") => Ok(PlainType::Integer),
            Some("boolean") => Ok(PlainType::Boolean),
            Some("array") => Ok(PlainType::Array),
            Some("object") => Err(report.error(self.keywords.pointer(), SchemaReason::NestedObject)),
            other => {
                let found = other.unwrap_or(token).to_owned();
                Err(report.error(place, SchemaReason::UnsupportedType { found }))
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
    fn unwrap_union(&mut self, report: &mut Report) -> Result<(), Reported> {
        let Some(union) = self.keywords.take("anyOf").or_else(|| self.keywords.take("oneOf")) else {
            return Ok(());
        };
        let place = self.keywords.place(&union);
        report.expect(JsonKind::Array, union.value, || place.clone())?;
        let (mut member, mut position, mut others, mut null, mut choices) = (None, 0_usize, 0_usize, false, false);
        let result = json::elements(union.value, |element| {
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
            // A list of choices is well understood; all it lacks is the type.
            _ if choices => Err(report.error(self.keywords.pointer(), SchemaReason::MissingType)),
            Some((position, member))
                if null && others == 1 && result.is_ok() && json::kind(member) == JsonKind::Object =>
            {
                self.nullable = true;
                self.keywords.merge(member, format!("{place}/{position}"), report);
                Ok(())
            }
            _ => Err(report.error(place, SchemaReason::UnsupportedUnion)),
        }
    }

    fn string(&mut self, report: &mut Report) -> Result<FieldKind, Reported> {
        if let Some(any_of) = self.keywords.take("anyOf") {
            return Err(report.error(self.keywords.place(&any_of), SchemaReason::UnsupportedUnion));
        }
        let names = self.keywords.take("enumNames");
        match (self.keywords.take("enum"), self.keywords.take("oneOf")) {
            (Some(_), Some(_)) => Err(report.error(self.keywords.pointer(), SchemaReason::ConflictingChoices)),
            (Some(values), None) => {
                let names = names.map(|names| (names.value, self.keywords.place(&names)));
                let place = self.keywords.place(&values);
                let choices = read_enum(values.value, &place, self.nullable, names, report)?;
                Ok(FieldKind::SingleSelect { choices })
            }
            (None, Some(titled)) => {
                let place = self.keywords.place(&titled);
                let choices = read_titled(titled.value, &place, "oneOf", self.nullable, &mut self.unenforced, report)?;
                Ok(FieldKind::SingleSelect { choices })
            }
            (None, None) => {
                if let Some(names) = names {
                    report.warning(self.keywords.place(&names), WarningReason::EnumNamesWithoutEnum);
                }
                let min_length = self.limit("minLength", report);
                let max_length = self.limit("maxLength", report);
                let format = self.format(report);
                Ok(FieldKind::String { min_length: min_length?, max_length: max_length?, format: format? })
            }
        }
    }

    fn format(&mut self, report: &mut Report) -> Result<Option<Format>, Reported> {
        let Some(taken) = self.keywords.take("format") else { return Ok(None) };
        report.expect(JsonKind::String, taken.value, || self.keywords.place(&taken))?;
        let format = json::decode(taken.value).and_then(|name| Format::from_name(&name));
        if format.is_none() {
            self.unenforced.push("format".to_owned());
        }
        Ok(format)
    }

    fn number(&mut self, plain: PlainType, report: &mut Report) -> Result<FieldKind, Reported> {
        let sound = self.no_choices(report);
        let minimum = self.bound("minimum", report);
        let maximum = self.bound("maximum", report);
        sound?;
        let (minimum, maximum) = (minimum?, maximum?);
        Ok(match plain {
            PlainType::Integer => FieldKind::Integer { minimum, maximum },
            _ => FieldKind::Number { minimum, maximum },
        })
    }

    fn no_choices(&mut self, report: &mut Report) -> Result<(), Reported> {
        let mut sound = Ok(());
        for name in ["enum", "oneOf", "anyOf"] {
            if let Some(choices) = self.keywords.take(name) {
                sound = Err(report.error(self.keywords.place(&choices), SchemaReason::UnsupportedChoices));
            }
        }
        sound
    }

    fn multi_select(&mut self, report: &mut Report) -> Result<FieldKind, Reported> {
        let min_items = self.limit("minItems", report);
        let max_items = self.limit("maxItems", report);
        // Selections are sets with or without it.
        self.keywords.take("uniqueItems");
        let sound = self.no_choices(report);
        let choices = self.items(report);
        sound?;
        Ok(FieldKind::MultiSelect { choices: choices?, min_items: min_items?, max_items: max_items? })
    }

    fn items(&mut self, report: &mut Report) -> Result<Choices, Reported> {
        let Some(items) = self.keywords.take("items") else {
            return Err(report.error(self.keywords.pointer(), SchemaReason::FreeArray));
        };
        let place = self.keywords.place(&items);
        report.expect(JsonKind::Object, items.value, || place.clone())?;
        let mut item = Keywords::read(items.value, place.clone(), report);
        let declared = item.take("type");
        if let Some(declared) = declared.filter(|declared| !json::token_eq(declared.value, "string")) {
            return Err(report.error(item.place(&declared), SchemaReason::UnsupportedChoices));
        }
        // Shown nowhere: the specification has no such labels for multi selects.
        item.take("enumNames");
        let choices = match (item.take("enum"), item.take("anyOf")) {
            (Some(_), Some(_)) => Err(report.error(place, SchemaReason::ConflictingChoices)),
            (Some(values), None) if declared.is_some() => {
                read_enum(values.value, &item.place(&values), false, None, report)
            }
            (Some(_), None) => Err(report.error(place, SchemaReason::MissingType)),
            (None, Some(titled)) => {
                let place = item.place(&titled);
                read_titled(titled.value, &place, "items/anyOf", false, &mut self.unenforced, report)
            }
            (None, None) => Err(report.error(self.keywords.pointer(), SchemaReason::FreeArray)),
        };
        self.unenforced.extend(item.into_unenforced().map(|name| format!("items/{name}")));
        choices
    }

    fn limit(&mut self, name: &'static str, report: &mut Report) -> Result<Option<u64>, Reported> {
        let Some(taken) = self.keywords.take(name) else { return Ok(None) };
        let place = || self.keywords.place(&taken);
        report.expect(JsonKind::Number, taken.value, place)?;
        match Number::of_token(taken.value).to_limit() {
            Some(limit) => Ok(Some(limit)),
            None => Err(report.error(place(), SchemaReason::InvalidLimit)),
        }
    }

    fn bound(&mut self, name: &'static str, report: &mut Report) -> Result<Option<Number>, Reported> {
        let Some(taken) = self.keywords.take(name) else { return Ok(None) };
        report.expect(JsonKind::Number, taken.value, || self.keywords.place(&taken))?;
        Ok(Some(Number::of_token(taken.value)))
    }

    fn default(&self, taken: Taken<'a>, kind: &FieldKind, report: &mut Report) -> Option<Value> {
        if json::kind(taken.value) == JsonKind::Null {
            return None;
        }
        let mut findings = Vec::new();
        let value = check(kind, taken.value, &mut findings);
        if let Some(finding) = findings.first() {
            report.warning(self.keywords.place(&taken), WarningReason::BadDefault { rule: finding.rule });
            return None;
        }
        value
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
