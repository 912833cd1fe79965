use alloc::vec;

use super::*;

fn drift(compiled: &FormSchema, live: &FormSchema) -> Vec<(String, bool)> {
    let list = compiled.differences(live);
    list.iter().map(|difference| (difference.to_string(), difference.breaks_answer())).collect()
}

fn differ(compiled: &str, live: &str) -> Vec<(String, bool)> {
    drift(&one(compiled), &one(live))
}

fn change(text: &str, breaks: bool) -> (String, bool) {
    (text.to_string(), breaks)
}

#[test]
fn what_does_not_change_an_answer_is_no_difference() {
    let compiled = form(
        r#""a":{"type":"string","enum":["x","y"],"title":"A"},"b":{"type":"integer","maximum":3,"default":1},"c":{"type":"boolean"}"#,
    );
    let live = form(
        r#""c":{"type":"boolean","description":"d"},"b":{"type":"integer","maximum":3.0,"default":2},
        "a":{"type":"string","oneOf":[{"const":"y","title":"Y"},{"const":"x","title":"X"}]}"#,
    );
    assert_eq!(compiled.differences(&live), vec![]);
    assert_eq!(compiled.differences(&compiled.clone()), vec![]);
}

#[test]
fn fields_come_and_go() {
    let compiled = form(r#""seat":{"type":"string"}"#);
    let live = required_form(r#""row":{"type":"integer"},"bag":{"type":"boolean"}"#, r#""bag""#);
    assert_eq!(
        drift(&compiled, &live),
        [
            change(r#"property "seat" is gone"#, true),
            change(r#"property "row" is new"#, false),
            change(r#"property "bag" is new and required"#, true),
        ]
    );
}

#[test]
fn required_changes_are_differences() {
    let optional = form(r#""seat":{"type":"string"}"#);
    let required = required_form(r#""seat":{"type":"string"}"#, r#""seat""#);
    assert_eq!(drift(&optional, &required), [change(r#"property "seat" became required"#, true)]);
    assert_eq!(drift(&required, &optional), [change(r#"property "seat" became optional"#, false)]);
}

#[test]
fn another_kind_breaks_the_answer() {
    for (compiled, live, text) in [
        (r#"{"type":"string"}"#, r#"{"type":"integer"}"#, "from a string to an integer"),
        (r#"{"type":"integer"}"#, r#"{"type":"number"}"#, "from an integer to a number"),
        (r#"{"type":"string"}"#, r#"{"type":"string","enum":["a"]}"#, "from a string to a single choice"),
        (
            r#"{"type":"string","enum":["a"]}"#,
            r#"{"type":"array","items":{"type":"string","enum":["a"]}}"#,
            "from a single choice to a list of choices",
        ),
    ] {
        assert_eq!(differ(compiled, live), [change(&format!(r#"property "p" changed {text}"#), true)]);
    }
}

#[test]
fn choices_come_and_go() {
    assert_eq!(
        differ(r#"{"type":"string","enum":["a","b"]}"#, r#"{"type":"string","enum":["b","c"]}"#),
        [change(r#"property "p": choice "a" is gone"#, true), change(r#"property "p": choice "c" is new"#, false)]
    );
}

#[test]
fn limits_and_formats_are_harmless_differences() {
    for (compiled, live, text) in [
        (r#"{"type":"string","minLength":1}"#, r#"{"type":"string"}"#, "minLength changed from 1 to none"),
        (r#"{"type":"string"}"#, r#"{"type":"string","maxLength":9}"#, "maxLength changed from none to 9"),
        (r#"{"type":"string"}"#, r#"{"type":"string","format":"uri"}"#, "format changed from none to uri"),
        (r#"{"type":"number","minimum":0.5}"#, r#"{"type":"number","minimum":1}"#, "minimum changed from 0.5 to 1"),
        (
            r#"{"type":"integer","maximum":5}"#,
            r#"{"type":"integer","maximum":1e400}"#,
            "maximum changed from 5 to 1e400",
        ),
    ] {
        assert_eq!(differ(compiled, live), [change(&format!(r#"property "p": {text}"#), false)]);
    }
    let list = |limits: &str| format!(r#"{{"type":"array","items":{{"type":"string","enum":["a"]}}{limits}}}"#);
    assert_eq!(
        differ(&list(r#","minItems":1"#), &list(r#","maxItems":1"#)),
        [
            change(r#"property "p": minItems changed from 1 to none"#, false),
            change(r#"property "p": maxItems changed from none to 1"#, false)
        ]
    );
}
