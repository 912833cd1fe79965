//! The names that JSON-RPC and MCP give to members, and the messages made of them. No other module knows them.

mod input;
mod read;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::value::RawValue;

pub(crate) use self::input::{
    InputFault, Kind, MAX_INPUT_REQUESTS, Parts, Requests, Text, range_in, read_input_request,
};
pub(crate) use self::read::{Asked, Body, Envelope, is_empty_object, rpc_error};
use crate::call::Method;
use crate::capabilities::Capabilities;
use crate::id::RequestId;
use crate::json;
use crate::model::Implementation;

/// The protocol revision of every request.
pub(crate) const PROTOCOL_VERSION: &str = "2026-07-28";

pub(crate) const META: &str = "_meta";
pub(crate) const PROGRESS_TOKEN: &str = "progressToken";
pub(crate) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// The captured part of `params`, with a comma at its end.
pub(crate) fn captured_params(method: Method, target: &str, arguments: Option<&str>) -> Box<str> {
    let member: &[u8] = match method {
        Method::CallTool | Method::GetPrompt => b"\"name\":",
        Method::ReadResource => b"\"uri\":",
    };
    let mut out = Vec::with_capacity(member.len() + target.len() + arguments.map_or(0, str::len) + 24);
    out.extend_from_slice(member);
    json::push_string(&mut out, target);
    out.push(b',');
    if let Some(arguments) = arguments {
        out.extend_from_slice(b"\"arguments\":");
        out.extend_from_slice(arguments.as_bytes());
        out.push(b',');
    }
    text(out)
}

/// The `_meta` member that says in which version, with a comma at the end.
pub(crate) fn write_version(out: &mut Vec<u8>, version: &str) {
    out.extend_from_slice(b"\"io.modelcontextprotocol/protocolVersion\":");
    json::push_string(out, version);
    out.push(b',');
}

/// The `_meta` member that says who sends, with a comma at the end.
pub(crate) fn identity(client_info: &Implementation) -> Box<str> {
    let mut out = Vec::new();
    out.extend_from_slice(b"\"io.modelcontextprotocol/clientInfo\":");
    if json::to_text(&mut out, client_info).is_ok() {
        out.push(b',');
    } else {
        // The member is optional, and a session must not fail for it.
        out.clear();
    }
    text(out)
}

/// The `_meta` member that declares what the client can answer.
pub(crate) fn write_capabilities(out: &mut Vec<u8>, declared: Capabilities, experimental: &str, extensions: &str) {
    out.extend_from_slice(b"\"io.modelcontextprotocol/clientCapabilities\":{");
    declared.write_members(out);
    for (name, members) in [("experimental", experimental), ("extensions", extensions)] {
        if let Some(members) = members.strip_suffix(',') {
            json::push_string(out, name);
            out.extend_from_slice(b":{");
            out.extend_from_slice(members.as_bytes());
            out.extend_from_slice(b"},");
        }
    }
    strip_comma(out);
    out.push(b'}');
}

/// What opens a request message, up to its `params`.
pub(crate) fn open_request(out: &mut Vec<u8>, id: &RequestId, method: &str) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    id.write(out);
    out.extend_from_slice(b",\"method\":");
    json::push_string(out, method);
    out.extend_from_slice(b",\"params\":");
}

/// The member that carries responses, from `(raw key token, response)` pairs.
pub(crate) fn write_responses<'a>(out: &mut Vec<u8>, responses: impl Iterator<Item = (&'a str, &'a str)>) {
    out.extend_from_slice(b"\"inputResponses\":{");
    for (key, response) in responses {
        out.extend_from_slice(key.as_bytes());
        out.push(b':');
        out.extend_from_slice(response.as_bytes());
        out.push(b',');
    }
    strip_comma(out);
    out.extend_from_slice(b"},");
}

/// The member that carries the request state, from its raw string token.
pub(crate) fn write_state(out: &mut Vec<u8>, token: &str) {
    out.extend_from_slice(b"\"requestState\":");
    out.extend_from_slice(token.as_bytes());
    out.push(b',');
}

/// Opens the `_meta` object.
pub(crate) fn open_meta(out: &mut Vec<u8>) {
    out.extend_from_slice(b"\"_meta\":{");
}

/// The member that asks for progress.
pub(crate) fn write_progress_token(out: &mut Vec<u8>, token: &RequestId) {
    json::push_string(out, PROGRESS_TOKEN);
    out.push(b':');
    token.write(out);
    out.push(b',');
}

/// Closes a list of members that each end with a comma.
pub(crate) fn strip_comma(out: &mut Vec<u8>) {
    if out.last() == Some(&b',') {
        out.pop();
    }
}

/// A `notifications/cancelled` message.
pub(crate) fn cancelled(id: &RequestId, reason: Option<&str>) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":");
    id.write(&mut out);
    if let Some(reason) = reason {
        out.extend_from_slice(b",\"reason\":");
        json::push_string(&mut out, reason);
    }
    out.extend_from_slice(b"}}");
    out
}

/// An `ElicitResult` that carries no content.
pub(crate) fn elicit_result(action: &str) -> String {
    alloc::format!("{{\"action\":\"{action}\"}}")
}

/// What an `ElicitResult` that accepts a form begins with; its content and a brace follow.
pub(crate) const ACCEPTED_FORM: &[u8] = b"{\"action\":\"accept\",\"content\":";

/// An accepted form, from the canonical text of its content.
pub(crate) fn accepted_form(content: &str) -> String {
    alloc::format!("{{\"action\":\"accept\",\"content\":{content}}}")
}

/// Whether a request can be declined and cancelled.
pub(crate) fn is_elicitation(method: Option<&str>) -> bool {
    method == Some("elicitation/create")
}

/// `requiredCapabilities` in the data of an error.
pub(crate) fn required_capabilities(data: &RawValue) -> Option<&RawValue> {
    serde_json::from_str(json::at_pointer(data.get(), "/requiredCapabilities")?).ok()
}

/// `supported` in the data of an error; what is no string in it is left out.
pub(crate) fn supported(data: &RawValue) -> Vec<String> {
    let mut versions = Vec::new();
    if let Some(list) = json::at_pointer(data.get(), "/supported") {
        // A list that is none names no version.
        json::elements(list, |version| {
            versions.extend(json::decode(version).map(String::from));
            versions.len() < MAX_INPUT_REQUESTS
        })
        .unwrap_or_default();
    }
    versions
}

/// The output of our own writers, which write UTF-8 only, as text.
fn text(out: Vec<u8>) -> Box<str> {
    match String::from_utf8(out) {
        Ok(text) => text.into(),
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into(),
    }
}
