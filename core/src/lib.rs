//! Sans-IO typestate core for Model Context Protocol multi round-trip requests.
#![no_std]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

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
mod request;
pub mod schema;
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod session;
mod state;
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
pub use request::{Cancellation, MirroredHeader, Request};
pub use session::{CallError, DeclareError, Session};
pub use state::*;
