//! The list of tools, and the headers that it says.

use mrtr::core::{CaptureError, HeaderParam, ToolCall};
use mrtr::{CallFailure, Catalog, CatalogTool, HeaderProblem, ListError, RequestError, ToolProblem};
use serde_json::{Value, json};

use crate::script::{Answer, Step, accept, ask, client, done, error, lost, result};

fn tools(tools: &Value) -> Step {
    result(&json!({"resultType": "complete", "tools": tools, "ttlMs": 0, "cacheScope": "private"}))
}

fn with_properties(properties: &Value) -> Value {
    json!({"name": "book", "inputSchema": {"type": "object", "properties": properties}})
}

/// A list of one tool with this schema, as text.
fn read(schema: &str) -> Catalog {
    let client = client([Answer::Result(format!(r#"{{"tools":[{{"name":"book","inputSchema":{schema}}}]}}"#)).into()]);
    Catalog::clone(&client.tools().unwrap())
}

fn problem(schema: &str) -> (String, HeaderProblem) {
    let catalog = read(schema);
    assert!(catalog.get("book").is_none(), "{schema}");
    match catalog.dropped()[0].problem() {
        ToolProblem::Header { pointer, problem } => (pointer.to_string(), *problem),
        other => panic!("{other:?}"),
    }
}

fn headers(schema: &str) -> Vec<(String, String)> {
    let catalog = read(schema);
    assert!(catalog.dropped().is_empty(), "{schema}: {:?}", catalog.dropped());
    let headers = catalog.headers("book").iter();
    headers.map(|param: &HeaderParam| (param.pointer().to_owned(), param.header().to_owned())).collect()
}

#[test]
fn strings_integers_and_booleans_are_mirrored() {
    for kind in ["string", "integer", "boolean"] {
        let schema = json!({"properties": {"a": {"type": kind, "x-mcp-header": "A-1"}}});
        assert_eq!(headers(&schema.to_string()), [("/a".to_owned(), "A-1".to_owned())]);
    }
}

#[test]
fn other_types_are_not() {
    for kind in [json!("number"), json!("object"), json!("array"), json!("null"), json!(["string", "null"]), json!(7)] {
        let schema = json!({"properties": {"a": {"type": kind, "x-mcp-header": "A"}}});
        assert_eq!(problem(&schema.to_string()), ("/properties/a".to_owned(), HeaderProblem::WrongType));
    }
    let untyped = r#"{"properties":{"a":{"enum":["x"],"x-mcp-header":"A"}}}"#;
    assert_eq!(problem(untyped).1, HeaderProblem::WrongType);
}

#[test]
fn the_name_is_a_token() {
    for (name, expected) in [
        (json!(""), HeaderProblem::NotAToken),
        (json!("My Header"), HeaderProblem::NotAToken),
        (json!("A:B"), HeaderProblem::NotAToken),
        (json!("Région"), HeaderProblem::NotAToken),
        (json!("A\r\nB"), HeaderProblem::NotAToken),
        (json!("A\u{7f}"), HeaderProblem::NotAToken),
        (json!(7), HeaderProblem::NotAString),
        (json!(null), HeaderProblem::NotAString),
        (json!(["A"]), HeaderProblem::NotAString),
        (json!(true), HeaderProblem::NotAString),
    ] {
        let schema = json!({"properties": {"a": {"type": "string", "x-mcp-header": name}}});
        assert_eq!(problem(&schema.to_string()).1, expected, "{name}");
    }
    for name in ["a", "!#$%&'*+-.^_`|~", "0"] {
        let schema = json!({"properties": {"a": {"type": "string", "x-mcp-header": name}}});
        assert_eq!(headers(&schema.to_string())[0].1, name);
    }
}

#[test]
fn two_arguments_cannot_be_one_header() {
    let schema = json!({"properties": {"a": {"type": "string", "x-mcp-header": "Region"},
        "b": {"type": "object", "properties": {"c": {"type": "string", "x-mcp-header": "REGION"}}}}});
    let found = ("/properties/b/properties/c".to_owned(), HeaderProblem::Duplicate);
    assert_eq!(problem(&schema.to_string()), found);
}

#[test]
fn only_properties_lead_to_an_argument() {
    let leaf = r#"{"type":"string","x-mcp-header":"A"}"#;
    let inner = format!(r#"{{"properties":{{"p":{leaf}}}}}"#);
    for (schema, pointer) in [
        (leaf.to_owned(), ""),
        (format!(r#"{{"items":{leaf}}}"#), "/items"),
        (format!(r#"{{"items":[{{}},{leaf}]}}"#), "/items/1"),
        (format!(r#"{{"properties":{{"a":{{"items":{inner}}}}}}}"#), "/properties/a/items/properties/p"),
        (format!(r#"{{"allOf":[{inner}]}}"#), "/allOf/0/properties/p"),
        (format!(r#"{{"anyOf":[{leaf}]}}"#), "/anyOf/0"),
        (format!(r#"{{"oneOf":[{leaf}]}}"#), "/oneOf/0"),
        (format!(r#"{{"not":{inner}}}"#), "/not/properties/p"),
        (format!(r#"{{"if":{inner}}}"#), "/if/properties/p"),
        (format!(r#"{{"then":{inner}}}"#), "/then/properties/p"),
        (format!(r#"{{"else":{inner}}}"#), "/else/properties/p"),
        (format!(r#"{{"additionalProperties":{leaf}}}"#), "/additionalProperties"),
        (format!(r#"{{"patternProperties":{{"^a/b":{leaf}}}}}"#), "/patternProperties/^a~1b"),
        (format!(r##"{{"$defs":{{"D":{leaf}}},"properties":{{"a":{{"$ref":"#/$defs/D"}}}}}}"##), "/$defs/D"),
        (format!(r#"{{"dependentSchemas":{{"d":{inner}}}}}"#), "/dependentSchemas/d/properties/p"),
        (format!(r#"{{"prefixItems":[{leaf}]}}"#), "/prefixItems/0"),
    ] {
        assert_eq!(problem(&schema), (pointer.to_owned(), HeaderProblem::Elsewhere), "{schema}");
    }
}

#[test]
fn arguments_within_arguments_are_mirrored_and_their_names_escaped() {
    let schema = r#"{"properties":{"a":{"type":"object","properties":{"b/c~d":
        {"type":"integer","x-mcp-header":"Deep"}}},"":{"type":"string","x-mcp-header":"Empty"}}}"#;
    let expected = [("/".to_owned(), "Empty".to_owned()), ("/a/b~1c~0d".to_owned(), "Deep".to_owned())];
    assert_eq!(headers(schema), expected);
}

#[test]
fn what_only_looks_like_an_annotation_is_none() {
    for schema in [
        r#"{"properties":{"x-mcp-header":{"type":"number"}}}"#,
        r#"{"properties":{"a":{"default":{"x-mcp-header":""},"enum":[{"x-mcp-header":7}]}}}"#,
        r#"{"properties":{"a":{"description":"x-mcp-header"}},"examples":[{"x-mcp-header":1}]}"#,
        r#"{"properties":{"a":{"X-MCP-Header":""}}}"#,
        r#"{"properties":["x-mcp-header"],"items":true,"allOf":"x-mcp-header"}"#,
    ] {
        assert!(headers(schema).is_empty(), "{schema}");
    }
}

#[test]
fn an_annotation_is_found_behind_escapes() {
    let schema = r#"{"properties":{"a":{"type":"number","\u0078-mcp-header":"A"}}}"#;
    assert_eq!(problem(schema).1, HeaderProblem::WrongType);
    let schema = r#"{"propertie\u0073":{"\u0061":{"type":"s\u0074ring","\u0078-mcp-header":"\u0041"}}}"#;
    assert_eq!(headers(schema), [("/a".to_owned(), "A".to_owned())]);
}

#[test]
fn a_schema_too_deep_to_be_looked_through_is_refused_when_it_may_hold_an_annotation() {
    let nested =
        |depth: usize, leaf: &str| format!("{}{leaf}{}", r#"{"properties":{"a":"#.repeat(depth), "}}".repeat(depth));
    assert_eq!(headers(&nested(60, r#"{"type":"string","x-mcp-header":"A"}"#)).len(), 1);
    assert_eq!(problem(&nested(2_000, r#"{"type":"string","x-mcp-header":"A"}"#)).1, HeaderProblem::TooDeep);
    assert!(headers(&nested(2_000, "{}")).is_empty());
}

#[test]
fn a_definition_that_cannot_be_used_hides_no_other() {
    let list = r#"[7,{"inputSchema":{}},{"name":"a","name":"b"},{"name":"ok","description":"1.50"},{"name":"ok"},
        {"name":"dup","inputSchema":{"properties":{"x-mcp-header":{},"x-mcp-header":{}}}},
        {"name":"plain","inputSchema":{"type":"object"}}]"#;
    let client = client([Answer::Result(format!(r#"{{"tools":{list}}}"#)).into()]);
    let catalog = client.tools().unwrap();
    assert_eq!(catalog.tools().iter().map(CatalogTool::name).collect::<Vec<_>>(), ["ok", "plain"]);
    assert_eq!(catalog.get("ok").unwrap().raw(), r#"{"name":"ok","description":"1.50"}"#);
    assert!(catalog.get("ok").unwrap().read().is_err(), "it has no schema");
    assert_eq!(catalog.get("plain").unwrap().read().unwrap().name, "plain");
    let problems: Vec<_> = catalog.dropped().iter().map(|tool| (tool.name(), tool.problem())).collect();
    assert!(matches!(
        &*problems,
        [
            (None, ToolProblem::Unreadable(_)),
            (None, ToolProblem::NoName),
            (None, ToolProblem::Unreadable(_)),
            (Some("ok"), ToolProblem::Duplicate),
            (Some("dup"), ToolProblem::Unreadable(_)),
        ]
    ));
}

#[test]
fn all_pages_are_read_in_their_order() {
    let client = client([
        result(&json!({"tools": [{"name": "b"}], "nextCursor": ""})),
        result(&json!({"tools": [], "nextCursor": "\u{7f}2"})),
        result(&json!({"tools": [{"name": "a"}], "nextCursor": null})),
    ]);
    let catalog = client.tools().unwrap();
    assert_eq!(catalog.tools().iter().map(CatalogTool::name).collect::<Vec<_>>(), ["b", "a"]);
    let sent = client.transport().sent();
    assert!(sent[0].params().get("cursor").is_none());
    assert_eq!([&sent[1].params()["cursor"], &sent[2].params()["cursor"]], ["", "\u{7f}2"]);
}

#[test]
fn a_list_without_an_end_is_given_up() {
    let page = |cursor: &str| result(&json!({"tools": [], "nextCursor": cursor}));
    let looped = client([page("1"), page("2"), page("1")]);
    assert!(matches!(looped.tools(), Err(RequestError::List(ListError::SameCursor { page: 3 }))));
    assert!(looped.catalog().is_none());
    let endless = client((0..1_000).map(|n| page(&n.to_string())));
    assert!(matches!(endless.tools(), Err(RequestError::List(ListError::TooManyPages { limit: 1_000 }))));
    assert_eq!(endless.transport().sent().len(), 1_000);
}

#[test]
fn a_failed_list_leaves_the_catalog_as_it_was() {
    let client = client([tools(&json!([{"name": "a"}])), lost(mrtr::TransportError::Closed)]);
    client.tools().unwrap();
    client.tools().unwrap_err();
    assert!(client.catalog().unwrap().get("a").is_some());
}

#[test]
fn a_dynamic_call_is_sent_with_the_headers_of_the_catalog_on_every_leg() {
    let list = r#"{"tools":[{"name":"book","inputSchema":{"type":"object","properties":{
        "region":{"type":"string","x-mcp-header":"Region"},"n":{"type":"integer","x-mcp-header":"N"},
        "off":{"type":"boolean","x-mcp-header":"Off"}}}}]}"#;
    let client = client([Answer::Result(list.to_owned()).into(), ask(&["a"]), done(), done()]);
    client.tools().unwrap();
    let call = || ToolCall::new("book").arguments_json(r#"{"region":"eu","n":7,"off":null}"#).unwrap();
    client.call(call(), accept).unwrap();
    client.call(call().header(HeaderParam::new("/n", "Own")), accept).unwrap();
    let headers: Vec<_> = client.transport().sent().into_iter().skip(1).map(|leg| leg.headers).collect();
    assert_eq!(headers, [vec!["Region=eu", "N=7"], vec!["Region=eu", "N=7"], vec!["Own=7"]]);
}

#[test]
fn an_argument_that_no_header_can_hold_is_not_sent() {
    let tool = with_properties(&json!({"n": {"type": "integer", "x-mcp-header": "N"}}));
    let client = client([tools(&json!([tool]))]);
    client.tools().unwrap();
    let failure = client.call(ToolCall::new("book").arguments_json(r#"{"n":1.5}"#).unwrap(), accept).unwrap_err();
    let CallFailure::Headers { error: CaptureError::HeaderValue { pointer }, .. } = &failure else {
        panic!("{failure:?}")
    };
    assert_eq!(&**pointer, "/n");
    assert_eq!(client.transport().sent().len(), 1);
}

fn stale() -> Step {
    error(-32020, "header mismatch", &json!(null))
}

fn region() -> Value {
    json!([with_properties(&json!({"region": {"type": "string", "x-mcp-header": "Region"}}))])
}

fn regional() -> ToolCall {
    ToolCall::new("book").arguments_json(r#"{"region":"eu"}"#).unwrap()
}

#[test]
fn a_leg_with_stale_headers_is_sent_again_after_a_look_at_the_list() {
    let client = client([ask(&["a"]), stale(), tools(&region()), ask(&["b"]), done()]);
    client.call(regional(), accept).unwrap();
    let sent = client.transport().sent();
    let methods: Vec<_> = sent.iter().map(|leg| &*leg.method).collect();
    assert_eq!(methods, ["tools/call", "tools/call", "tools/list", "tools/call", "tools/call"]);
    let (refused, again) = (&sent[1], &sent[3]);
    assert!(refused.headers.is_empty());
    assert_eq!(again.headers, ["Region=eu"]);
    assert_eq!(sent[4].headers, ["Region=eu"]);
    assert_ne!(refused.id, again.id);
    assert_eq!(refused.params()["inputResponses"], again.params()["inputResponses"]);
    assert_eq!(refused.params()["requestState"], again.params()["requestState"]);
    assert!(client.catalog().is_some());
}

#[test]
fn stale_headers_are_renewed_once() {
    let client = client([stale(), tools(&region()), stale()]);
    let failure = client.call(regional(), accept).unwrap_err();
    assert!(matches!(failure, CallFailure::Failed(_)), "{failure:?}");
    assert_eq!(client.transport().sent().len(), 3);
}

#[test]
fn the_refusal_stands_where_the_list_does_not_help() {
    for list in [tools(&json!([])), lost(mrtr::TransportError::Closed), error(-32601, "no", &json!(null))] {
        let client = client([stale(), list]);
        let failure = client.call(regional(), accept).unwrap_err();
        let CallFailure::Failed(failed) = failure else { panic!("{failure:?}") };
        assert_eq!(failed.error().as_rpc().unwrap().code(), -32020);
    }
}

#[test]
fn a_resource_has_no_headers_to_renew() {
    let client = client([stale()]);
    let failure = client.call(mrtr::core::ReadResource::new("a:b"), accept).unwrap_err();
    assert!(matches!(failure, CallFailure::Failed(_)), "{failure:?}");
}
