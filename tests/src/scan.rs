//! Finds members of JSON text by byte range, without decoding anything: a second opinion that shares no code with the
//! readers under test. The text must be valid JSON.

use std::ops::Range;

/// One member of an object: where its name stands, quotes included, and where its value stands.
pub type Member = (Range<usize>, Range<usize>);

/// The value that is found by following `path` from the object `json`; `None` where there is no such member.
///
/// Names are compared as they are spelled.
///
/// # Panics
///
/// When a member of the path is there twice, or something on the way is no object.
pub fn value(json: &[u8], path: &[&str]) -> Option<Range<usize>> {
    let mut found = blanks(json, 0)..json.len();
    for name in path {
        let mut named = members(json, found).into_iter().filter(|(token, _)| {
            json[token.clone()].strip_prefix(b"\"").and_then(|token| token.strip_suffix(b"\"")) == Some(name.as_bytes())
        });
        found = named.next()?.1;
        assert!(named.next().is_none(), "{name} is there twice");
    }
    Some(found)
}

/// The text of that value.
pub fn text<'a>(json: &'a [u8], path: &[&str]) -> Option<&'a [u8]> {
    value(json, path).map(|range| &json[range])
}

/// Changes the last character of the request state of a request, if there is one, and tells whether there was.
///
/// # Panics
///
/// As [`value`].
pub fn alter_state(request: &mut [u8]) -> bool {
    let Some(state) = value(request, &["params", "requestState"]) else { return false };
    // Two neighbours in the alphabet of Base64 may differ only in bits that its end ignores; these differ in more.
    let last = &mut request[state.end - 2];
    *last = if *last == b'A' { b'Q' } else { b'A' };
    true
}

/// The members of the object at `object`, in order.
///
/// # Panics
///
/// When there is no object.
pub fn members(json: &[u8], object: Range<usize>) -> Vec<Member> {
    assert_eq!(json[object.start], b'{', "an object was expected at byte {}", object.start);
    let mut members = Vec::new();
    let mut at = blanks(json, object.start + 1);
    while json[at] != b'}' {
        let name = at..end(json, at);
        let colon = blanks(json, name.end);
        assert_eq!(json[colon], b':', "a colon was expected at byte {colon}");
        let start = blanks(json, colon + 1);
        let value = start..end(json, start);
        at = blanks(json, value.end);
        if json[at] == b',' {
            at = blanks(json, at + 1);
        }
        members.push((name, value));
    }
    members
}

/// Where the value that begins at `start` ends. Counts brackets instead of following them, so that depth does not matter.
fn end(json: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    loop {
        match json[at] {
            b'"' => at = string_end(json, at),
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth -= 1;
                at += 1;
            }
            _ if depth > 0 => at += 1,
            _ => at = scalar_end(json, at),
        }
        if depth == 0 {
            return at;
        }
    }
}

fn string_end(json: &[u8], quote: usize) -> usize {
    let mut at = quote + 1;
    while json[at] != b'"' {
        at += if json[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

fn scalar_end(json: &[u8], start: usize) -> usize {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b",]}".contains(byte);
    json[start..].iter().position(ends).map_or(json.len(), |length| start + length)
}

fn blanks(json: &[u8], from: usize) -> usize {
    from + json[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'a>(json: &'a str, path: &[&str]) -> Option<&'a str> {
        text(json.as_bytes(), path).map(|text| std::str::from_utf8(text).unwrap())
    }

    #[test]
    fn values_are_found_as_they_are_spelled() {
        let json = r#" { "a" : 1.0 , "b":[{"c":2}, "]}"],"c":{"d" :"\"\\" ,"e":null} }"#;
        assert_eq!(found(json, &["a"]), Some("1.0"));
        assert_eq!(found(json, &["b"]), Some(r#"[{"c":2}, "]}"]"#));
        assert_eq!(found(json, &["c", "d"]), Some(r#""\"\\""#));
        assert_eq!(found(json, &["c", "e"]), Some("null"));
        assert_eq!(found(json, &["c", "f"]), None);
        assert_eq!(found(json, &["d"]), None);
        assert_eq!(found(r#"{"":{}}"#, &[""]), Some("{}"));
    }

    #[test]
    fn names_are_not_decoded() {
        let json = r#"{"\u0061":1,"a":2,"x\"":3}"#;
        assert_eq!(found(json, &["a"]), Some("2"));
        assert_eq!(found(json, &[r"\u0061"]), Some("1"));
        assert_eq!(found(json, &[r#"x\""#]), Some("3"));
    }

    #[test]
    fn members_come_in_order() {
        let json = br#"{"z":1,"a":{"b":2},"z":3}"#;
        let names: Vec<&[u8]> = members(json, 0..json.len()).into_iter().map(|(name, _)| &json[name]).collect();
        assert_eq!(names, [br#""z""#, br#""a""#, br#""z""#]);
        assert!(members(b"{ }", 0..3).is_empty());
    }

    #[test]
    #[should_panic(expected = "a is there twice")]
    fn a_member_that_is_there_twice_is_reported() {
        found(r#"{"a":1,"a":2}"#, &["a"]);
    }
}
