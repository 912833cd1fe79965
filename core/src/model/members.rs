use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::Deserialize;
use serde::ser::{self, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::codec::{self, Object, Redact, Redacted, Wire};
use super::{NotAnObject, ReadError};
use crate::json::{JsonKind, kind};

/// Members of a JSON object that a type of this crate has no field for, in the order of the text. Each value is
/// the text that was received.
///
/// ```
/// use mrtr_core::model::CallToolResult;
///
/// let result = CallToolResult::from_json(r#"{"content":[],"cost":1.50}"#)?;
/// assert_eq!(result.other.get("cost").map(|cost| cost.get()), Some("1.50"));
/// assert_eq!(result.other.get_as::<f64>("cost")?, Some(1.5));
/// # Ok::<(), mrtr_core::model::ReadError>(())
/// ```
#[derive(Clone, Default)]
pub struct Members {
    members: Vec<Member>,
}

/// One of [`Members`].
#[derive(Clone)]
pub struct Member {
    name: Name,
    value: Box<RawValue>,
}

#[derive(Clone)]
enum Name {
    Text(Box<str>),
    /// The token of a name with an escape that stands for no character.
    Undecodable(Box<RawValue>),
}

impl Members {
    /// No members.
    #[must_use]
    pub const fn new() -> Self {
        Self { members: Vec::new() }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The value of the member `name`, as the text that it was.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&RawValue> {
        self.iter().find(|member| member.name() == Some(name)).map(Member::value)
    }

    /// The value of the member `name`, read as a `T`; `None` when there is no such member.
    ///
    /// # Errors
    ///
    /// The value does not fit `T`.
    pub fn get_as<'a, T: Deserialize<'a>>(&'a self, name: &str) -> Result<Option<T>, ReadError> {
        self.get(name).map(codec::fit).transpose().map_err(|error| error.under(name))
    }

    /// The members, in their order.
    pub fn iter(&self) -> core::slice::Iter<'_, Member> {
        self.members.iter()
    }

    /// Sets the member `name`: in its place if there is one of this name, else as the last one.
    pub fn set(&mut self, name: impl Into<String>, value: Box<RawValue>) {
        let name = name.into();
        match self.members.iter_mut().find(|member| member.name() == Some(&name)) {
            Some(member) => member.value = value,
            None => self.members.push(Member { name: Name::Text(name.into()), value }),
        }
    }

    pub(super) fn push(&mut self, name: Option<&str>, token: &RawValue, value: &RawValue) {
        let name = match name {
            Some(name) => Name::Text(name.into()),
            None => Name::Undecodable(token.to_owned()),
        };
        self.members.push(Member { name, value: value.to_owned() });
    }

    /// Writes the members behind those that `map` has, whose names are `written`.
    pub(super) fn write<M: SerializeMap>(&self, map: &mut M, written: &[&str]) -> Result<(), M::Error> {
        for member in self {
            match member.name() {
                Some(name) if !written.contains(&name) => map.serialize_entry(name, member.value())?,
                Some(_) => return Err(ser::Error::custom("an additional member has the name of a field")),
                None => return Err(ser::Error::custom("a member name holds an escape that stands for no character")),
            }
        }
        Ok(())
    }
}

impl Member {
    /// The name. `None` when it holds an escape that stands for no character (half of a surrogate pair): such a
    /// member can be read, but not written.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match &self.name {
            Name::Text(text) => Some(text),
            Name::Undecodable(_) => None,
        }
    }

    /// The JSON string token of a name that [`name`](Self::name) cannot give.
    #[must_use]
    pub fn undecodable_name(&self) -> Option<&RawValue> {
        match &self.name {
            Name::Text(_) => None,
            Name::Undecodable(token) => Some(token),
        }
    }

    /// The value, as the text that it was.
    #[must_use]
    pub fn value(&self) -> &RawValue {
        &self.value
    }
}

impl<'a> IntoIterator for &'a Members {
    type Item = &'a Member;
    type IntoIter = core::slice::Iter<'a, Member>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Wire for Members {
    fn read(raw: &RawValue) -> Result<Self, ReadError> {
        Ok(Object::read(raw)?.rest())
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        self.write(&mut map, &[])?;
        map.end()
    }
}

impl fmt::Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member").field("name", &self.name()).field("value", &Redacted(&self.value)).finish()
    }
}

/// The text of a JSON object that is passed on, not looked into: `_meta`, the arguments of a tool, a JSON Schema.
///
/// ```
/// use mrtr_core::model::JsonObject;
///
/// let input = JsonObject::from_json(r#"{ "city": "Paris" }"#)?;
/// assert_eq!(input.raw().get(), r#"{ "city": "Paris" }"#);
/// assert_eq!(input.members()?.get_as::<String>("city")?.as_deref(), Some("Paris"));
/// assert!(JsonObject::from_json("[]").is_err());
/// # Ok::<(), mrtr_core::model::ReadError>(())
/// ```
#[derive(Clone)]
pub struct JsonObject(Box<RawValue>);

impl JsonObject {
    /// The object that `raw` is the text of.
    ///
    /// # Errors
    ///
    /// The text is that of another kind of value.
    pub fn new(raw: Box<RawValue>) -> Result<Self, NotAnObject> {
        match kind(raw.get()) {
            JsonKind::Object => Ok(Self(raw)),
            found => Err(NotAnObject { found }),
        }
    }

    /// The text.
    #[must_use]
    pub fn raw(&self) -> &RawValue {
        &self.0
    }

    /// The text, given away.
    #[must_use]
    pub fn into_raw(self) -> Box<RawValue> {
        self.0
    }

    /// The members of the object.
    ///
    /// # Errors
    ///
    /// Two members have the same name.
    pub fn members(&self) -> Result<Members, ReadError> {
        Members::read(&self.0)
    }

    /// The object, read as a `T`.
    ///
    /// # Errors
    ///
    /// It does not fit `T`.
    pub fn read_as<'a, T: Deserialize<'a>>(&'a self) -> Result<T, ReadError> {
        codec::fit(&self.0)
    }
}

impl Wire for JsonObject {
    fn read(raw: &RawValue) -> Result<Self, ReadError> {
        Self::new(raw.to_owned()).map_err(|error| ReadError::kind(JsonKind::Object, error.found))
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ser::Serialize::serialize(self.raw(), serializer)
    }
}

impl fmt::Debug for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.redact(f)
    }
}

super::define::serde_by_wire!(Members, JsonObject);
