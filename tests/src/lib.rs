//! Shared parts of the tests.

pub mod hostile;
pub mod scan;
pub mod scenario;
pub mod transcript;
pub mod typed;
pub mod ui;
