//! Places where only a string may stand: map keys, and the text inside `serde_json`'s own wrappers.

use alloc::string::String;
use core::fmt::{self, Write as _};

use serde::Serialize;
use serde::ser::{Impossible, Serializer};
use serde_json::value::RawValue;

use super::super::{JsonKind, kind, single_line};
use super::error::{Fault, SerializeError};
use super::{Writer, push_string};

/// What the string is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The key of a map, written as a string token.
    Key,
    /// The JSON text of a value, written as it is.
    RawValue,
    /// The JSON text of a number, written as it is.
    Number,
}

pub(super) struct StringOnly<'a, 'o> {
    writer: &'a mut Writer<'o>,
    role: Role,
}

impl<'a, 'o> StringOnly<'a, 'o> {
    pub(super) fn new(writer: &'a mut Writer<'o>, role: Role) -> Self {
        Self { writer, role }
    }

    fn refuse(self) -> Fault {
        let key = self.role == Role::Key;
        self.writer.fail(
            |path| {
                if key { SerializeError::KeyNotAString { path } } else { SerializeError::InvalidRaw { path } }
            },
        )
    }

    /// Anybody can present a struct under `serde_json`'s private name, so the text is checked again.
    fn splice(self, text: &str) -> Result<(), Fault> {
        let Ok(json) = serde_json::from_str::<&RawValue>(text).map(RawValue::get) else {
            return Err(self.refuse());
        };
        let found = kind(json);
        if self.role == Role::Number && (found != JsonKind::Number || json != text) {
            return Err(self.refuse());
        }
        self.writer.announce(found)?;
        self.writer.out.extend_from_slice(single_line(json).as_bytes());
        Ok(())
    }
}

macro_rules! refused {
    ($($method:ident($($argument:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<$ok, Fault> {
            Err(self.refuse())
        }
    )*};
}

type Never = Impossible<(), Fault>;
type Name = &'static str;

impl Serializer for StringOnly<'_, '_> {
    type Ok = ();
    type Error = Fault;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    fn serialize_str(self, value: &str) -> Result<(), Fault> {
        match self.role {
            Role::Key => {
                push_string(self.writer.out, value);
                Ok(())
            }
            Role::RawValue | Role::Number => self.splice(value),
        }
    }

    fn serialize_char(self, value: char) -> Result<(), Fault> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<(), Fault> {
        // Not `to_string`, which panics when the value's `Display` fails.
        let mut text = String::new();
        write!(text, "{value}").map_err(|fmt::Error| Fault)?;
        self.serialize_str(&text)
    }

    fn serialize_unit_variant(self, _: Name, _: u32, variant: Name) -> Result<(), Fault> {
        self.serialize_str(variant)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Fault> {
        let role = self.role;
        self.writer.wrapped(|writer| value.serialize(StringOnly { writer, role }))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: Name, value: &T) -> Result<(), Fault> {
        self.serialize_some(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: Name,
        _index: u32,
        _variant: Name,
        _value: &T,
    ) -> Result<(), Fault> {
        Err(self.refuse())
    }

    refused! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_i128(i128) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_u128(u128) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(Name) -> ();
        serialize_seq(Option<usize>) -> Never;
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(Name, usize) -> Never;
        serialize_tuple_variant(Name, u32, Name, usize) -> Never;
        serialize_map(Option<usize>) -> Never;
        serialize_struct(Name, usize) -> Never;
        serialize_struct_variant(Name, u32, Name, usize) -> Never;
    }
}
