//! Raw clients of the demo server: no code of `mrtr` takes part.

use serde_json::{Map, Value, json};

pub mod http;
pub mod stdio;

/// Every capability that the server may need.
pub fn all_capabilities() -> Value {
    json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} })
}

pub fn request(id: u64, method: &str, capabilities: &Value, params: Value) -> Value {
    let Value::Object(mut members) = params else { panic!("params are an object") };
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
        "io.modelcontextprotocol/clientInfo": { "name": "raw", "version": "0" },
    });
    members.insert("_meta".to_owned(), meta);
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": members })
}

/// The params of the retry: those of the call, with the responses, and the state of the result that asked.
pub fn retry(params: &Value, asked: &Value, responses: Value) -> Value {
    let mut members: Map<String, Value> = params.as_object().unwrap().clone();
    members.insert("inputResponses".to_owned(), responses);
    members.insert("requestState".to_owned(), state(asked).into());
    members.into()
}

/// The state of a result that asks for input.
pub fn state(asked: &Value) -> &str {
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    asked["requestState"].as_str().unwrap()
}

/// The state with its last character replaced by another one of the same alphabet.
pub fn altered(state: &str) -> String {
    let kept = &state[..state.len() - 1];
    // Two neighbours in the alphabet may differ only in bits that Base64 ignores at the end; these differ in more.
    let last = if state.ends_with('A') { 'Q' } else { 'A' };
    format!("{kept}{last}")
}

pub fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}
