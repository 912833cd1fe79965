//! Where a call is while the driver is at work on it, for whoever may be interrupted.

use std::fmt;

use mrtr_core::{Answered, Call, Failed, InputResponse, NeedsInput, Pending, Session};
use scopeguard::ScopeGuard;

use super::Unfinished;

/// A call that stays with the caller while it is driven: an interruption does not take it along.
///
/// A failure of a driven call has the call inside. What is interrupted has no failure: an asynchronous call whose future
/// is dropped, by a `select!` or an aborted task, and one whose answer function panics. With
/// [`Client::drive_in`](crate::Client::drive_in) and `AsyncClient::drive_in` the call is here afterwards, and
/// `drive_in` goes on with it:
///
/// - A request that had been sent is the same leg under a new id. A tool may have acted on the earlier one already.
/// - Responses that had been given are kept, and their inputs are not asked for again.
///
/// When `drive_in` returns, the call is complete or in the failure ([`CallFailure::into_kept`](crate::CallFailure::into_kept)),
/// and nothing is kept here.
///
/// ```
/// # use std::time::Duration;
/// # use mrtr::{DynamicInput, Implementation, InputResponse, ListRootsResult, Meta, Options, Request, RequestId, Session};
/// # use mrtr::{ToolCall, Transport, TransportError};
/// # struct Airline;
/// # impl Transport for Airline {
/// #     fn exchange_within(&self, request: &Request, _: Option<Duration>) -> Result<Vec<u8>, TransportError> {
/// #         let result = if String::from_utf8_lossy(request.body()).contains("inputResponses") {
/// #             r#"{"resultType":"complete","content":[]}"#
/// #         } else {
/// #             r#"{"resultType":"input_required","inputRequests":{"folders":{"method":"roots/list"}}}"#
/// #         };
/// #         Ok(format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request.id()).into_bytes())
/// #     }
/// #     fn cancel(&self, _: &RequestId) -> Result<(), TransportError> {
/// #         Ok(())
/// #     }
/// # }
/// # std::panic::set_hook(Box::new(|_| {}));
/// use std::panic::{AssertUnwindSafe, catch_unwind};
///
/// use mrtr::{Client, Kept};
///
/// # fn ask(input: DynamicInput) -> Result<InputResponse<DynamicInput>, std::io::Error> {
/// #     let DynamicInput::Roots(roots) = input else { return Err(std::io::Error::other("cannot answer")) };
/// #     Ok(roots.respond(ListRootsResult::new(Vec::new())))
/// # }
/// let client = Client::new(Session::new("airline", Implementation::new("my-app", "1.0.0")), Airline);
/// let mut kept = Kept::new(client.begin(ToolCall::new("book_flight"), Meta::new())?);
/// let outcome = catch_unwind(AssertUnwindSafe(|| {
///     client.drive_in(&mut kept, &Options::new(), |_| -> Result<_, &str> { panic!("a defect of the user interface") })
/// }));
/// assert!(outcome.is_err() && !kept.is_empty());
///
/// let booking = client.drive_in(&mut kept, &Options::new(), ask)?.into_output()?;
/// assert!(kept.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A task that may be aborted shares it, in an `Arc<tokio::sync::Mutex<Kept<C>>>` say, and holds the lock while it drives:
/// whoever gets the lock next has the call.
#[must_use = "the call is not lost: hand it to `drive_in`, or `take` it"]
pub struct Kept<C: Call>(Option<Held<C>>);

impl<C: Call> Kept<C> {
    /// Keeps a call, whichever state it is in.
    pub fn new(state: impl Into<Unfinished<C>>) -> Self {
        Self(Some(Held::from(state.into())))
    }

    pub(super) fn with_responses(state: Unfinished<C>, responses: Vec<InputResponse<C::Input>>) -> Self {
        let mut held = Held::from(state);
        if let Held::Asking(asking) = &mut held {
            asking.responses = responses;
        }
        Self(Some(held))
    }

    /// Whether there is no call: it is complete, in a failure, or [taken](Self::take).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Takes the call out, to park it or to go on by hand, with the responses that were given before it was interrupted:
    /// valid still, for [`NeedsInput::submit`].
    #[must_use = "the call is lost when this is dropped"]
    #[expect(clippy::type_complexity, reason = "a state and its responses, as `CallFailure` has them side by side")]
    pub fn take(&mut self) -> Option<(Unfinished<C>, Vec<InputResponse<C::Input>>)> {
        self.0.take().map(Held::into_parts)
    }

    pub(super) fn take_held(&mut self) -> Option<Held<C>> {
        self.0.take()
    }

    /// Keeps a request while the transport has it.
    pub(super) fn while_sent(&mut self, pending: Pending<C>) -> ScopeGuard<Pending<C>, impl FnOnce(Pending<C>)> {
        scopeguard::guard(pending, |pending| self.0 = Some(Held::Sent(pending)))
    }

    /// Keeps a round while its inputs are asked for.
    pub(super) fn while_asking(&mut self, asking: Asking<C>) -> ScopeGuard<Asking<C>, impl FnOnce(Asking<C>)> {
        scopeguard::guard(asking, |asking| self.0 = Some(Held::Asking(asking)))
    }

    /// Keeps a refused request while its list of tools is refreshed.
    pub(super) fn while_refreshing(&mut self, failed: Failed<C>) -> ScopeGuard<Failed<C>, impl FnOnce(Failed<C>)> {
        scopeguard::guard(failed, |failed| self.0 = Some(Held::Refused(failed)))
    }
}

/// A call between two steps of the driver, or as it was when the driver was interrupted.
pub(super) enum Held<C: Call> {
    /// Not sent yet.
    Pending(Pending<C>),
    /// Sent, and what became of it is not known.
    Sent(Pending<C>),
    /// Refused for its headers.
    Refused(Failed<C>),
    Asking(Asking<C>),
    Answered(Answered<C>),
}

/// A round, and the responses to the first of its inputs.
pub(super) struct Asking<C: Call> {
    pub(super) needs_input: NeedsInput<C>,
    pub(super) responses: Vec<InputResponse<C::Input>>,
}

impl<C: Call> Held<C> {
    pub(super) fn session(&self) -> &Session {
        match self {
            Self::Pending(pending) | Self::Sent(pending) => pending.session(),
            Self::Refused(failed) => failed.session(),
            Self::Asking(asking) => asking.needs_input.session(),
            Self::Answered(answered) => answered.session(),
        }
    }

    pub(super) fn into_parts(self) -> (Unfinished<C>, Vec<InputResponse<C::Input>>) {
        match self {
            Self::Pending(pending) => (pending.into(), Vec::new()),
            Self::Sent(pending) => (pending.reissue().into(), Vec::new()),
            Self::Refused(failed) => (failed.reissue().into(), Vec::new()),
            Self::Asking(Asking { needs_input, responses }) => (needs_input.into(), responses),
            Self::Answered(answered) => (answered.into(), Vec::new()),
        }
    }
}

impl<C: Call> From<Unfinished<C>> for Held<C> {
    fn from(state: Unfinished<C>) -> Self {
        match state {
            Unfinished::Pending(pending) => Self::Pending(pending),
            Unfinished::NeedsInput(needs_input) => Self::from(needs_input),
            Unfinished::Answered(answered) => Self::Answered(answered),
        }
    }
}

impl<C: Call> From<NeedsInput<C>> for Held<C> {
    fn from(needs_input: NeedsInput<C>) -> Self {
        Self::Asking(Asking { needs_input, responses: Vec::new() })
    }
}

/// Shows the call as its state does.
impl<C: Call> fmt::Debug for Kept<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kept").field(&self.0).finish()
    }
}

impl<C: Call> fmt::Debug for Held<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pending(pending) | Self::Sent(pending) => pending.fmt(f),
            Self::Refused(failed) => failed.fmt(f),
            Self::Asking(asking) => asking.needs_input.fmt(f),
            Self::Answered(answered) => answered.fmt(f),
        }
    }
}
