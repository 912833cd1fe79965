//! The typestates: one file per state, every transition by value.

mod answered;
mod complete;
mod failed;
mod needs_input;
mod pending;

pub use self::answered::Answered;
pub use self::complete::{Complete, OutputError};
pub use self::failed::{Failed, NotOurs, NotOursReason, ReceiveError, ReceiveErrorKind};
pub use self::needs_input::{AnswerError, AnswerProblem, NeedsInput, TryAnswerError};
pub use self::pending::{Pending, ProgressOwner};

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::input::Leg;

/// What a retry adds to the captured call: the responses and the state of one round.
pub(crate) struct Retry {
    pub(crate) leg: Arc<Leg>,
    /// One response per input request, in the order of the server's text.
    pub(crate) responses: Vec<String>,
}

/// What is to become of a call once its server has answered.
#[must_use = "a call that needs input goes on only through its `NeedsInput`"]
#[expect(clippy::exhaustive_enums, reason = "a result is complete or needs input; there is no third")]
pub enum Reply<C: crate::Call> {
    /// The server has finished.
    Complete(Complete<C>),
    /// The server asks for input first.
    NeedsInput(NeedsInput<C>),
}

/// Shows the state that it is.
impl<C: crate::Call> fmt::Debug for Reply<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Complete(complete) => complete.fmt(f),
            Self::NeedsInput(needs_input) => needs_input.fmt(f),
        }
    }
}
