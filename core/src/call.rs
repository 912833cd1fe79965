//! What a call is: one of three methods, what it asks for, and what it can be asked.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::capabilities::Capabilities;
use crate::error::CaptureError;
use crate::input::Input;
use crate::json;

/// The three methods that a server may answer with a request for input.
///
/// Any other method cannot become a call, so an `input_required` answer to it cannot become a
/// [`NeedsInput`](crate::NeedsInput).
///
/// Source: specification, basic/patterns/mrtr, "Supported Requests".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the specification allows exactly these three methods")]
pub enum Method {
    /// `tools/call`
    CallTool,
    /// `resources/read`
    ReadResource,
    /// `prompts/get`
    GetPrompt,
}

impl Method {
    /// The method's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CallTool => "tools/call",
            Self::ReadResource => "resources/read",
            Self::GetPrompt => "prompts/get",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A request that a server may answer by asking for input first.
///
/// The derive macro of the `mrtr` crate implements this trait for a struct of arguments; [`ToolCall`](crate::ToolCall),
/// [`ReadResource`](crate::ReadResource) and [`GetPrompt`](crate::GetPrompt) implement it for names and arguments
/// that are known at run time only.
///
/// A call is asked for its name and arguments once, by [`Session::call`](crate::Session::call), and is not needed
/// after that: the states carry the captured text.
///
/// ```
/// use mrtr_core::{Arguments, Call, CallToolResult, CaptureError, DynamicInput, Method};
///
/// struct Weather {
///     city: &'static str,
/// }
///
/// impl Call for Weather {
///     const METHOD: Method = Method::CallTool;
///     type Input = DynamicInput;
///     type Output = CallToolResult;
///
///     fn target(&self) -> &str {
///         "weather"
///     }
///
///     fn arguments(&self) -> Result<Arguments, CaptureError> {
///         let mut arguments = std::collections::BTreeMap::new();
///         arguments.insert("city", self.city);
///         Arguments::serialize(&arguments)
///     }
/// }
/// ```
pub trait Call: Sized {
    /// The method of the request.
    const METHOD: Method;

    /// Which input requests this call can answer, declared with every request. `None`: what the session declares.
    const CAPABILITIES: Option<Capabilities> = None;

    /// The name of the tool or prompt, or the URI of the resource, where all calls of this type have the same: a parked
    /// call of another name is not restored as one of this type.
    const NAME: Option<&'static str> = None;

    /// What the server may ask for before it answers: an enum with one variant per input request.
    type Input: Input;

    /// What [`Complete::into_output`](crate::Complete::into_output) reads: the result type of the method, or a type
    /// of your own.
    type Output: DeserializeOwned;

    /// The name of the tool or the prompt, or the URI of the resource.
    fn target(&self) -> &str;

    /// The arguments, captured once and sent with every leg of the call as they are.
    ///
    /// # Errors
    ///
    /// When the arguments cannot be written as a JSON object.
    fn arguments(&self) -> Result<Arguments, CaptureError>;

    /// Which arguments HTTP transports mirror as `Mcp-Param-*` headers.
    fn headers(&self) -> Cow<'_, [HeaderParam]> {
        Cow::Borrowed(&[])
    }
}

/// The arguments of a call as JSON text: an object, or none.
///
/// Keys, their order, the spelling of numbers and the escapes of strings are kept as they are. Line breaks between
/// tokens become blanks, so that a message is always one line.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Arguments(Option<Box<str>>);

impl Arguments {
    /// No arguments: the request has no `arguments` member.
    #[must_use]
    pub const fn none() -> Self {
        Self(None)
    }

    /// Writes a value as the arguments. It must serialise as an object; a unit struct is `{}`.
    ///
    /// # Errors
    ///
    /// When the value's own `Serialize` fails, the value is no object, a map has a key that is no string, or a
    /// number is not finite.
    pub fn serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, CaptureError> {
        let mut out = Vec::new();
        json::object_text(&mut out, value)?;
        let text = String::from_utf8(out).map_err(|_| CaptureError::NotJson)?;
        Ok(Self(Some(text.into())))
    }

    /// Takes JSON text as the arguments, as it is.
    ///
    /// # Errors
    ///
    /// When the text is not exactly one JSON object.
    pub fn from_json(text: &str) -> Result<Self, CaptureError> {
        let object = json::object(text).map_err(|_| CaptureError::NotJson)?;
        Ok(Self(Some(json::single_line(object).into())))
    }

    /// Leaves out the members that are `null`; the others stay as they are.
    pub(crate) fn without_nulls(self) -> Self {
        let Some(text) = self.0 else { return self };
        let mut kept = String::from("{");
        let mut nulls = false;
        let outcome = json::members(&text, |name, value| {
            if json::kind(value) == json::JsonKind::Null {
                nulls = true;
            } else {
                let separator = if kept.len() > 1 { "," } else { "" };
                kept.extend([separator, name, ":", value]);
            }
            true
        });
        kept.push('}');
        if nulls && outcome.is_ok() { Self(Some(kept.into())) } else { Self(Some(text)) }
    }

    pub(crate) fn into_text(self) -> Option<Box<str>> {
        self.0
    }
}

/// Shows the size, never the arguments.
impl fmt::Debug for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(text) => write!(f, "Arguments({} bytes)", text.len()),
            None => f.write_str("Arguments(none)"),
        }
    }
}

/// An argument that HTTP transports mirror as a header `Mcp-Param-{header}`.
///
/// The value is read from the captured arguments, so that header and body are equal. An argument that is absent or
/// `null` gives no header.
///
/// Source: specification, basic/transports/streamable-http, "Custom Headers from Tool Parameters".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderParam {
    pointer: Cow<'static, str>,
    header: Cow<'static, str>,
}

impl HeaderParam {
    /// Mirrors the argument at a JSON pointer such as `/region` as the header `Mcp-Param-{header}`.
    #[must_use]
    pub const fn new(pointer: &'static str, header: &'static str) -> Self {
        Self { pointer: Cow::Borrowed(pointer), header: Cow::Borrowed(header) }
    }

    /// As [`new`](Self::new), for an argument and a header that are known at run time.
    #[must_use]
    pub fn owned(pointer: &str, header: &str) -> Self {
        Self { pointer: Cow::Owned(pointer.to_owned()), header: Cow::Owned(header.to_owned()) }
    }

    /// The JSON pointer of the argument, from the arguments object.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The name of the header, without `Mcp-Param-`.
    #[must_use]
    pub fn header(&self) -> &str {
        &self.header
    }
}
