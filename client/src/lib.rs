//! Model Context Protocol calls that survive being asked for input.

#[doc(no_inline)]
pub use mrtr_core as core;

#[cfg(feature = "stdio")]
mod envelope;
mod notification;
#[cfg(feature = "stdio")]
pub mod stdio;
mod transport;

pub use notification::Notification;
pub use transport::{AsyncTransport, ServerExit, Transport, TransportError};
