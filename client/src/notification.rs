//! Notifications of the server, as text.

use std::borrow::Cow;
use std::fmt;

use serde_json::value::RawValue;

/// A JSON-RPC notification that the server sent, such as `notifications/progress`.
///
/// Nothing but its method has been decoded: [`params`](Self::params) is the text as it came. `Debug` prints the
/// method and sizes only.
#[derive(Clone)]
pub struct Notification<'a> {
    method: Cow<'a, str>,
    params: Option<&'a RawValue>,
    raw: &'a str,
}

impl<'a> Notification<'a> {
    #[cfg_attr(not(any(feature = "http", feature = "stdio")), expect(dead_code, reason = "transports are features"))]
    pub(crate) fn new(method: Cow<'a, str>, params: Option<&'a RawValue>, raw: &'a str) -> Self {
        Self { method, params, raw }
    }

    /// The method, decoded.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The `params` as the server wrote them, if there are any.
    #[must_use]
    pub fn params(&self) -> Option<&'a RawValue> {
        self.params
    }

    /// The whole message as the server wrote it, without the line end.
    #[must_use]
    pub fn raw(&self) -> &'a str {
        self.raw
    }
}

impl fmt::Debug for Notification<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notification")
            .field("method", &self.method)
            .field("bytes", &self.raw.len())
            .finish_non_exhaustive()
    }
}
