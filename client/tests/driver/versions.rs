//! Protocol versions: one retry in another, and servers that speak none.

use mrtr::core::{PeerError, Session};
use mrtr::{
    CallFailure, Client, RequestError, TransportError, UnexpectedReason, UnexpectedResponse, UnsupportedServer,
};
use serde_json::{Value, json};

use crate::script::{Script, Step, accept, ask, call, client, done, error, lost, nobody, result, session, try_accept};

fn speaks(versions: &[&str]) -> Step {
    error(-32022, "Unsupported protocol version", &json!({"supported": versions, "requested": "x"}))
}

fn discovered(versions: &[&str]) -> Step {
    result(&json!({"resultType": "complete", "supportedVersions": versions, "capabilities": {"tools": {}},
        "instructions": "Be brief.", "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "s", "version": "1"}}}))
}

/// Accepts two versions.
fn flexible() -> Session {
    session().with_protocol_versions(["2027-01-01", "2026-07-28"])
}

fn unsupported(steps: impl IntoIterator<Item = Step>) -> UnsupportedServer {
    match Client::connect(session(), Script::new(steps)) {
        Err(RequestError::UnsupportedServer(server)) => server,
        other => panic!("{:?}", other.err()),
    }
}

#[test]
fn a_refused_version_is_replaced_once_and_for_all_calls() {
    let client = Client::new(flexible(), Script::new([speaks(&["2026-07-28"]), ask(&["a"]), done(), done()]));
    client.call(call(), accept).unwrap();
    client.call(call(), accept).unwrap();
    let sent = client.transport().sent();
    let versions: Vec<_> = sent.iter().map(|leg| &*leg.version).collect();
    assert_eq!(versions, ["2027-01-01", "2026-07-28", "2026-07-28", "2026-07-28"]);
    assert_ne!(sent[0].id, sent[1].id);
    assert_eq!(sent[1].params()["_meta"]["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(client.session().protocol_version(), "2026-07-28");
}

#[test]
fn a_retry_keeps_its_answers_in_another_version() {
    let client = Client::new(flexible(), Script::new([ask(&["a"]), speaks(&["2026-07-28"]), done()]));
    client.call(call(), accept).unwrap();
    let sent = client.transport().sent();
    assert_eq!(sent[1].params()["inputResponses"], sent[2].params()["inputResponses"]);
}

#[test]
fn a_server_that_refuses_its_own_offer_is_asked_no_third_time() {
    let client = Client::new(flexible(), Script::new([speaks(&["2026-07-28"]), speaks(&["2027-01-01"])]));
    let failure = client.try_call(call(), nobody).unwrap_err();
    let CallFailure::UnsupportedServer { server, .. } = &failure else { panic!("{failure:?}") };
    assert_eq!(server.offered(), ["2027-01-01"]);
    assert_eq!(server.requested(), "2026-07-28");
    client.transport().then([done()]);
    assert!(client.drive(failure.into_unfinished().unwrap(), try_accept).is_ok());
}

#[test]
fn a_server_that_speaks_no_accepted_version_is_unsupported_at_its_first_answer() {
    for versions in [&["2025-11-25", "2025-06-18"] as &[&str], &["2025-11-25"], &[]] {
        let client = client([speaks(versions)]);
        let failure = client.try_call(call(), nobody).unwrap_err();
        let CallFailure::UnsupportedServer { server, .. } = &failure else { panic!("{failure:?}") };
        assert_eq!(server.offered(), versions);
        let shown = failure.to_string();
        assert!(versions.iter().all(|version| shown.contains(version)), "{shown}");
        assert_eq!(client.transport().sent().len(), 1);
    }
}

#[test]
fn a_refusal_that_offers_the_refused_version_is_tried_once_more() {
    let client = client([speaks(&["2026-07-28"]), done()]);
    client.call(call(), accept).unwrap();
    let sent = client.transport().sent();
    assert_eq!(sent[0].version, sent[1].version);
    assert_eq!(sent[0].params(), sent[1].params());
    assert_ne!(sent[0].id, sent[1].id);

    client.transport().then([speaks(&["2025-11-25", "2026-07-28"]), speaks(&["2026-07-28"])]);
    let failure = client.try_call(call(), nobody).unwrap_err();
    let CallFailure::UnsupportedServer { server, .. } = failure else { panic!("{failure:?}") };
    assert_eq!(server.offered(), ["2026-07-28"]);
    assert_eq!(client.transport().sent().len(), 2);

    client.transport().then([speaks(&["2026-07-28"]), result(&json!({"resources": []}))]);
    client.request("resources/list", &()).unwrap();
    assert_eq!(client.transport().sent().len(), 2);
}

#[test]
fn another_version_is_preferred_to_the_refused_one() {
    let client = Client::new(flexible(), Script::new([speaks(&["2027-01-01", "2026-07-28"]), done()]));
    client.call(call(), accept).unwrap();
    assert_eq!(client.transport().sent()[1].version, "2026-07-28");
}

#[test]
fn a_version_error_without_data_offers_nothing() {
    for data in [json!(null), json!({}), json!({"supported": "2025-11-25"}), json!([1])] {
        let client = client([error(-32022, "no", &data)]);
        let failure = client.call(call(), accept).unwrap_err();
        let CallFailure::UnsupportedServer { server, .. } = failure else { panic!("{failure:?}") };
        assert!(server.offered().is_empty());
    }
}

#[test]
fn a_connection_begins_with_discovery() {
    let client = Client::connect(session(), Script::new([discovered(&["2026-07-28"])])).unwrap();
    let sent = client.transport().sent();
    assert_eq!(sent[0].method, "server/discover");
    assert_eq!(sent[0].params().as_object().unwrap().keys().collect::<Vec<_>>(), ["_meta"]);
}

#[test]
fn discovery_tells_what_the_server_offers() {
    let client = client([discovered(&["2025-11-25", "2026-07-28"])]);
    let server = client.discover().unwrap();
    assert_eq!(server.supported_versions, ["2025-11-25", "2026-07-28"]);
    assert_eq!(server.capabilities.raw().get(), r#"{"tools":{}}"#);
    assert_eq!(server.instructions.as_deref(), Some("Be brief."));
    assert_eq!(server.server_info().unwrap().name, "s");
    assert_eq!(client.session().protocol_version(), "2026-07-28");
}

#[test]
fn discovery_goes_over_to_a_version_of_both_sides() {
    let client = Client::connect(flexible(), Script::new([discovered(&["2026-07-28"]), done()])).unwrap();
    client.call(call(), accept).unwrap();
    assert_eq!(client.transport().sent()[1].version, "2026-07-28");
}

#[test]
fn discovery_finds_a_server_without_a_common_version() {
    assert_eq!(unsupported([discovered(&["2025-11-25"])]).offered(), ["2025-11-25"]);
    assert_eq!(unsupported([speaks(&["2025-06-18"])]).offered(), ["2025-06-18"]);
}

#[test]
fn servers_of_earlier_revisions_are_unsupported_at_their_first_answer() {
    let spoken = "Bad Request: Unsupported protocol version: 2026-07-28 (supported versions: 2025-11-25, 2025-06-18)";
    for (code, message, offered) in [
        (-32601, "Method not found", &[] as &[&str]),
        (-32602, "Invalid request parameters", &[]),
        (-32600, "Bad Request: Missing session ID", &[]),
        (-32000, "Bad Request: Server not initialized", &[]),
        (-32002, "Received request before initialization was complete", &[]),
        (-32000, spoken, &["2025-11-25", "2025-06-18"]),
    ] {
        let server = unsupported([error(code, message, &Value::Null)]);
        assert_eq!(server.offered(), offered, "{message}");
        assert_eq!(server.error().unwrap().code(), code);
        let shown = server.to_string();
        assert!(shown.contains("2026-07-28"), "{shown}");
        assert!(offered.iter().all(|version| shown.contains(version)), "{shown}");
        assert!(!offered.is_empty() || shown.contains(message), "{shown}");
    }
}

#[test]
fn a_bad_request_that_is_no_message_is_the_answer_of_an_earlier_server() {
    let respond = |status: u16, body: &str| {
        let response = UnexpectedResponse::new(status, UnexpectedReason::Status, [], body.as_bytes());
        lost(TransportError::UnexpectedResponse(response))
    };
    let server = unsupported([respond(400, "Unsupported protocol version 2026-07-28, not 2025-11-25")]);
    assert_eq!(server.offered(), ["2025-11-25"]);
    assert_eq!(server.response().unwrap().status(), 400);
    let server = unsupported([respond(400, "secret")]);
    let shown = server.to_string();
    assert!(server.offered().is_empty() && shown.contains("HTTP status 400") && !shown.contains("secret"), "{shown}");
    for status in [401, 404, 500] {
        let error = client([respond(status, "Use 2025-11-25")]).discover().unwrap_err();
        assert!(matches!(error, RequestError::Transport(_)), "{status}: {error:?}");
    }
}

#[test]
fn an_error_that_says_nothing_of_versions_stays_what_it_is() {
    for code in [-32603, -32700, -32020, -32021, -32001, 401] {
        let client = client([error(code, "no", &Value::Null)]);
        let failure = client.discover().unwrap_err();
        assert!(matches!(failure, RequestError::Peer(PeerError::Rpc(_))), "{code}: {failure:?}");
    }
}

#[test]
fn a_discovery_that_cannot_be_read_says_where() {
    let client = client([result(&json!({"supportedVersions": [7], "capabilities": {}}))]);
    let error = client.discover().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the result of server/discover cannot be read: `/supportedVersions/0`: expected a string, found a number"
    );
}

#[test]
fn another_request_goes_over_to_another_version_once() {
    let steps = [speaks(&["2026-07-28"]), result(&json!({"resources": []}))];
    let client = Client::new(flexible(), Script::new(steps));
    client.request("resources/list", &()).unwrap();
    assert_eq!(client.session().protocol_version(), "2026-07-28");

    let client = Client::new(flexible(), Script::new([speaks(&["2026-07-28"]), speaks(&["2026-07-28"])]));
    let error = client.request("resources/list", &()).unwrap_err();
    assert!(matches!(error, RequestError::UnsupportedServer(_)), "{error:?}");
}
