//! Whether an answer is valid and canonical as it stands, found out in one pass and without a copy.
//!
//! It is the usual case: an answer that a program writes field by field. `false` says nothing: the answer is then
//! checked in full by [`FormSchema::validate`].

use core::cmp::Ordering;

use super::model::{Choices, Field, FieldKind, FormSchema};
use super::{Format, Number};
use crate::json::{Cursor, Scan};

impl FormSchema {
    /// Whether [`validate`](Self::validate) would give `content` back as it is.
    pub(crate) fn is_canonical(&self, content: &str) -> bool {
        let mut fields = self.fields.iter();
        let mut fits = true;
        // What the members and what stands between them take: any blank makes the text longer than that.
        let mut length = 2_usize;
        let mut cursor = Cursor::new(content);
        let scanned = cursor.of_kind(b'{').and_then(|()| {
            cursor.object(|name, cursor| {
                let field = loop {
                    match fields.next() {
                        Some(field) if name.decode().as_deref() == Some(&field.key) => break field,
                        // It is left out, or comes too late.
                        Some(field) if !field.required => {}
                        _ => {
                            fits = false;
                            return Err(cursor.unexpected());
                        }
                    }
                };
                let value = field.fits(cursor)?;
                fits &= value.is_some() && !name.text.contains('\\');
                length += name.text.len() + value.map_or(0, str::len) + 2;
                if fits { Ok(()) } else { Err(cursor.unexpected()) }
            })?;
            cursor.end()
        });
        // The last member has no comma.
        let length = if length == 2 { 2 } else { length - 1 };
        scanned.is_ok() && fits && length == content.len() && fields.all(|field| !field.required)
    }
}

impl Field {
    /// Takes the value at the cursor and gives its text, if it is valid and canonical.
    fn fits<'a>(&self, cursor: &mut Cursor<'a>) -> Scan<Option<&'a str>> {
        Ok(match &self.kind {
            FieldKind::Boolean => Some(cursor.value()?).filter(|value| matches!(*value, "true" | "false")),
            FieldKind::Integer { minimum, maximum } => {
                Some(cursor.value()?).filter(|value| integer_fits(value, minimum.as_ref(), maximum.as_ref()))
            }
            FieldKind::Number { minimum, maximum } => {
                Some(cursor.value()?).filter(|value| number_fits(value, minimum.as_ref(), maximum.as_ref()))
            }
            FieldKind::String { min_length, max_length, format } => {
                plain(cursor)?.filter(|text| string_fits(inner(text), *min_length, *max_length, *format))
            }
            FieldKind::SingleSelect { choices } => {
                plain(cursor)?.filter(|text| choices.position(inner(text)).is_some())
            }
            FieldKind::MultiSelect { choices, min_items, max_items } => {
                selection(cursor, choices, *min_items, *max_items)?
            }
        })
    }
}

/// A string without escapes: its text is its token without the quotes.
fn plain<'a>(cursor: &mut Cursor<'a>) -> Scan<Option<&'a str>> {
    if cursor.peek()? != b'"' {
        return cursor.value().map(|_| None);
    }
    let token = cursor.string()?;
    Ok(Some(token.text).filter(|_| token.is_plain()))
}

fn inner(token: &str) -> &str {
    token.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_default()
}

fn string_fits(text: &str, min: Option<u64>, max: Option<u64>, format: Option<Format>) -> bool {
    if min.is_some() || max.is_some() {
        let length = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
        if min.is_some_and(|min| length < min) || max.is_some_and(|max| length > max) {
            return false;
        }
    }
    format.is_none_or(|format| format.accepts(text))
}

/// An integer as it is written: digits, and a sign where it is not zero.
fn integer_fits(text: &str, minimum: Option<&Number>, maximum: Option<&Number>) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_canonical = digits.bytes().all(|byte| byte.is_ascii_digit()) && text != "-0";
    // A number of more digits might be beyond a double.
    is_canonical && digits.len() <= 300 && !digits.is_empty() && in_range(text, minimum, maximum)
}

fn number_fits(text: &str, minimum: Option<&Number>, maximum: Option<&Number>) -> bool {
    let is_number = matches!(text.as_bytes().first(), Some(b'-' | b'0'..=b'9'));
    is_number && text.parse::<f64>().is_ok_and(f64::is_finite) && in_range(text, minimum, maximum)
}

fn in_range(text: &str, minimum: Option<&Number>, maximum: Option<&Number>) -> bool {
    if minimum.is_none() && maximum.is_none() {
        return true;
    }
    let number = Number::of_token(text);
    minimum.is_none_or(|minimum| number.cmp(minimum) != Ordering::Less)
        && maximum.is_none_or(|maximum| number.cmp(maximum) != Ordering::Greater)
}

/// Choices that are all different and in the order in which they were offered.
fn selection<'a>(
    cursor: &mut Cursor<'a>,
    choices: &Choices,
    min: Option<u64>,
    max: Option<u64>,
) -> Scan<Option<&'a str>> {
    if cursor.peek()? != b'[' {
        return cursor.value().map(|_| None);
    }
    let mut last = None;
    let mut fits = true;
    let mut items = 0_u64;
    let mut length = 2_usize;
    let text = cursor.array(|cursor| {
        let token = plain(cursor)?;
        let position = token.and_then(|token| choices.position(inner(token)));
        fits &= position.is_some() && position > last;
        last = position;
        items += 1;
        length += token.map_or(0, str::len) + 1;
        Ok(())
    })?;
    let length = if items == 0 { 2 } else { length - 1 };
    let fits = fits && length == text.len() && min.is_none_or(|min| items >= min) && max.is_none_or(|max| items <= max);
    Ok(Some(text).filter(|_| fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = r#"{"type":"object","properties":{
        "s":{"type":"string","minLength":1,"maxLength":3},"i":{"type":"integer","minimum":-2,"maximum":9},
        "n":{"type":"number","maximum":1.5},"b":{"type":"boolean"},"e":{"type":"string","enum":["","x"]},
        "m":{"type":"array","items":{"type":"string","enum":["a","b","c"]},"minItems":1,"maxItems":2},
        "d":{"type":"string","format":"date"}},"required":["i"]}"#;

    #[test]
    fn what_is_canonical_is_what_validation_gives_back() {
        let schema = FormSchema::read(SCHEMA).unwrap();
        // For every field: left out, or one of these.
        let values: [(&str, &[&str]); 7] = [
            ("s", &[r#""a""#, r#""""#, r#""abcd""#, r#""é\u00e9""#, r#""é☃x""#, "1", "null", r#""\/""#]),
            ("i", &["1", "-2", "-3", "10", "1.0", "-0", "0", "1e0", "null", "\"1\"", "true", "[]"]),
            ("n", &["1", "1.5", "1.50", "1.6", "1e400", "-1e400", "1E0", "null", "{}"]),
            ("b", &["true", "false", "null", "0"]),
            ("e", &[r#""""#, r#""x""#, r#""y""#, r#""\u0078""#, "null"]),
            (
                "m",
                &[
                    "[]",
                    r#"["a"]"#,
                    r#"["a","c"]"#,
                    r#"["c","a"]"#,
                    r#"["a","a"]"#,
                    r#"["a","b","c"]"#,
                    r#"["a", "b"]"#,
                    r#"["z"]"#,
                    "[1]",
                    "null",
                    r#"[ "a"]"#,
                    r#""a""#,
                ],
            ),
            ("d", &[r#""2024-02-29""#, r#""2023-02-29""#]),
        ];
        let mut state = 1_u64;
        let mut draw = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state >> 33).unwrap() % below
        };
        let (mut canonical, mut not) = (0, 0);
        for _ in 0..60_000 {
            let mut members = alloc::vec::Vec::new();
            for (key, values) in values {
                // Mostly good values: the first of each list, or none.
                match draw(6) {
                    0 | 1 => {}
                    2 | 3 => members.push(alloc::format!("\"{key}\":{}", values[0])),
                    _ => members.push(alloc::format!("\"{key}\":{}", values[draw(values.len())])),
                }
            }
            if draw(8) == 0 && members.len() > 1 {
                members.swap(0, 1);
            }
            if draw(20) == 0 {
                members.push(["\"q\":1", "\"i\":1", "\"\\u0069\":1"][draw(3)].into());
            }
            let separator = [",", ",", ",", ",", ",", ",", ", ", ",,"][draw(8)];
            let content = alloc::format!("{{{}}}", members.join(separator));
            let validated = schema.validate_in_full(&content);
            if schema.is_canonical(&content) {
                assert_eq!(validated.as_deref(), Ok(content.as_str()));
                canonical += 1;
            } else {
                // An escape is the one thing that validation may leave as it is and that is not looked into here.
                let unchanged = validated.as_deref() == Ok(content.as_str());
                assert!(!unchanged || content.contains('\\'), "{content}");
                not += 1;
            }
        }
        assert!(canonical > 2_000 && not > 10_000, "{canonical} {not}");
    }

    #[test]
    fn an_empty_form_is_canonical_as_an_empty_object_only() {
        let schema = FormSchema::read(r#"{"type":"object","properties":{}}"#).unwrap();
        assert!(schema.is_canonical("{}"));
        for content in ["{ }", "", "[]", "{}x", r#"{"a":1}"#] {
            assert!(!schema.is_canonical(content), "{content}");
        }
    }
}
