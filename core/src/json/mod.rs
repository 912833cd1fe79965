//! JSON text without loss: reading members and elements in their order, as raw text, and writing.

mod raw;
mod scan;
mod ser;

pub use raw::JsonKind;
pub(crate) use raw::{
    Malformed, at_pointer, decode, elements, kind, members, object, push_pointer, single_line, token_eq,
};
pub(crate) use scan::{Cursor, Scan, Token};
pub use ser::SerializeError;
pub(crate) use ser::{object_text, push_integer, push_string, to_text};
