use super::*;
use crate::json::JsonKind;

#[test]
fn integral_floats_are_integers_and_written_as_integers() {
    let schema = one(r#"{"type":"integer"}"#);
    for (given, canonical) in [
        ("3.0", "3"),
        ("1e2", "100"),
        ("-0.0", "0"),
        ("-0", "0"),
        ("0", "0"),
        ("9007199254740993", "9007199254740993"),
        ("9007199254740993.0", "9007199254740993"),
        ("9223372036854775808", "9223372036854775808"),
        ("-12e-0", "-12"),
        ("1E+3", "1000"),
    ] {
        fits(&schema, &format!(r#"{{"p":{given}}}"#), &format!(r#"{{"p":{canonical}}}"#));
    }
    for given in ["3.5", "1e-1", "9007199254740993.5", "1e-999999999999"] {
        breaks(&schema, &format!(r#"{{"p":{given}}}"#), &[Rule::NotAnInteger]);
    }
}

#[test]
fn numbers_keep_the_text_they_were_given_in() {
    let schema = one(r#"{"type":"number"}"#);
    for given in ["3", "3.0", "-0.0", "1e2", "0.10", "9007199254740993", "1E-7", "1e308", "1e-400"] {
        fits(&schema, &format!(r#"{{"p":{given}}}"#), &format!(r#"{{"p":{given}}}"#));
    }
}

#[test]
fn number_beyond_a_double_is_refused() {
    for kind in ["number", "integer"] {
        let schema = one(&format!(r#"{{"type":"{kind}"}}"#));
        for given in ["1e400", "-1e309", "1e999999999999999999999"] {
            breaks(&schema, &format!(r#"{{"p":{given}}}"#), &[Rule::NumberRange]);
        }
    }
}

#[test]
fn limits_are_compared_without_rounding() {
    let schema = one(r#"{"type":"integer","minimum":1,"maximum":100}"#);
    breaks(&schema, r#"{"p":0}"#, &[Rule::Minimum]);
    fits(&schema, r#"{"p":1}"#, r#"{"p":1}"#);
    fits(&schema, r#"{"p":100}"#, r#"{"p":100}"#);
    breaks(&schema, r#"{"p":101}"#, &[Rule::Maximum]);
    let schema = one(r#"{"type":"integer","maximum":18446744073709551615}"#);
    fits(&schema, r#"{"p":9223372036854775808}"#, r#"{"p":9223372036854775808}"#);
    breaks(&schema, r#"{"p":18446744073709551616}"#, &[Rule::Maximum]);
    let schema = one(r#"{"type":"number","minimum":9007199254740993}"#);
    breaks(&schema, r#"{"p":9007199254740992}"#, &[Rule::Minimum]);
    let schema = one(r#"{"type":"number","minimum":-1e400,"maximum":1e400}"#);
    fits(&schema, r#"{"p":1e308}"#, r#"{"p":1e308}"#);
    breaks(&one(r#"{"type":"number","minimum":1e400}"#), r#"{"p":1e308}"#, &[Rule::Minimum]);
    let schema = one(r#"{"type":"number","minimum":2,"maximum":1}"#);
    breaks(&schema, r#"{"p":1.5}"#, &[Rule::Minimum, Rule::Maximum]);
}

#[test]
fn lengths_count_code_points() {
    let schema = one(r#"{"type":"string","maxLength":1}"#);
    fits(&schema, "{\"p\":\"😀\"}", "{\"p\":\"😀\"}");
    fits(&schema, r#"{"p":"\ud83d\ude00"}"#, "{\"p\":\"😀\"}");
    fits(&schema, "{\"p\":\"\u{e9}\"}", "{\"p\":\"\u{e9}\"}");
    let violations = schema.validate("{\"p\":\"e\u{301}\"}").unwrap_err();
    let violation = violations.iter().next().unwrap();
    assert_eq!(
        (violation.rule(), violation.found(), violation.expected()),
        (Rule::MaxLength, &Found::Length(2), &Expected::MaxLength(1))
    );
    let schema = one(r#"{"type":"string","minLength":3.0}"#);
    breaks(&schema, "{\"p\":\"ab\"}", &[Rule::MinLength]);
    fits(&schema, "{\"p\":\"abc\"}", "{\"p\":\"abc\"}");
    let schema = one(r#"{"type":"string","minLength":3,"maxLength":2}"#);
    breaks(&schema, r#"{"p":"ab"}"#, &[Rule::MinLength]);
    breaks(&schema, r#"{"p":"abc"}"#, &[Rule::MaxLength]);
}

#[test]
fn strings_are_sent_code_point_by_code_point() {
    let schema = one(r#"{"type":"string"}"#);
    fits(&schema, "{\"p\":\"\\u0000\u{feff}\\u2028\\/\u{1f600}\"}", "{\"p\":\"\\u0000\u{feff}\u{2028}/\u{1f600}\"}");
    fits(&schema, r#"{"p":" blank "}"#, r#"{"p":" blank "}"#);
    breaks(&schema, r#"{"p":"a\ud800b"}"#, &[Rule::Text]);
}

#[test]
fn wrong_types_are_refused() {
    for (property, right) in [
        (r#"{"type":"string"}"#, JsonKind::String),
        (r#"{"type":"string","enum":["1"]}"#, JsonKind::String),
        (r#"{"type":"integer"}"#, JsonKind::Number),
        (r#"{"type":"number"}"#, JsonKind::Number),
        (r#"{"type":"boolean"}"#, JsonKind::Boolean),
        (r#"{"type":"array","items":{"type":"string","enum":["1"]}}"#, JsonKind::Array),
    ] {
        let schema = one(property);
        for (given, kind) in [
            (r#""1""#, JsonKind::String),
            ("1", JsonKind::Number),
            ("true", JsonKind::Boolean),
            (r#"["1"]"#, JsonKind::Array),
            ("{}", JsonKind::Object),
        ] {
            let answer = format!(r#"{{"p":{given}}}"#);
            if kind == right {
                fits(&schema, &answer, &answer);
                continue;
            }
            let violations = schema.validate(&answer).unwrap_err();
            let violation = violations.iter().next().unwrap();
            assert_eq!((violation.rule(), violation.found()), (Rule::Type, &Found::Kind(kind)));
            assert_eq!(violation.expected(), &Expected::Kind(right));
        }
    }
}

#[test]
fn answer_holds_no_null() {
    let schema = required_form(r#""r":{"type":"string"},"o":{"type":"string"}"#, r#""r""#);
    fits(&schema, r#"{"r":"","o":null}"#, r#"{"r":""}"#);
    fits(&schema, r#"{"r":""}"#, r#"{"r":""}"#);
    breaks(&schema, r#"{"r":null,"o":null}"#, &[Rule::Null]);
    breaks(&schema, "{}", &[Rule::Required]);
}

#[test]
fn empty_choice_is_a_choice() {
    let schema = one(r#"{"type":"string","enum":["","low","high"]}"#);
    fits(&schema, r#"{"p":""}"#, r#"{"p":""}"#);
    fits(&schema, "{}", "{}");
    breaks(&schema, r#"{"p":"Low"}"#, &[Rule::NotAChoice]);
    breaks(&schema, r#"{"p":"low "}"#, &[Rule::NotAChoice]);
}

#[test]
fn selection_is_a_set_in_the_order_of_the_choices() {
    let schema = one(
        r#"{"type":"array","items":{"type":"string","enum":["c","a","b"]},"minItems":1,"maxItems":2,"default":["a"]}"#,
    );
    fits(&schema, r#"{"p":["b","c"]}"#, r#"{"p":["c","b"]}"#);
    breaks(&schema, r#"{"p":[]}"#, &[Rule::MinItems]);
    breaks(&schema, r#"{"p":["a","b","c"]}"#, &[Rule::MaxItems]);
    assert_eq!(broken(&schema, r#"{"p":["a","a"]}"#), [("/p/1".to_string(), Rule::DuplicateItem)]);
    assert_eq!(
        broken(&schema, r#"{"p":["z",1,null,"\udfff","a","a"]}"#),
        [
            ("/p".to_string(), Rule::MaxItems),
            ("/p/0".to_string(), Rule::NotAChoice),
            ("/p/1".to_string(), Rule::Type),
            ("/p/2".to_string(), Rule::Type),
            ("/p/3".to_string(), Rule::Text),
            ("/p/5".to_string(), Rule::DuplicateItem),
        ]
    );
}

#[test]
fn the_users_own_values_win_over_defaults() {
    let schema = form(
        r#""b":{"type":"boolean","default":true},"i":{"type":"integer","default":5},"s":{"type":"string","default":"x"}"#,
    );
    let mut values = FormValues::prefilled(&schema);
    assert_eq!(values.to_json(), r#"{"b":true,"i":5,"s":"x"}"#);
    values.set("b", false);
    values.set("i", 0);
    values.set("s", "");
    fits(&schema, &values.to_json(), r#"{"b":false,"i":0,"s":""}"#);
    values.remove("s");
    fits(&schema, &values.to_json(), r#"{"b":false,"i":0}"#);
}

#[test]
fn members_are_written_in_the_order_of_the_fields() {
    let schema =
        form(r#""z":{"type":"boolean"},"a":{"type":"boolean"},"10":{"type":"boolean"},"9":{"type":"boolean"}"#);
    fits(&schema, r#"{"9":true,"10":true,"a":true,"z":true}"#, r#"{"z":true,"a":true,"10":true,"9":true}"#);
}

#[test]
fn all_violations_are_reported_together() {
    let schema = required_form(
        r#""s":{"type":"string","minLength":3,"format":"email"},"n":{"type":"integer","maximum":3},"m":{"type":"string"}"#,
        r#""m""#,
    );
    assert_eq!(
        broken(&schema, r#"{"x/y":1,"n":3.5,"s":"a","s":"b","t\ud800":0}"#),
        [
            ("/s".to_string(), Rule::MinLength),
            ("/s".to_string(), Rule::Format),
            ("/n".to_string(), Rule::NotAnInteger),
            ("/n".to_string(), Rule::Maximum),
            ("/m".to_string(), Rule::Required),
            ("/x~1y".to_string(), Rule::UnknownProperty),
            ("/s".to_string(), Rule::DuplicateProperty),
            (r"/t\ud800".to_string(), Rule::Text),
        ]
    );
}

#[test]
fn answer_must_be_an_object() {
    let schema = read(r#"{"type":"object","properties":{}}"#);
    for (answer, rule) in [
        ("null", Rule::Type),
        ("[]", Rule::Type),
        ("\"{}\"", Rule::Type),
        (" 1", Rule::Type),
        ("", Rule::Json),
        ("{", Rule::Json),
        ("{}{}", Rule::Json),
        ("{a:1}", Rule::Json),
    ] {
        let violations = schema.validate(answer).unwrap_err();
        let found: Vec<_> = violations.iter().map(|violation| (violation.pointer(), violation.rule())).collect();
        assert_eq!(found, [("", rule)], "{answer}");
    }
}

#[test]
fn violations_never_hold_the_value() {
    let schema = required_form(
        r#""s":{"type":"string","maxLength":1,"format":"date"},"e":{"type":"string","enum":["a"]},"n":{"type":"integer","maximum":3},
        "m":{"type":"array","items":{"type":"string","enum":["a"]}}"#,
        r#""s""#,
    );
    for answer in [
        r#"{"s":"hunter2","e":"hunter2","n":77777.5,"m":["hunter2","hunter2"]}"#,
        r#"{"s":77777,"e":["hunter2"],"n":"hunter2","m":"hunter2"}"#,
        r#"{"s":"hunter2"#,
        r#"{"s":hunter2}"#,
        r#""hunter2""#,
    ] {
        let violations = schema.validate(answer).unwrap_err();
        for shown in [format!("{violations}"), format!("{violations:?}")] {
            assert!(!shown.contains("hunter2") && !shown.contains("77777"), "{shown}");
        }
    }
}

#[test]
fn violations_name_rule_found_and_expected() {
    let schema = one(r#"{"type":"integer","maximum":3e0}"#);
    assert_eq!(
        schema.validate(r#"{"p":4}"#).unwrap_err().to_string(),
        r#"the answer does not fit the form: property "p" at "/p": too large: found a larger number, expected at most "3e0""#
    );
}

#[test]
fn every_format_is_checked() {
    for (format, good, bad) in [
        ("email", "a@b.c", "a"),
        ("uri", "x:y", "/y"),
        ("date", "2024-02-29", "2023-02-29"),
        ("date-time", "2024-02-29T00:00:00Z", "2024-02-29"),
    ] {
        let schema = one(&format!(r#"{{"type":"string","format":"{format}"}}"#));
        let answer = format!(r#"{{"p":"{good}"}}"#);
        fits(&schema, &answer, &answer);
        breaks(&schema, &format!(r#"{{"p":"{bad}"}}"#), &[Rule::Format]);
    }
    let schema = one(r#"{"type":"string","format":"uuid"}"#);
    fits(&schema, r#"{"p":"no uuid"}"#, r#"{"p":"no uuid"}"#);
}
