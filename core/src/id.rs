//! Request ids: strings or integers, equal only when type and value are.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::json;

/// A JSON-RPC request id: a string or an integer, never `null`.
///
/// Two ids are equal when both type and value are: `7` and `"7"` are different ids, and so are `7` and `7.0`, which
/// is no integer on the wire.
///
/// Source: specification, base protocol, "Requests".
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "the protocol allows exactly these two types of id")]
pub enum RequestId {
    /// An integer id.
    Number(i64),
    /// A string id.
    String(Box<str>),
}

impl RequestId {
    /// Reads the raw JSON text of an id. `None` when it is neither a string nor an integer that fits `i64`; such an
    /// id is none of ours.
    ///
    /// ```
    /// use mrtr_core::RequestId;
    ///
    /// assert_eq!(RequestId::from_json("7"), Some(RequestId::Number(7)));
    /// assert_eq!(RequestId::from_json("\"7\""), Some(RequestId::from("7")));
    /// assert_eq!(RequestId::from_json("7.0"), None);
    /// assert_eq!(RequestId::from_json("null"), None);
    /// ```
    #[must_use]
    pub fn from_json(text: &str) -> Option<Self> {
        if text.starts_with('"') {
            return json::decode(text).map(|decoded| Self::String(decoded.into()));
        }
        // `+7` and `007` parse as Rust integers and are no JSON.
        let digits = text.strip_prefix('-').unwrap_or(text);
        let canonical = digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        if canonical { text.parse().ok().map(Self::Number) } else { None }
    }

    /// Appends the id as JSON.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Number(number) => json::push_integer(out, *number),
            Self::String(text) => json::push_string(out, text),
        }
    }
}

impl From<i64> for RequestId {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for RequestId {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

/// The id as JSON: a string id stands in quotes.
impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut json = Vec::new();
        self.write(&mut json);
        f.write_str(core::str::from_utf8(&json).unwrap_or_default())
    }
}

/// Where the ids of a session come from.
///
/// An id must differ from every id of a request that is still in flight towards the same peer. An SDK that embeds the
/// core passes its own allocator, so that mrtr's ids and its own never meet.
pub trait IdSource: Send + Sync {
    /// A new id.
    fn next(&self) -> RequestId;
}

impl<F: Fn() -> RequestId + Send + Sync> IdSource for F {
    fn next(&self) -> RequestId {
        self()
    }
}

/// The default source: 1, 2, 3 ...
#[derive(Debug)]
pub(crate) struct Counter(AtomicUsize);

impl Counter {
    pub(crate) const fn new() -> Self {
        Self(AtomicUsize::new(1))
    }
}

impl IdSource for Counter {
    fn next(&self) -> RequestId {
        let number = self.0.fetch_add(1, Ordering::Relaxed);
        i64::try_from(number).map_or_else(|_| RequestId::String(format!("mrtr-{number}").into()), RequestId::Number)
    }
}

/// How often an id is drawn, at least, before one is made up.
const DRAWS: usize = 16;

/// An id from `source` that is not among `used`: the protocol wants another id for every leg, whatever the source does.
pub(crate) fn draw(source: &dyn IdSource, used: &[RequestId]) -> RequestId {
    // A restored call may have used any of the ids that this process draws first, but a source without repetitions
    // cannot draw more of them than there are. Made-up ids differ within a call, and not from those of other calls.
    for _ in 0..used.len().saturating_add(1).max(DRAWS) {
        let id = source.next();
        if !used.contains(&id) {
            return id;
        }
    }
    // A source that repeats itself for good: go on without it, for a call must not hang. Among len + 1 names one is free.
    (0..=used.len())
        .map(|n| RequestId::String(format!("mrtr-redrawn-{}-{n}", used.len()).into()))
        .find(|id| !used.contains(id))
        .unwrap_or_else(|| RequestId::String(format!("mrtr-redrawn-{}", used.len()).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_equal_in_type_and_value_only() {
        assert_ne!(RequestId::from_json("7"), RequestId::from_json("\"7\""));
        for text in ["7.0", "7e0", "+7", "07", "", "-", "null", "true", "[7]", "99999999999999999999", "\"\\ud800\""] {
            assert_eq!(RequestId::from_json(text), None, "{text}");
        }
        assert_eq!(RequestId::from_json("\"\\u0037\""), Some(RequestId::from("7")));
        assert_eq!(RequestId::from_json("-12"), Some(RequestId::Number(-12)));
    }

    #[test]
    fn what_is_shown_reads_back() {
        for id in [0.into(), (-12).into(), i64::MIN.into(), "".into(), "7".into(), "\u{7f}\n\"\u{200b}\u{1f600}".into()]
        {
            assert_eq!(RequestId::from_json(&format!("{id}")), Some(id));
        }
    }

    #[test]
    fn no_id_is_made_up_while_the_source_goes_on() {
        let used: Vec<RequestId> = (1..=100).map(RequestId::Number).collect();
        assert_eq!(draw(&Counter::new(), &used), RequestId::Number(101));
    }

    #[test]
    fn a_source_that_repeats_itself_never_repeats_an_id() {
        let source = || RequestId::Number(1);
        let mut used = Vec::new();
        for _ in 0..50 {
            let id = draw(&source, &used);
            assert!(!used.contains(&id));
            used.push(id);
        }
    }
}
