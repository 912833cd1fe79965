//! Servers of earlier revisions, which have no `server/discover`.

use std::process::Command;

use mrtr::{RequestError, UnsupportedServer};

use crate::drivers::Driver;
use crate::http_server::{Then, response, send};
use crate::support::{Client, JSON, id, session, stdio_place};

crate::with_both_drivers! {
    older:
    server_without_discovery_is_unsupported_over_standard_streams
    server_without_discovery_is_unsupported_over_http
    server_that_refuses_the_version_in_plain_text_is_unsupported
    refusal_that_says_nothing_of_versions_stays_what_it_is
}

/// What they answer, and what is known of them then.
const REFUSALS: [(u16, &str, &[&str]); 7] = [
    (404, r#"{"code":-32601,"message":"Method not found"}"#, &[]),
    (400, r#"{"code":-32602,"message":"Invalid request parameters","data":""}"#, &[]),
    (400, r#"{"code":-32600,"message":"Bad Request: Missing session ID"}"#, &[]),
    (400, r#"{"code":-32000,"message":"Bad Request: Server not initialized"}"#, &[]),
    (200, r#"{"code":-32002,"message":"Received request before initialization was complete"}"#, &[]),
    (
        400,
        r#"{"code":-32000,"message":"Bad Request: Unsupported protocol version: 2026-07-28 (supported versions: 2025-11-25, 2025-06-18)"}"#,
        &["2025-11-25", "2025-06-18"],
    ),
    (
        400,
        r#"{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2025-11-25"],"requested":"2026-07-28"}}"#,
        &["2025-11-25"],
    ),
];

fn unsupported<T>(outcome: Result<T, RequestError>) -> UnsupportedServer {
    match outcome {
        Err(RequestError::UnsupportedServer(server)) => server,
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("supported"),
    }
}

fn check(server: &UnsupportedServer, offered: &[&str]) {
    assert_eq!(server.requested(), "2026-07-28");
    assert_eq!(server.offered(), offered);
    let shown = server.to_string();
    assert!(shown.contains("2026-07-28") && offered.iter().all(|version| shown.contains(version)), "{shown}");
}

fn server_without_discovery_is_unsupported_over_standard_streams<D: Driver>() {
    for (_, error, offered) in REFUSALS {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mrtr-tests-hostile"));
        command.arg(format!(r#"{{"jsonrpc":"2.0","id":$ID,"error":{error}}}"#));
        check(&unsupported(D::connect(stdio_place(command), session())), offered);
    }
}

fn server_without_discovery_is_unsupported_over_http<D: Driver>() {
    for (status, error, offered) in REFUSALS {
        for has_id in [true, false] {
            let client = Client::<D>::http(move |received, stream| {
                let id = if has_id { id(received) } else { "null".to_owned() };
                let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#);
                send(stream, response(status, JSON, &message).as_bytes());
                Then::Keep
            });
            check(&unsupported(client.driver.discover()), offered);
        }
    }
}

/// Servers before 2025-06-18 know no `MCP-Protocol-Version`, and those after it may refuse an unknown one with 400 and
/// whatever text they like.
fn server_that_refuses_the_version_in_plain_text_is_unsupported<D: Driver>() {
    for (content_type, body, offered) in [
        (
            "text/plain",
            "Bad Request: Unsupported protocol version 2026-07-28. Use 2025-11-25.",
            &["2025-11-25"] as &[&str],
        ),
        ("text/plain", "Missing session id", &[]),
        (
            JSON,
            r#"{"error":"unknown protocol version","supported":["2025-06-18","2025-03-26"]}"#,
            &["2025-06-18", "2025-03-26"],
        ),
        ("text/html", "", &[]),
    ] {
        let client = Client::<D>::http(move |_, stream| {
            send(stream, response(400, content_type, body).as_bytes());
            Then::Keep
        });
        let server = unsupported(client.driver.discover());
        check(&server, offered);
        assert_eq!(server.response().unwrap().body_start(), body.as_bytes());
        assert!(server.error().is_none());
    }
}

fn refusal_that_says_nothing_of_versions_stays_what_it_is<D: Driver>() {
    for status in [401, 403, 404, 405, 500, 502, 503] {
        let client = Client::<D>::http(move |_, stream| {
            send(stream, response(status, "text/plain", "no").as_bytes());
            Then::Keep
        });
        let error = client.driver.discover().unwrap_err();
        assert!(matches!(error, RequestError::Transport(_)), "{status}: {error:?}");
    }
}
