//! Shared parts of the tests.

pub mod scan;
pub mod transcript;
