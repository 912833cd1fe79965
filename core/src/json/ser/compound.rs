//! Arrays and objects that are being written.

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant,
};

use super::error::{Fault, SerializeError, Step};
use super::string_only::{Role, StringOnly};
use super::{NUMBER, RAW_VALUE, Writer, push_string};

/// An open array.
pub(crate) struct Elements<'a, 'o> {
    writer: &'a mut Writer<'o>,
    next: usize,
    in_variant: bool,
}

impl<'a, 'o> Elements<'a, 'o> {
    pub(super) fn new(writer: &'a mut Writer<'o>, in_variant: bool) -> Self {
        Self { writer, next: 0, in_variant }
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        if self.next > 0 {
            self.writer.out.push(b',');
        }
        self.writer.path.push(Step::Index(self.next));
        self.next += 1;
        self.writer.value(value)?;
        self.writer.path.pop();
        Ok(())
    }

    fn close(self) {
        self.writer.out.push(b']');
        if self.in_variant {
            self.writer.close_variant();
        }
    }
}

macro_rules! elements {
    ($($compound:ident :: $method:ident),* $(,)?) => {$(
        impl $compound for Elements<'_, '_> {
            type Ok = ();
            type Error = Fault;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
                self.element(value)
            }

            fn end(self) -> Result<(), Fault> {
                self.close();
                Ok(())
            }
        }
    )*};
}

elements! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

/// An open object.
pub(crate) struct Members<'a, 'o> {
    writer: &'a mut Writer<'o>,
    /// Where its keys begin in the writer's list.
    first_key: usize,
    /// A key has been written, its value has not.
    awaits_value: bool,
    in_variant: bool,
}

impl<'a, 'o> Members<'a, 'o> {
    pub(super) fn new(writer: &'a mut Writer<'o>, in_variant: bool) -> Self {
        let first_key = writer.keys.len();
        Self { writer, first_key, awaits_value: false, in_variant }
    }

    /// Writes a key by `token` and the colon after it.
    fn key(&mut self, step: Step, token: impl FnOnce(&mut Writer<'o>) -> Result<(), Fault>) -> Result<(), Fault> {
        let writer = &mut *self.writer;
        if self.awaits_value {
            return Err(writer.fail(|path| SerializeError::Custom { path }));
        }
        if writer.keys.len() > self.first_key {
            writer.out.push(b',');
        }
        writer.path.push(step);
        let start = writer.out.len();
        token(writer)?;
        writer.keys.push(start..writer.out.len());
        writer.out.push(b':');
        self.awaits_value = true;
        Ok(())
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        if !self.awaits_value {
            return Err(self.writer.fail(|path| SerializeError::Custom { path }));
        }
        self.awaits_value = false;
        self.writer.value(value)?;
        self.writer.path.pop();
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Fault> {
        self.key(Step::Name(name), |writer| {
            push_string(writer.out, name);
            Ok(())
        })?;
        self.value(value)
    }

    fn close(self) -> Result<(), Fault> {
        if self.awaits_value {
            return Err(self.writer.fail(|path| SerializeError::Custom { path }));
        }
        if self.writer.repeats_a_key(self.first_key) {
            return Err(self.writer.fail(|path| SerializeError::DuplicateKey { path }));
        }
        self.writer.keys.truncate(self.first_key);
        self.writer.out.push(b'}');
        if self.in_variant {
            self.writer.close_variant();
        }
        Ok(())
    }
}

impl Writer<'_> {
    /// Whether two of the keys from `first_key` on are the same. A string has only one token here, so tokens compare
    /// as the strings do.
    fn repeats_a_key(&mut self, first_key: usize) -> bool {
        let out = self.out.as_slice();
        let token = |key: &core::ops::Range<usize>| out.get(key.clone()).unwrap_or_default();
        let keys = self.keys.get_mut(first_key..).unwrap_or_default();
        // Sorted maps are done after one look.
        if keys.is_sorted_by(|a, b| token(a) < token(b)) {
            return false;
        }
        keys.sort_unstable_by(|a, b| token(a).cmp(token(b)));
        !keys.is_sorted_by(|a, b| token(a) < token(b))
    }
}

impl SerializeMap for Members<'_, '_> {
    type Ok = ();
    type Error = Fault;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Fault> {
        self.key(Step::Key, |writer| {
            key.serialize(StringOnly::new(writer, Role::Key))
                .map_err(|Fault| writer.fail(|path| SerializeError::Custom { path }))
        })
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        self.value(value)
    }

    fn end(self) -> Result<(), Fault> {
        self.close()
    }
}

impl SerializeStructVariant for Members<'_, '_> {
    type Ok = ();
    type Error = Fault;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Fault> {
        self.field(name, value)
    }

    fn end(self) -> Result<(), Fault> {
        self.close()
    }
}

/// An open struct: an object, or what `serde_json` presents as a struct of one field.
pub(crate) enum Fields<'a, 'o> {
    Members(Members<'a, 'o>),
    Token(Token<'a, 'o>),
}

pub(crate) struct Token<'a, 'o> {
    writer: &'a mut Writer<'o>,
    role: Role,
    written: bool,
}

impl<'a, 'o> Fields<'a, 'o> {
    pub(super) fn raw_value(writer: &'a mut Writer<'o>) -> Self {
        Self::Token(Token { writer, role: Role::RawValue, written: false })
    }

    pub(super) fn number(writer: &'a mut Writer<'o>) -> Self {
        Self::Token(Token { writer, role: Role::Number, written: false })
    }
}

impl SerializeStruct for Fields<'_, '_> {
    type Ok = ();
    type Error = Fault;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Fault> {
        match self {
            Self::Members(members) => members.field(name, value),
            Self::Token(token) => {
                let expected = if token.role == Role::Number { NUMBER } else { RAW_VALUE };
                if token.written || name != expected {
                    return Err(token.writer.fail(|path| SerializeError::InvalidRaw { path }));
                }
                token.written = true;
                value
                    .serialize(StringOnly::new(token.writer, token.role))
                    .map_err(|Fault| token.writer.fail(|path| SerializeError::InvalidRaw { path }))
            }
        }
    }

    fn end(self) -> Result<(), Fault> {
        match self {
            Self::Members(members) => members.close(),
            Self::Token(token) if token.written => Ok(()),
            Self::Token(token) => Err(token.writer.fail(|path| SerializeError::InvalidRaw { path })),
        }
    }
}
