//! Elicitation by form: typed by the derive macro, or by the server's schema at run time.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::input::Input;
use crate::input::error::{InputError, InputProblem};
use crate::input::leg::InputRequest;
use crate::input::response::{InputResponse, ResponseProblem};
use crate::json::{self, SerializeError};
use crate::schema::{Difference, FormSchema, Violations};
use crate::session::Marker;
use crate::wire;

/// A form that the user fills in, whose content is known at run time only.
///
/// Accepting needs content; declining and cancelling have none. Nothing here accepts by itself.
///
/// Source: specification, client/elicitation, "Form Mode Elicitation Requests".
#[must_use = "a form waits for `accept`, `decline` or `cancel`"]
pub struct DynamicForm<I> {
    request: InputRequest,
    schema: Arc<FormSchema>,
    input: Marker<I>,
}

impl<I: Input> DynamicForm<I> {
    /// Takes an input request as a form.
    ///
    /// # Errors
    ///
    /// When the request cannot be read or is no form.
    pub fn read(request: InputRequest) -> Result<Self, InputError> {
        let schema = request.read_schema()?;
        Ok(Self { schema: Arc::new(schema), request, input: PhantomData })
    }

    /// The server's text for the person who is asked.
    #[must_use]
    pub fn message(&self) -> &str {
        self.request.message()
    }

    /// The fields that the server asks for.
    #[must_use]
    pub fn schema(&self) -> &FormSchema {
        &self.schema
    }

    /// Checks content as [`accept`](Self::accept) will, without answering: for a user interface, while a person types.
    ///
    /// # Errors
    ///
    /// All that is wrong with the content.
    pub fn check<T: Serialize + ?Sized>(&self, content: &T) -> Result<(), FormError> {
        check(&self.schema, content_of(&accepted(content)?))
    }

    /// The user filled in the form. The content must serialise as an object; it is checked against the server's schema,
    /// and what is wrong with it is reported when the response is handed in.
    pub fn accept<T: Serialize + ?Sized>(self, content: &T) -> InputResponse<I> {
        accept(self.request, &self.schema, accepted(content))
    }

    /// The user said no.
    pub fn decline(self) -> InputResponse<I> {
        decline(self.request)
    }

    /// The user dismissed the form without choosing.
    pub fn cancel(self) -> InputResponse<I> {
        cancel(self.request)
    }

    super::request_accessors!();
}

impl<I> fmt::Debug for DynamicForm<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamicForm").field("key", &self.request.key()).finish_non_exhaustive()
    }
}

/// The content of a form as a Rust type. The derive macro of the `mrtr` crate implements it for the types that it
/// generates from a schema.
pub trait FormType: Sized {
    /// The input type of the call that asks for this form.
    type Input: Input;

    /// The schema that this type was made from, as JSON text.
    const SCHEMA: &'static str;

    /// [`SCHEMA`](Self::SCHEMA), read. `None`: it cannot be read, and a live schema of the same text is read for itself.
    ///
    /// An implementation may read it once and keep it, so that a server which asks with the very same text costs no
    /// reading.
    #[must_use]
    fn compiled() -> Option<Arc<FormSchema>> {
        FormSchema::read(Self::SCHEMA).ok().map(Arc::new)
    }

    /// Writes the fields. A field without a value is not written.
    fn write(&self, content: &mut FormContent);
}

/// A form whose content is a Rust type.
///
/// The type was made from a schema at compile time, and the server's schema of today decides: content is checked
/// against the live schema, and a live schema that asks for something which `T` cannot give is an error for its key.
///
/// Source: specification, client/elicitation, "Form Mode Elicitation Requests".
#[must_use = "a form waits for `accept`, `decline` or `cancel`"]
pub struct Form<T> {
    request: InputRequest,
    schema: Arc<FormSchema>,
    content: Marker<T>,
}

impl<T: FormType> Form<T> {
    /// Takes an input request as this form.
    ///
    /// # Errors
    ///
    /// When the request cannot be read, is no form, or has a schema that `T` does not fit any more.
    pub fn read(request: InputRequest) -> Result<Self, InputError> {
        if request.schema() == T::SCHEMA {
            // An implementation by hand may have kept another schema.
            if let Some(schema) = T::compiled().filter(|schema| schema.raw() == T::SCHEMA) {
                return Ok(Self { schema, request, content: PhantomData });
            }
        }
        let schema = request.read_schema()?;
        let changed = breaking_changes::<T>(&schema);
        if !changed.is_empty() {
            return Err(request.error("/params/requestedSchema", InputProblem::Changed(changed.into())));
        }
        Ok(Self { schema: Arc::new(schema), request, content: PhantomData })
    }

    /// The server's text for the person who is asked.
    #[must_use]
    pub fn message(&self) -> &str {
        self.request.message()
    }

    /// The fields as the server asks for them now.
    #[must_use]
    pub fn schema(&self) -> &FormSchema {
        &self.schema
    }

    /// Checks content as [`accept`](Self::accept) will, without answering: for a user interface, while a person types.
    ///
    /// # Errors
    ///
    /// All that is wrong with the content.
    pub fn check(&self, content: &T) -> Result<(), FormError> {
        check(&self.schema, content_of(&FormContent::of(content)?))
    }

    /// The user filled in the form. The content is checked against the server's schema, and what is wrong with it is
    /// reported when the response is handed in.
    #[expect(clippy::needless_pass_by_value, reason = "content is given away: it is captured here and nowhere else")]
    pub fn accept(self, content: T) -> InputResponse<T::Input> {
        accept(self.request, &self.schema, FormContent::of(&content))
    }

    /// The user said no.
    pub fn decline(self) -> InputResponse<T::Input> {
        decline(self.request)
    }

    /// The user dismissed the form without choosing.
    pub fn cancel(self) -> InputResponse<T::Input> {
        cancel(self.request)
    }

    super::request_accessors!();
}

impl<T> fmt::Debug for Form<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Form").field("key", &self.request.key()).finish_non_exhaustive()
    }
}

/// What has changed in the live schema so that a `T` does not fit it any more.
fn breaking_changes<T: FormType>(live: &FormSchema) -> Vec<Difference> {
    match T::compiled() {
        Some(compiled) => compiled.differences(live).into_iter().filter(Difference::breaks_answer).collect(),
        // A type whose own schema cannot be read was written by hand; validation alone judges it.
        None => Vec::new(),
    }
}

/// Takes the fields of a [`FormType`], in order.
pub struct FormContent {
    json: Vec<u8>,
    error: Option<SerializeError>,
}

impl FormContent {
    /// The response that accepts the form with this content. The content itself is what [`content_of`] finds in it.
    fn of<T: FormType>(content: &T) -> Result<String, SerializeError> {
        let mut json = Vec::with_capacity(128);
        json.extend_from_slice(wire::ACCEPTED_FORM);
        json.push(b'{');
        let mut fields = Self { json, error: None };
        content.write(&mut fields);
        let Self { mut json, error } = fields;
        if let Some(error) = error {
            return Err(error);
        }
        wire::strip_comma(&mut json);
        json.extend_from_slice(b"}}");
        text(json)
    }

    /// A string, or a choice.
    pub fn string(&mut self, key: &str, value: &str) {
        self.field(key, |json| json::push_string(json, value));
    }

    /// An integer.
    pub fn integer(&mut self, key: &str, value: i64) {
        self.field(key, |json| json::push_integer(json, value));
    }

    /// A number. One that is not finite makes the form fail: JSON has none.
    pub fn number(&mut self, key: &str, value: f64) {
        let mut number = Vec::new();
        if json::to_text(&mut number, &value).is_ok() {
            self.field(key, |json| json.extend_from_slice(&number));
        } else {
            let mut path = String::new();
            json::push_pointer(&mut path, key);
            self.error = self.error.take().or(Some(SerializeError::NotFinite { path }));
        }
    }

    /// A boolean.
    pub fn boolean(&mut self, key: &str, value: bool) {
        self.field(key, |json| json.extend_from_slice(if value { b"true" } else { b"false" }));
    }

    /// Several choices.
    pub fn strings<'a>(&mut self, key: &str, values: impl IntoIterator<Item = &'a str>) {
        self.field(key, |json| {
            json.push(b'[');
            for value in values {
                json::push_string(json, value);
                json.push(b',');
            }
            wire::strip_comma(json);
            json.push(b']');
        });
    }

    fn field(&mut self, key: &str, write: impl FnOnce(&mut Vec<u8>)) {
        json::push_string(&mut self.json, key);
        self.json.push(b':');
        write(&mut self.json);
        self.json.push(b',');
    }
}

/// Shows the size, never the content.
impl fmt::Debug for FormContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormContent").field("bytes", &self.json.len()).field("error", &self.error).finish()
    }
}

/// What is wrong with the content of a form.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum FormError {
    /// The content cannot be written as a JSON object.
    Serialize(SerializeError),
    /// The content breaks the server's schema.
    Invalid(Violations),
}

impl From<SerializeError> for FormError {
    fn from(error: SerializeError) -> Self {
        Self::Serialize(error)
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serialize(error) => error.fmt(f),
            Self::Invalid(violations) => violations.fmt(f),
        }
    }
}

impl core::error::Error for FormError {}

pub(crate) fn decline<I>(request: InputRequest) -> InputResponse<I> {
    InputResponse::new(request, "decline", wire::elicit_result("decline"))
}

pub(crate) fn cancel<I>(request: InputRequest) -> InputResponse<I> {
    InputResponse::new(request, "cancel", wire::elicit_result("cancel"))
}

pub(crate) fn to_json<T: Serialize + ?Sized>(content: &T) -> Result<String, SerializeError> {
    let mut out = Vec::new();
    json::object_text(&mut out, content)?;
    text(out)
}

/// The response that accepts a form with this content.
pub(crate) fn accepted<T: Serialize + ?Sized>(content: &T) -> Result<String, SerializeError> {
    let mut out = Vec::with_capacity(128);
    out.extend_from_slice(wire::ACCEPTED_FORM);
    json::object_text(&mut out, content)?;
    out.push(b'}');
    text(out)
}

/// The content in a response that accepts a form.
fn content_of(response: &str) -> &str {
    response.get(wire::ACCEPTED_FORM.len()..response.len().saturating_sub(1)).unwrap_or_default()
}

fn accept<I>(request: InputRequest, schema: &FormSchema, response: Result<String, SerializeError>) -> InputResponse<I> {
    let response = match response {
        Ok(response) => response,
        Err(error) => return InputResponse::refused(request, "accept", ResponseProblem::Serialize(error)),
    };
    let content = content_of(&response);
    // Most content is valid and canonical as it was written, and the response is there already.
    if schema.is_canonical(content) {
        return InputResponse::new(request, "accept", response);
    }
    match schema.validate(content) {
        Ok(canonical) => InputResponse::new(request, "accept", wire::accepted_form(&canonical)),
        Err(violations) => InputResponse::refused(request, "accept", ResponseProblem::Invalid(violations))
            .with_json(Some(content.into())),
    }
}

fn check(schema: &FormSchema, content: &str) -> Result<(), FormError> {
    schema.validate(content).map(drop).map_err(FormError::Invalid)
}

pub(crate) fn text(json: Vec<u8>) -> Result<String, SerializeError> {
    String::from_utf8(json).map_err(|_| SerializeError::InvalidRaw { path: String::new() })
}
