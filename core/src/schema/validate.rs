//! Checking an answer.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::keywords::step;
use super::model::{Choices, Field, FieldKind, FormSchema};
use super::values::object_text;
use super::violation::{Expected, Found, Rule, Violation, Violations};
use super::{Number, Value};
use crate::json::{self, JsonKind};

impl FormSchema {
    /// Checks an answer, the JSON text of an object, and gives it back in its canonical text: compact, the members in
    /// the order of the fields, the choices of a multi select in the order they were offered, integers without fraction
    /// or exponent (`3.0` is written `3`), numbers as they came, strings code point by code point as they came, and no
    /// `null`: an optional property that is `null` is left out.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the answer, together. Text that is not a JSON object has this one violation.
    ///
    /// ```
    /// use mrtr_core::schema::{FormSchema, Rule};
    ///
    /// let schema = FormSchema::read(
    ///     r#"{"type":"object","properties":{
    ///         "size":{"type":"integer","maximum":9},
    ///         "tags":{"type":"array","items":{"type":"string","enum":["a","b","c"]}}}}"#,
    /// )?;
    /// assert_eq!(schema.validate(r#"{"tags":["c","a"],"size":1e0}"#)?, r#"{"size":1,"tags":["a","c"]}"#);
    /// assert_eq!(schema.validate(r#"{"size":null}"#)?, "{}");
    ///
    /// let violations = schema.validate(r#"{"tags":["z"],"size":10}"#).unwrap_err();
    /// let found: Vec<_> = violations.iter().map(|violation| (violation.pointer(), violation.rule())).collect();
    /// assert_eq!(found, [("/size", Rule::Maximum), ("/tags/0", Rule::NotAChoice)]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn validate(&self, content: &str) -> Result<String, Violations> {
        if self.is_canonical(content) {
            return Ok(content.into());
        }
        self.validate_in_full(content)
    }

    pub(super) fn validate_in_full(&self, content: &str) -> Result<String, Violations> {
        let given = Given::read(self, content)?;
        let mut violations = Vec::new();
        let mut values = Vec::with_capacity(self.fields.len());
        for (field, token) in self.fields.iter().zip(given.tokens) {
            let Some(token) = token else {
                field.require(Rule::Required, Found::Nothing, &mut violations);
                continue;
            };
            let value = field.check(token, &mut violations);
            values.extend(value.map(|value| (field.key(), value)));
        }
        violations.extend(given.strays);
        if violations.is_empty() {
            Ok(object_text(values.iter().map(|(key, value)| (*key, value))))
        } else {
            Err(Violations(violations))
        }
    }
}

/// The members of an answer, by field.
struct Given<'a> {
    tokens: Vec<Option<&'a str>>,
    strays: Vec<Violation>,
}

impl<'a> Given<'a> {
    fn read(schema: &FormSchema, content: &'a str) -> Result<Self, Violations> {
        let mut given = Self { tokens: vec![None; schema.fields.len()], strays: Vec::new() };
        let result = json::members(content, |token, value| {
            let decoded = json::decode(token);
            let is_text = decoded.is_some();
            let name = decoded.unwrap_or(Cow::Borrowed(token.trim_matches('"')));
            let slot = schema.position(&name).filter(|_| is_text).and_then(|at| given.tokens.get_mut(at));
            let (rule, expected) = match slot {
                Some(slot) if slot.is_none() => {
                    *slot = Some(value);
                    return true;
                }
                Some(_) => (Rule::DuplicateProperty, Expected::Once),
                None if is_text => (Rule::UnknownProperty, Expected::Declared),
                None => (Rule::Text, Expected::Text),
            };
            let found = Found::Kind(json::kind(value));
            given.strays.push(Violation { pointer: step(&name), property: name.into_owned(), rule, found, expected });
            true
        });
        let Err(fault) = result else { return Ok(given) };
        let (rule, found, expected) = if fault.category == serde_json::error::Category::Data {
            let kind = json::kind(content.trim_start_matches([' ', '\t', '\n', '\r']));
            (Rule::Type, Found::Kind(kind), Expected::Kind(JsonKind::Object))
        } else {
            (Rule::Json, Found::Malformed { line: fault.line, column: fault.column }, Expected::Json)
        };
        Err(Violations(vec![Violation { property: String::new(), pointer: String::new(), rule, found, expected }]))
    }
}

impl Field {
    fn require(&self, rule: Rule, found: Found, violations: &mut Vec<Violation>) {
        if self.required {
            let (property, pointer) = (self.key.clone(), step(&self.key));
            violations.push(Violation { property, pointer, rule, found, expected: Expected::Value });
        }
    }

    fn check(&self, token: &str, violations: &mut Vec<Violation>) -> Option<Value> {
        if json::kind(token) == JsonKind::Null {
            self.require(Rule::Null, Found::Kind(JsonKind::Null), violations);
            return None;
        }
        let mut findings = Vec::new();
        let value = check(&self.kind, token, &mut findings);
        violations.extend(findings.into_iter().map(|finding| {
            let mut pointer = step(&self.key);
            if let Some(item) = finding.item {
                pointer.push_str(&step(&item.to_string()));
            }
            let Finding { rule, found, expected, .. } = finding;
            Violation { property: self.key.clone(), pointer, rule, found, expected }
        }));
        value
    }
}

/// A rule that a value breaks, as a whole or in one of its items.
pub(super) struct Finding {
    pub(super) item: Option<usize>,
    pub(super) rule: Rule,
    pub(super) found: Found,
    pub(super) expected: Expected,
}

type Findings = Vec<Finding>;

fn whole(findings: &mut Findings, rule: Rule, found: Found, expected: Expected) {
    findings.push(Finding { item: None, rule, found, expected });
}

/// Checks the JSON text of one value that is not `null`. The value is only of use where nothing has been found.
pub(super) fn check(kind: &FieldKind, token: &str, findings: &mut Findings) -> Option<Value> {
    let expected = match kind {
        FieldKind::String { .. } | FieldKind::SingleSelect { .. } => JsonKind::String,
        FieldKind::Number { .. } | FieldKind::Integer { .. } => JsonKind::Number,
        FieldKind::Boolean => JsonKind::Boolean,
        FieldKind::MultiSelect { .. } => JsonKind::Array,
    };
    let found = json::kind(token);
    if found != expected {
        whole(findings, Rule::Type, Found::Kind(found), Expected::Kind(expected));
        return None;
    }
    match kind {
        FieldKind::Boolean => Some(Value::Boolean(token == "true")),
        FieldKind::Number { minimum, maximum } => {
            let number = Number::of_token(token);
            check_number(&number, minimum.as_ref(), maximum.as_ref(), findings);
            Some(Value::Number(number))
        }
        FieldKind::Integer { minimum, maximum } => {
            let number = Number::of_token(token);
            if !number.is_integer() {
                whole(findings, Rule::NotAnInteger, Found::Fraction, Expected::Integer);
            }
            check_number(&number, minimum.as_ref(), maximum.as_ref(), findings);
            Some(Value::Number(Number::of_token(&number.to_integer_text()?)))
        }
        FieldKind::String { .. } | FieldKind::SingleSelect { .. } => {
            let Some(text) = json::decode(token) else {
                whole(findings, Rule::Text, Found::Kind(found), Expected::Text);
                return None;
            };
            check_string(kind, &text, findings);
            Some(Value::String(text.into_owned()))
        }
        FieldKind::MultiSelect { choices, min_items, max_items } => {
            Some(Value::Strings(check_selection(choices, *min_items, *max_items, token, findings)))
        }
    }
}

fn check_number(number: &Number, minimum: Option<&Number>, maximum: Option<&Number>, findings: &mut Findings) {
    if !number.is_finite_f64() {
        whole(findings, Rule::NumberRange, Found::Kind(JsonKind::Number), Expected::Double);
    }
    if let Some(minimum) = minimum.filter(|&minimum| number.cmp(minimum) == Ordering::Less) {
        whole(findings, Rule::Minimum, Found::Smaller, Expected::AtLeast(minimum.clone()));
    }
    if let Some(maximum) = maximum.filter(|&maximum| number.cmp(maximum) == Ordering::Greater) {
        whole(findings, Rule::Maximum, Found::Larger, Expected::AtMost(maximum.clone()));
    }
}

fn check_string(kind: &FieldKind, text: &str, findings: &mut Findings) {
    match kind {
        FieldKind::String { min_length, max_length, format } => {
            let length = count(text.chars().count());
            if let Some(limit) = min_length.filter(|&limit| length < limit) {
                whole(findings, Rule::MinLength, Found::Length(length), Expected::MinLength(limit));
            }
            if let Some(limit) = max_length.filter(|&limit| length > limit) {
                whole(findings, Rule::MaxLength, Found::Length(length), Expected::MaxLength(limit));
            }
            if let Some(format) = format.filter(|format| !format.accepts(text)) {
                whole(findings, Rule::Format, Found::Kind(JsonKind::String), Expected::Format(format));
            }
        }
        FieldKind::SingleSelect { choices } if choices.position(text).is_none() => {
            whole(findings, Rule::NotAChoice, Found::Kind(JsonKind::String), Expected::Choice(choices.len()));
        }
        _ => {}
    }
}

/// Gives the choices that were taken, in the order they were offered.
fn check_selection(
    choices: &Choices,
    min_items: Option<u64>,
    max_items: Option<u64>,
    token: &str,
    findings: &mut Findings,
) -> Vec<String> {
    let mut chosen = vec![false; choices.len()];
    let mut next = 0_usize;
    let mut broken = Vec::new();
    let result = json::elements(token, |element| {
        let found = json::kind(element);
        let no_choice = Err((Rule::NotAChoice, Expected::Choice(choices.len())));
        let checked = match json::decode(element) {
            Some(text) => match choices.position(&text).and_then(|at| chosen.get_mut(at)) {
                Some(chosen) if *chosen => Err((Rule::DuplicateItem, Expected::Once)),
                Some(chosen) => {
                    *chosen = true;
                    Ok(())
                }
                None => no_choice,
            },
            None if found == JsonKind::String => Err((Rule::Text, Expected::Text)),
            None => Err((Rule::Type, Expected::Kind(JsonKind::String))),
        };
        if let Err((rule, expected)) = checked {
            broken.push(Finding { item: Some(next), rule, found: Found::Kind(found), expected });
        }
        next += 1;
        true
    });
    if let Err(fault) = result {
        whole(findings, Rule::Json, Found::Malformed { line: fault.line, column: fault.column }, Expected::Json);
    }
    let items = count(next);
    if let Some(limit) = min_items.filter(|&limit| items < limit) {
        whole(findings, Rule::MinItems, Found::Items(items), Expected::MinItems(limit));
    }
    if let Some(limit) = max_items.filter(|&limit| items > limit) {
        whole(findings, Rule::MaxItems, Found::Items(items), Expected::MaxItems(limit));
    }
    findings.extend(broken);
    let chosen = choices.iter().zip(chosen).filter(|(_, chosen)| *chosen);
    chosen.map(|(choice, _)| choice.value().to_string()).collect()
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
