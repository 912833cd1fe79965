//! Inputs of calls that are known at run time only.

use core::fmt;
use core::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::input::Input;
use crate::input::error::{InputError, InputProblem};
use crate::input::form::{self, DynamicForm};
use crate::input::leg::InputRequest;
use crate::input::response::{InputResponse, ResponseProblem};
use crate::input::roots::Roots;
use crate::input::sampling::Sampling;
use crate::input::url::Url;
use crate::session::Marker;
use crate::wire::{self, Kind};

/// The input of a call whose input requests are known at run time only: by kind.
#[derive(Debug)]
#[must_use = "an input waits for its response"]
#[expect(clippy::exhaustive_enums, reason = "the specification allows exactly these kinds of input request")]
pub enum DynamicInput {
    /// A form to fill in.
    Form(DynamicForm<Self>),
    /// A page to open.
    Url(Url<Self>),
    /// A message of the client's model.
    Sampling(Sampling<Self>),
    /// The roots.
    Roots(Roots<Self>),
}

impl Input for DynamicInput {
    fn read(request: InputRequest) -> Result<Self, InputError> {
        match request.kind() {
            Ok(Kind::Url { .. }) => Url::read(request).map(Self::Url),
            Ok(Kind::Sampling(_)) => Sampling::read(request).map(Self::Sampling),
            Ok(Kind::Roots) => Roots::read(request).map(Self::Roots),
            Ok(Kind::Form { .. }) | Err(()) => DynamicForm::read(request).map(Self::Form),
        }
    }
}

impl DynamicInput {
    /// The key under which the server asked.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::Form(form) => form.key(),
            Self::Url(url) => url.key(),
            Self::Sampling(sampling) => sampling.key(),
            Self::Roots(roots) => roots.key(),
        }
    }
}

/// The input of a call that goes on by hand, after [`NeedsInput::into_dynamic`](crate::NeedsInput::into_dynamic): by
/// kind, with the requests that could not be read among them.
#[derive(Debug)]
#[must_use = "an input waits for its response"]
#[expect(clippy::exhaustive_enums, reason = "the specification allows exactly these kinds of input request")]
pub enum ManualInput {
    /// A form to fill in.
    Form(DynamicForm<Self>),
    /// A page to open.
    Url(Url<Self>),
    /// A message of the client's model.
    Sampling(Sampling<Self>),
    /// The roots.
    Roots(Roots<Self>),
    /// A request that cannot be read.
    Unreadable(Unreadable<Self>),
}

impl Input for ManualInput {
    fn read(request: InputRequest) -> Result<Self, InputError> {
        match request.kind() {
            Ok(Kind::Form { .. }) => Ok(match DynamicForm::read(request) {
                Ok(form) => Self::Form(form),
                Err(error) => Self::Unreadable(Unreadable::new(error)),
            }),
            Ok(Kind::Url { .. }) => Url::read(request).map(Self::Url),
            Ok(Kind::Sampling(_)) => Sampling::read(request).map(Self::Sampling),
            Ok(Kind::Roots) => Roots::read(request).map(Self::Roots),
            Err(()) => Ok(Self::Unreadable(Unreadable::new(request.error("", InputProblem::UnknownKey)))),
        }
    }
}

impl ManualInput {
    /// The key under which the server asked.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::Form(form) => form.key(),
            Self::Url(url) => url.key(),
            Self::Sampling(sampling) => sampling.key(),
            Self::Roots(roots) => roots.key(),
            Self::Unreadable(unreadable) => unreadable.key(),
        }
    }
}

/// An input request that cannot be read, to be answered by hand.
///
/// Only an elicitation has answers that need no reading: decline and cancel, and content that nobody checked. A
/// response that the request cannot have is refused when it is handed in.
#[must_use = "an input waits for its response"]
pub struct Unreadable<I> {
    request: InputRequest,
    error: InputError,
    input: Marker<I>,
}

impl<I: Input> Unreadable<I> {
    fn new(error: InputError) -> Self {
        Self { request: error.request().clone(), error, input: PhantomData }
    }

    /// Why the request cannot be read.
    #[must_use]
    pub fn error(&self) -> &InputError {
        &self.error
    }

    /// Accepts a form with content that is **not validated**: the server's schema is one that the specification does
    /// not allow, and the application knows better.
    ///
    /// Refused where the request is no form or its schema is supported.
    pub fn accept_unvalidated<T: Serialize + ?Sized>(self, content: &T) -> InputResponse<I> {
        if !matches!(self.error.problem(), InputProblem::Schema(_)) {
            return InputResponse::refused(self.request, "accept", ResponseProblem::SchemaIsSupported);
        }
        match form::accepted(content) {
            Ok(response) => InputResponse::new(self.request, "accept", response),
            Err(error) => InputResponse::refused(self.request, "accept", ResponseProblem::Serialize(error)),
        }
    }

    /// The user said no. Refused where the request is no elicitation.
    pub fn decline(self) -> InputResponse<I> {
        if wire::is_elicitation(self.request.method()) {
            form::decline(self.request)
        } else {
            InputResponse::refused(self.request, "decline", ResponseProblem::NotAnElicitation)
        }
    }

    /// The user dismissed the question. Refused where the request is no elicitation.
    pub fn cancel(self) -> InputResponse<I> {
        if wire::is_elicitation(self.request.method()) {
            form::cancel(self.request)
        } else {
            InputResponse::refused(self.request, "cancel", ResponseProblem::NotAnElicitation)
        }
    }

    super::request_accessors!();
}

impl<I> fmt::Debug for Unreadable<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unreadable").field("error", &self.error).finish_non_exhaustive()
    }
}
