//! Placeholder until the real request is merged.
use alloc::vec::Vec;

use crate::RequestId;

/// A JSON-RPC request, ready to be sent.
#[derive(Debug)]
pub struct Request {
    id: RequestId,
    body: Vec<u8>,
}

impl Request {
    /// A request of any text.
    #[doc(hidden)]
    #[must_use]
    pub fn for_tests(id: RequestId, body: Vec<u8>) -> Self {
        Self { id, body }
    }

    /// The id.
    #[must_use]
    pub fn id(&self) -> &RequestId {
        &self.id
    }

    /// The method.
    #[must_use]
    pub fn method(&self) -> &str {
        "tools/call"
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        ""
    }

    /// One JSON-RPC message on one line.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }
}
