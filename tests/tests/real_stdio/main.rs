//! Calls to a real server, the demo server on the official Rust SDK, over the standard streams of a child process.

mod bytes;
mod concurrent;
mod flows;
mod refusals;
mod support;
