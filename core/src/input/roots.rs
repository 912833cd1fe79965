//! Roots: the server asks which folders it may work in.

use core::fmt;
use core::marker::PhantomData;

use serde::Deserialize;

use crate::input::Input;
use crate::input::error::InputError;
use crate::input::leg::InputRequest;
use crate::input::response::InputResponse;
use crate::input::sampling::respond;
use crate::model::ListRootsResult;
use crate::session::Marker;
use crate::wire::Kind;

/// The server asks for the roots: folders and files, as `file://` URIs, that the user allows it to know of.
///
/// Source: specification, client/roots.
#[must_use = "a roots request waits for `respond`"]
pub struct Roots<I> {
    request: InputRequest,
    input: Marker<I>,
}

impl<I: Input> Roots<I> {
    /// Takes an input request as roots.
    ///
    /// # Errors
    ///
    /// When the request cannot be read or does not ask for roots.
    pub fn read(request: InputRequest) -> Result<Self, InputError> {
        match request.kind() {
            Ok(Kind::Roots) => Ok(Self { request, input: PhantomData }),
            _ => Err(request.not_a("roots")),
        }
    }

    /// The roots that the user allows; an empty list where there are none.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "the roots are given away: they are captured here and nowhere else"
    )]
    pub fn respond(self, roots: ListRootsResult) -> InputResponse<I> {
        respond(self.request, &roots)
    }

    super::request_accessors!();
}

impl<I> fmt::Debug for Roots<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Roots").field("key", &self.request.key()).finish_non_exhaustive()
    }
}
