//! Sans-IO typestate core for Model Context Protocol multi round-trip requests.
#![no_std]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

mod call;
mod capabilities;
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
mod state;
mod wire;

pub use call::{Arguments, Call, HeaderParam, Method};
pub use capabilities::{Capabilities, CapabilitiesError};
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
pub use state::*;
