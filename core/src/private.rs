//! What generated code may name, and what the derive macro reads with. Not part of the public interface: it may change
//! in any release, together with the macro.

pub use alloc::borrow::Cow;
pub use alloc::string::String;
pub use alloc::sync::Arc;
pub use alloc::vec::Vec;

pub use serde::Serialize;

pub use crate::argument::{HeaderValue, PromptArgument};
pub use crate::call::{Arguments, Call, HeaderParam, Method};
pub use crate::capabilities::Capabilities;
pub use crate::captured::{Captured, CapturedFault, CapturedKind, CapturedRequest, compact, member};
pub use crate::drift::{CompiledInput, TypedCall};
pub use crate::error::CaptureError;
pub use crate::input::{
    Form, FormContent, FormType, Input, InputError, InputRequest, NoInput, Roots, Sampling, UnknownChoice, Url,
};
pub use crate::model::{CallToolResult, GetPromptResult, ReadResourceResult};
pub use crate::schema::FormSchema;

/// A compiled schema, where there is no operating system to wait on for another thread: read whenever it is asked for.
#[derive(Debug)]
pub struct SchemaCell(&'static str);

impl SchemaCell {
    /// A cell for a schema.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Self(text)
    }

    /// The schema.
    #[must_use]
    pub fn get(&self) -> Option<Arc<FormSchema>> {
        FormSchema::read(self.0).ok().map(Arc::new)
    }
}

/// Asks the compiler whether a field may be an argument of a prompt.
pub const fn prompt_argument<T: PromptArgument + ?Sized>() {}

/// Asks the compiler whether a field may be mirrored as a header.
pub const fn header_value<T: HeaderValue + ?Sized>() {}

/// A call without fields: its own serialisation where it has one, otherwise no members.
#[derive(Debug)]
pub struct Fieldless<'a, T>(&'a T);

impl<'a, T> Fieldless<'a, T> {
    /// Of a call.
    #[must_use]
    pub const fn of(call: &'a T) -> Self {
        Self(call)
    }
}

/// The choice for a type that serialises.
pub trait ArgumentsOfSerialize {
    /// The arguments.
    ///
    /// # Errors
    ///
    /// As [`Arguments::serialize`].
    fn __mrtr_arguments(&self) -> Result<Arguments, CaptureError>;
}

impl<T: Serialize> ArgumentsOfSerialize for Fieldless<'_, T> {
    fn __mrtr_arguments(&self) -> Result<Arguments, CaptureError> {
        Arguments::serialize(self.0)
    }
}

/// The choice for a type that does not serialise: method resolution comes here last, through one more reference.
pub trait ArgumentsOfNothing {
    /// The arguments.
    ///
    /// # Errors
    ///
    /// None.
    fn __mrtr_arguments(&self) -> Result<Arguments, CaptureError>;
}

impl<T> ArgumentsOfNothing for &Fieldless<'_, T> {
    fn __mrtr_arguments(&self) -> Result<Arguments, CaptureError> {
        Arguments::from_json("{}")
    }
}

/// The arguments of a prompt: as [`Arguments::serialize`], without the members that are `null`.
///
/// # Errors
///
/// As [`Arguments::serialize`].
pub fn prompt_arguments<T: Serialize + ?Sized>(call: &T) -> Result<Arguments, CaptureError> {
    Arguments::serialize(call).map(Arguments::without_nulls)
}

/// What stands at a position of a table, which always has one.
#[must_use]
pub fn at(table: &'static [&'static str], position: usize) -> &'static str {
    table.get(position).copied().unwrap_or_default()
}

/// The choice whose text on the wire is `value`.
///
/// # Errors
///
/// When there is none.
pub fn choose<T: Copy>(all: &[T], table: &[&str], value: &str) -> Result<T, UnknownChoice> {
    let position = table.iter().position(|known| *known == value);
    position.and_then(|position| all.get(position)).copied().ok_or(UnknownChoice::new())
}

/// The texts on the wire of several choices.
pub fn texts<'a, T: Copy + 'a>(
    choices: &'a [T],
    text: impl Fn(T) -> &'static str + 'a,
) -> impl Iterator<Item = &'static str> + 'a {
    choices.iter().map(move |choice| text(*choice))
}
