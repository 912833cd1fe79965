//! Why one input request cannot be answered. The others and the state are not concerned.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::error::Problem;
use crate::input::address::UrlError;
use crate::input::leg::InputRequest;
use crate::json;
use crate::model::ReadError;
use crate::schema::{Difference, SchemaErrors};

/// An input request that cannot be answered, and why.
#[derive(Clone)]
pub struct InputError {
    request: InputRequest,
    own: Option<(Box<str>, InputProblem)>,
}

impl InputError {
    /// The request's own fault comes before what a call has to say about it.
    pub(crate) fn new(request: InputRequest, pointer: &str, problem: InputProblem) -> Self {
        let own = if request.leg.fault(request.index).is_some() { None } else { Some((pointer.into(), problem)) };
        Self { request, own }
    }

    /// The key of the request.
    #[must_use]
    pub fn key(&self) -> &str {
        self.request.key()
    }

    /// The JSON pointer of the fault, from the top of the server's message.
    #[must_use]
    pub fn pointer(&self) -> alloc::string::String {
        let mut pointer = alloc::string::String::from("/result/inputRequests");
        json::push_pointer(&mut pointer, self.key());
        pointer.push_str(match (&self.own, self.request.leg.fault(self.request.index)) {
            (Some((own, _)), _) => own,
            (None, Some((at, _))) => at,
            (None, None) => "",
        });
        pointer
    }

    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &InputProblem {
        match (&self.own, self.request.leg.fault(self.request.index)) {
            (Some((_, problem)), _) | (None, Some((_, problem))) => problem,
            (None, None) => &InputProblem::UnknownKey,
        }
    }

    /// The request: its raw text and the like.
    #[must_use]
    pub fn request(&self) -> &InputRequest {
        &self.request
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "input request {:?} cannot be answered: {} (at {})", self.key(), self.problem(), self.pointer())
    }
}

impl fmt::Debug for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputError")
            .field("key", &self.key())
            .field("pointer", &self.pointer())
            .field("problem", self.problem())
            .finish()
    }
}

impl core::error::Error for InputError {}

/// What is wrong with an input request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum InputProblem {
    /// The request breaks the protocol.
    Malformed(Problem),
    /// The key holds an escape that stands for no character, so that no text names it.
    UndecodableKey,
    /// The method is none that a server may ask with.
    UnknownMethod {
        /// The method as JSON text, cut after 64 characters.
        found: Box<str>,
    },
    /// The server asks for what the call has not declared.
    NotDeclared {
        /// The capability, such as `elicitation.url`.
        capability: &'static str,
    },
    /// The typed call has no input of this key.
    UnknownKey,
    /// The typed call has an input of another kind under this key.
    OtherKind {
        /// What the call has.
        expected: &'static str,
        /// What the server asks for.
        found: &'static str,
    },
    /// The requested schema is not one that the specification allows.
    Schema(SchemaErrors),
    /// The requested schema has changed since the typed call was made, so that its form does not fit any more.
    Changed(Box<[Difference]>),
    /// The url is none that may be shown to a person.
    Url(UrlError),
    /// The sampling parameters cannot be read.
    Sampling(ReadError),
}

impl fmt::Display for InputProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(problem) => problem.fmt(f),
            Self::UndecodableKey => f.write_str("its key holds a lone surrogate, which stands for no character"),
            Self::UnknownMethod { found } => write!(
                f,
                "the server may not ask with method {found}, expected \"elicitation/create\", \
                 \"sampling/createMessage\" or \"roots/list\""
            ),
            Self::NotDeclared { capability } => {
                write!(f, "the server asks for {capability}, which the call did not declare")
            }
            Self::UnknownKey => f.write_str("the call has no input of this key"),
            Self::OtherKind { expected, found } => write!(f, "the call has {expected} under this key, found {found}"),
            Self::Schema(errors) => errors.fmt(f),
            Self::Changed(differences) => {
                f.write_str("the server's schema has changed: ")?;
                list(f, differences)
            }
            Self::Url(error) => error.fmt(f),
            Self::Sampling(error) => write!(f, "the sampling parameters are malformed: {error}"),
        }
    }
}

/// All input requests of a round that cannot be answered.
#[derive(Clone, Debug)]
pub struct InputErrors(Vec<InputError>);

impl InputErrors {
    pub(crate) fn new(errors: Vec<InputError>) -> Self {
        Self(errors)
    }

    /// The errors, in the order of the server's text; at least one.
    pub fn iter(&self) -> core::slice::Iter<'_, InputError> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a InputErrors {
    type Item = &'a InputError;
    type IntoIter = core::slice::Iter<'a, InputError>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for InputErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &self.0)
    }
}

impl core::error::Error for InputErrors {}

/// The items, separated by semicolons.
pub(crate) fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    for (n, item) in items.iter().enumerate() {
        let separator = if n == 0 { "" } else { "; " };
        write!(f, "{separator}{item}")?;
    }
    Ok(())
}
