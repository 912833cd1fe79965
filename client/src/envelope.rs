//! The envelope of a JSON-RPC message: its top-level members, whatever the values hold.

use std::borrow::Cow;
use std::fmt;

use mrtr_core::RequestId;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The id of a message, as far as it can be compared with the id of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Id {
    #[default]
    Absent,
    Null,
    Known(RequestId),
    /// Given twice, or a value that no request of ours has: `7.0`, an object, a lone surrogate.
    Odd,
}

impl Id {
    /// Takes note of one `id` member; `token` is the raw text of its value.
    pub(crate) fn add(&mut self, token: &str) {
        *self = if *self == Self::Absent { Self::of(token) } else { Self::Odd };
    }

    fn of(token: &str) -> Self {
        if token == "null" {
            Self::Null
        } else if token.starts_with('"') {
            decode(token).map_or(Self::Odd, |text| Self::Known(RequestId::String(text.into())))
        } else {
            token.parse().map_or(Self::Odd, |number| Self::Known(RequestId::Number(number)))
        }
    }
}

/// What a message is, from its top-level members alone.
#[derive(Default)]
pub(crate) struct Envelope<'a> {
    pub(crate) id: Id,
    /// The raw token of the method.
    pub(crate) method: Option<&'a str>,
    pub(crate) params: Option<&'a RawValue>,
    pub(crate) has_result: bool,
    /// The raw token of the error.
    pub(crate) error: Option<&'a str>,
    /// Whether it says that it is JSON-RPC 2.0.
    pub(crate) is_rpc: bool,
}

impl<'a> Envelope<'a> {
    /// Reads the envelope of `text`. `None` when it is not one JSON object.
    ///
    /// Names and values stay text, so neither an odd value nor an odd name prevents finding the id.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let envelope = deserializer.deserialize_map(Members).ok()?;
        deserializer.end().ok()?;
        Some(envelope)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Envelope<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON-RPC message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut envelope = Envelope::default();
        while let Some((name, value)) = map.next_entry::<&'de RawValue, &'de RawValue>()? {
            match decode(name.get()).as_deref() {
                Some("id") => envelope.id.add(value.get()),
                Some("method") => envelope.method = Some(value.get()),
                Some("params") => envelope.params = Some(value),
                Some("result") => envelope.has_result = true,
                Some("error") => envelope.error = Some(value.get()),
                Some("jsonrpc") => envelope.is_rpc = decode(value.get()).as_deref() == Some("2.0"),
                _ => {}
            }
        }
        Ok(envelope)
    }
}

/// Decodes a raw string token. `None` when it is none, or stands for no text (a lone surrogate).
pub(crate) fn decode(token: &str) -> Option<Cow<'_, str>> {
    let inner = token.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str(token).ok().map(Cow::Owned)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn id(text: &str) -> Id {
        Envelope::read(text).unwrap().id
    }

    fn number(number: i64) -> Id {
        Id::Known(RequestId::Number(number))
    }

    #[test]
    fn ids_keep_their_type() {
        assert_eq!(id(r#"{"id":7}"#), number(7));
        assert_eq!(id(r#"{"id":-7}"#), number(-7));
        assert_eq!(id(r#"{"id":"7"}"#), Id::Known(RequestId::String("7".into())));
        assert_eq!(id(r#"{"id":"\u0037"}"#), Id::Known(RequestId::String("7".into())));
        assert_eq!(id(r#"{"id":null}"#), Id::Null);
        assert_eq!(id("{}"), Id::Absent);
    }

    #[test]
    fn ids_that_no_request_has_are_odd() {
        for token in ["7.0", "7e0", "9223372036854775808", "{}", "[7]", "true", r#""\ud800""#] {
            assert_eq!(id(&format!(r#"{{"id":{token}}}"#)), Id::Odd, "{token}");
        }
    }

    #[test]
    fn an_id_given_twice_is_odd() {
        assert_eq!(id(r#"{"id":7,"id":7}"#), Id::Odd);
        assert_eq!(id(r#"{"id":null,"\u0069d":7}"#), Id::Odd);
    }

    #[test]
    fn an_odd_value_does_not_hide_the_id() {
        let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
        for value in ["1e400", r#""\ud800""#, r#"{"\udfff":1}"#, "-0.0", &deep] {
            assert_eq!(id(&format!(r#"{{"result":{value},"id":7}}"#)), number(7));
        }
        assert_eq!(id(r#"{"\ud800":1,"id":7}"#), number(7));
    }

    #[test]
    fn members_further_down_are_not_the_envelope() {
        let envelope = Envelope::read(r#"{"result":{"id":8,"method":"x","error":{}}}"#).unwrap();
        assert_eq!(envelope.id, Id::Absent);
        assert!(envelope.method.is_none() && envelope.error.is_none());
    }

    #[test]
    fn other_text_has_no_envelope() {
        for text in ["", "server ready", "[1]", "[info] ready", "7", "{\"id\":7", "{\"id\":7} x", "null"] {
            assert!(Envelope::read(text).is_none(), "{text}");
        }
    }
}
