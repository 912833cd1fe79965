//! The two ways in which an answer does not lead on; both give the call back.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

use crate::call::Method;
use crate::error::PeerError;
use crate::flow::Flow;
use crate::id::RequestId;
use crate::session::{Marker, Session};
use crate::state::{Pending, Retry};

/// A leg that was answered with an error, or with a result that breaks the protocol.
///
/// The call is not lost: [`reissue`](Self::reissue) sends the same leg again, [`restart`](Self::restart) begins anew.
/// Neither happens by itself: a refused state stays refused, and a tool may have acted already.
///
/// The leg was answered, so it receives nothing more, and there is nothing to cancel:
///
/// ```compile_fail,E0599
/// # use mrtr_core::{Failed, ToolCall};
/// # fn leg(failed: Failed<ToolCall>, answer: &[u8]) {
/// let reply = failed.receive(answer);
/// # }
/// ```
///
/// ```
/// # use mrtr_core::{Failed, ToolCall};
/// # fn leg(failed: Failed<ToolCall>, answer: &[u8]) {
/// let reply = failed.reissue().receive(answer);
/// # }
/// ```
#[must_use = "look at `error()`, then `reissue`, `restart`, or drop the call"]
pub struct Failed<C> {
    inner: Box<Inner>,
    call: Marker<C>,
}

struct Inner {
    flow: Box<Flow>,
    retry: Option<Retry>,
    error: PeerError,
}

impl<C> Failed<C> {
    pub(crate) fn new(flow: Box<Flow>, retry: Option<Retry>, error: PeerError) -> Self {
        Self { inner: Box::new(Inner { flow, retry, error }), call: PhantomData }
    }

    /// What the server did or reported.
    #[must_use]
    pub fn error(&self) -> &PeerError {
        &self.inner.error
    }

    /// The same leg with the same responses and state, under a new id.
    pub fn reissue(self) -> Pending<C> {
        let Inner { flow, retry, .. } = *self.inner;
        Pending::new(flow, retry)
    }

    /// As [`reissue`](Self::reissue), in another protocol version: after
    /// [`UnsupportedProtocolVersion`](crate::RpcErrorKind::UnsupportedProtocolVersion), with the version of
    /// [`Session::choose_version`](crate::Session::choose_version).
    pub fn reissue_in_version(self, version: &str) -> Pending<C> {
        let Inner { mut flow, retry, .. } = *self.inner;
        flow.version = version.into();
        Pending::new(flow, retry)
    }

    /// The session that the call belongs to.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.inner.flow.session
    }

    /// The call from its beginning: the captured name and arguments alone, without responses and state, under a new id.
    pub fn restart(self) -> Pending<C> {
        let Inner { mut flow, .. } = *self.inner;
        flow.rounds = 0;
        Pending::new(flow, None)
    }

    /// The method of the call.
    #[must_use]
    pub fn method(&self) -> Method {
        self.inner.flow.method
    }

    /// The name of the tool or prompt, or the URI of the resource.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.inner.flow.target
    }

    /// How many times the server has asked for input so far.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.inner.flow.rounds
    }

    /// The error alone, `'static` whatever the call borrows.
    #[must_use]
    pub fn without_state(self) -> PeerError {
        self.inner.error
    }
}

impl<C> fmt::Debug for Failed<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failed")
            .field("method", &self.method())
            .field("name", &self.name())
            .field("rounds", &self.rounds())
            .field("error", &self.inner.error)
            .finish_non_exhaustive()
    }
}

impl<C> fmt::Display for Failed<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {:?} failed: {}", self.method(), self.name(), self.inner.error)
    }
}

impl<C> core::error::Error for Failed<C> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.inner.error)
    }
}

/// A message that does not answer this leg; gives the leg back, which still waits.
///
/// ```
/// # use mrtr_core::{NotOurs, Pending, ToolCall};
/// # fn leg(not_ours: NotOurs<ToolCall>) -> Pending<ToolCall> {
/// not_ours.into_pending()
/// # }
/// ```
///
/// It is not sent again by that: only the leg itself is.
///
/// ```compile_fail,E0599
/// # use mrtr_core::{NotOurs, Pending, ToolCall};
/// # fn leg(not_ours: NotOurs<ToolCall>) -> Pending<ToolCall> {
/// not_ours.reissue()
/// # }
/// ```
#[must_use = "the call still waits: take it back by `into_pending`"]
pub struct NotOurs<C> {
    pending: Box<Pending<C>>,
    reason: NotOursReason,
}

impl<C> NotOurs<C> {
    pub(crate) fn new(pending: Pending<C>, reason: NotOursReason) -> Self {
        Self { pending: Box::new(pending), reason }
    }

    /// What the message is instead.
    #[must_use]
    pub fn reason(&self) -> &NotOursReason {
        &self.reason
    }

    /// The leg, as it was before the message came.
    pub fn into_pending(self) -> Pending<C> {
        *self.pending
    }

    /// The reason alone, `'static` whatever the call borrows.
    #[must_use]
    pub fn without_state(self) -> NotOursReason {
        self.reason
    }
}

impl<C> fmt::Debug for NotOurs<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NotOurs").field("pending", &self.pending).field("reason", &self.reason).finish()
    }
}

impl<C> fmt::Display for NotOurs<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not the answer to request {}: {}", self.pending.id(), self.reason)
    }
}

impl<C> core::error::Error for NotOurs<C> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.reason)
    }
}

/// Why a message does not answer a leg.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotOursReason {
    /// The message is no JSON object, or breaks off before its id.
    Unreadable,
    /// The message is a request or a notification.
    NotAResponse,
    /// The message has two ids.
    AmbiguousId,
    /// The message has a result and no id.
    NoId,
    /// The message answers another request.
    OtherId,
    /// The message answers an earlier leg of this call: it is late.
    EarlierLeg {
        /// The id of that leg.
        id: RequestId,
    },
}

impl fmt::Display for NotOursReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => f.write_str("the message is no JSON-RPC message"),
            Self::NotAResponse => f.write_str("the message is a request or a notification"),
            Self::AmbiguousId => f.write_str("the message has two ids"),
            Self::NoId => f.write_str("the message has a result and no id"),
            Self::OtherId => f.write_str("the message answers another request"),
            Self::EarlierLeg { id } => write!(f, "the message answers an earlier leg of this call ({id})"),
        }
    }
}

impl core::error::Error for NotOursReason {}

/// Why [`Pending::receive`] did not lead on.
#[must_use = "the call is not lost: `match` it, and take the call back by `into_pending`, `reissue` or `restart`"]
#[expect(clippy::exhaustive_enums, reason = "a message is ours or it is not")]
pub enum ReceiveError<C> {
    /// The message does not answer this leg, which still waits.
    NotOurs(NotOurs<C>),
    /// The leg was answered with an error, or with a result that breaks the protocol.
    Failed(Failed<C>),
}

impl<C> ReceiveError<C> {
    /// The error alone, `'static` whatever the call borrows.
    #[must_use]
    pub fn without_state(self) -> ReceiveErrorKind {
        match self {
            Self::NotOurs(error) => ReceiveErrorKind::NotOurs(error.without_state()),
            Self::Failed(error) => ReceiveErrorKind::Failed(error.without_state()),
        }
    }
}

impl<C> fmt::Debug for ReceiveError<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOurs(error) => error.fmt(f),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl<C> fmt::Display for ReceiveError<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOurs(error) => error.fmt(f),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl<C> core::error::Error for ReceiveError<C> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::NotOurs(error) => core::error::Error::source(error),
            Self::Failed(error) => core::error::Error::source(error),
        }
    }
}

/// A [`ReceiveError`] without the call.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_enums, reason = "a message is ours or it is not")]
pub enum ReceiveErrorKind {
    /// The message did not answer the leg.
    NotOurs(NotOursReason),
    /// The leg failed.
    Failed(PeerError),
}

impl fmt::Display for ReceiveErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOurs(reason) => write!(f, "not the answer to the request: {reason}"),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReceiveErrorKind {}
