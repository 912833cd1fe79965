//! Shared parts of the tests.

pub mod growth;
pub mod hostile;
pub mod rounds;
pub mod scan;
pub mod scenario;
pub mod transcript;
pub mod typed;
pub mod ui;

use std::path::Path;

/// The folder of the repository. Other packages run these tests as well, so that a test's own package says nothing.
#[must_use]
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// The code of the page that is published with `mrtr`, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../client/README.md")]
pub struct ClientReadme;

/// The code of the page that is published with `mrtr-core`, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../core/README.md")]
pub struct CoreReadme;
