//! What generated code may name. Not part of the public interface: it may change in any release, together with the
//! macro.

use std::sync::OnceLock;

pub use mrtr_core::__private::*;

/// A compiled schema: read once, when it is first asked for.
#[derive(Debug)]
pub struct SchemaCell {
    text: &'static str,
    read: OnceLock<Option<Arc<FormSchema>>>,
}

impl SchemaCell {
    /// A cell for a schema.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Self { text, read: OnceLock::new() }
    }

    /// The schema.
    #[must_use]
    pub fn get(&self) -> Option<Arc<FormSchema>> {
        self.read.get_or_init(|| FormSchema::read(self.text).ok().map(Arc::new)).clone()
    }
}
