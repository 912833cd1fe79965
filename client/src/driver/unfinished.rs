//! Where the driver can join a call.

use std::fmt;

use mrtr_core::parked::Restored;
use mrtr_core::{Answered, NeedsInput, Pending, Session};

/// A call that is under way, in whichever state it is: where the driver joins it.
///
/// A state turns into one with `into()`, and so does a parked call that was restored; the driver takes either as it is.
#[must_use = "the call is not lost: hand it to `drive`"]
#[expect(clippy::exhaustive_enums, reason = "these are the states from which a call goes on")]
pub enum Unfinished<C> {
    /// A request is ready to be sent.
    Pending(Pending<C>),
    /// The server has asked.
    NeedsInput(NeedsInput<C>),
    /// The answers are there, and the retry is not made yet.
    Answered(Answered<C>),
}

impl<C> Unfinished<C> {
    /// The session that the call belongs to.
    #[must_use]
    pub fn session(&self) -> &Session {
        match self {
            Self::Pending(pending) => pending.session(),
            Self::NeedsInput(needs_input) => needs_input.session(),
            Self::Answered(answered) => answered.session(),
        }
    }

    /// How many times the server has asked so far.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        match self {
            Self::Pending(pending) => pending.rounds(),
            Self::NeedsInput(needs_input) => needs_input.rounds(),
            Self::Answered(answered) => answered.rounds(),
        }
    }
}

impl<C> From<Pending<C>> for Unfinished<C> {
    fn from(pending: Pending<C>) -> Self {
        Self::Pending(pending)
    }
}

impl<C> From<Box<Pending<C>>> for Unfinished<C> {
    fn from(pending: Box<Pending<C>>) -> Self {
        Self::Pending(*pending)
    }
}

impl<C> From<NeedsInput<C>> for Unfinished<C> {
    fn from(needs_input: NeedsInput<C>) -> Self {
        Self::NeedsInput(needs_input)
    }
}

impl<C> From<Answered<C>> for Unfinished<C> {
    fn from(answered: Answered<C>) -> Self {
        Self::Answered(answered)
    }
}

impl<C> From<Restored<C>> for Unfinished<C> {
    fn from(restored: Restored<C>) -> Self {
        match restored {
            Restored::NeedsInput(needs_input) => Self::NeedsInput(needs_input),
            Restored::Answered(answered) => Self::Answered(answered),
        }
    }
}

impl<C> fmt::Debug for Unfinished<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pending(pending) => pending.fmt(f),
            Self::NeedsInput(needs_input) => needs_input.fmt(f),
            Self::Answered(answered) => answered.fmt(f),
        }
    }
}
