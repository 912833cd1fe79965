//! What a transport sends.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::id::RequestId;

/// One leg of a call, or another request, ready to be sent: a whole JSON-RPC message and what a transport needs to know about it.
///
/// The body is one line of UTF-8 without line breaks; a newline-delimited transport adds its own.
pub struct Request {
    pub(crate) id: RequestId,
    pub(crate) method: Cow<'static, str>,
    pub(crate) name: Option<Arc<str>>,
    pub(crate) headers: Arc<[MirroredHeader]>,
    pub(crate) protocol_version: Arc<str>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// The id of this request, different for every leg.
    #[must_use]
    pub fn id(&self) -> &RequestId {
        &self.id
    }

    /// The method: what HTTP transports send as `Mcp-Method`.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The name of the tool or prompt, or the URI of the resource: what HTTP transports send as `Mcp-Name`. `None` for
    /// requests other than the three calls.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The arguments that HTTP transports send as `Mcp-Param-*`.
    #[must_use]
    pub fn headers(&self) -> &[MirroredHeader] {
        &self.headers
    }

    /// The protocol version of the body's `_meta`: what HTTP transports send as `MCP-Protocol-Version`.
    #[must_use]
    pub fn protocol_version(&self) -> &str {
        &self.protocol_version
    }

    /// The JSON-RPC message.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The JSON-RPC message, without a copy.
    #[must_use]
    pub fn into_body(self) -> Vec<u8> {
        self.body
    }
}

/// Shows id, method, name and the size of the body.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("id", &self.id)
            .field("method", &self.method)
            .field("name", &self.name)
            .field("headers", &self.headers)
            .field("body_bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

/// An argument of a call that HTTP transports send as the header `Mcp-Param-{name}` too.
#[derive(Clone, PartialEq, Eq)]
pub struct MirroredHeader {
    name: Box<str>,
    value: Box<str>,
}

impl MirroredHeader {
    pub(crate) fn new(name: Box<str>, value: Box<str>) -> Self {
        Self { name, value }
    }

    /// The name, without `Mcp-Param-`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value, decoded; a transport encodes what no header can hold.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// Shows the name and the size of the value.
impl fmt::Debug for MirroredHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MirroredHeader").field("name", &self.name).field("value_bytes", &self.value.len()).finish()
    }
}

/// A `notifications/cancelled` message for a leg that was given up. Transports with one stream per request close the
/// stream instead.
///
/// Source: specification, basic/utilities/cancellation.
pub struct Cancellation {
    pub(crate) id: RequestId,
    pub(crate) body: Vec<u8>,
}

impl Cancellation {
    /// The notification for the request `id`, with a reason for the server's log. For transports; a call is given up by
    /// [`Pending::cancel`](crate::Pending::cancel).
    ///
    /// ```
    /// use mrtr_core::{Cancellation, RequestId};
    ///
    /// let cancellation = Cancellation::new(RequestId::Number(7), Some("timeout"));
    /// assert_eq!(
    ///     cancellation.body(),
    ///     br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"timeout"}}"#,
    /// );
    /// ```
    #[must_use]
    pub fn new(id: RequestId, reason: Option<&str>) -> Self {
        Self { body: crate::wire::cancelled(&id, reason), id }
    }

    /// The id of the leg that was given up.
    #[must_use]
    pub fn id(&self) -> &RequestId {
        &self.id
    }

    /// The JSON-RPC notification.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The JSON-RPC notification, without a copy.
    #[must_use]
    pub fn into_body(self) -> Vec<u8> {
        self.body
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancellation").field("id", &self.id).finish_non_exhaustive()
    }
}
