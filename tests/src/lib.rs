//! Shared parts of the tests.

pub mod hostile;
pub mod scan;
pub mod scenario;
pub mod transcript;
pub mod typed;
pub mod ui;

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
