//! JSON text as strategies: any spelling that RFC 8259 allows, and some that most writers never use.
#![allow(dead_code, reason = "each test crate uses its part")]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// A runner that draws the same cases every time, so that what it reaches can be counted on.
/// `PROPTEST_CASES` asks for more cases than `cases`.
pub fn runner(cases: u32) -> TestRunner {
    let config = Config { failure_persistence: None, ..Config::with_cases(cases.max(asked_for())) };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn asked_for() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(0)
}

/// What may stand between tokens.
pub fn blank() -> BoxedStrategy<&'static str> {
    select(vec!["", "", "", "", " ", "  ", "\t", "\n", "\r\n", " \n\t", "\r"]).boxed()
}

/// A string token, quotes included. It may stand for no text: lone surrogates are among it.
pub fn string() -> BoxedStrategy<String> {
    vec(piece(), 0..6).prop_map(|pieces| format!("\"{}\"", pieces.concat())).boxed()
}

fn piece() -> BoxedStrategy<String> {
    let odd = vec![
        r"\/",
        r"\\",
        r#"\""#,
        r"\b",
        r"\f",
        r"\n",
        r"\r",
        r"\t",
        r"\u0000",
        r"\u001f",
        r"\u0022",
        r"\u005c",
        r"\u002F",
        r"\u00e9",
        r"\u00E9",
        r"\ud83d\ude00",
        r"\uD83D\uDE00",
        r"\ud800",
        r"\uDFFF",
        r"\ude00\ud83d",
        r"\u2028",
        r"\ufeff",
        "/",
        "\u{7f}",
        "\u{85}",
        "\u{feff}",
        "\u{2028}",
        "\u{202e}",
        "\u{1f600}",
        "\u{10ffff}",
        "e\u{301}",
        "'",
        " ",
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "$serde_json::private::RawValue",
        "inputResponses",
        "requestState",
        "_meta",
        "__proto__",
        "0",
        "\\u0061",
        "a",
    ];
    prop_oneof![3 => select(odd).prop_map(String::from), 1 => any::<char>().prop_map(written)].boxed()
}

/// A character as it may stand in a string token.
fn written(char: char) -> String {
    match char {
        '"' | '\\' => format!("\\{char}"),
        '\0'..='\u{1f}' => format!("\\u{:04X}", u32::from(char)),
        _ => char.into(),
    }
}

/// A number.
pub fn number() -> BoxedStrategy<String> {
    let odd = vec![
        "0",
        "-0",
        "1",
        "1.0",
        "1.00",
        "1e2",
        "1E+2",
        "1e-2",
        "100",
        "0.1",
        "0.10",
        "-0.0e-0",
        "1e400",
        "-1E400",
        "1e-400",
        "9007199254740993",
        "9007199254740993.0",
        "18446744073709551616",
        "-9223372036854775809",
        "0e0",
        "3.141592653589793238462643383279502884",
    ];
    prop_oneof![2 => select(odd).prop_map(String::from), 1 => any::<i64>().prop_map(|n| n.to_string()), 1 => any::<f64>()
        .prop_filter("JSON has no other", |n| n.is_finite()).prop_map(|n| format!("{n:?}"))]
    .boxed()
}

/// Any value.
pub fn value() -> BoxedStrategy<String> {
    let leaf = prop_oneof![number(), string(), select(vec!["null", "true", "false"]).prop_map(String::from)];
    leaf.prop_recursive(4, 24, 5, |inner| prop_oneof![array_of(inner.clone()), object_of(inner)]).boxed()
}

/// An object of any values. Names may be there twice.
pub fn object() -> BoxedStrategy<String> {
    object_of(value())
}

/// An array of such elements.
pub fn array_of(element: BoxedStrategy<String>) -> BoxedStrategy<String> {
    vec((blank(), element, blank()), 0..5)
        .prop_map(|elements| {
            let elements: Vec<_> = elements.into_iter().map(|(a, element, b)| format!("{a}{element}{b}")).collect();
            format!("[{}]", elements.join(","))
        })
        .boxed()
}

/// An object of such values.
pub fn object_of(value: BoxedStrategy<String>) -> BoxedStrategy<String> {
    (vec((blank(), string(), blank(), blank(), value, blank()), 0..5), blank())
        .prop_map(|(members, inside)| {
            let members: Vec<_> =
                members.into_iter().map(|(a, name, b, c, value, d)| format!("{a}{name}{b}:{c}{value}{d}")).collect();
            if members.is_empty() { format!("{{{inside}}}") } else { format!("{{{}}}", members.join(",")) }
        })
        .boxed()
}

/// What a message makes of opaque text: raw line breaks, which stand between tokens only, become blanks.
pub fn one_line(text: &str) -> String {
    text.trim_matches([' ', '\t', '\r', '\n']).replace(['\r', '\n'], " ")
}
