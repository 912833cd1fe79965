//! The protocol's result and content types against the protocol's example files, and against values that a JSON
//! library may change on the way.

use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;
use std::thread;

use mrtr_core::model::{
    CallToolResult, CreateMessageRequest, CreateMessageResult, DiscoverResult, GetPromptResult, ListRootsResult,
    ReadResourceResult,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

/// The JSON texts of the example files of a type of the protocol's schema.
fn examples(name: &str) -> Vec<(PathBuf, String)> {
    let folder = std::env::var_os("MRTR_SPEC_DIR").map(PathBuf::from).expect("MRTR_SPEC_DIR names the schema's folder");
    let folder = folder.join("examples").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    assert!(!paths.is_empty(), "{} has no examples", folder.display());
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Reads `text` in each way that serde has, and gives back what is written when all ways agree.
fn through_serde<T: Serialize + DeserializeOwned + Debug>(text: &str) -> Value {
    let from_str: T = serde_json::from_str(text).unwrap();
    let from_reader: T = serde_json::from_reader(text.as_bytes()).unwrap();
    let from_value: T = serde_json::from_value(serde_json::from_str(text).unwrap()).unwrap();
    let raw: &RawValue = serde_json::from_str(text).unwrap();
    let from_raw = T::deserialize(raw).unwrap();

    let written = serde_json::to_string(&from_str).unwrap();
    assert_eq!(serde_json::to_string(&from_reader).unwrap(), written);
    assert_eq!(serde_json::to_string(&from_raw).unwrap(), written);
    let written = serde_json::from_str(&written).unwrap();
    assert_eq!(serde_json::to_value(&from_value).unwrap(), written);
    written
}

fn round_trips<T: Serialize + DeserializeOwned + Debug>(name: &str, normal_form: impl Fn(&mut Value)) {
    for (path, text) in examples(name) {
        let mut expected: Value = serde_json::from_str(&text).unwrap();
        normal_form(&mut expected);
        assert_eq!(through_serde::<T>(&text), expected, "{}", path.display());
    }
}

/// An absent `isError` is `false`, and that is how `false` is written.
fn without_false(result: &mut Value) {
    let object = result.as_object_mut().unwrap();
    if object.get("isError") == Some(&Value::Bool(false)) {
        object.remove("isError");
    }
}

#[test]
#[ignore = "needs MRTR_SPEC_DIR"]
fn examples_of_results_are_read_in_full() {
    round_trips::<CallToolResult>("CallToolResult", without_false);
    round_trips::<ReadResourceResult>("ReadResourceResult", |_| ());
    round_trips::<GetPromptResult>("GetPromptResult", |_| ());
    round_trips::<DiscoverResult>("DiscoverResult", |_| ());
}

#[test]
#[ignore = "needs MRTR_SPEC_DIR"]
fn examples_of_results_in_responses_are_read_in_full() {
    fn results<T: Serialize + DeserializeOwned + Debug>(name: &str) {
        for (path, text) in examples(name) {
            let mut response: Value = serde_json::from_str(&text).unwrap();
            let mut expected = response["result"].take();
            let written = through_serde::<T>(&expected.to_string());
            without_false(&mut expected);
            assert_eq!(written, expected, "{}", path.display());
        }
    }
    results::<CallToolResult>("CallToolResultResponse");
    results::<ReadResourceResult>("ReadResourceResultResponse");
    results::<GetPromptResult>("GetPromptResultResponse");
}

#[test]
#[ignore = "needs MRTR_SPEC_DIR"]
fn examples_of_sampling_are_read_in_full() {
    round_trips::<CreateMessageRequest>("CreateMessageRequestParams", |_| ());
    round_trips::<CreateMessageResult>("CreateMessageResult", |_| ());
    for (path, text) in examples("CreateMessageRequest") {
        let mut request: Value = serde_json::from_str(&text).unwrap();
        let params = request["params"].take();
        assert_eq!(through_serde::<CreateMessageRequest>(&params.to_string()), params, "{}", path.display());
    }
}

#[test]
#[ignore = "needs MRTR_SPEC_DIR"]
fn examples_of_roots_are_read_and_written_in_full() {
    round_trips::<ListRootsResult>("ListRootsResult", |_| ());
}

/// Values that lose their text in a library that parses them: numbers beyond `f64` and `u64`, spellings, half of a
/// surrogate pair, and the keys with which `serde_json` marks its own values.
const OPAQUE: &[&str] = &[
    "1e400",
    "-1e-400",
    "18446744073709551616",
    "9007199254740993.0",
    "1.50",
    "-0",
    r#""\u00e9\/""#,
    r#""a\ud800b""#,
    r#"{"$serde_json::private::RawValue":"1"}"#,
    r#"{"$serde_json::private::RawValue":1}"#,
    r#"{"$serde_json::private::Number":"1"}"#,
    r#"{"$serde_json::private::Number":"not a number"}"#,
    r#"{"b":1,"a":2,"b":3}"#,
    "[ 1 , 2 ]",
];

#[test]
fn opaque_values_keep_their_text() {
    for opaque in OPAQUE {
        let meta = format!(r#"{{"k":{opaque}}}"#);
        let result: CallToolResult = serde_json::from_str(&format!(
            r#"{{"content":[{{"type":"text","text":"a","x":{opaque}}},{{"type":"new","x":{opaque}}}],
                "structuredContent":{opaque},"_meta":{meta},"x":{opaque}}}"#
        ))
        .unwrap();
        assert_eq!(result.structured_content.as_ref().unwrap().get(), *opaque);
        assert_eq!(result.meta.as_ref().unwrap().raw().get(), meta);
        assert_eq!(result.other.get("x").unwrap().get(), *opaque);

        let tool_use = format!(r#"{{"type":"tool_use","id":"1","name":"n","input":{{"k":{opaque}}}}}"#);
        let content = format!(r#"[{tool_use},{{"type":"new","x":{opaque}}}]"#);
        let text = format!(r#"{{"role":"assistant","content":{content},"model":"m","_meta":{meta},"x":{opaque}}}"#);
        let message: CreateMessageResult = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&message).unwrap(), text);
    }
}

#[test]
fn marker_keys_are_members_like_any_other() {
    for key in ["$serde_json::private::RawValue", "$serde_json::private::Number"] {
        for value in [r#""1""#, "1", r#""{\"role\":\"user\"}""#] {
            let members = r#""role":"assistant","content":{"type":"text","text":"a"},"model":"m""#;
            let message: CreateMessageResult =
                serde_json::from_str(&format!(r#"{{"{key}":{value},{members}}}"#)).unwrap();
            assert_eq!(message.other.get(key).unwrap().get(), value);
            let written = serde_json::to_string(&message).unwrap();
            assert_eq!(written, format!(r#"{{{members},"{key}":{value}}}"#));

            let alone = format!(r#"{{"{key}":{value}}}"#);
            assert!(serde_json::from_str::<CreateMessageResult>(&alone).is_err());
            assert!(serde_json::from_str::<CallToolResult>(&alone).is_err());
        }
    }
}

#[test]
fn depth_costs_no_stack() {
    let small_stack = thread::Builder::new().stack_size(256 * 1024).spawn(|| {
        for depth in [200, 5_000] {
            let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
            let block = format!(r#"{{"type":"text","text":"a","x":{deep}}}"#);
            let text = format!(r#"{{"content":[{block}],"structuredContent":{deep},"x":{deep}}}"#);
            let result: CallToolResult = serde_json::from_str(&text).unwrap();
            assert_eq!(result.structured_content.as_ref().unwrap().get(), deep);
            assert_eq!(result.other.get("x").unwrap().get(), deep);
            assert_eq!(serde_json::to_string(&result).unwrap().matches(&deep).count(), 3);
        }
    });
    small_stack.unwrap().join().unwrap();
}

#[test]
fn depth_that_serde_json_refuses_is_an_error_of_reading_the_value_alone() {
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    let text = format!(r#"{{"content":[],"structuredContent":{deep}}}"#);
    let result: CallToolResult = serde_json::from_str(&text).unwrap();
    assert!(result.structured::<Value>().is_err());
    assert_eq!(result.structured::<&RawValue>().unwrap().unwrap().get(), deep);
}

#[test]
fn depth_of_tool_results_costs_no_stack() {
    let small_stack = thread::Builder::new().stack_size(256 * 1024).spawn(|| {
        let open = r#"{"type":"tool_result","toolUseId":"1","content":["#;
        let block = format!("{}{}", open.repeat(5_000), "]}".repeat(5_000));
        let text = format!(r#"{{"messages":[{{"role":"user","content":{block}}}],"maxTokens":1}}"#);
        let request: CreateMessageRequest = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&request).unwrap(), text);
    });
    small_stack.unwrap().join().unwrap();
}

#[test]
fn numbers_are_read_from_their_text() {
    let text = r#"{"messages":[],"maxTokens":1e2,"temperature":0.25,"modelPreferences":{"costPriority":1}}"#;
    let from_str: CreateMessageRequest = serde_json::from_str(text).unwrap();
    let from_value: CreateMessageRequest = serde_json::from_value(serde_json::from_str(text).unwrap()).unwrap();
    for request in [from_str, from_value] {
        assert_eq!(request.max_tokens, 100);
        assert_eq!(request.temperature, Some(0.25));
        assert_eq!(request.model_preferences.as_ref().unwrap().cost_priority, Some(1.0));
    }
}
