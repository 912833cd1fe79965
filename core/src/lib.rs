//! Sans-IO typestate core for Model Context Protocol multi round-trip requests.
#![no_std]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

pub mod json;
pub mod model;
pub mod schema;

mod id;
mod request;

pub use id::RequestId;
pub use request::Request;
