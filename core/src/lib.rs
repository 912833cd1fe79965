//! Calls of the Model Context Protocol that survive being asked for input: the client's side, without I/O.
//!
//! A server may answer `tools/call`, `resources/read` and `prompts/get` with `input_required` in place of the result.
//! The client then collects the input and sends the same call again: under a new id, with one response per input
//! request, and with the server's state exactly as it came. Each step of that is a type of its own ([`state`]), and
//! what the protocol forbids does not compile.
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
//! ```
//! use std::collections::BTreeMap;
//!
//! use mrtr_core::{DynamicInput, Implementation, Reply, Session, ToolCall};
//!
//! let answers = [
//!     r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s1","inputRequests":{
//!         "seat":{"method":"elicitation/create","params":{"message":"Which seat?","requestedSchema":
//!             {"type":"object","properties":{"seat":{"type":"string"}},"required":["seat"]}}}}}}"#,
//!     r#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"booked 14C"}]}}"#,
//! ];
//! let mut answers = answers.iter();
//! let mut exchange = |_message: &[u8]| answers.next().map(|answer| answer.as_bytes()).ok_or("disconnected");
//!
//! let session = Session::new("airline", Implementation::new("my-app", "1.0.0"));
//! let mut pending = session.call(ToolCall::new("book_flight").arguments_json(r#"{"destination":"Cebu"}"#)?)?;
//! let booking = loop {
//!     let answer = exchange(pending.request().body())?;
//!     pending = match pending.receive(answer)? {
//!         Reply::Complete(complete) => break complete.into_output()?,
//!         Reply::NeedsInput(needs_input) => needs_input
//!             .try_answer(|input| match input {
//!                 DynamicInput::Form(form) => Ok(form.accept(&BTreeMap::from([("seat", "14C")]))),
//!                 other => Err(format!("nobody is here to answer {:?}", other.key())),
//!             })?
//!             .resume(),
//!     };
//! };
//! assert_eq!(booking.content.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate is `no_std` with `alloc` and has no features, I/O, clock, randomness or `unsafe`. No feature of
//! `serde_json` that another crate switches on changes what is read or sent: JSON text is kept as text.
#![no_std]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod argument;
mod call;
mod capabilities;
mod captured;
mod drift;
mod dynamic;
mod error;
mod flow;
mod id;
mod input;
mod json;
mod meta;
pub mod model;
pub mod parked;
mod query;
mod request;
pub mod schema;
mod session;
pub mod state;
mod wire;

pub use argument::{HeaderValue, PromptArgument};
pub use call::{Arguments, Call, HeaderParam, Method};
pub use capabilities::{Capabilities, CapabilitiesError};
pub use captured::CaptureFault;
pub use drift::{CompiledInput, Drift, DriftChange, TypedCall, drift};
pub use dynamic::{Dynamic, GetPrompt, ReadResource, ToolCall};
pub use error::{CaptureError, PeerError, Problem, RpcError, RpcErrorKind, Violation};
pub use id::{IdSource, RequestId};
pub use input::*;
pub use json::{JsonKind, SerializeError};
pub use meta::{LogLevel, Meta, MetaError};
#[doc(no_inline)]
pub use model::*;
pub use query::{Query, QueryError};
pub use request::{Cancellation, MirroredHeader, Request};
pub use session::{CallError, DeclareError, Session};
#[doc(inline)]
pub use state::*;
