//! What the targets share.
//!
//! An input is a line of text: parts that [`SEPARATOR`] divides. No JSON text holds that character as it is, so that
//! every part may be any JSON text, and a seed can be read.

#[path = "../../src/scan.rs"]
pub mod scan;

pub mod calls;

use serde_json::value::RawValue;

/// Between the parts of an input: what RFC 7464 puts before each text of a sequence.
pub const SEPARATOR: char = '\u{1e}';

/// The text of one JSON value, without the blanks around it.
pub fn value(text: &str) -> Option<&str> {
    serde_json::from_str::<&RawValue>(text).ok().map(RawValue::get)
}

/// The text of one JSON object, without the blanks around it.
pub fn object(text: &str) -> Option<&str> {
    value(text).filter(|text| text.starts_with('{'))
}

/// The text as a string token: what stands between the quotes where it can stand there, else what it has to be
/// written as.
pub fn token(text: &str) -> String {
    let token = format!("\"{text}\"");
    match value(&token) {
        Some(whole) if whole == token => token,
        _ => serde_json::to_string(text).expect("a string"),
    }
}

/// What a string token stands for; nothing where it holds a lone surrogate.
pub fn decoded(token: &str) -> Option<String> {
    serde_json::from_str(token).ok()
}

/// JSON text as a message of one line has it. A raw line break can only stand between tokens.
pub fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

/// The text at a path of names, cut out by a scanner that shares no code with the library.
pub fn cut<'a>(message: &'a [u8], path: &[&str]) -> Option<&'a str> {
    scan::text(message, path).map(|text| std::str::from_utf8(text).expect("a message is UTF-8"))
}

/// The key tokens of the object at a path of names.
pub fn keys<'a>(message: &'a [u8], path: &[&str]) -> Vec<&'a str> {
    let object = scan::value(message, path).expect("the object is there");
    let members = scan::members(message, object).into_iter();
    members.map(|(name, _)| std::str::from_utf8(&message[name]).expect("a message is UTF-8")).collect()
}
