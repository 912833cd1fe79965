//! Over Streamable HTTP.

use std::{
    io::{BufRead, BufReader},
    net::TcpStream,
    process::{Command, Stdio},
};

use crate::client::{
    accept, all_capabilities, altered,
    http::{post, post_with},
    request, retry, state,
};
use mrtr_examples::server::{self, AnswerFormat, HttpServer};
use serde_json::{Value, json};

fn call(id: u64, params: Value) -> Value {
    request(id, "tools/call", &all_capabilities(), params)
}

fn flight() -> Value {
    json!({ "name": "book_flight", "arguments": { "destination": "Cebu" } })
}

fn seat() -> Value {
    json!({ "seat": accept(json!({ "seat": "14C" })) })
}

#[test]
fn flight_is_booked_in_either_format() {
    for (format, content_type) in
        [(AnswerFormat::EventStream, "text/event-stream"), (AnswerFormat::Json, "application/json")]
    {
        let server = HttpServer::start_with(format).unwrap();
        let asked = post(server.url(), &call(1, flight()));
        assert_eq!((asked.status, asked.content_type.as_str()), (200, content_type));
        let booked = post(server.url(), &call(2, retry(&flight(), &asked.result(), seat()))).result();
        assert_eq!(booked["structuredContent"], json!({ "booked": true, "destination": "Cebu", "seat": "14C" }));
    }
}

#[test]
fn flight_is_not_booked_when_the_seat_is_declined() {
    let server = HttpServer::start().unwrap();
    let asked = post(server.url(), &call(1, flight())).result();
    let responses = json!({ "seat": { "action": "decline" } });
    let ended = post(server.url(), &call(2, retry(&flight(), &asked, responses))).result();
    assert_eq!(ended["structuredContent"], json!({ "booked": false, "reason": "declined" }));
}

#[test]
fn report_and_walkthrough_are_served() {
    let server = HttpServer::start().unwrap();
    let complete = |method: &str, params: Value, responses: Value| {
        let asked = post(server.url(), &request(1, method, &all_capabilities(), params.clone())).result();
        post(server.url(), &request(2, method, &all_capabilities(), retry(&params, &asked, responses))).result()
    };
    let read = complete(
        "resources/read",
        json!({ "uri": "file:///report.csv" }),
        json!({ "passphrase": accept(json!({ "passphrase": server::PASSPHRASE })) }),
    );
    assert_eq!(read["contents"][0]["uri"], "file:///report.csv");
    let got = complete(
        "prompts/get",
        json!({ "name": "walkthrough", "arguments": { "audience": "pilots" } }),
        json!({ "confirm_scope": accept(json!({ "scope": "short" })) }),
    );
    assert_eq!(got["messages"].as_array().unwrap().len(), 1);
}

#[test]
fn altered_state_and_changed_arguments_are_refused() {
    let server = HttpServer::start().unwrap();
    let asked = post(server.url(), &call(1, flight())).result();
    let mut forged = retry(&flight(), &asked, seat());
    forged["requestState"] = altered(state(&asked)).into();
    let mut changed = retry(&flight(), &asked, seat());
    changed["arguments"]["destination"] = "Oslo".into();
    for params in [forged, changed] {
        assert_eq!(post(server.url(), &call(2, params)).message()["error"]["code"], -32602);
    }
}

#[test]
fn state_of_another_server_is_refused() {
    let (one, other) = (HttpServer::start().unwrap(), HttpServer::start().unwrap());
    let asked = post(one.url(), &call(1, flight())).result();
    let message = post(other.url(), &call(2, retry(&flight(), &asked, seat()))).message();
    assert_eq!(message["error"]["code"], -32602);
}

#[test]
fn headers_must_mirror_the_request() {
    let server = HttpServer::start().unwrap();
    let version = ("MCP-Protocol-Version", "2026-07-28");
    let method = ("Mcp-Method", "tools/call");
    for headers in [
        &[method, ("Mcp-Name", "book_flight")][..],
        &[version, ("Mcp-Name", "book_flight")],
        &[version, method],
        &[version, method, ("Mcp-Name", "plan_trip")],
        &[("MCP-Protocol-Version", "2025-11-25"), method, ("Mcp-Name", "book_flight")],
    ] {
        let refused = post_with(server.url(), &call(1, flight()), headers);
        assert_eq!((refused.status, &refused.message()["error"]["code"]), (400, &json!(-32020)));
    }
}

#[test]
fn request_of_a_web_page_is_refused() {
    let server = HttpServer::start().unwrap();
    let headers = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "book_flight"),
        ("Origin", "https://page.example"),
    ];
    assert_eq!(post_with(server.url(), &call(1, flight()), &headers).status, 403);
}

#[test]
fn calls_are_processed_side_by_side() {
    let server = HttpServer::start().unwrap();
    let url = server.url();
    let meet = |id| call(id, json!({ "name": "meet", "arguments": { "table": "window" } }));
    std::thread::scope(|scope| {
        let calls = [1, 2].map(|id| scope.spawn(move || post(url, &meet(id)).result()));
        for call in calls {
            assert_eq!(call.join().unwrap()["structuredContent"]["table"], "window");
        }
    });
}

#[test]
fn dropped_server_accepts_no_connection() {
    let server = HttpServer::start().unwrap();
    let authority = server.url().strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap().to_owned();
    assert!(TcpStream::connect(&authority).is_ok());
    drop(server);
    assert!(TcpStream::connect(&authority).is_err());
}

#[test]
fn program_prints_its_url_and_ends_with_its_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mrtr-demo-server"))
        .arg(server::SERVE_HTTP)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    assert_eq!(post(url.trim_end(), &call(1, flight())).result()["resultType"], "input_required");
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}
