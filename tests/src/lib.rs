//! Shared parts of the tests.

pub mod scenario;
pub mod typed;
pub mod ui;
