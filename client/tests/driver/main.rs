//! The driver, against a server in memory that follows a script.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[cfg(feature = "tokio")]
mod asynchronous;
mod catalog;
mod failures;
mod kept;
#[cfg(feature = "tracing")]
mod log;
mod requests;
mod rounds;
mod script;
mod time;
mod versions;
