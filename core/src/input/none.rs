//! What typed inputs share: the input of a call that is asked for nothing, and a choice that is not there.

use core::fmt;

use crate::input::{Input, InputError, InputRequest};

/// The input of a typed call that was compiled without inputs: it has no value, so that there is nothing to answer.
///
/// Such a call declares no capability, and an input request that a server sends all the same is an error for its key.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_enums, reason = "a call without inputs has none")]
pub enum NoInput {}

impl Input for NoInput {
    fn read(request: InputRequest) -> Result<Self, InputError> {
        Err(request.unknown_key())
    }
}

/// A text is none of the choices of a select. It says nothing about the text, which may be a person's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownChoice(());

impl UnknownChoice {
    pub(crate) const fn new() -> Self {
        Self(())
    }
}

impl fmt::Display for UnknownChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text is none of the choices")
    }
}

impl core::error::Error for UnknownChoice {}
