//! One level of JSON text at a time. Nothing here recurses, allocates by depth, or looks into a value
//! before it is asked to: the scan finds where a value ends, and the value stays text.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::scan::Cursor;

/// The kind of a JSON value, as error messages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "RFC 8259 has exactly these kinds of value")]
pub enum JsonKind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number
    Number,
    /// A string
    String,
    /// An array
    Array,
    /// An object
    Object,
}

impl fmt::Display for JsonKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        })
    }
}

/// The kind of the JSON value that `text` starts with. `text` must be the trimmed text of one value.
pub(crate) fn kind(text: &str) -> JsonKind {
    match text.as_bytes().first() {
        Some(b'n') => JsonKind::Null,
        Some(b't' | b'f') => JsonKind::Boolean,
        Some(b'"') => JsonKind::String,
        Some(b'[') => JsonKind::Array,
        Some(b'{') => JsonKind::Object,
        _ => JsonKind::Number,
    }
}

/// Text that is not JSON, or not of the kind that was asked for. Position and category only: the text of a
/// `serde_json` error may quote the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    pub(crate) category: serde_json::error::Category,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl From<serde_json::Error> for Malformed {
    fn from(error: serde_json::Error) -> Self {
        Self { category: error.classify(), line: error.line(), column: error.column() }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use serde_json::error::Category;
        let what = match self.category {
            Category::Eof => "the JSON text ends early",
            Category::Syntax => "not valid JSON",
            Category::Data | Category::Io => "not the expected kind of JSON value",
        };
        write!(f, "{what} at line {} column {}", self.line, self.column)
    }
}

/// Calls `visit` for every member of the object `text`, in the order of the text, duplicates included, with the
/// member's name as a raw string token (quotes included) and its value as raw text. `visit` returns `false` to
/// stop early; what follows is then not looked at.
///
/// Members that stand before a syntax error have been visited when the error is returned.
pub(crate) fn members<'a>(text: &'a str, mut visit: impl FnMut(&'a str, &'a str) -> bool) -> Result<(), Malformed> {
    let mut goes_on = true;
    let mut cursor = Cursor::new(text);
    let outcome = cursor.of_kind(b'{').and_then(|()| {
        cursor.object(|name, cursor| {
            let value = cursor.value()?;
            goes_on = visit(name.text, value);
            if goes_on { Ok(()) } else { Err(cursor.unexpected()) }
        })?;
        cursor.end()
    });
    match outcome {
        Err(_) if !goes_on => Ok(()),
        outcome => outcome.map_err(|fault| fault.named(text)),
    }
}

/// Calls `visit` for every element of the array `text`, in order, with its raw text. Stops as [`members`] does.
pub(crate) fn elements<'a>(text: &'a str, mut visit: impl FnMut(&'a str) -> bool) -> Result<(), Malformed> {
    let mut goes_on = true;
    let mut cursor = Cursor::new(text);
    let outcome = cursor.of_kind(b'[').and_then(|()| {
        cursor.array(|cursor| {
            let element = cursor.value()?;
            goes_on = visit(element);
            if goes_on { Ok(()) } else { Err(cursor.unexpected()) }
        })?;
        cursor.end()
    });
    match outcome {
        Err(_) if !goes_on => Ok(()),
        outcome => outcome.map_err(|fault| fault.named(text)),
    }
}

/// The trimmed text, if it is one JSON object and nothing else.
pub(crate) fn object(text: &str) -> Result<&str, Malformed> {
    members(text, |_, _| true)?;
    Ok(text.trim_matches([' ', '\t', '\n', '\r']))
}

/// Decodes a raw string token. `None` when it holds an escape that stands for no character (a lone surrogate).
pub(crate) fn decode(token: &str) -> Option<Cow<'_, str>> {
    let inner = token.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.as_bytes().contains(&b'\\') {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str(token).ok().map(Cow::Owned)
}

/// Whether a raw string token stands for exactly `plain`.
pub(crate) fn token_eq(token: &str, plain: &str) -> bool {
    decode(token).is_some_and(|decoded| decoded == plain)
}

/// The raw text of the value at a JSON pointer that leads through objects only; of duplicate members the last.
pub(crate) fn at_pointer<'a>(text: &'a str, pointer: &str) -> Option<&'a str> {
    let mut place = text;
    for name in pointer.strip_prefix('/')?.split('/') {
        let name = name.replace("~1", "/").replace("~0", "~");
        let mut found = None;
        if kind(place) != JsonKind::Object {
            return None;
        }
        members(place, |member, value| {
            if token_eq(member, &name) {
                found = Some(value);
            }
            true
        })
        .ok()?;
        place = found?;
    }
    Some(place)
}

/// Appends `/` and `name` to a JSON pointer.
pub(crate) fn push_pointer(pointer: &mut String, name: &str) {
    pointer.push('/');
    pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
}

/// The JSON text `text` without line breaks, for a message that must stay on one line. In valid JSON a raw CR or LF
/// can only stand between tokens, where a blank means the same.
pub(crate) fn single_line(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| matches!(byte, b'\n' | b'\r')) {
        Cow::Owned(text.replace(['\n', '\r'], " "))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn pairs(text: &str) -> Result<Vec<(&str, &str)>, Malformed> {
        let mut seen = Vec::new();
        members(text, |name, value| {
            seen.push((name, value));
            true
        })?;
        Ok(seen)
    }

    #[test]
    fn members_keep_order_duplicates_and_spelling() {
        let seen = pairs(" { \"z\" : 1e400 , \"a\\ud800\" : [ 1 ] , \"z\" : \"\\/\" } ").unwrap();
        assert_eq!(seen, [("\"z\"", "1e400"), ("\"a\\ud800\"", "[ 1 ]"), ("\"z\"", "\"\\/\"")]);
    }

    #[test]
    fn other_kinds_and_trailing_text_are_malformed() {
        for text in ["", "[]", "1", "{\"a\":1", "{\"a\":1} x", "{a:1}", "null"] {
            assert!(pairs(text).is_err(), "{text}");
        }
        assert!(elements("{}", |_| true).is_err());
    }

    #[test]
    fn members_before_a_syntax_error_are_visited() {
        let mut seen = Vec::new();
        let result = members("{\"id\":7,\"result\":{\"a\":", |name, _| {
            seen.push(name);
            true
        });
        assert!(result.is_err());
        assert_eq!(seen, ["\"id\""]);
    }

    #[test]
    fn depth_is_no_recursion() {
        let deep = alloc::format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(pairs(&deep).unwrap().len(), 1);
    }

    #[test]
    fn a_lone_surrogate_decodes_to_nothing() {
        assert_eq!(decode(r#""a\ud800b""#), None);
        assert_eq!(decode(r#""\ud83d\ude00""#).as_deref(), Some("\u{1f600}"));
        assert_eq!(decode(r#""plain""#).as_deref(), Some("plain"));
        assert!(token_eq(r#""\u0061""#, "a"));
    }

    #[test]
    fn line_breaks_between_tokens_become_blanks() {
        let text = "{\n  \"a\\nb\": [\r\n 1,\t2 ]\r}";
        assert_eq!(single_line(text), "{   \"a\\nb\": [   1,\t2 ] }");
        assert_eq!(single_line(text).len(), text.len());
    }

    #[test]
    fn text_on_one_line_is_borrowed() {
        let text = "{ \"a\": \"\\n \u{2028} \u{85}\" }";
        assert!(matches!(single_line(text), Cow::Borrowed(same) if same == text));
        assert!(matches!(single_line(""), Cow::Borrowed("")));
    }
}
