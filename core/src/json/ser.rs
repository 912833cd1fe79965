//! Compact JSON from any `Serialize` value, strict where `serde_json` is lenient: without `std` `serde_json` has no
//! public serializer to hook into, and its own writes NaN as `null` and integer keys as strings without a word.
//!
//! The text is one line, whatever was put in, so that it can be spliced into a newline-delimited message.

mod compound;
mod error;
mod string;
mod string_only;
#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::ops::Range;

use serde::Serialize;
use serde::ser::Serializer;

use super::JsonKind;
use compound::{Elements, Fields, Members};
pub use error::SerializeError;
use error::{Fault, Step, pointer};
use string::{Escaped, Plain};
pub(crate) use string::{push_integer, push_string};

/// Objects and arrays inside each other, the outermost included.
const MAX_LEVELS: usize = 128;

/// `Some` and newtype structs around a value. They write nothing, so only the stack limits them.
const MAX_WRAPPERS: usize = 512;

const RAW_VALUE: &str = "$serde_json::private::RawValue";
const NUMBER: &str = "$serde_json::private::Number";

/// Appends `value` as compact JSON, in `serde_json`'s data format. On an error `out` has its former length.
pub(crate) fn to_text<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) -> Result<(), SerializeError> {
    write(out, value, false)
}

/// Appends `value` as compact JSON, provided that it is an object. A unit struct is `{}` here. On an error `out` has
/// its former length.
pub(crate) fn object_text<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) -> Result<(), SerializeError> {
    write(out, value, true)
}

fn write<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T, object_only: bool) -> Result<(), SerializeError> {
    let start = out.len();
    let mut writer =
        Writer { out: &mut *out, object_only, path: Vec::new(), keys: Vec::new(), wrappers: 0, failure: None };
    if value.serialize(&mut writer).is_err() {
        writer.fail(|path| SerializeError::Custom { path });
    }
    match writer.failure {
        None => Ok(()),
        Some(error) => {
            out.truncate(start);
            Err(error)
        }
    }
}

struct Writer<'o> {
    out: &'o mut Vec<u8>,
    object_only: bool,
    /// Where the value being written stands.
    path: Vec<Step>,
    /// The key tokens of every object that is still open, outermost first, as ranges of `out`.
    keys: Vec<Range<usize>>,
    wrappers: usize,
    /// The first failure. Kept here and not in the error that travels through the caller's `Serialize`, which may
    /// replace it or go on in spite of it.
    failure: Option<SerializeError>,
}

impl Writer<'_> {
    #[cold]
    fn fail(&mut self, error: impl FnOnce(String) -> SerializeError) -> Fault {
        if self.failure.is_none() {
            self.failure = Some(error(pointer(&self.path)));
        }
        Fault
    }

    /// Every value announces its kind before it writes anything.
    fn announce(&mut self, found: JsonKind) -> Result<(), Fault> {
        if self.object_only && self.path.is_empty() && found != JsonKind::Object {
            return Err(self.fail(|_| SerializeError::NotAnObject { found }));
        }
        Ok(())
    }

    fn open(&mut self, kind: JsonKind, bracket: u8) -> Result<(), Fault> {
        self.announce(kind)?;
        if self.path.len() >= MAX_LEVELS {
            return Err(self.fail(|_| SerializeError::TooDeep));
        }
        self.out.push(bracket);
        Ok(())
    }

    /// Opens `{"variant":`, to be closed by [`Writer::close_variant`].
    fn open_variant(&mut self, variant: &'static str) -> Result<(), Fault> {
        self.open(JsonKind::Object, b'{')?;
        push_string(self.out, variant);
        self.out.push(b':');
        self.path.push(Step::Name(variant));
        Ok(())
    }

    fn close_variant(&mut self) {
        self.path.pop();
        self.out.push(b'}');
    }

    /// Writes the value that stands at `self.path`. A failure of the value's own is recorded here, at its place.
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        value.serialize(&mut *self).map_err(|Fault| self.fail(|path| SerializeError::Custom { path }))
    }

    /// Accounts for a layer that writes nothing around `inner`.
    fn wrapped(&mut self, inner: impl FnOnce(&mut Self) -> Result<(), Fault>) -> Result<(), Fault> {
        if self.wrappers >= MAX_WRAPPERS {
            return Err(self.fail(|_| SerializeError::TooDeep));
        }
        self.wrappers += 1;
        inner(self)?;
        self.wrappers -= 1;
        Ok(())
    }

    fn display(&mut self, kind: JsonKind, text: impl fmt::Display) -> Result<(), Fault> {
        self.announce(kind)?;
        write!(Plain(self.out), "{text}").map_err(|fmt::Error| Fault)
    }

    /// `digits` is the shortest text that reads back as the same number; its exponent form is JSON's as well.
    fn float(&mut self, finite: bool, digits: impl fmt::Debug) -> Result<(), Fault> {
        self.announce(JsonKind::Number)?;
        if !finite {
            return Err(self.fail(|path| SerializeError::NotFinite { path }));
        }
        write!(Plain(self.out), "{digits:?}").map_err(|fmt::Error| Fault)
    }
}

macro_rules! integers {
    ($($method:ident: $integer:ty),* $(,)?) => {$(
        fn $method(self, value: $integer) -> Result<(), Fault> {
            self.display(JsonKind::Number, value)
        }
    )*};
}

impl<'a, 'o> Serializer for &'a mut Writer<'o> {
    type Ok = ();
    type Error = Fault;
    type SerializeSeq = Elements<'a, 'o>;
    type SerializeTuple = Elements<'a, 'o>;
    type SerializeTupleStruct = Elements<'a, 'o>;
    type SerializeTupleVariant = Elements<'a, 'o>;
    type SerializeMap = Members<'a, 'o>;
    type SerializeStruct = Fields<'a, 'o>;
    type SerializeStructVariant = Members<'a, 'o>;

    integers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128,
    }

    fn serialize_bool(self, value: bool) -> Result<(), Fault> {
        self.display(JsonKind::Boolean, value)
    }

    fn serialize_f32(self, value: f32) -> Result<(), Fault> {
        self.float(value.is_finite(), value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Fault> {
        self.float(value.is_finite(), value)
    }

    fn serialize_char(self, value: char) -> Result<(), Fault> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Fault> {
        self.announce(JsonKind::String)?;
        push_string(self.out, value);
        Ok(())
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<(), Fault> {
        self.announce(JsonKind::String)?;
        self.out.push(b'"');
        write!(Escaped(self.out), "{value}").map_err(|fmt::Error| Fault)?;
        self.out.push(b'"');
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Fault> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Fault> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Fault> {
        self.wrapped(|writer| value.serialize(writer))
    }

    fn serialize_unit(self) -> Result<(), Fault> {
        self.display(JsonKind::Null, "null")
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Fault> {
        if self.object_only && self.path.is_empty() {
            return self.display(JsonKind::Object, "{}");
        }
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Fault> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Fault> {
        self.wrapped(|writer| value.serialize(writer))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Fault> {
        self.open_variant(variant)?;
        self.value(value)?;
        self.close_variant();
        Ok(())
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Elements<'a, 'o>, Fault> {
        self.open(JsonKind::Array, b'[')?;
        Ok(Elements::new(self, false))
    }

    fn serialize_tuple(self, len: usize) -> Result<Elements<'a, 'o>, Fault> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Elements<'a, 'o>, Fault> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Elements<'a, 'o>, Fault> {
        self.open_variant(variant)?;
        self.open(JsonKind::Array, b'[')?;
        Ok(Elements::new(self, true))
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Members<'a, 'o>, Fault> {
        self.open(JsonKind::Object, b'{')?;
        Ok(Members::new(self, false))
    }

    fn serialize_struct(self, name: &'static str, _len: usize) -> Result<Fields<'a, 'o>, Fault> {
        match name {
            RAW_VALUE => Ok(Fields::raw_value(self)),
            NUMBER => Ok(Fields::number(self)),
            _ => self.serialize_map(None).map(Fields::Members),
        }
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Members<'a, 'o>, Fault> {
        self.open_variant(variant)?;
        self.open(JsonKind::Object, b'{')?;
        Ok(Members::new(self, true))
    }
}
