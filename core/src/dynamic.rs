//! Calls whose names and arguments are known at run time only.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::{Arguments, Call, HeaderParam, Method};
use crate::capabilities::Capabilities;
use crate::error::CaptureError;
use crate::input::{DynamicInput, ManualInput};
use crate::model::{CallToolResult, GetPromptResult, ReadResourceResult};
use crate::session::Marker;

/// A `tools/call` of any tool. `O` is what the result is read as.
///
/// ```
/// use mrtr_core::ToolCall;
///
/// let call = ToolCall::new("book_flight").arguments_json(r#"{"destination":"Cebu"}"#)?;
/// # Ok::<(), mrtr_core::CaptureError>(())
/// ```
#[derive(Clone)]
pub struct ToolCall<O = CallToolResult> {
    name: Box<str>,
    arguments: Arguments,
    headers: Vec<HeaderParam>,
    output: Marker<O>,
}

impl ToolCall {
    /// A call without arguments.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>) -> Self {
        Self { name: name.into(), arguments: Arguments::none(), headers: Vec::new(), output: PhantomData }
    }
}

impl<O> ToolCall<O> {
    /// Sets the arguments from a value that serialises as an object.
    ///
    /// # Errors
    ///
    /// As [`Arguments::serialize`].
    pub fn arguments<T: Serialize + ?Sized>(mut self, arguments: &T) -> Result<Self, CaptureError> {
        self.arguments = Arguments::serialize(arguments)?;
        Ok(self)
    }

    /// Sets the arguments from the text of a JSON object, sent as it is.
    ///
    /// # Errors
    ///
    /// As [`Arguments::from_json`].
    pub fn arguments_json(mut self, arguments: &str) -> Result<Self, CaptureError> {
        self.arguments = Arguments::from_json(arguments)?;
        Ok(self)
    }

    /// Mirrors an argument as a header over HTTP.
    #[must_use]
    pub fn header(mut self, param: HeaderParam) -> Self {
        self.headers.push(param);
        self
    }

    /// Reads the result as `P`.
    #[must_use]
    pub fn output<P: DeserializeOwned>(self) -> ToolCall<P> {
        ToolCall { name: self.name, arguments: self.arguments, headers: self.headers, output: PhantomData }
    }
}

impl<O: DeserializeOwned> Call for ToolCall<O> {
    const METHOD: Method = Method::CallTool;
    type Input = DynamicInput;
    type Output = O;

    fn target(&self) -> &str {
        &self.name
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        Ok(self.arguments.clone())
    }

    fn headers(&self) -> Cow<'_, [HeaderParam]> {
        Cow::Borrowed(&self.headers)
    }
}

/// A `resources/read` of any resource. `O` is what the result is read as.
#[derive(Clone)]
pub struct ReadResource<O = ReadResourceResult> {
    uri: Box<str>,
    output: Marker<O>,
}

impl ReadResource {
    /// Reads the resource at `uri`.
    #[must_use]
    pub fn new(uri: impl Into<Box<str>>) -> Self {
        Self { uri: uri.into(), output: PhantomData }
    }
}

impl<O> ReadResource<O> {
    /// Reads the result as `P`.
    #[must_use]
    pub fn output<P: DeserializeOwned>(self) -> ReadResource<P> {
        ReadResource { uri: self.uri, output: PhantomData }
    }
}

impl<O: DeserializeOwned> Call for ReadResource<O> {
    const METHOD: Method = Method::ReadResource;
    type Input = DynamicInput;
    type Output = O;

    fn target(&self) -> &str {
        &self.uri
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        Ok(Arguments::none())
    }
}

/// A `prompts/get` of any prompt. `O` is what the result is read as.
#[derive(Clone)]
pub struct GetPrompt<O = GetPromptResult> {
    name: Box<str>,
    arguments: Arguments,
    output: Marker<O>,
}

impl GetPrompt {
    /// A call without arguments.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>) -> Self {
        Self { name: name.into(), arguments: Arguments::none(), output: PhantomData }
    }
}

impl<O> GetPrompt<O> {
    /// Sets the arguments from a value that serialises as an object of strings.
    ///
    /// # Errors
    ///
    /// As [`Arguments::serialize`]. That every argument is a string is checked when the call begins.
    pub fn arguments<T: Serialize + ?Sized>(mut self, arguments: &T) -> Result<Self, CaptureError> {
        self.arguments = Arguments::serialize(arguments)?;
        Ok(self)
    }

    /// Sets the arguments from the text of a JSON object of strings, sent as it is.
    ///
    /// # Errors
    ///
    /// As [`Arguments::from_json`]. That every argument is a string is checked when the call begins.
    pub fn arguments_json(mut self, arguments: &str) -> Result<Self, CaptureError> {
        self.arguments = Arguments::from_json(arguments)?;
        Ok(self)
    }

    /// Reads the result as `P`.
    #[must_use]
    pub fn output<P: DeserializeOwned>(self) -> GetPrompt<P> {
        GetPrompt { name: self.name, arguments: self.arguments, output: PhantomData }
    }
}

impl<O: DeserializeOwned> Call for GetPrompt<O> {
    const METHOD: Method = Method::GetPrompt;
    type Input = DynamicInput;
    type Output = O;

    fn target(&self) -> &str {
        &self.name
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        Ok(self.arguments.clone())
    }
}

/// A call of type `C` that goes on by hand. There is no value of this type: it is what the states of
/// [`NeedsInput::into_dynamic`](crate::NeedsInput::into_dynamic) are states of.
pub struct Dynamic<C> {
    never: Infallible,
    call: Marker<C>,
}

impl<C: Call> Call for Dynamic<C> {
    const METHOD: Method = C::METHOD;
    const CAPABILITIES: Option<Capabilities> = C::CAPABILITIES;
    const NAME: Option<&'static str> = C::NAME;
    type Input = ManualInput;
    type Output = C::Output;

    fn target(&self) -> &str {
        match self.never {}
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        match self.never {}
    }
}

impl<C> fmt::Debug for Dynamic<C> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.never {}
    }
}

/// Shows the name and the size of the arguments.
impl<O> fmt::Debug for ToolCall<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolCall").field("name", &self.name).field("arguments", &self.arguments).finish_non_exhaustive()
    }
}

/// Shows the URI.
impl<O> fmt::Debug for ReadResource<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadResource").field("uri", &self.uri).finish_non_exhaustive()
    }
}

/// Shows the name and the size of the arguments.
impl<O> fmt::Debug for GetPrompt<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GetPrompt")
            .field("name", &self.name)
            .field("arguments", &self.arguments)
            .finish_non_exhaustive()
    }
}
