//! The driver: takes a call to its end, over a transport.
//!
//! ```text
//!   call, try_call       drive
//!        |                 |
//!        v                 v
//!     Pending -------> Pending, NeedsInput, Answered
//!        ^                 |
//!        |  send, receive, ask, pause
//!        +-----------------+------> Complete, or a failure with the call inside
//! ```
//!
//! What is decided on the way (rounds, pauses, time, protocol versions, stale headers) is in `flight`, once; the
//! blocking and the asynchronous client carry it out.

#[cfg(feature = "tokio")]
mod async_client;
mod client;
mod clock;
mod failure;
mod flight;
mod keep;
mod limits;
mod request;
mod shared;
mod unfinished;
mod unsupported;

#[cfg(feature = "tokio")]
pub use async_client::AsyncClient;
pub use client::Client;
pub use clock::{Clock, SystemClock};
pub use failure::{CallFailure, CallFailureKind};
pub use keep::Kept;
pub use limits::{Limits, Options};
pub use request::RequestError;
pub use unfinished::Unfinished;
pub use unsupported::UnsupportedServer;
