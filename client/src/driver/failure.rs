//! Why a driven call did not come to its end. Each failure gives the call back.

use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::time::Duration;

use mrtr_core::{
    AnswerError, AnswerProblem, Call, CallError, CaptureError, Failed, InputErrors, InputResponse, NeedsInput,
    NotOursReason, OutputError, PeerError, Pending,
};

use super::{Kept, Unfinished, UnsupportedServer};
use crate::transport::TransportError;

/// Why a driven call did not come to its end, with the call. `E` is the error of the answer function.
///
/// Nothing more has been sent, and nothing is sent again by itself. [`into_unfinished`](Self::into_unfinished) gives
/// what [`Client::drive`](crate::Client::drive) goes on with.
///
/// ```
/// # use std::sync::atomic::{AtomicBool, Ordering};
/// # use std::time::Duration;
/// # use mrtr::core::{Implementation, Request, RequestId, Session};
/// # use mrtr::{Client, Transport, TransportError};
/// use mrtr::CallFailure;
/// use mrtr::core::{DynamicInput, InputResponse, ToolCall};
/// # struct Airline(AtomicBool);
/// # impl Transport for Airline {
/// #     fn exchange_within(&self, request: &Request, _: Option<Duration>) -> Result<Vec<u8>, TransportError> {
/// #         if !self.0.swap(true, Ordering::Relaxed) {
/// #             return Err(TransportError::Closed);
/// #         }
/// #         let result = r#"{"resultType":"complete","content":[]}"#;
/// #         Ok(format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request.id()).into_bytes())
/// #     }
/// #     fn cancel(&self, _: &RequestId) -> Result<(), TransportError> {
/// #         Ok(())
/// #     }
/// # }
/// # let session = Session::new("airline", Implementation::new("my-app", "1.0.0"));
/// # let client = Client::new(session, Airline(AtomicBool::new(false)));
///
/// fn ask(input: DynamicInput) -> std::io::Result<InputResponse<DynamicInput>> {
///     // ... a user interface
/// #   Err(std::io::Error::other(input.key().to_owned()))
/// }
///
/// match client.try_call(ToolCall::new("seat_map"), ask) {
///     Ok(seats) => println!("{} blocks", seats.content.len()),
///     // To look at a seat map twice does no harm, so the same leg may be sent again, with the answers given so far.
///     Err(failure @ CallFailure::Transport { .. }) => {
///         let seats = client.drive(failure.into_unfinished()?, ask)?.into_output()?;
///         println!("{} blocks, at the second attempt", seats.content.len());
///     }
///     Err(failure) => return Err(failure.without_state().into()),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "the call is not lost: take it back"]
#[non_exhaustive]
pub enum CallFailure<C: Call, E = Infallible> {
    /// The call could not be captured.
    Capture(CallError<C>),
    /// An argument cannot be mirrored as the header that the server's list of tools says.
    Headers {
        /// The leg, not sent.
        pending: Box<Pending<C>>,
        /// What is wrong with the argument.
        error: CaptureError,
    },
    /// The call was made for another server: the peer labels differ. Nothing was sent.
    OtherPeer {
        /// The call, as it was handed in.
        state: Unfinished<C>,
        /// The responses that were [kept](Kept) with it.
        responses: Vec<InputResponse<C::Input>>,
    },
    /// There was no call to drive: what was handed to `drive_in` [is empty](Kept::is_empty).
    NothingKept,
    /// The transport brought no answer. The server may have acted on the request nevertheless.
    Transport {
        /// The same leg under a new id, not sent.
        pending: Box<Pending<C>>,
        /// What happened to the request.
        error: TransportError,
    },
    /// The transport brought a message that is not the answer. The server may have acted on the request nevertheless.
    NotOurs {
        /// The same leg under a new id, not sent.
        pending: Box<Pending<C>>,
        /// What the message was instead.
        reason: NotOursReason,
    },
    /// The server answered with an error, or broke the protocol.
    Failed(Failed<C>),
    /// The server does not speak a protocol version that the application accepts.
    UnsupportedServer {
        /// The leg that was refused.
        failed: Failed<C>,
        /// What the server speaks.
        server: UnsupportedServer,
    },
    /// The server asked more often than the limit allows. In this round nobody was asked anything.
    TooManyRounds {
        /// The round that was too many.
        needs_input: NeedsInput<C>,
        /// The limit.
        limit: u32,
    },
    /// The time for the whole call is over.
    Deadline {
        /// The call. A leg that had been sent is the same leg under a new id.
        state: Unfinished<C>,
        /// The responses given before the answer function was interrupted: valid still, for
        /// [`NeedsInput::submit`]. Empty where it was not.
        responses: Vec<InputResponse<C::Input>>,
        /// The time that the call had.
        limit: Duration,
    },
    /// The server asked for something that cannot be read. Nobody was asked anything.
    Unreadable {
        /// The call, which still needs its input; [`NeedsInput::into_dynamic`] goes on by hand.
        needs_input: NeedsInput<C>,
        /// What cannot be read, per key.
        errors: InputErrors,
    },
    /// The answer function failed. Nothing was sent.
    Stopped {
        /// The call, which still needs its input.
        needs_input: NeedsInput<C>,
        /// The responses given before: valid still, for [`NeedsInput::submit`].
        responses: Vec<InputResponse<C::Input>>,
        /// The function's error.
        error: E,
    },
    /// The responses were refused. Nothing was sent.
    Refused(AnswerError<C>),
    /// The call is complete, and its result is not of the output type.
    Output(OutputError<C>),
}

impl<C: Call, E> CallFailure<C, E> {
    pub(super) fn headers(pending: Pending<C>, error: CaptureError) -> Self {
        Self::Headers { pending: Box::new(pending), error }
    }

    /// The call as it stands, for [`Client::drive`](crate::Client::drive). A leg that had been sent is the same leg
    /// under a new id, with the same responses and state. A tool may have acted on the earlier one already.
    ///
    /// # Errors
    ///
    /// The failure itself, where nothing is left to go on with: the call was not captured, or is complete.
    pub fn into_unfinished(self) -> Result<Unfinished<C>, Self> {
        match self {
            Self::Capture(_) | Self::Output(_) | Self::NothingKept => Err(self),
            Self::Headers { pending, .. } | Self::Transport { pending, .. } | Self::NotOurs { pending, .. } => {
                Ok(pending.into())
            }
            Self::OtherPeer { state, .. } | Self::Deadline { state, .. } => Ok(state),
            Self::Failed(failed) | Self::UnsupportedServer { failed, .. } => Ok(failed.reissue().into()),
            Self::TooManyRounds { needs_input, .. }
            | Self::Unreadable { needs_input, .. }
            | Self::Stopped { needs_input, .. } => Ok(needs_input.into()),
            Self::Refused(error) => Ok(error.into_needs_input().into()),
        }
    }

    /// As [`into_unfinished`](Self::into_unfinished), with the responses that were given before an answer function failed
    /// or was interrupted: [`Client::drive_in`](crate::Client::drive_in) asks for the other inputs only.
    ///
    /// # Errors
    ///
    /// As `into_unfinished`.
    pub fn into_kept(self) -> Result<Kept<C>, Self> {
        match self {
            Self::Stopped { needs_input, responses, .. } => Ok(Kept::with_responses(needs_input.into(), responses)),
            Self::OtherPeer { state, responses } | Self::Deadline { state, responses, .. } => {
                Ok(Kept::with_responses(state, responses))
            }
            failure => failure.into_unfinished().map(Kept::new),
        }
    }

    /// The failure alone, `'static` whatever the call borrows.
    #[must_use]
    pub fn without_state(self) -> CallFailureKind<E> {
        match self {
            Self::Capture(error) => CallFailureKind::Capture(error.without_state()),
            Self::Headers { error, .. } => CallFailureKind::Headers(error),
            Self::OtherPeer { .. } => CallFailureKind::OtherPeer,
            Self::NothingKept => CallFailureKind::NothingKept,
            Self::Transport { error, .. } => CallFailureKind::Transport(error),
            Self::NotOurs { reason, .. } => CallFailureKind::NotOurs(reason),
            Self::Failed(failed) => CallFailureKind::Failed(failed.without_state()),
            Self::UnsupportedServer { server, .. } => CallFailureKind::UnsupportedServer(server),
            Self::TooManyRounds { limit, .. } => CallFailureKind::TooManyRounds { limit },
            Self::Deadline { limit, .. } => CallFailureKind::Deadline { limit },
            Self::Unreadable { errors, .. } => CallFailureKind::Unreadable(errors),
            Self::Stopped { error, .. } => CallFailureKind::Stopped(error),
            Self::Refused(error) => CallFailureKind::Refused(error.without_state()),
            Self::Output(error) => CallFailureKind::Output(error.without_state()),
        }
    }
}

impl<C: Call, E: fmt::Debug> fmt::Debug for CallFailure<C, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capture(error) => f.debug_tuple("Capture").field(error).finish(),
            Self::Headers { pending, error } => {
                f.debug_struct("Headers").field("pending", pending).field("error", error).finish()
            }
            Self::OtherPeer { state, responses } => {
                f.debug_struct("OtherPeer").field("state", state).field("responses", responses).finish()
            }
            Self::NothingKept => f.write_str("NothingKept"),
            Self::Transport { pending, error } => {
                f.debug_struct("Transport").field("pending", pending).field("error", error).finish()
            }
            Self::NotOurs { pending, reason } => {
                f.debug_struct("NotOurs").field("pending", pending).field("reason", reason).finish()
            }
            Self::Failed(failed) => f.debug_tuple("Failed").field(failed).finish(),
            Self::UnsupportedServer { failed, server } => {
                f.debug_struct("UnsupportedServer").field("failed", failed).field("server", server).finish()
            }
            Self::TooManyRounds { needs_input, limit } => {
                f.debug_struct("TooManyRounds").field("needs_input", needs_input).field("limit", limit).finish()
            }
            Self::Deadline { state, responses, limit } => f
                .debug_struct("Deadline")
                .field("state", state)
                .field("responses", responses)
                .field("limit", limit)
                .finish(),
            Self::Unreadable { needs_input, errors } => {
                f.debug_struct("Unreadable").field("needs_input", needs_input).field("errors", errors).finish()
            }
            Self::Stopped { needs_input, responses, error } => f
                .debug_struct("Stopped")
                .field("needs_input", needs_input)
                .field("responses", responses)
                .field("error", error)
                .finish(),
            Self::Refused(error) => f.debug_tuple("Refused").field(error).finish(),
            Self::Output(error) => f.debug_tuple("Output").field(error).finish(),
        }
    }
}

impl<C: Call, E: fmt::Display> fmt::Display for CallFailure<C, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capture(error) => error.fmt(f),
            Self::Headers { error, .. } => error.fmt(f),
            Self::OtherPeer { .. } => f.write_str(OTHER_PEER),
            Self::NothingKept => f.write_str(NOTHING_KEPT),
            Self::Transport { error, .. } => error.fmt(f),
            Self::NotOurs { reason, .. } => not_ours(f, reason),
            Self::Failed(failed) => failed.fmt(f),
            Self::UnsupportedServer { server, .. } => server.fmt(f),
            Self::TooManyRounds { limit, .. } => too_many_rounds(f, *limit),
            Self::Deadline { limit, .. } => deadline(f, *limit),
            Self::Unreadable { errors, .. } => errors.fmt(f),
            Self::Stopped { error, .. } => stopped(f, error),
            Self::Refused(error) => error.fmt(f),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl<C: Call, E: Error + 'static> Error for CallFailure<C, E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Capture(error) => error.source(),
            Self::Headers { error, .. } => error.source(),
            Self::Transport { error, .. } => error.source(),
            Self::NotOurs { reason, .. } => Some(reason),
            Self::Failed(failed) => failed.source(),
            Self::UnsupportedServer { server, .. } => server.source(),
            Self::Stopped { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// A [`CallFailure`] without the call.
#[derive(Debug)]
#[non_exhaustive]
pub enum CallFailureKind<E = Infallible> {
    /// The call could not be captured.
    Capture(CaptureError),
    /// An argument cannot be mirrored as a header.
    Headers(CaptureError),
    /// The call was made for another server.
    OtherPeer,
    /// There was no call to drive.
    NothingKept,
    /// The transport brought no answer.
    Transport(TransportError),
    /// The transport brought a message that is not the answer.
    NotOurs(NotOursReason),
    /// The server answered with an error, or broke the protocol.
    Failed(PeerError),
    /// The server does not speak a protocol version that the application accepts.
    UnsupportedServer(UnsupportedServer),
    /// The server asked more often than the limit allows.
    TooManyRounds {
        /// The limit.
        limit: u32,
    },
    /// The time for the whole call is over.
    Deadline {
        /// The time that the call had.
        limit: Duration,
    },
    /// The server asked for something that cannot be read.
    Unreadable(InputErrors),
    /// The answer function failed.
    Stopped(E),
    /// The responses were refused.
    Refused(AnswerProblem),
    /// The result is not of the output type.
    Output(OutputError<()>),
}

impl<E: fmt::Display> fmt::Display for CallFailureKind<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capture(error) | Self::Headers(error) => error.fmt(f),
            Self::OtherPeer => f.write_str(OTHER_PEER),
            Self::NothingKept => f.write_str(NOTHING_KEPT),
            Self::Transport(error) => error.fmt(f),
            Self::NotOurs(reason) => not_ours(f, reason),
            Self::Failed(error) => error.fmt(f),
            Self::UnsupportedServer(server) => server.fmt(f),
            Self::TooManyRounds { limit } => too_many_rounds(f, *limit),
            Self::Deadline { limit } => deadline(f, *limit),
            Self::Unreadable(errors) => errors.fmt(f),
            Self::Stopped(error) => stopped(f, error),
            Self::Refused(problem) => problem.fmt(f),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl<E: Error + 'static> Error for CallFailureKind<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Capture(error) | Self::Headers(error) => error.source(),
            Self::Transport(error) => error.source(),
            Self::NotOurs(reason) => Some(reason),
            Self::UnsupportedServer(server) => server.source(),
            Self::Stopped(error) => Some(error),
            _ => None,
        }
    }
}

const OTHER_PEER: &str = "the call was made for another server";
const NOTHING_KEPT: &str = "there is no call to drive: it is complete, or was taken out before";

fn not_ours(f: &mut fmt::Formatter<'_>, reason: &NotOursReason) -> fmt::Result {
    write!(f, "the transport brought something other than the answer: {reason}")
}

fn too_many_rounds(f: &mut fmt::Formatter<'_>, limit: u32) -> fmt::Result {
    write!(f, "the server asked for input more than {limit} times")
}

fn deadline(f: &mut fmt::Formatter<'_>, limit: Duration) -> fmt::Result {
    write!(f, "the call did not come to its end within {limit:?}")
}

fn stopped(f: &mut fmt::Formatter<'_>, error: &impl fmt::Display) -> fmt::Result {
    write!(f, "the answer was stopped: {error}")
}
