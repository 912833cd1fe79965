//! The states of a call: one struct per state, every transition by value.
//!
//! <!-- states -->
//! ```text
//!                     session.call(c)?
//!                            |
//!                            v                 reissue() -> Pending<C>
//! +-----------------> Pending<C> ------------- cancel()  -> the end
//! |                          |
//! |      receive(message), or receive_result(result) and receive_error(error)
//! |                          |
//! |        +-----------------+-----------------+-----------------+
//! |        |                 |                 |                 |
//! |        v                 v                 v                 v
//! |   NeedsInput<C>     Complete<C>        Failed<C>        NotOurs<C>
//! |        |                 |                 |                 |
//! |        |           into_output()       reissue()       into_pending()
//! |        |                 |        reissue_in_version()       |
//! |        |                 |             restart()             |
//! |        |                 v                 v                 v
//! |        |             C::Output        Pending<C>        Pending<C>
//! |        |
//! |        +--- into_dynamic() -> NeedsInput<Dynamic<C>>
//! |        +--- park() ---------> Parked<C> --- restore(session) -> as parked
//! |        +--- abandon() ------> the end
//! |        |
//! |   answer(closure), try_answer(closure) or submit(responses)
//! |        |
//! |        v
//! +-- Answered<C> -- park() ----> Parked<C> --- restore(session) -> as parked
//!  resume()
//! ```
//! <!-- /states -->
//!
//! A state is a permission to do what comes next, and there is one of it: no state is `Clone`, comes from a literal,
//! from another type or from text, and each transition takes the state. What cannot be done next cannot be written: a
//! [`Pending`] leg has no `resume`, a round without its responses is no [`Answered`], a call that has failed receives
//! nothing. A transition that can fail gives back in its error what it took. The one way out of the program and back
//! is a [`parked`](crate::parked) document, and that it is used once is then up to its store.
//!
//! # The rules
//!
//! - **A call is captured once.** [`Session::call`](crate::Session::call) takes name and arguments as JSON text. Every
//!   leg carries that text as it is, and no state shows or takes another.
//! - **Each leg has an id of its own.** It is drawn when a [`Pending`] is made, from the session that made the call, and
//!   is none of those that the call used before.
//! - **Each round replaces the last.** The responses and the request state of a round go into the leg that
//!   [`resume`](Answered::resume) makes, and into those that [`Pending::reissue`] and [`Failed::reissue`] make of it.
//!   A round without request state is retried without, one without input requests is retried without responses.
//!   [`Failed::restart`] leaves both behind.
//! - **The request state is not read.** It is sent back as the very JSON token that came.
//! - **Two failures are two states.** [`NotOurs`]: the message answers something else, and the leg still waits.
//!   [`Failed`]: the leg was answered, and waits no more.
//! - **A round is answered as a whole.** Nobody is asked before each input request has been read, and no response
//!   leaves before all of them are there and fit: the round that asked, its keys, the server's schema.
//! - **Nothing happens by itself.** No leg is sent again, no form accepted, no call restarted without being told.
//!
//! # Two layers
//!
//! - Whole JSON-RPC messages: [`Pending::request`] is what a transport sends, [`Pending::receive`] takes its answer.
//! - `params` out and `result` in, for an SDK with an envelope of its own: [`Pending::write_params`],
//!   [`Pending::receive_result`] (with what it means to hand over a parsed value), [`Pending::receive_error`].
//!
//! # Every transition
//!
//! <!-- transitions -->
//! | state | event | when | next |
//! |---|---|---|---|
//! | `Session` | `call` | the call can be captured | `Pending` |
//! | `Session` | `call` | it cannot | the call itself |
//! | `Pending` | `receive` | a complete result | `Complete` |
//! | `Pending` | `receive` | a result that asks for input | `NeedsInput` |
//! | `Pending` | `receive` | an error, or a result that breaks the protocol | `Failed` |
//! | `Pending` | `receive` | a message that does not answer this leg | `NotOurs` |
//! | `Pending` | `receive_result` | a complete result | `Complete` |
//! | `Pending` | `receive_result` | a result that asks for input | `NeedsInput` |
//! | `Pending` | `receive_result` | a result that breaks the protocol | `Failed` |
//! | `Pending` | `receive_error` | always | `Failed` |
//! | `Pending` | `reissue` | always | `Pending` |
//! | `Pending` | `cancel` | always | the end |
//! | `NeedsInput` | `answer` | every response is taken | `Answered` |
//! | `NeedsInput` | `answer` | an input request is unreadable, or a response is refused | `NeedsInput` |
//! | `NeedsInput` | `try_answer` | every response is taken | `Answered` |
//! | `NeedsInput` | `try_answer` | the closure stops, or as for `answer` | `NeedsInput` |
//! | `NeedsInput` | `submit` | every response is taken | `Answered` |
//! | `NeedsInput` | `submit` | a response is refused | `NeedsInput` |
//! | `NeedsInput` | `into_dynamic` | always | `NeedsInput` |
//! | `NeedsInput` | `park` | always | `Parked` |
//! | `NeedsInput` | `abandon` | always | the end |
//! | `Answered` | `resume` | always | `Pending` |
//! | `Answered` | `park` | always | `Parked` |
//! | `Parked` | `restore` | it has no responses | `NeedsInput` |
//! | `Parked` | `restore` | it has its responses | `Answered` |
//! | `Parked` | `restore` | it belongs to another peer | `Parked` |
//! | `Failed` | `reissue` | always | `Pending` |
//! | `Failed` | `reissue_in_version` | always | `Pending` |
//! | `Failed` | `restart` | always | `Pending` |
//! | `NotOurs` | `into_pending` | always | `Pending` |
//! | `Complete` | `into_output` | the output can be read | the end |
//! | `Complete` | `into_output` | the output cannot be read | `Complete` |
//! <!-- /transitions -->
//!
//! # Example
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use mrtr_core::{Capabilities, DynamicInput, Implementation, ReceiveError, Reply, Session, ToolCall};
//!
//! // What a server would send. The second message answers something else.
//! let mut messages = [
//!     r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s1","inputRequests":{
//!         "seat":{"method":"elicitation/create","params":{"message":"Which seat?","requestedSchema":
//!             {"type":"object","properties":{"seat":{"type":"string"}},"required":["seat"]}}}}}}"#,
//!     r#"{"jsonrpc":"2.0","id":"of another call","result":{}}"#,
//!     r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"try again"}}"#,
//!     r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"booked 14C"}]}}"#,
//! ]
//! .into_iter();
//! let mut sent = Vec::new();
//!
//! let session = Session::new("airline", Implementation::new("my-app", "1.0.0"))
//!     .with_capabilities(Capabilities::NONE.with_form());
//! let call = ToolCall::new("book_flight").arguments_json(r#"{"destination":"Cebu"}"#)?;
//!
//! //
//! // -------------------------------------------------------------------- Pending
//! // The call is captured, and its first leg is ready to be sent.
//! //
//! let mut pending = session.call(call)?;
//! sent.push(pending.request());
//!
//! let complete = loop {
//!     let message = messages.next().ok_or("the server has gone")?;
//!     pending = match pending.receive(message.as_bytes()) {
//!         //
//!         // ------------------------------------------------------------ NeedsInput
//!         // The closure is given each input request once, and gives its response.
//!         //
//!         Ok(Reply::NeedsInput(needs_input)) => {
//!             let answered = needs_input.try_answer(|input| match input {
//!                 DynamicInput::Form(form) => Ok(form.accept(&BTreeMap::from([("seat", "14C")]))),
//!                 other => Err(format!("nobody is here to answer {:?}", other.key())),
//!             })?;
//!             //
//!             // -------------------------------------------------------- Answered
//!             // The next leg is the same call with the responses and the request state.
//!             //
//!             let retry = answered.resume();
//!             sent.push(retry.request());
//!             retry
//!         }
//!         //
//!         // ------------------------------------------------------------ NotOurs
//!         // The leg still waits: nothing is to be sent.
//!         //
//!         Err(ReceiveError::NotOurs(not_ours)) => not_ours.into_pending(),
//!         //
//!         // ------------------------------------------------------------ Failed
//!         // The same leg once more, where the program thinks that it may help.
//!         //
//!         Err(ReceiveError::Failed(failed)) if failed.error().as_rpc().is_some() && sent.len() < 3 => {
//!             let again = failed.reissue();
//!             sent.push(again.request());
//!             again
//!         }
//!         Err(ReceiveError::Failed(failed)) => return Err(failed.without_state().into()),
//!         //
//!         // ------------------------------------------------------------ Complete
//!         // A result that answers a retry must not be cached.
//!         //
//!         Ok(Reply::Complete(complete)) => break complete,
//!     };
//! };
//! assert!(!complete.cacheable());
//! assert_eq!(complete.into_output()?.content.len(), 1);
//!
//! let ids: Vec<_> = sent.iter().map(|request| request.id().to_string()).collect();
//! assert_eq!(ids, ["1", "2", "3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: specification, basic/patterns/mrtr.

mod answered;
mod complete;
mod failed;
mod needs_input;
mod pending;

pub use self::answered::Answered;
pub use self::complete::{Complete, OutputError};
pub use self::failed::{Failed, NotOurs, NotOursReason, ReceiveError, ReceiveErrorKind};
pub use self::needs_input::{AnswerError, AnswerProblem, NeedsInput, TryAnswerError, TryAnswerProblem};
pub use self::pending::{Pending, ProgressOwner};

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::call::Call;
use crate::input::Leg;

/// What a retry adds to the captured call: the responses and the state of one round.
pub(crate) struct Retry {
    pub(crate) leg: Arc<Leg>,
    /// One response per input request, in the order of the server's text.
    pub(crate) responses: Vec<String>,
}

/// What is to become of a call once its server has answered.
///
/// A program that has thought of one variant alone does not compile:
///
/// ```compile_fail,E0004
/// # use mrtr_core::{Reply, ToolCall};
/// # fn reply(reply: Reply<ToolCall>) {
/// match reply {
///     Reply::Complete(complete) => println!("{}", complete.raw()),
/// }
/// # }
/// ```
///
/// ```
/// # use mrtr_core::{Reply, ToolCall};
/// # fn reply(reply: Reply<ToolCall>) {
/// match reply {
///     Reply::Complete(complete) => println!("{}", complete.raw()),
///     Reply::NeedsInput(needs_input) => println!("asked for {} inputs", needs_input.requests().len()),
/// }
/// # }
/// ```
#[must_use = "`match` it: the server may ask for input, and the call goes on only when its `NeedsInput` is answered"]
#[expect(clippy::exhaustive_enums, reason = "a result is complete or needs input; there is no third")]
pub enum Reply<C: Call> {
    /// The server has finished.
    Complete(Complete<C>),
    /// The server asks for input first.
    NeedsInput(NeedsInput<C>),
}

impl<C: Call> fmt::Debug for Reply<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Complete(complete) => f.debug_tuple("Complete").field(complete).finish(),
            Self::NeedsInput(needs_input) => f.debug_tuple("NeedsInput").field(needs_input).finish(),
        }
    }
}
