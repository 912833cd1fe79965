//! The answer to one input request, bound to the round that asked.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::marker::PhantomData;

use crate::input::dynamic::ManualInput;
use crate::input::leg::{InputRequest, Leg};
use crate::json::SerializeError;
use crate::schema::Violations;
use crate::session::Marker;

/// The answer to one input request.
///
/// It is made by consuming an input, carries the key and the round that asked, and fits that place only. `I` is the
/// input type of the call, so that a response cannot even be offered to a call with other inputs.
///
/// An answer that breaks the server's schema still becomes a response: all of them are judged together, when they are
/// handed in, and [`problem`](Self::problem) tells before.
#[must_use = "a response does nothing until it is handed to `NeedsInput::answer`, `try_answer` or `submit`"]
pub struct InputResponse<I> {
    pub(crate) leg: Arc<Leg>,
    pub(crate) index: usize,
    action: &'static str,
    json: Option<String>,
    problem: Option<ResponseProblem>,
    input: Marker<I>,
}

impl<I> InputResponse<I> {
    pub(crate) fn new(request: InputRequest, action: &'static str, json: String) -> Self {
        let InputRequest { leg, index } = request;
        Self { leg, index, action, json: Some(json), problem: None, input: PhantomData }
    }

    pub(crate) fn refused(request: InputRequest, action: &'static str, problem: ResponseProblem) -> Self {
        let InputRequest { leg, index } = request;
        Self { leg, index, action, json: None, problem: Some(problem), input: PhantomData }
    }

    /// Keeps what was answered beside the problem, so that it is not lost.
    pub(crate) fn with_json(mut self, json: Option<String>) -> Self {
        self.json = json;
        self
    }

    /// The key of the input request that this answers.
    #[must_use]
    pub fn key(&self) -> &str {
        self.leg.key(self.index)
    }

    /// Why this response will be refused, where that is known already.
    #[must_use]
    pub fn problem(&self) -> Option<&ResponseProblem> {
        self.problem.as_ref()
    }

    /// The response as it will be sent, as JSON text; of a form that was refused, the content that was given. It holds
    /// what the user answered. `None` where the answer cannot be written as JSON.
    #[must_use]
    pub fn json(&self) -> Option<&str> {
        self.json.as_deref()
    }

    /// The same response for [`NeedsInput::into_dynamic`](crate::NeedsInput::into_dynamic) of the call that asked.
    pub fn into_dynamic(self) -> InputResponse<ManualInput> {
        InputResponse {
            leg: self.leg,
            index: self.index,
            action: self.action,
            json: self.json,
            problem: self.problem,
            input: PhantomData,
        }
    }

    pub(crate) fn into_json(self) -> Option<String> {
        if self.problem.is_none() { self.json } else { None }
    }
}

/// Shows key, action and size, never the answer.
impl<I> fmt::Debug for InputResponse<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputResponse")
            .field("key", &self.key())
            .field("action", &self.action)
            .field("bytes", &self.json.as_ref().map(String::len))
            .field("problem", &self.problem)
            .finish_non_exhaustive()
    }
}

/// Why a response is refused.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ResponseProblem {
    /// It answers an input request of another call or of another round.
    OtherRound,
    /// The closure was given one input and returned the response of another.
    OtherKey,
    /// The input request has a response already.
    Duplicate,
    /// The input request has no response.
    Missing,
    /// The accepted form breaks the server's schema.
    Invalid(Violations),
    /// The answer cannot be written as JSON.
    Serialize(SerializeError),
    /// Only an elicitation can be declined, cancelled, or accepted with content.
    NotAnElicitation,
    /// Only a form whose schema is not supported may be accepted without validation.
    SchemaIsSupported,
}

impl fmt::Display for ResponseProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherRound => f.write_str("the response belongs to another call or to another round"),
            Self::OtherKey => f.write_str("the closure returned the response of another input"),
            Self::Duplicate => f.write_str("there is a response for this key already"),
            Self::Missing => f.write_str("no response of this round was given for this key"),
            Self::Invalid(violations) => violations.fmt(f),
            Self::Serialize(error) => error.fmt(f),
            Self::NotAnElicitation => f.write_str(
                "only an elicitation can be declined, cancelled, or accepted with content, and this request is none",
            ),
            Self::SchemaIsSupported => f.write_str(
                "only a form whose schema is not supported may be accepted without validation, and this is none",
            ),
        }
    }
}

/// A response that was refused: its key and why.
#[derive(Clone, Debug)]
pub struct ResponseError {
    pub(crate) key: Box<str>,
    pub(crate) problem: ResponseProblem,
}

impl ResponseError {
    /// The key of the input request.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Why the response was refused.
    #[must_use]
    pub fn problem(&self) -> &ResponseProblem {
        &self.problem
    }
}

impl fmt::Display for ResponseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "response {:?} is refused: {}", self.key, self.problem)
    }
}

impl core::error::Error for ResponseError {}
