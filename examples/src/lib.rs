//! What the examples share: a demo server that they start and talk to, and how they print and ask.

pub mod connect;
mod failure;
pub mod server;
#[cfg(feature = "sqlite")]
pub mod shelf;
pub mod steps;

pub use failure::Failure;
