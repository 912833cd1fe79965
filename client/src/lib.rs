//! Model Context Protocol calls that survive being asked for input.

#[doc(no_inline)]
pub use mrtr_core as core;
#[doc(inline)]
pub use mrtr_core::*;
#[cfg(feature = "derive")]
pub use mrtr_macros::Call;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod catalog;
mod driver;
#[cfg(any(feature = "http", feature = "stdio"))]
mod envelope;
#[cfg(feature = "http")]
pub mod http;
#[cfg(any(feature = "http", feature = "stdio"))]
mod incoming;
mod log;
mod notification;
mod response;
#[cfg(feature = "stdio")]
pub mod stdio;
#[cfg(any(feature = "http", feature = "stdio"))]
mod stray;
mod transport;

pub use catalog::{Catalog, CatalogTool, DroppedTool, HeaderProblem, ListError, ToolProblem};
#[cfg(feature = "tokio")]
pub use driver::AsyncClient;
pub use driver::{
    CallFailure, CallFailureKind, Client, Clock, Limits, Options, RequestError, SystemClock, Unfinished,
    UnsupportedServer,
};
pub use notification::Notification;
pub use response::{UnexpectedReason, UnexpectedResponse};
#[cfg(any(feature = "http", feature = "stdio"))]
pub use stray::{Stray, StrayReason};
pub use transport::{AsyncTransport, ServerExit, Transport, TransportError};
