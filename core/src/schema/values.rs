//! An answer in the making.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::number::NotFinite;
use super::{FormSchema, Number};
use crate::json;

/// The value of one property.
///
/// `Debug` shows its kind only.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// A string, or the choice of a single select.
    String(String),
    /// A number or an integer.
    Number(Number),
    /// A boolean.
    Boolean(bool),
    /// The choices of a multi select.
    Strings(Vec<String>),
}

impl Value {
    /// The string, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    /// The list of strings, if it is one.
    #[must_use]
    pub fn as_strings(&self) -> Option<&[String]> {
        match self {
            Self::Strings(list) => Some(list),
            _ => None,
        }
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::String(text) => json::push_string(out, text),
            Self::Number(number) => out.extend_from_slice(number.as_str().as_bytes()),
            Self::Boolean(true) => out.extend_from_slice(b"true"),
            Self::Boolean(false) => out.extend_from_slice(b"false"),
            Self::Strings(list) => {
                out.push(b'[');
                for (at, text) in list.iter().enumerate() {
                    if at > 0 {
                        out.push(b',');
                    }
                    json::push_string(out, text);
                }
                out.push(b']');
            }
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::String(_) => "String(..)",
            Self::Number(_) => "Number(..)",
            Self::Boolean(_) => "Boolean(..)",
            Self::Strings(_) => "Strings(..)",
        })
    }
}

/// Numbers keep their text in JSON. In another data format a number becomes the integer or float that it is written
/// as; one that no such type holds exactly is an error or takes the form that `serde_json`'s `RawValue` has there.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::String(text) => serializer.serialize_str(text),
            Self::Boolean(value) => serializer.serialize_bool(*value),
            Self::Strings(list) => serializer.collect_seq(list),
            Self::Number(number) => {
                let text = number.as_str();
                if let Some(value) = text.parse::<i64>().ok().filter(|value| value.to_string() == text) {
                    return serializer.serialize_i64(value);
                }
                if let Some(value) = text.parse::<u64>().ok().filter(|value| value.to_string() == text) {
                    return serializer.serialize_u64(value);
                }
                let float = number.as_f64();
                // Writers differ in how they write an exponent (`1e21`, `1e+21`).
                if float.is_finite() && !text.contains(['e', 'E']) && alloc::format!("{float:?}") == text {
                    return serializer.serialize_f64(float);
                }
                match RawValue::from_string(text.to_string()) {
                    Ok(raw) => raw.serialize(serializer),
                    Err(_) => Err(S::Error::custom("a number that is not JSON")),
                }
            }
        }
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::String(value.into())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<Number> for Value {
    fn from(value: Number) -> Self {
        Self::Number(value)
    }
}

impl From<Vec<String>> for Value {
    fn from(value: Vec<String>) -> Self {
        Self::Strings(value)
    }
}

impl From<&[&str]> for Value {
    fn from(value: &[&str]) -> Self {
        Self::Strings(value.iter().map(|&text| text.into()).collect())
    }
}

impl<const N: usize> From<[&str; N]> for Value {
    fn from(value: [&str; N]) -> Self {
        Self::from(value.as_slice())
    }
}

macro_rules! from_integers {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Value {
            fn from(value: $integer) -> Self {
                Self::Number(value.into())
            }
        }
    )*};
}

from_integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

impl TryFrom<f64> for Value {
    type Error = NotFinite;

    fn try_from(value: f64) -> Result<Self, NotFinite> {
        Number::try_from(value).map(Self::Number)
    }
}

/// The values of a form while it is being filled in: property names with values, in the order they were first set.
///
/// Nothing is checked here; [`FormSchema::validate`] checks the [text](Self::to_json). A property that has no value is
/// left out of the answer: there is no `null`. `Debug` shows names and kinds, never values.
///
/// ```
/// use mrtr_core::schema::{FormSchema, FormValues};
///
/// let schema = FormSchema::read(
///     r#"{"type":"object","properties":{
///         "seats":{"type":"integer","default":1},
///         "meal":{"type":"string","enum":["","vegan"]},
///         "window":{"type":"boolean","default":true}}}"#,
/// )?;
/// let mut values = FormValues::prefilled(&schema);
/// values.set("window", false);
/// values.set("meal", "");
/// assert_eq!(schema.validate(&values.to_json())?, r#"{"seats":1,"meal":"","window":false}"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct FormValues {
    entries: Vec<(String, Value)>,
    /// Positions in `entries`, sorted by name.
    by_key: Vec<usize>,
}

impl FormValues {
    /// No value at all.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The defaults of a form, in the order of its fields.
    ///
    /// Source: the specification asks clients to pre-populate form fields with their defaults.
    #[must_use]
    pub fn prefilled(schema: &FormSchema) -> Self {
        let entries: Vec<_> = schema
            .fields()
            .iter()
            .filter_map(|field| Some((field.key().to_string(), field.default()?.clone())))
            .collect();
        let mut values = Self { by_key: (0..entries.len()).collect(), entries };
        values.sort();
        values
    }

    /// Sets a value and gives back the former one. A property that has a value keeps its place.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        let (key, value) = (key.into(), value.into());
        match self.search(&key) {
            Ok(found) => {
                let at = *self.by_key.get(found)?;
                let (_, former) = self.entries.get_mut(at)?;
                Some(core::mem::replace(former, value))
            }
            Err(place) => {
                self.by_key.insert(place, self.entries.len());
                self.entries.push((key, value));
                None
            }
        }
    }

    /// The value of a property.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        let at = *self.by_key.get(self.search(key).ok()?)?;
        self.entries.get(at).map(|(_, value)| value)
    }

    /// Takes a value away, so that the property is left out of the answer.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let found = self.search(key).ok()?;
        if found >= self.by_key.len() {
            return None;
        }
        let at = self.by_key.remove(found);
        for position in &mut self.by_key {
            if *position > at {
                *position -= 1;
            }
        }
        (at < self.entries.len()).then(|| self.entries.remove(at).1)
    }

    /// The names and values.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.entries.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// How many properties have a value.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no property has a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The values as a JSON object, compact, in their order, numbers as they were written.
    #[must_use]
    pub fn to_json(&self) -> String {
        object_text(self.iter())
    }

    fn search(&self, key: &str) -> Result<usize, usize> {
        self.by_key.binary_search_by(|&at| self.entries.get(at).map(|(name, _)| name.as_str()).cmp(&Some(key)))
    }

    fn sort(&mut self) {
        let entries = &self.entries;
        self.by_key.sort_by(|&left, &right| {
            entries.get(left).map(|(key, _)| key).cmp(&entries.get(right).map(|(key, _)| key))
        });
    }
}

pub(super) fn object_text<'a>(members: impl Iterator<Item = (&'a str, &'a Value)>) -> String {
    let mut out = Vec::from(*b"{");
    for (at, (key, value)) in members.enumerate() {
        if at > 0 {
            out.push(b',');
        }
        json::push_string(&mut out, key);
        out.push(b':');
        value.write(&mut out);
    }
    out.push(b'}');
    // All that was pushed is UTF-8, so nothing is replaced.
    String::from_utf8_lossy(&out).into_owned()
}

impl<K: Into<String>, V: Into<Value>> Extend<(K, V)> for FormValues {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, values: I) {
        for (key, value) in values {
            self.set(key, value);
        }
    }
}

impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for FormValues {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(values: I) -> Self {
        let mut form = Self::new();
        form.extend(values);
        form
    }
}

impl Serialize for FormValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.entries.len()))?;
        for (key, value) in &self.entries {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl fmt::Debug for FormValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]
mod tests {
    use alloc::format;
    use alloc::vec;

    use super::*;

    #[test]
    fn values_keep_the_order_they_were_set_in() {
        let mut values = FormValues::new();
        for key in ["zeta", "alpha", "10", "9", ""] {
            values.set(key, key);
        }
        assert_eq!(values.set("alpha", 1), Some(Value::from("alpha")));
        assert_eq!(values.to_json(), r#"{"zeta":"zeta","alpha":1,"10":"10","9":"9","":""}"#);
        assert_eq!(values.remove("zeta"), Some(Value::from("zeta")));
        assert_eq!(values.remove("zeta"), None);
        values.set("zeta", true);
        assert_eq!(values.to_json(), r#"{"alpha":1,"10":"10","9":"9","":"","zeta":true}"#);
        assert_eq!(values.get("9"), Some(&Value::from("9")));
        assert_eq!(values.get("8"), None);
        assert_eq!(values.len(), 5);
    }

    #[test]
    fn serializing_gives_the_same_text_as_to_json() {
        let mut values = FormValues::new();
        for (key, number) in [
            ("a", "1"),
            ("b", "1.10"),
            ("c", "-0"),
            ("d", "18446744073709551615"),
            ("e", "18446744073709551616"),
            ("f", "1e21"),
            ("g", "9007199254740993.0"),
            ("h", "-0.0"),
            ("i", "1.0"),
            ("j", "1E5"),
        ] {
            values.set(key, Number::parse(number).unwrap());
        }
        values.set("list", ["x", "\u{2028}\"\\\u{0}"]);
        values.set("flag", false);
        let mut out = vec![];
        json::to_text(&mut out, &values).unwrap();
        assert_eq!(core::str::from_utf8(&out).unwrap(), values.to_json());
        assert_eq!(serde_json::to_string(&values).unwrap(), values.to_json());
    }

    #[test]
    fn debug_shows_no_value() {
        let values: FormValues = [("pin", Value::from("hunter2")), ("age", Value::from(4711))].into_iter().collect();
        let debug = format!("{values:?}");
        assert_eq!(debug, r#"{"pin": String(..), "age": Number(..)}"#);
    }

    #[test]
    fn a_float_that_is_not_finite_is_no_value() {
        assert!(Value::try_from(f64::NAN).is_err());
        assert_eq!(Value::try_from(0.5).unwrap().as_number().unwrap().as_str(), "0.5");
    }
}
