//! Sampling: the server asks for a message of the client's language model.

use alloc::sync::Arc;
use core::fmt;
use core::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::input::Input;
use crate::input::error::InputError;
use crate::input::form;
use crate::input::leg::InputRequest;
use crate::input::response::{InputResponse, ResponseProblem};
use crate::model::{CreateMessageRequest, CreateMessageResult};
use crate::session::Marker;
use crate::wire::Kind;

/// A message that the server asks the client's language model for.
///
/// The protocol knows no way to decline: a person who says no ends the call
/// ([`try_answer`](crate::NeedsInput::try_answer), [`abandon`](crate::NeedsInput::abandon)).
///
/// Source: specification, client/sampling.
#[must_use = "a sampling request waits for `respond`"]
pub struct Sampling<I> {
    request: InputRequest,
    params: Arc<CreateMessageRequest>,
    input: Marker<I>,
}

impl<I: Input> Sampling<I> {
    /// Takes an input request as sampling.
    ///
    /// # Errors
    ///
    /// When the request cannot be read or is no sampling.
    pub fn read(request: InputRequest) -> Result<Self, InputError> {
        match request.kind() {
            Ok(Kind::Sampling(params)) => Ok(Self { params: params.clone(), request, input: PhantomData }),
            _ => Err(request.not_a("sampling")),
        }
    }

    /// What the model is asked. `maxTokens` is a limit that the answer must keep.
    #[must_use]
    pub fn params(&self) -> &CreateMessageRequest {
        &self.params
    }

    /// The model's message.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "the message is given away: it is captured here and nowhere else"
    )]
    pub fn respond(self, message: CreateMessageResult) -> InputResponse<I> {
        respond(self.request, &message)
    }

    super::request_accessors!();
}

impl<I> fmt::Debug for Sampling<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampling").field("key", &self.request.key()).finish_non_exhaustive()
    }
}

/// A response that is the result object itself.
pub(crate) fn respond<I, T: Serialize>(request: InputRequest, result: &T) -> InputResponse<I> {
    match form::to_json(result) {
        Ok(json) => InputResponse::new(request, "result", json),
        Err(error) => InputResponse::refused(request, "result", ResponseProblem::Serialize(error)),
    }
}
