//! The calls of the conversations, and how their inputs are answered.

use std::borrow::Cow;
use std::collections::BTreeMap;

use mrtr_core::{
    Arguments, Call, CallToolResult, Capabilities, CaptureError, CreateMessageResult, Dynamic, DynamicForm,
    DynamicInput, Form, FormContent, FormType, GetPrompt, HeaderParam, Input, InputError, InputRequest, InputResponse,
    ListRootsResult, ManualInput, Method, ReadResource, ReadResourceResult, Root, Roots, ToolCall,
};

use crate::script::{Answer, Choice};

/// A call with an input type of its own, as the derive macro makes them.
pub struct Book {
    pub arguments: &'static str,
    pub is_finite: bool,
}

pub enum BookInput {
    Seat(Form<Seat>),
    Folders(Roots<BookInput>),
}

pub enum Seat {
    Text(String),
    NotFinite,
}

impl Call for Book {
    const METHOD: Method = Method::CallTool;
    const CAPABILITIES: Option<Capabilities> = Some(Capabilities::NONE.with_form().with_roots());
    const NAME: Option<&'static str> = Some("book_flight");
    type Input = BookInput;
    type Output = CallToolResult;

    fn target(&self) -> &str {
        "book_flight"
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        if self.is_finite {
            Arguments::from_json(self.arguments)
        } else {
            Arguments::serialize(&BTreeMap::from([("price", f64::NAN)]))
        }
    }
}

impl Input for BookInput {
    fn read(request: InputRequest) -> Result<Self, InputError> {
        match request.key() {
            "seat" => Form::read(request).map(Self::Seat),
            "folders" => Roots::read(request).map(Self::Folders),
            _ => Err(request.unknown_key()),
        }
    }
}

impl FormType for Seat {
    type Input = BookInput;
    const SCHEMA: &'static str =
        r#"{"type":"object","properties":{"seat":{"type":"string","maxLength":8}},"required":["seat"]}"#;

    fn write(&self, content: &mut FormContent) {
        match self {
            Self::Text(text) => content.string("seat", text),
            Self::NotFinite => content.number("seat", f64::INFINITY),
        }
    }
}

/// A resource that somebody gave arguments.
pub struct ResourceWithArguments;

impl Call for ResourceWithArguments {
    const METHOD: Method = Method::ReadResource;
    type Input = DynamicInput;
    type Output = ReadResourceResult;

    fn target(&self) -> &str {
        "file:///a"
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        Arguments::from_json("{}")
    }

    fn headers(&self) -> Cow<'_, [HeaderParam]> {
        Cow::Borrowed(&[])
    }
}

/// Calls that a conversation can be held with.
pub trait Playable: Call<Input: Respond> {
    /// Whether each input request is answered by hand, readable or not.
    const BY_HAND: bool = false;
    const IS_TYPED: bool = false;
}

impl Playable for ToolCall {}
impl Playable for ReadResource {}
impl Playable for GetPrompt {}

impl Playable for Book {
    const IS_TYPED: bool = true;
}

impl<C: Call> Playable for Dynamic<C> {
    const BY_HAND: bool = true;
}

pub trait Respond: Input {
    fn key(&self) -> String;
    fn respond(self, answer: &Answer) -> InputResponse<Self>;
}

impl Respond for DynamicInput {
    fn key(&self) -> String {
        Self::key(self).to_owned()
    }

    fn respond(self, answer: &Answer) -> InputResponse<Self> {
        match self {
            Self::Form(form) => fill_in(form, answer),
            Self::Url(url) => match answer.choice {
                Choice::Decline => url.decline(),
                Choice::Cancel => url.cancel(),
                _ => url.consent(),
            },
            Self::Sampling(sampling) => sampling.respond(message(answer)),
            Self::Roots(roots) => roots.respond(folders(answer)),
        }
    }
}

impl Respond for ManualInput {
    fn key(&self) -> String {
        Self::key(self).to_owned()
    }

    fn respond(self, answer: &Answer) -> InputResponse<Self> {
        match self {
            Self::Form(form) => fill_in(form, answer),
            Self::Url(url) => match answer.choice {
                Choice::Decline => url.decline(),
                Choice::Cancel => url.cancel(),
                _ => url.consent(),
            },
            Self::Sampling(sampling) => sampling.respond(message(answer)),
            Self::Roots(roots) => roots.respond(folders(answer)),
            Self::Unreadable(unreadable) => match answer.choice {
                Choice::Accept => unreadable.accept_unvalidated(&BTreeMap::from([("seat", &*answer.text)])),
                Choice::AcceptTooLong => unreadable.accept_unvalidated(&BTreeMap::from([("seat", TOO_LONG)])),
                Choice::AcceptNotFinite => unreadable.accept_unvalidated(&BTreeMap::from([("seat", f64::NAN)])),
                Choice::Decline => unreadable.decline(),
                Choice::Cancel => unreadable.cancel(),
            },
        }
    }
}

impl Respond for BookInput {
    fn key(&self) -> String {
        match self {
            Self::Seat(form) => form.key().to_owned(),
            Self::Folders(roots) => roots.key().to_owned(),
        }
    }

    fn respond(self, answer: &Answer) -> InputResponse<Self> {
        match self {
            Self::Seat(form) => match answer.choice {
                Choice::Accept => form.accept(Seat::Text(answer.text.clone())),
                Choice::AcceptTooLong => form.accept(Seat::Text(TOO_LONG.into())),
                Choice::AcceptNotFinite => form.accept(Seat::NotFinite),
                Choice::Decline => form.decline(),
                Choice::Cancel => form.cancel(),
            },
            Self::Folders(roots) => roots.respond(folders(answer)),
        }
    }
}

const TOO_LONG: &str = "too long a seat";

fn fill_in<I: Input>(form: DynamicForm<I>, answer: &Answer) -> InputResponse<I> {
    match answer.choice {
        Choice::Accept => form.accept(&BTreeMap::from([("seat", &answer.text)])),
        Choice::AcceptTooLong => form.accept(&BTreeMap::from([("seat", TOO_LONG)])),
        Choice::AcceptNotFinite => form.accept(&BTreeMap::from([("seat", f64::NAN)])),
        Choice::Decline => form.decline(),
        Choice::Cancel => form.cancel(),
    }
}

fn message(answer: &Answer) -> CreateMessageResult {
    CreateMessageResult::text("m", &*answer.text)
}

fn folders(answer: &Answer) -> ListRootsResult {
    ListRootsResult::new(vec![Root::new("file:///a").unwrap().with_name(&*answer.text)])
}
