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
    server_that_refuses_in_its_own_words_is_unsupported
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

/// They refuse a version or a missing session under an id of their own or in whatever text they like, and those of the
/// first revisions take no POST.
fn server_that_refuses_in_its_own_words_is_unsupported<D: Driver>() {
    let own_id = r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"not 2025-11-25"}}"#;
    let no_rpc = r#"{"error":"unknown protocol version","supported":["2025-06-18","2025-03-26"]}"#;
    for (status, content_type, body, offered) in [
        (400, "text/plain", "Bad Request: 2026-07-28 is unknown. Use 2025-11-25.", &["2025-11-25"] as &[&str]),
        (400, "text/plain", "Missing session id", &[]),
        (400, JSON, own_id, &["2025-11-25"]),
        (400, JSON, no_rpc, &["2025-06-18", "2025-03-26"]),
        (400, "text/html", "", &[]),
        (405, "text/plain", "Method Not Allowed", &[]),
    ] {
        let client = Client::<D>::http(move |_, stream| {
            send(stream, response(status, content_type, body).as_bytes());
            Then::Keep
        });
        let server = unsupported(client.driver.discover());
        check(&server, offered);
        assert_eq!(server.response().unwrap().status(), status);
        assert_eq!(server.response().unwrap().body_start(), body.as_bytes());
        assert!(server.error().is_none());
    }
}

fn refusal_that_says_nothing_of_versions_stays_what_it_is<D: Driver>() {
    for status in [401, 403, 404, 500, 502, 503] {
        let client = Client::<D>::http(move |_, stream| {
            send(stream, response(status, "text/plain", "no").as_bytes());
            Then::Keep
        });
        let error = client.driver.discover().unwrap_err();
        assert!(matches!(error, RequestError::Transport(_)), "{status}: {error:?}");
    }
}
