//! JSON text without loss: reading members and elements in their order, as raw text, and writing.

mod raw;
mod ser;

pub use raw::JsonKind;
pub(crate) use raw::{Malformed, decode, elements, kind, members, object, single_line, token_eq};
pub use ser::SerializeError;
pub(crate) use ser::{object_text, push_string, to_text};
