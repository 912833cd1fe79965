//! HTTP responses that hold no answer.

use std::fmt;

/// The most bytes of a body that are kept.
pub(crate) const START_BYTES: usize = 1024;

/// Why an HTTP response holds no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnexpectedReason {
    /// The status is neither of success nor one whose body is a JSON-RPC message: a refusal of a proxy, a redirect (none
    /// is followed), a server that wants authorization.
    Status,
    /// A success whose content is neither JSON nor an event stream.
    ContentType,
    /// The content is compressed, which was not asked for.
    ContentEncoding,
    /// A success whose content is JSON by its type, but no message that answers the request.
    NotTheAnswer,
}

/// What a server answered over HTTP instead of a message that answers the request.
///
/// Headers and the start of the body are behind accessors, and printed by neither `Display` nor `Debug`: they are other
/// people's text and may hold secrets.
#[derive(Clone)]
pub struct UnexpectedResponse(Box<Inner>);

#[derive(Clone)]
struct Inner {
    status: u16,
    reason: UnexpectedReason,
    headers: Box<[Header]>,
    body_start: Box<[u8]>,
}

type Header = (Box<str>, Box<[u8]>);

impl UnexpectedResponse {
    /// A response with this status and these headers. The first 1024 bytes of the body are kept.
    #[must_use]
    pub fn new<'a>(
        status: u16,
        reason: UnexpectedReason,
        headers: impl IntoIterator<Item = (&'a str, &'a [u8])>,
        body: &[u8],
    ) -> Self {
        Self(Box::new(Inner {
            status,
            reason,
            headers: headers.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
            body_start: body.iter().take(START_BYTES).copied().collect(),
        }))
    }

    /// The HTTP status, such as 502.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// Why the response holds no answer.
    #[must_use]
    pub fn reason(&self) -> UnexpectedReason {
        self.0.reason
    }

    /// The first header of this name, such as `WWW-Authenticate`, `Retry-After` or `Location`; upper and lower case are
    /// the same. `None` when there is none, or when its value is not UTF-8.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        std::str::from_utf8(value).ok()
    }

    /// The first bytes of the body, 1024 at most.
    #[must_use]
    pub fn body_start(&self) -> &[u8] {
        &self.0.body_start
    }
}

impl fmt::Display for UnexpectedResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server answered with HTTP status {}", self.status())?;
        f.write_str(match self.reason() {
            UnexpectedReason::Status => "",
            UnexpectedReason::ContentType => ", but with neither JSON nor an event stream",
            UnexpectedReason::ContentEncoding => ", but with compressed content",
            UnexpectedReason::NotTheAnswer => ", but not with a message that answers the request",
        })
    }
}

impl fmt::Debug for UnexpectedResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnexpectedResponse")
            .field("status", &self.status())
            .field("reason", &self.reason())
            .field("body_start_bytes", &self.body_start().len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_the_server_is_kept_but_not_printed() {
        let headers = [("set-cookie", &b"secret"[..]), ("www-authenticate", b"Bearer secret"), ("x", b"\xff")];
        let body = "secret".repeat(1000);
        let response = UnexpectedResponse::new(401, UnexpectedReason::Status, headers, body.as_bytes());
        assert_eq!(response.header("WWW-Authenticate"), Some("Bearer secret"));
        assert_eq!((response.header("x"), response.header("y")), (None, None));
        assert_eq!(response.body_start().len(), START_BYTES);
        assert_eq!(response.to_string(), "the server answered with HTTP status 401");
        assert!(!format!("{response:?}").contains("secret"));
    }
}
