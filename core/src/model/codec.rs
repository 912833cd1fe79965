//! How the types of this module are read and written.
//!
//! Reading goes level by level over raw text and decides nothing before a whole level is known, so the tag of an
//! object may come last. Values that no field claims stay text. serde sees one [`RawValue`] per type that is read:
//! its buffering of unknown values, and the keys with which `serde_json` marks numbers and raw text, have no part
//! in it. The depth of the calls is that of the types, whatever the depth of the text.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{self, Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::value::RawValue;

use super::{Members, ReadError, ReadFault, number};
use crate::json::{JsonKind, Malformed, decode, kind};

/// A type with one form on the wire.
pub(crate) trait Wire: Sized {
    fn read(raw: &RawValue) -> Result<Self, ReadError>;

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A type whose form on the wire is an object.
pub(super) trait WireObject: Wire {
    fn from_object(object: Object<'_>) -> Result<Self, ReadError>;
}

/// What `Debug` may show of a value: kinds, lengths and counts.
pub(crate) trait Redact {
    fn redact(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Shows a value as [`Redact`] has it.
pub(crate) struct Redacted<'a, T>(pub(crate) &'a T);

impl<T: Redact> fmt::Debug for Redacted<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.redact(f)
    }
}

/// Reads text that may be anything as a `T`.
pub(super) fn read_text<T: Wire>(text: &str) -> Result<T, ReadError> {
    T::read(serde_json::from_str(text).map_err(Malformed::from)?)
}

/// Reads through serde: the text first, the type from the text.
pub(super) fn deserialize<'de, T: Wire, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::read(&Box::<RawValue>::deserialize(deserializer)?).map_err(de::Error::custom)
}

/// Reads a value as a type of the caller's.
pub(super) fn fit<'a, T: Deserialize<'a>>(raw: &'a RawValue) -> Result<T, ReadError> {
    serde_json::from_str(raw.get()).map_err(|error| ReadError::unfit(&error))
}

fn expect(raw: &RawValue, expected: JsonKind) -> Result<&str, ReadError> {
    match kind(raw.get()) {
        found if found == expected => Ok(raw.get()),
        found => Err(ReadError::kind(expected, found)),
    }
}

fn string(raw: &RawValue) -> Result<Cow<'_, str>, ReadError> {
    decode(expect(raw, JsonKind::String)?).ok_or(ReadError::new(ReadFault::NotUnicode))
}

/// A member that tells objects apart.
#[derive(Clone, Copy)]
pub(super) struct Tag {
    pub(super) name: &'static str,
    value: &'static str,
    required: bool,
}

impl Tag {
    /// The `type` of a content block.
    pub(super) const fn block(value: &'static str) -> Self {
        Self { name: "type", value, required: true }
    }

    /// The `resultType` of a final result. Servers of earlier revisions do not send it.
    pub(super) const fn complete() -> Self {
        Self { name: "resultType", value: "complete", required: false }
    }
}

/// One level of an object: its members, each claimed at most once.
///
/// The methods `required`, `optional`, `defaulted` and `any` are the ways in which a member can be read, those of
/// [`Fields`] of the same names the ways in which it is written.
pub(super) struct Object<'a> {
    members: Vec<Entry<'a>>,
}

struct Entry<'a> {
    name: Option<Cow<'a, str>>,
    token: &'a RawValue,
    value: &'a RawValue,
}

impl<'a> Object<'a> {
    pub(super) fn read(raw: &'a RawValue) -> Result<Self, ReadError> {
        let text = expect(raw, JsonKind::Object)?;
        let object: Self = serde_json::from_str(text).map_err(Malformed::from)?;
        match object.duplicate() {
            Some(name) => Err(ReadError::new(ReadFault::Duplicate).under(name)),
            None => Ok(object),
        }
    }

    fn duplicate(&self) -> Option<&str> {
        let mut names: Vec<&str> =
            self.members.iter().map(|entry| entry.name.as_deref().unwrap_or(entry.token.get())).collect();
        names.sort_unstable();
        names.windows(2).find_map(|pair| match pair {
            [one, other] if one == other => Some(*one),
            _ => None,
        })
    }

    /// The string member `name`, which stays unclaimed.
    pub(super) fn peek_string(&self, name: &'static str) -> Result<Cow<'a, str>, ReadError> {
        match self.find(name) {
            Some((_, value)) => string(value).map_err(|error| error.under(name)),
            None => Err(ReadError::new(ReadFault::Missing).under(name)),
        }
    }

    /// Whether there is a member `name` that is not `null`.
    pub(super) fn has(&self, name: &'static str) -> bool {
        self.find(name).is_some()
    }

    pub(super) fn tag(&mut self, tag: Tag) -> Result<(), ReadError> {
        // `null` is not taken for absent here: what a result is must not be guessed.
        match self.any(tag.name)? {
            Some(value) => match string(&value) {
                Ok(value) if value == tag.value => Ok(()),
                Ok(_) => Err(ReadError::new(ReadFault::Tag { expected: tag.value }).under(tag.name)),
                Err(error) => Err(error.under(tag.name)),
            },
            None if tag.required => Err(ReadError::new(ReadFault::Missing).under(tag.name)),
            None => Ok(()),
        }
    }

    pub(super) fn required<T: Wire>(&mut self, name: &'static str) -> Result<T, ReadError> {
        self.optional(name)?.ok_or_else(|| ReadError::new(ReadFault::Missing).under(name))
    }

    pub(super) fn optional<T: Wire>(&mut self, name: &'static str) -> Result<Option<T>, ReadError> {
        self.claim(name).map(T::read).transpose().map_err(|error| error.under(name))
    }

    pub(super) fn defaulted<T: Wire + Default>(&mut self, name: &'static str) -> Result<T, ReadError> {
        self.optional(name).map(Option::unwrap_or_default)
    }

    /// Any value, `null` among them.
    #[expect(clippy::unnecessary_wraps, reason = "called like the other ways to read a member")]
    pub(super) fn any(&mut self, name: &'static str) -> Result<Option<Box<RawValue>>, ReadError> {
        let found = self.members.iter().position(|entry| entry.name.as_deref() == Some(name));
        Ok(found.map(|index| self.members.remove(index).value.to_owned()))
    }

    /// One value, or an array of values.
    pub(super) fn one_or_several<T: Wire>(&mut self, name: &'static str) -> Result<Vec<T>, ReadError> {
        let value = self.claim(name).ok_or_else(|| ReadError::new(ReadFault::Missing).under(name))?;
        let read = match kind(value.get()) {
            JsonKind::Array => Vec::read(value),
            _ => T::read(value).map(|one| alloc::vec![one]),
        };
        read.map_err(|error| error.under(name))
    }

    /// What was not claimed.
    pub(super) fn rest(self) -> Members {
        let mut rest = Members::new();
        for entry in &self.members {
            rest.push(entry.name.as_deref(), entry.token, entry.value);
        }
        rest
    }

    fn find(&self, name: &str) -> Option<(usize, &'a RawValue)> {
        let (index, entry) = self.members.iter().enumerate().find(|(_, entry)| entry.name.as_deref() == Some(name))?;
        (kind(entry.value.get()) != JsonKind::Null).then_some((index, entry.value))
    }

    fn claim(&mut self, name: &str) -> Option<&'a RawValue> {
        let index = self.members.iter().position(|entry| entry.name.as_deref() == Some(name))?;
        let value = self.members.remove(index).value;
        (kind(value.get()) != JsonKind::Null).then_some(value)
    }
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut members = Vec::new();
                // Names are read as raw text too: one with half of a surrogate pair must not hide its neighbours.
                while let Some((token, value)) = map.next_entry::<&'de RawValue, &'de RawValue>()? {
                    members.push(Entry { name: decode(token.get()), token, value });
                }
                Ok(Object { members })
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// The members of an object that is being written.
pub(super) struct Fields<M> {
    map: M,
}

#[expect(clippy::ref_option, reason = "each takes a reference to the field, whatever its type")]
impl<M: SerializeMap> Fields<M> {
    pub(super) fn new(map: M) -> Self {
        Self { map }
    }

    pub(super) fn tag(&mut self, tag: Tag) -> Result<(), M::Error> {
        self.map.serialize_entry(tag.name, tag.value)
    }

    pub(super) fn required<T: Wire>(&mut self, name: &str, value: &T) -> Result<(), M::Error> {
        self.map.serialize_entry(name, &Written(value))
    }

    pub(super) fn optional<T: Wire>(&mut self, name: &str, value: &Option<T>) -> Result<(), M::Error> {
        match value {
            Some(value) => self.required(name, value),
            None => Ok(()),
        }
    }

    pub(super) fn defaulted<T: Wire + Absent>(&mut self, name: &str, value: &T) -> Result<(), M::Error> {
        if value.is_absent() { Ok(()) } else { self.required(name, value) }
    }

    pub(super) fn any(&mut self, name: &str, value: &Option<Box<RawValue>>) -> Result<(), M::Error> {
        self.optional(name, value)
    }

    /// A single value without an array around it, as peers of earlier revisions know it.
    pub(super) fn one_or_several<T: Wire>(&mut self, name: &str, value: &Vec<T>) -> Result<(), M::Error> {
        match value.as_slice() {
            [one] => self.required(name, one),
            _ => self.required(name, value),
        }
    }

    pub(super) fn end(mut self, rest: &Members, written: &[&str]) -> Result<M::Ok, M::Error> {
        rest.write(&mut self.map, written)?;
        self.map.end()
    }
}

/// A type with a value that is written as an absent member.
pub(super) trait Absent {
    fn is_absent(&self) -> bool;
}

impl Absent for bool {
    fn is_absent(&self) -> bool {
        !self
    }
}

impl<T> Absent for Vec<T> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

struct Written<'a, T>(&'a T);

impl<T: Wire> Serialize for Written<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

impl Wire for String {
    fn read(raw: &RawValue) -> Result<Self, ReadError> {
        string(raw).map(Cow::into_owned)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl Wire for bool {
    fn read(raw: &RawValue) -> Result<Self, ReadError> {
        expect(raw, JsonKind::Boolean).map(|text| text == "true")
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*self)
    }
}

impl Wire for f64 {
    fn read(raw: &RawValue) -> Result<Self, ReadError> {
        number::finite(expect(raw, JsonKind::Number)?).map_err(ReadError::new)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // JSON has no such numbers, and `serde_json` would write `null`.
        if !self.is_finite() {
            return Err(ser::Error::custom("a number is not finite"));
        }
        serializer.serialize_f64(*self)
    }
}

impl Wire for u64 {
    fn read(raw: &RawValue) -> Result<Self, ReadError> {
        number::unsigned(expect(raw, JsonKind::Number)?).map_err(ReadError::new)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(*self)
    }
}

impl Wire for Box<RawValue> {
    fn read(raw: &RawValue) -> Result<Self, ReadError> {
        Ok(raw.to_owned())
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize(serializer)
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn read(raw: &RawValue) -> Result<Self, ReadError> {
        let text = expect(raw, JsonKind::Array)?;
        let elements: Vec<&RawValue> = serde_json::from_str(text).map_err(Malformed::from)?;
        let read = |(index, element)| T::read(element).map_err(|error| error.under(&usize::to_string(&index)));
        elements.into_iter().enumerate().map(read).collect()
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.len()))?;
        for element in self {
            seq.serialize_element(&Written(element))?;
        }
        seq.end()
    }
}

impl Redact for String {
    fn redact(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<text of {} bytes>", self.len())
    }
}

impl Redact for Box<RawValue> {
    fn redact(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} of {} bytes>", kind(self.get()), self.get().len())
    }
}

impl<T: Redact> Redact for Option<T> {
    fn redact(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_ref().map(Redacted), f)
    }
}

impl<T: Redact> Redact for Vec<T> {
    fn redact(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(Redacted)).finish()
    }
}

super::define::redact_by_debug!(bool, f64, u64, super::JsonObject);
