//! What the fields of a typed call may be, where the protocol is narrower than JSON.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

/// A type that serialises as a string, and so can be an argument of a prompt.
///
/// The derive macro asks for it at every field of a prompt call. Implement it for a type of your own that serialises as
/// a string; [`Session::call`](crate::Session::call) checks the serialised text once more. A `None` is left out.
///
/// ```
/// struct Language(&'static str);
///
/// impl serde::Serialize for Language {
///     fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
///         serializer.serialize_str(self.0)
///     }
/// }
///
/// impl mrtr_core::PromptArgument for Language {}
/// ```
///
/// Source: specification, schema `GetPromptRequestParams`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a prompt",
    label = "found `{Self}`, expected a string",
    note = "the arguments of a prompt are strings: `String`, `&str`, `Cow<str>`, or an `Option` of these",
    note = "implement `PromptArgument` for a type of your own that serialises as a string"
)]
pub trait PromptArgument {}

/// A type that serialises as a string, an integer or a boolean, and so can be mirrored as an HTTP header.
///
/// The derive macro asks for it at every field with `#[mcp(header = "...")]`. Implement it for a type of your own that
/// serialises as one of these; [`Session::call`](crate::Session::call) checks the serialised text once more, also that
/// an integer lies within 2^53 - 1 of zero. A `None` gives no header.
///
/// ```
/// struct Shard(u16);
///
/// impl serde::Serialize for Shard {
///     fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
///         serializer.serialize_u16(self.0)
///     }
/// }
///
/// impl mrtr_core::HeaderValue for Shard {}
/// ```
///
/// Source: specification, basic/transports/streamable-http, "Custom Headers from Tool Parameters".
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be mirrored as a header",
    label = "found `{Self}`, expected a string, an integer or a boolean",
    note = "headers mirror strings, integers and booleans, or an `Option` of these",
    note = "implement `HeaderValue` for a type of your own that serialises as one of these"
)]
pub trait HeaderValue {}

macro_rules! implement {
    ($Trait:ident for $($Type:ty),*) => {
        $(impl $Trait for $Type {})*
        impl<T: $Trait + ?Sized> $Trait for &T {}
        impl<T: $Trait + ?Sized> $Trait for &mut T {}
        impl<T: $Trait + ?Sized> $Trait for Box<T> {}
        impl<T: $Trait + ?Sized> $Trait for Rc<T> {}
        impl<T: $Trait + ?Sized> $Trait for Arc<T> {}
        impl<T: $Trait + ToOwned + ?Sized> $Trait for Cow<'_, T> {}
        impl<T: $Trait> $Trait for Option<T> {}
    };
}

implement!(PromptArgument for str, String, char);
implement!(HeaderValue for str, String, char, bool, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);
