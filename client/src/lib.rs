//! Model Context Protocol calls that survive being asked for input.

#[doc(no_inline)]
pub use mrtr_core as core;

mod catalog;
mod driver;
#[cfg(feature = "stdio")]
mod envelope;
mod log;
mod notification;
#[cfg(feature = "stdio")]
pub mod stdio;
mod transport;

pub use catalog::{Catalog, CatalogTool, DroppedTool, HeaderProblem, ListError, ToolProblem};
#[cfg(feature = "tokio")]
pub use driver::AsyncClient;
pub use driver::{
    CallFailure, CallFailureKind, Client, Clock, Limits, Options, RequestError, SystemClock, Unfinished,
    UnsupportedServer,
};
pub use notification::Notification;
pub use transport::{AsyncTransport, ServerExit, Transport, TransportError};
