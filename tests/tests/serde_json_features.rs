//! The tests of this workspace run with serde_json as it comes: a dependency that switched on one of the features that
//! change how it reads would hide the default configuration from all of them.

use serde_json::{Value, json};

#[test]
fn arbitrary_precision_is_off() {
    assert!(serde_json::from_str::<Value>("1e400").is_err());
}

#[test]
fn preserve_order_is_off() {
    assert_eq!(json!({"b": 1, "a": 2}).to_string(), r#"{"a":2,"b":1}"#);
}

#[test]
fn float_roundtrip_is_off() {
    // A number that is read imprecisely without it.
    let text = "-4.0765893351549374e-163";
    assert_ne!(serde_json::from_str::<f64>(text).unwrap(), text.parse::<f64>().unwrap());
}
