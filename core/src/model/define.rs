//! Definitions of wire types: one line per member, from which its field, reading, writing and `Debug` follow.

/// Types whose `Debug` shows nothing that must be kept back.
macro_rules! redact_by_debug {
    ($($Type:ty),* $(,)?) => {$(
        impl $crate::model::codec::Redact for $Type {
            fn redact(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(self, f)
            }
        }
    )*};
}
pub(super) use redact_by_debug;

/// serde's traits, and reading from text, for types that have a `codec::Wire` form.
macro_rules! serde_by_wire {
    ($($Type:ty),* $(,)?) => {$(
        impl $Type {
            /// Reads JSON text.
            ///
            /// # Errors
            ///
            /// Where the text is not JSON or not of this type, and why.
            pub fn from_json(text: &str) -> Result<Self, $crate::model::ReadError> {
                $crate::model::codec::read_text(text)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::model::codec::deserialize(deserializer)
            }
        }

        impl ::serde::Serialize for $Type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::model::codec::Wire::write(self, serializer)
            }
        }
    )*};
}
pub(super) use serde_by_wire;

/// A struct that is an object on the wire. Each field is given as `field: Type = mode("name")`, where the mode is
/// a method of `codec::Object` and of `codec::Fields`. `other`, for the members without a field, is added. A
/// `pub fn new` behind the struct takes the fields that must be there.
macro_rules! object {
    (
        $(#[$meta:meta])*
        pub struct $Name:ident $(($tag:expr))? {
            $( $(#[$field_meta:meta])* $field:ident: $Type:ty = $mode:ident($wire:literal), )*
        }
        $($constructor:tt)*
    ) => {
        $(#[$meta])*
        #[derive(Clone)]
        #[non_exhaustive]
        pub struct $Name {
            $( $(#[$field_meta])* pub $field: $Type, )*
            /// Members that this type has no field for.
            pub other: $crate::model::Members,
        }

        $crate::model::define::object!(@constructor $Name { $($mode $field,)* } $($constructor)*);

        impl $crate::model::codec::WireObject for $Name {
            fn from_object(
                mut object: $crate::model::codec::Object<'_>,
            ) -> Result<Self, $crate::model::ReadError> {
                $(object.tag($tag)?;)?
                Ok(Self { $($field: object.$mode($wire)?,)* other: object.rest() })
            }
        }

        impl $crate::model::codec::Wire for $Name {
            fn read(raw: &::serde_json::value::RawValue) -> Result<Self, $crate::model::ReadError> {
                $crate::model::codec::WireObject::from_object($crate::model::codec::Object::read(raw)?)
            }

            fn write<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut fields = $crate::model::codec::Fields::new(serializer.serialize_map(None)?);
                $(fields.tag($tag)?;)?
                $(fields.$mode($wire, &self.$field)?;)*
                fields.end(&self.other, &[$($wire,)* $($tag.name)?])
            }
        }

        impl ::core::fmt::Debug for $Name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(stringify!($Name))
                    $(.field(stringify!($field), &$crate::model::codec::Redacted(&self.$field)))*
                    .field("other", &self.other)
                    .finish()
            }
        }

        $crate::model::define::redact_by_debug!($Name);
        $crate::model::define::serde_by_wire!($Name);
    };

    (@constructor $Name:ident { $($mode:ident $field:ident,)* }) => {};
    (
        @constructor $Name:ident { $($mode:ident $field:ident,)* }
        $(#[$meta:meta])* pub fn new($($param:ident: $Param:ty),*);
    ) => {
        impl $Name {
            $(#[$meta])*
            #[must_use]
            pub fn new($($param: $Param),*) -> Self {
                Self {
                    $($field: $crate::model::define::object!(@field $mode $field),)*
                    other: $crate::model::Members::new(),
                }
            }
        }
    };
    (@field required $field:ident) => { $field.into() };
    (@field one_or_several $field:ident) => { $field.into() };
    (@field $mode:ident $field:ident) => { ::core::default::Default::default() };
}
pub(super) use object;

/// An enum of content blocks, told apart by their `type`.
macro_rules! blocks {
    (
        $(#[$meta:meta])*
        pub enum $Name:ident { $( $(#[$block_meta:meta])* $Block:ident($Type:ty) = $tag:literal, )* }
    ) => {
        $(#[$meta])*
        #[derive(Clone)]
        #[non_exhaustive]
        pub enum $Name {
            $( $(#[$block_meta])* $Block($Type), )*
            /// A block of a type that this version does not know.
            Other($crate::model::UnknownBlock),
        }

        impl $crate::model::codec::Wire for $Name {
            fn read(raw: &::serde_json::value::RawValue) -> Result<Self, $crate::model::ReadError> {
                let object = $crate::model::codec::Object::read(raw)?;
                match &*object.peek_string("type")? {
                    $($tag => $crate::model::codec::WireObject::from_object(object).map(Self::$Block),)*
                    unknown => Ok(Self::Other($crate::model::UnknownBlock::new(unknown, raw))),
                }
            }

            fn write<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$Block(block) => $crate::model::codec::Wire::write(block, serializer),)*
                    Self::Other(block) => ::serde::Serialize::serialize(block.raw(), serializer),
                }
            }
        }

        impl ::core::fmt::Debug for $Name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    $(Self::$Block(block) => ::core::fmt::Debug::fmt(block, f),)*
                    Self::Other(block) => ::core::fmt::Debug::fmt(block, f),
                }
            }
        }

        $(
            impl From<$Type> for $Name {
                fn from(block: $Type) -> Self {
                    Self::$Block(block)
                }
            }
        )*

        $crate::model::define::redact_by_debug!($Name);
        $crate::model::define::serde_by_wire!($Name);
    };
}
pub(super) use blocks;

/// An enum of strings. Another string than those listed is kept when it is read. It is written only where the
/// protocol leaves the set `open`; a `closed` set is the protocol's promise to the peer.
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $Name:ident: $set:ident { $( $(#[$word_meta:meta])* $Word:ident = $text:literal, )* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $Name {
            $( $(#[$word_meta])* $Word, )*
            /// A value that this version does not know.
            Other(::alloc::boxed::Box<str>),
        }

        impl $Name {
            /// The text on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$Word => $text,)*
                    Self::Other(text) => text,
                }
            }
        }

        impl From<&str> for $Name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$Word,)*
                    text => Self::Other(text.into()),
                }
            }
        }

        impl $crate::model::codec::Wire for $Name {
            fn read(raw: &::serde_json::value::RawValue) -> Result<Self, $crate::model::ReadError> {
                <::alloc::string::String as $crate::model::codec::Wire>::read(raw).map(|text| Self::from(&*text))
            }

            fn write<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::model::define::words!(@write $set $Name self serializer)
            }
        }

        impl ::core::fmt::Debug for $Name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    $(Self::$Word => f.write_str(stringify!($Word)),)*
                    Self::Other(text) => write!(f, "Other(<text of {} bytes>)", text.len()),
                }
            }
        }

        $crate::model::define::redact_by_debug!($Name);
        $crate::model::define::serde_by_wire!($Name);
    };

    (@write open $Name:ident $self:ident $serializer:ident) => { $serializer.serialize_str($self.as_str()) };
    (@write closed $Name:ident $self:ident $serializer:ident) => {
        match $self {
            Self::Other(_) => {
                Err(::serde::ser::Error::custom(concat!("the protocol has no such value of ", stringify!($Name))))
            }
            word => $serializer.serialize_str(word.as_str()),
        }
    };
}
pub(super) use words;
