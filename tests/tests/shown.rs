//! What errors and values say of themselves: the texts that a person or a log gets to read.

use std::error::Error;

use mrtr_core::{
    Arguments, Cancellation, Capabilities, CaptureError, CompiledInput, DriftChange, DynamicInput, GetPrompt,
    HeaderParam, JsonKind, Meta, PeerError, Problem, QueryError, ReadResource, ReceiveError, RequestId, RpcError,
    RpcErrorKind, ToolCall, TypedCall, drift,
};
use mrtr_tests::scenario;

/// The error of the server with this code and data.
fn rpc(code: i64, data: Option<&str>) -> RpcError {
    let pending = scenario::pending();
    let data = data.map(|data| format!(r#","data":{data}"#)).unwrap_or_default();
    let id = pending.id();
    let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"no\u0007"{data}}}}}"#);
    match peer(pending.receive(message.as_bytes())) {
        PeerError::Rpc(error) => error,
        other => panic!("{other:?}"),
    }
}

/// The fault of a server that answers with this text in place of an answer.
fn fault(message: &str) -> PeerError {
    let pending = scenario::pending();
    let message = message.replace("ID", &pending.id().to_string());
    peer(pending.receive(message.as_bytes()))
}

fn peer<T: std::fmt::Debug>(outcome: Result<T, ReceiveError<ToolCall>>) -> PeerError {
    match outcome {
        Err(ReceiveError::Failed(failed)) => failed.error().clone(),
        other => panic!("{other:?}"),
    }
}

fn source(error: &dyn Error) -> Option<String> {
    error.source().map(ToString::to_string)
}

/// A value that serde cannot write as a JSON object.
const LIST: [u8; 1] = [1];

#[test]
fn arguments_and_calls_show_their_names_and_sizes() {
    let arguments = Arguments::from_json(r#"{"a":1}"#).unwrap();
    assert_eq!(format!("{arguments:?} {:?}", Arguments::none()), "Arguments(7 bytes) Arguments(none)");
    let tool = ToolCall::new("book_flight").arguments_json(r#"{"a":1}"#).unwrap();
    assert_eq!(format!("{tool:?}"), r#"ToolCall { name: "book_flight", arguments: Arguments(7 bytes), .. }"#);
    let prompt = GetPrompt::new("plan").arguments_json(r#"{"a":"b"}"#).unwrap();
    assert_eq!(format!("{prompt:?}"), r#"GetPrompt { name: "plan", arguments: Arguments(9 bytes), .. }"#);
    let resource = ReadResource::new("report://q3");
    assert_eq!(format!("{resource:?}"), r#"ReadResource { uri: "report://q3", .. }"#);
}

#[test]
fn messages_show_what_they_are_and_how_long() {
    let call = ToolCall::new("t").arguments_json(r#"{"region":"eu"}"#).unwrap();
    let pending = scenario::pending_of(call.header(HeaderParam::new("/region", "Region")));
    let request = pending.request();
    let bytes = request.body().len();
    assert_eq!(
        format!("{request:?}"),
        format!(
            r#"Request {{ id: Number(1), method: "tools/call", name: Some("t"), headers: [MirroredHeader {{ name: "Region", value_bytes: 2 }}], body_bytes: {bytes}, .. }}"#
        )
    );
    let cancellation = Cancellation::new(RequestId::Number(7), None);
    assert_eq!(format!("{cancellation:?}"), "Cancellation { id: Number(7), .. }");
    let query = scenario::session().query("tools/list", &()).unwrap();
    assert_eq!(query.method(), "tools/list");
    assert_eq!(format!("{query:?}"), r#"Query { method: "tools/list", id: Number(1), .. }"#);
}

#[test]
fn what_cannot_be_captured_says_why_and_has_its_source() {
    let error = Arguments::serialize(&LIST).unwrap_err();
    let inner = source(&error).unwrap();
    assert_eq!(error.to_string(), format!("the arguments cannot be sent: {inner}"));
    let error = Arguments::from_json("[]").unwrap_err();
    assert_eq!(error.to_string(), "the arguments cannot be sent: the text is not exactly one JSON object");
    assert_eq!(source(&error), None);

    let prompt = GetPrompt::new("plan").arguments_json(r#"{"a":[]}"#).unwrap();
    let error = scenario::session().call(prompt).unwrap_err().without_state();
    assert_eq!(error, CaptureError::PromptArgumentNotAString { name: "a".into(), found: JsonKind::Array });
    assert_eq!(error.to_string(), r#"argument "a" of a prompt must be a string, found an array"#);
    let call = ToolCall::new("t").arguments_json(r#"{"a":1.5}"#).unwrap().header(HeaderParam::new("/a", "A"));
    let error = scenario::session().call(call).unwrap_err().without_state();
    assert_eq!(
        error.to_string(),
        r#"argument "/a" is mirrored as a header and must be a string, a boolean, or an integer within 2^53 - 1 of zero"#
    );
    assert_eq!(
        CaptureError::ResourceWithArguments.to_string(),
        "a resource takes no arguments: its uri alone says what is read"
    );
}

#[test]
fn members_of_meta_that_cannot_be_sent_say_why() {
    let error = Meta::new().with("io.mcp/x", &1).unwrap_err();
    assert_eq!(error.to_string(), r#"_meta member "io.mcp/x" is reserved by the protocol"#);
    assert_eq!(source(&error), None);
    let error = Meta::new().with("a", &1).unwrap().with("a", &2).unwrap_err();
    assert_eq!(error.to_string(), r#"_meta member "a" was added before"#);
    let error = Meta::new().with("a", &f64::NAN).unwrap_err();
    let inner = source(&error).unwrap();
    assert_eq!(error.to_string(), format!(r#"_meta member "a" cannot be sent: {inner}"#));
}

#[test]
fn requests_that_cannot_be_made_say_why() {
    let session = scenario::session();
    let error = session.query("tools/call", &()).unwrap_err();
    assert_eq!(error.to_string(), "tools/call may be answered by a request for input: make it a call");
    assert_eq!(source(&error), None);
    let error = session.query("tools/list", &LIST).unwrap_err();
    let inner = source(&error).unwrap();
    assert_eq!(error.to_string(), format!("the parameters cannot be sent: {inner}"));
    let error = session.query("tools/list", &serde_json::json!({"_meta": {}})).unwrap_err();
    assert_eq!(error, QueryError::OwnMeta);
    assert_eq!(error.to_string(), "the parameters hold a _meta of their own, which the session writes");
}

#[test]
fn every_code_of_an_error_has_its_kind_and_name() {
    let kinds = [
        (-32700, RpcErrorKind::Parse, "ParseError"),
        (-32600, RpcErrorKind::InvalidRequest, "InvalidRequest"),
        (-32601, RpcErrorKind::MethodNotFound, "MethodNotFound"),
        (-32602, RpcErrorKind::InvalidParams, "InvalidParams"),
        (-32603, RpcErrorKind::Internal, "InternalError"),
        (-32002, RpcErrorKind::ResourceNotFound, "ResourceNotFound"),
        (-32020, RpcErrorKind::HeaderMismatch, "HeaderMismatch"),
        (-32021, RpcErrorKind::MissingRequiredClientCapability, "MissingRequiredClientCapability"),
        (-32022, RpcErrorKind::UnsupportedProtocolVersion, "UnsupportedProtocolVersion"),
        (-32019, RpcErrorKind::Other, "Error"),
        (32603, RpcErrorKind::Other, "Error"),
    ];
    for (code, kind, name) in kinds {
        let error = rpc(code, None);
        assert_eq!((error.code(), error.kind()), (code, kind));
        assert_eq!(error.message(), "no\u{7}");
        assert_eq!(error.to_string(), format!(r"the server answered with error {code} ({name}): no\u{{7}}"));
        assert_eq!(
            format!("{error:?}"),
            format!(r#"RpcError {{ code: {code}, message: "no\u{{7}}", data_bytes: None }}"#)
        );
        assert!(error.data().is_none() && error.required_capabilities().is_none() && error.supported().is_empty());
    }
}

#[test]
fn the_data_of_an_error_is_read_where_its_code_says_what_it_is() {
    let data = r#"{"requiredCapabilities":{"roots":{}},"supported":["2025-06-18",7,"2026-07-28"]}"#;
    let missing = rpc(-32021, Some(data));
    assert_eq!(missing.required_capabilities().unwrap().get(), r#"{"roots":{}}"#);
    assert_eq!(missing.supported(), [""; 0]);
    let text = missing.to_string();
    assert!(text.contains(r#"; the server needs {"roots":{}} (a typed call"#), "{text}");
    let version = rpc(-32022, Some(data));
    assert_eq!(version.supported(), ["2025-06-18", "2026-07-28"]);
    assert!(version.required_capabilities().is_none());
    for error in [version, rpc(-32021, Some(r#"{"requiredCapabilities":{"x":{}}}"#)), rpc(-32021, Some("7"))] {
        assert!(!error.to_string().contains("the server needs"), "{error}");
    }
    let debug = format!("{:?}", rpc(-1, Some("[1]")));
    assert_eq!(debug, r#"RpcError { code: -1, message: "no\u{7}", data_bytes: Some(3) }"#);
}

#[test]
fn messages_against_the_protocol_say_where_and_what() {
    let cases = [
        (r#"{"jsonrpc":"2.0","id":ID,"result":{]}"#, ": not valid JSON (line 1, column 35)"),
        (r#"{"jsonrpc":"2.0","id":ID}"#, " at /result: this member is required"),
        (r#"{"jsonrpc":"2.0","id":ID,"result":{},"result":{}}"#, " at /result: this member is there twice"),
        (r#"{"jsonrpc":"2.0","id":ID,"result":7}"#, " at /result: expected an object, found a number"),
        (
            r#"{"jsonrpc":"2.0","id":ID,"result":{"resultType":"input_required","requestState":7}}"#,
            " at /result/requestState: expected a string, found a number",
        ),
        (
            r#"{"jsonrpc":"2.0","id":ID,"result":{},"error":{"code":1,"message":"m"}}"#,
            "an answer has a result or an error, not both",
        ),
    ];
    for (message, said) in cases {
        let error = fault(message).to_string();
        assert!(error.starts_with("the server's message is malformed") && error.ends_with(said), "{message}: {error}");
    }
    let others = [
        (Problem::NotUtf8, "not valid UTF-8"),
        (Problem::WrongValue { expected: "two" }, "expected two"),
        (Problem::LoneSurrogate, "a lone surrogate stands for no character"),
        (Problem::TooMany { limit: 3 }, "more than 3, the limit of this client"),
    ];
    for (problem, said) in others {
        assert_eq!(problem.to_string(), said);
    }
}

#[test]
fn results_that_must_not_be_used_say_why() {
    let of = |result: &str| fault(&format!(r#"{{"jsonrpc":"2.0","id":ID,"result":{result}}}"#)).to_string();
    assert_eq!(
        of(r#"{"resultType":"later"}"#),
        r#"the server's result has resultType "later", expected "complete" or "input_required""#
    );
    assert_eq!(
        of(r#"{"resultType":"input_required"}"#),
        "the server's result is \"input_required\" but asks for nothing: it has no inputRequests and no requestState"
    );
    let query = scenario::session().query("tools/list", &()).unwrap();
    let error = query.receive(br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required"}}"#).unwrap_err();
    assert!(
        error.to_string().contains(
            "the server asks for input before it answers tools/list, which only tools/call, resources/read and \
             prompts/get allow"
        ),
        "{error}"
    );
}

#[test]
fn capabilities_say_what_is_wrong_with_them() {
    let error = Capabilities::from_json("[]").unwrap_err();
    assert_eq!(error.to_string(), "the client capabilities are not a JSON object whose capabilities are objects");
    // What has no decodable name declares nothing, and `elicitation` with a mode of its own is no form.
    let read = Capabilities::from_json(r#"{"elicitation":{"other":{},"url":{}},"sampling":{"tools":{}}}"#).unwrap();
    assert_eq!(read, Capabilities::NONE.with_url().with_sampling_tools());
    let read = Capabilities::from_json(r#"{"sampling":{"context":{}},"elicitation":{"form":{}}}"#).unwrap();
    assert_eq!(read, Capabilities::NONE.with_form().with_sampling_context());
}

/// A call that was compiled with a form and the roots.
struct Compiled;

impl mrtr_core::Call for Compiled {
    const METHOD: mrtr_core::Method = mrtr_core::Method::CallTool;
    type Input = DynamicInput;
    type Output = mrtr_core::CallToolResult;

    fn target(&self) -> &'static str {
        "t"
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        Ok(Arguments::none())
    }
}

impl TypedCall for Compiled {
    const INPUTS: &'static [&'static [CompiledInput]] = &[&[
        CompiledInput::form("seat", r#"{"type":"object","properties":{"seat":{"type":"string"}},"required":["seat"]}"#),
        CompiledInput::roots("where"),
    ]];
}

#[test]
fn drift_names_the_key_and_says_whether_it_breaks() {
    let live = r#"{"seat":{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object",
            "properties":{"seat":{"type":"integer"}},"required":["seat"]}}},
        "new":{"method":"roots/list"}}"#;
    let found = drift::<Compiled>(live).unwrap();
    let summary: Vec<_> = found.iter().map(|drift| (drift.key(), drift.breaks_answer())).collect();
    assert_eq!(summary, [("where", false), ("seat", true), ("new", true)]);
    assert!(matches!(found[0].change(), DriftChange::Gone) && matches!(found[2].change(), DriftChange::New));
    assert_eq!(found[0].to_string(), r#"input request "where": the server does not ask for it any more"#);
    assert_eq!(found[2].to_string(), r#"input request "new": the server asks for it, and the call has no such input"#);
    assert!(found[1].to_string().starts_with(r#"input request "seat": "#), "{}", found[1]);
    // A form that may be left out by now: an answer to the old one still fits.
    let looser = live.replace(r#","required":["seat"]"#, "").replace("integer", "string");
    let found = drift::<Compiled>(&looser).unwrap();
    assert!(found.iter().any(|drift| drift.key() == "seat" && !drift.breaks_answer()), "{found:?}");
}

#[test]
fn captured_text_that_cannot_be_read_says_where() {
    let cases = [
        ("{}", "", "found nothing that is asked for, expected input requests; leave `inputs` out"),
        (r#"{"jsonrpc":"2.0","id":1}"#, "/result", "at /result: found no such member, expected one; add it"),
        (
            r#"{"jsonrpc":"2.0","error":{}}"#,
            "/error",
            "at /error: found a JSON-RPC error, expected a result of type \"input_required\"; capture the answer that \
             asks for input",
        ),
        (
            r#"{"resultType":"complete","content":[]}"#,
            "/resultType",
            "at /resultType: found a result of type \"complete\", expected \"input_required\"; capture the answer that \
             asks for input",
        ),
        (
            r#"{"result":{"inputRequests":[]}}"#,
            "/result/inputRequests",
            "at /result/inputRequests: found an array, expected an object",
        ),
        (r#"{"requestState":7}"#, "/requestState", "at /requestState: found a number, expected a string"),
        (
            r#"{"resultType":"input_required","resultType":"input_required"}"#,
            "/resultType",
            "at /resultType: found the member twice, expected it once; remove one",
        ),
        (
            r#"{"resultType":"input_required","inputRequests":{},"requestState":null}"#,
            "/inputRequests",
            "at /inputRequests: found nothing that is asked for, expected input requests; leave `inputs` out",
        ),
        ("[]", "", "found an array, expected an object"),
        ("{", "", "not valid JSON (line 1, column 2)"),
    ];
    for (text, pointer, said) in cases {
        let error = drift::<Compiled>(text).unwrap_err();
        assert_eq!((error.pointer(), error.to_string().as_str()), (pointer, said), "{text}");
    }
}
