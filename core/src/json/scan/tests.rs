use alloc::format;
use alloc::string::String;

use serde_json::value::RawValue;

use super::*;

fn scan(text: &str) -> Result<&str, Malformed> {
    let mut cursor = Cursor::new(text);
    let value = cursor.value().and_then(|value| cursor.end().map(|()| value));
    value.map_err(|fault| fault.named(text))
}

/// Ours and `serde_json` take and refuse the same texts, and see the same value in them.
fn agree(text: &str) -> bool {
    let theirs = serde_json::from_str::<&RawValue>(text).ok().map(RawValue::get);
    assert_eq!(scan(text).ok(), theirs, "{text:?}");
    theirs.is_some()
}

#[test]
fn exactly_rfc_8259_is_taken() {
    let good = [
        "0",
        "-0",
        "1e5",
        "1.5E+10",
        "-0.0e-00",
        "1e400",
        "\"\"",
        "\"\\ud800\"",
        "\"\\/\\b\\f\\n\\r\\t\\\\\\\"\"",
        "true",
        "null",
        " [ ] ",
        "{}",
        "[{},[],\"\",{\"a\":[1,2,{\"b\":null}]}]",
        "\t\r\n 1 \n",
        "\"\u{7f}\u{2028}é\u{1f600}\"",
        "{\"\":{\"\":0}}",
        "[[[[1]]],[2]]",
    ];
    for text in good {
        assert!(agree(text), "{text}");
    }
    let bad = [
        "",
        " ",
        "01",
        "-",
        "+1",
        "1.",
        ".5",
        "1e",
        "1e+",
        "--1",
        "1.e1",
        "tru",
        "nulll",
        "True",
        "\"",
        "\"\\\"",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\\u123\"",
        "\"\n\"",
        "\"\u{0}\"",
        "\"\u{1f}\"",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\" 1}",
        "{1:1}",
        "{\"a\":1]",
        "[1}",
        "1 1",
        "[]]",
        "\u{feff}1",
        "{\"a\":1 \"b\":2}",
        "\u{a0}1",
        "[1\u{c}]",
        "NaN",
        "'a'",
        "[\"a\":1]",
        "{\"a\"}",
        "{,}",
        "}",
        "]",
    ];
    for text in bad {
        assert!(!agree(text), "{text}");
    }
}

#[test]
fn every_special_byte_is_found_at_every_place_of_a_chunk() {
    for byte in 0_u8..=0x7f {
        for at in 0..20 {
            let mut text: String = String::from("é") + &"x".repeat(at);
            text.push(char::from(byte));
            text.push_str("yyyyyyyyyyyyyyyyyyyy");
            agree(&format!("\"{text}\""));
            agree(&format!("[\"{text}\",1]"));
        }
    }
}

#[test]
fn drawn_texts_are_judged_as_serde_json_judges_them() {
    // A text of pieces that are often, but not always, put together to JSON.
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"a\"",
        "\"\\u00e9\"",
        "1",
        "-1.5e3",
        "0",
        "true",
        "null",
        " ",
        "\"",
        "\\",
        "\n",
        "{}",
        "[]",
        "\"b\":",
        "\"a\":1",
        "\"aaaaaaaaaaaaaaaaaaaaaaa\"",
        "e",
        ".",
        "-",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut draw = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut taken = 0;
    for _ in 0..200_000 {
        let mut text = String::new();
        for _ in 0..=draw(9) {
            text.push_str(pieces[draw(pieces.len())]);
        }
        taken += usize::from(agree(&text));
    }
    assert!(taken > 5_000, "{taken}");
}

#[test]
fn depth_needs_a_bit_and_no_stack() {
    for depth in [63, 64, 65, 127, 128, 129, 1_000, 100_000] {
        let mixed = format!("{}{}{}", "[{\"a\":".repeat(depth), "0", "}]".repeat(depth));
        assert_eq!(scan(&mixed), Ok(mixed.as_str()));
        assert!(scan(&mixed[..mixed.len() - 1]).is_err());
        let wrong = format!("{}{}{}", "[{\"a\":".repeat(depth), "0", "]}".repeat(depth));
        assert!(scan(&wrong).is_err());
    }
}

#[test]
fn a_visitor_takes_a_value_or_leaves_it() {
    let text = r#" { "a" : [1, {"b":2}] , "c" : {"d":[3]} , "e":"f" } "#;
    let mut seen = String::new();
    let mut cursor = Cursor::new(text);
    let whole = cursor.object(|name, cursor| {
        seen.push_str(name.text);
        if name.text == "\"c\"" {
            let inner = cursor.object(|name, cursor| {
                seen.push_str(name.text);
                cursor.array(|cursor| {
                    seen.push_str(cursor.value()?);
                    Ok(())
                })?;
                Ok(())
            })?;
            assert_eq!(inner, "{\"d\":[3]}");
        }
        Ok(())
    });
    assert_eq!(whole, Ok(text.trim()));
    assert_eq!(cursor.end(), Ok(()));
    assert_eq!(seen, "\"a\"\"c\"\"d\"3\"e\"");
}

#[test]
fn a_fault_has_line_and_column() {
    let fault = scan("{\"a\":1,\n  x}").unwrap_err();
    assert_eq!((fault.category, fault.line, fault.column), (Category::Syntax, 2, 3));
    assert_eq!(scan("[1").unwrap_err().category, Category::Eof);
}
