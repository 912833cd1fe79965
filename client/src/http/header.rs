//! The headers that mirror a request, so that software between client and server can route it without reading it.
//!
//! Source: <https://modelcontextprotocol.io/specification/2026-07-28/basic/transports>

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use mrtr_core::Request;

const PREFIX: &str = "=?base64?";
const SUFFIX: &str = "?=";

/// Adds to `headers` what the protocol asks of the request with this body. `None` when the name of a parameter cannot
/// be one of a header.
pub(super) fn mirror(headers: &mut HeaderMap, request: &Request) -> Option<()> {
    headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert("mcp-protocol-version", value(request.protocol_version())?);
    headers.insert("mcp-method", value(request.method())?);
    if let Some(name) = request.name() {
        headers.insert("mcp-name", value(name)?);
    }
    for header in request.headers() {
        let name = HeaderName::try_from(format!("mcp-param-{}", header.name())).ok()?;
        headers.insert(name, sensitive(value(header.value())?));
    }
    Some(())
}

/// Whether the protocol or HTTP itself gives the header its value, so that the user cannot.
pub(super) fn is_reserved(name: &HeaderName) -> bool {
    const RESERVED: [&str; 13] = [
        "accept",
        "accept-encoding",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "expect",
        "host",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    ];
    name.as_str().starts_with("mcp-") || RESERVED.contains(&name.as_str())
}

pub(super) fn sensitive(mut value: HeaderValue) -> HeaderValue {
    value.set_sensitive(true);
    value
}

fn value(text: &str) -> Option<HeaderValue> {
    HeaderValue::try_from(encode(text)).ok()
}

/// The text itself where a header can hold it, and where nobody would take it for encoded text.
fn encode(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t')) && text.trim_ascii() == text;
    let looks_encoded = text.get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX));
    if is_plain && !(looks_encoded && text.ends_with(SUFFIX)) {
        text.to_owned()
    } else {
        format!("{PREFIX}{}{SUFFIX}", BASE64_STANDARD.encode(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_as_it_is() {
        for text in ["plan-b", "", "a b\tc", "file:///a/b?c=d&e=\"f\"", "~!@#$%^&*()", "=?base64?QUJD", "QUJD?="] {
            assert_eq!(encode(text), text);
        }
    }

    #[test]
    fn what_no_header_can_hold_is_encoded() {
        assert_eq!(encode("file:///données/a.txt"), "=?base64?ZmlsZTovLy9kb25uw6llcy9hLnR4dA==?=");
        assert_eq!(encode(" padded "), "=?base64?IHBhZGRlZCA=?=");
        for text in [" a", "a ", "\ta", "a\t", "a\nb", "a\r\nMcp-Name: b", "\0", "\u{7f}", "é", "\u{a0}a", " "] {
            let encoded = encode(text);
            let inner = encoded.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
            assert_eq!(inner.map(|inner| BASE64_STANDARD.decode(inner)), Some(Ok(text.into())), "{text:?}");
        }
    }

    #[test]
    fn text_that_looks_encoded_is_encoded() {
        assert_eq!(encode("=?base64?QUJD?="), "=?base64?PT9iYXNlNjQ/UVVKRD89?=");
        assert_eq!(encode("=?BASE64??="), "=?base64?PT9CQVNFNjQ/Pz0=?=");
    }
}
