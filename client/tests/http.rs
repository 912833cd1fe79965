//! The HTTP transport for threads, against a server that misbehaves on request. What both HTTP transports share is
//! tested here.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::error::Error as _;
use std::io::Write as _;
use std::net::TcpListener;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use mrtr::http::{Http, HttpBuilder, HttpConfigError};
use mrtr::{Client, RequestError, Transport, TransportError, UnexpectedReason};
use mrtr_core::{GetPrompt, HeaderParam, Implementation, ReadResource, Reply, Request, RequestId, Session, ToolCall};

use self::support::{
    Count, LONG, Received, SHORT, Server, Then, answer, event, id_of, notification, open_head, request, response, send,
    unexpected,
};

#[path = "support/http.rs"]
#[allow(dead_code, reason = "shared with the tests of the transport for tasks")]
mod support;

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";

fn builder(server: &Server) -> HttpBuilder {
    Http::builder(server.url()).timeout(LONG)
}

fn connect(server: &Server) -> Http {
    builder(server).build().unwrap()
}

/// What comes back for request 1.
fn exchange(server: &Server) -> Result<String, TransportError> {
    text(connect(server).exchange(&request(1)))
}

fn text(answer: Result<Vec<u8>, TransportError>) -> Result<String, TransportError> {
    answer.map(|answer| String::from_utf8(answer).unwrap())
}

fn session() -> Session {
    Session::new("test", Implementation::new("test", "0"))
}

/// Answers whatever it is asked.
fn echo() -> Server {
    Server::start(|received, stream| {
        send(stream, response(200, JSON, &answer(id_of(&received.body))).as_bytes());
        Then::Keep
    })
}

/// Sends a request and returns it as the server got it.
fn sent(request: &Request, configure: impl FnOnce(HttpBuilder) -> HttpBuilder) -> Received {
    let server = echo();
    configure(builder(&server)).build().unwrap().exchange(request).unwrap();
    server.request()
}

// ---------------------------------------------------------------------------------------------------------------------
// Requests
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn a_request_is_one_post_with_the_headers_of_the_protocol() {
    let request = request(1);
    let received = sent(&request, |builder| builder);
    assert_eq!(received.start, "POST /mcp?a=b HTTP/1.1");
    assert_eq!(received.body.as_bytes(), request.body());
    assert_eq!(received.header("Accept"), Some("application/json, text/event-stream"));
    assert_eq!(received.header("Content-Type"), Some("application/json"));
    assert_eq!(received.header("MCP-Protocol-Version"), Some("2026-07-28"));
    assert_eq!(received.header("Mcp-Method"), Some("tools/list"));
    assert!(received.header("Host").unwrap().starts_with("127.0.0.1:"));
    assert!(received.header("User-Agent").unwrap().starts_with("mrtr/"));
    let mut names = received.names();
    names.sort();
    let expected =
        ["accept", "content-length", "content-type", "host", "mcp-method", "mcp-protocol-version", "user-agent"];
    assert_eq!(names, expected);
}

#[test]
fn names_that_no_header_can_hold_are_encoded() {
    for (uri, header) in [
        ("plan-b", "plan-b"),
        ("file:///données/a.txt", "=?base64?ZmlsZTovLy9kb25uw6llcy9hLnR4dA==?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="),
        ("=?base64?QUJD?=", "=?base64?PT9iYXNlNjQ/UVVKRD89?="),
        ("a\r\nX-Injected: b", "=?base64?YQ0KWC1JbmplY3RlZDogYg==?="),
    ] {
        let request = session().call(ReadResource::new(uri)).unwrap().request();
        assert_eq!(sent(&request, |builder| builder).header("Mcp-Name"), Some(header));
    }
    let request = session().call(GetPrompt::new("walkthrough")).unwrap().request();
    assert_eq!(sent(&request, |builder| builder).header("Mcp-Name"), Some("walkthrough"));
}

#[test]
fn every_leg_of_a_call_carries_the_same_headers() {
    let count = Count::default();
    let server = Server::start(move |received, stream| {
        let id = id_of(&received.body);
        let message = match count.add() {
            0 => format!(
                r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","requestState":"s"}}}}"#
            ),
            1 => format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":"m"}}}}"#),
            _ => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","content":[]}}}}"#),
        };
        send(stream, response(200, EVENTS, &event(&message)).as_bytes());
        Then::Keep
    });
    let transport = connect(&server);
    let call = ToolCall::new("grüezi")
        .arguments_json(r#"{"region":"Zürich ","count":3,"urgent":true}"#)
        .unwrap()
        .header(HeaderParam::owned("/region", "Region"))
        .header(HeaderParam::owned("/count", "Count"))
        .header(HeaderParam::owned("/urgent", "Urgent"))
        .header(HeaderParam::owned("/absent", "Absent"));
    let pending = session().call(call).unwrap();
    let answer = transport.exchange(&pending.request()).unwrap();
    let reply = pending.receive(&answer).unwrap();
    let Reply::NeedsInput(needs) = reply else { panic!("complete") };
    let pending = needs.answer(|_| panic!("nothing is asked")).unwrap().resume();
    let answer = transport.exchange(&pending.request()).unwrap();
    let Err(mrtr_core::ReceiveError::Failed(failed)) = pending.receive(&answer) else { panic!("not failed") };
    let pending = failed.reissue();
    let answer = transport.exchange(&pending.request()).unwrap();
    assert!(matches!(pending.receive(&answer), Ok(Reply::Complete(_))));

    for _ in 0..3 {
        let received = server.request();
        assert_eq!(received.header("Mcp-Method"), Some("tools/call"));
        assert_eq!(received.header("Mcp-Name"), Some("=?base64?Z3LDvGV6aQ==?="));
        assert_eq!(received.header("Mcp-Param-Region"), Some("=?base64?WsO8cmljaCA=?="));
        assert_eq!(received.header("Mcp-Param-Count"), Some("3"));
        assert_eq!(received.header("Mcp-Param-Urgent"), Some("true"));
        assert_eq!(received.header("Mcp-Param-Absent"), None);
        assert_eq!(received.header("MCP-Protocol-Version"), Some("2026-07-28"));
    }
}

#[test]
fn headers_of_the_caller_are_sent() {
    let configure = |builder: HttpBuilder| {
        builder
            .header("X-Tenant", "old")
            .header("x-tenant", "seven")
            .header("User-Agent", "app/1")
            .bearer_token("abc~.-_+/=")
    };
    let received = sent(&request(1), configure);
    assert_eq!(received.header("X-Tenant"), Some("seven"));
    assert_eq!(received.header("User-Agent"), Some("app/1"));
    assert_eq!(received.header("Authorization"), Some("Bearer abc~.-_+/="));
}

#[test]
fn a_token_can_be_replaced_between_requests() {
    let server = echo();
    let transport = builder(&server).header("Authorization", "Basic YTpi").build().unwrap();
    let authorization = |token: Option<&str>| {
        transport.set_bearer_token(token).unwrap();
        transport.exchange(&request(1)).unwrap();
        server.request().header("Authorization").map(str::to_owned)
    };
    assert_eq!(authorization(Some("one")).as_deref(), Some("Bearer one"));
    assert_eq!(authorization(Some("two")).as_deref(), Some("Bearer two"));
    assert_eq!(authorization(None).as_deref(), Some("Basic YTpi"));
    for token in ["", "a b", "a\nb", "é"] {
        assert!(matches!(transport.set_bearer_token(Some(token)), Err(HttpConfigError::InvalidToken)), "{token}");
    }
}

#[test]
fn connections_are_used_again() {
    let server = echo();
    let transport = connect(&server);
    for id in 1..4 {
        transport.exchange(&request(id)).unwrap();
        assert_eq!(server.request().connection, 0);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Settings
// ---------------------------------------------------------------------------------------------------------------------

fn refused(url: &str, configure: impl FnOnce(HttpBuilder) -> HttpBuilder) -> HttpConfigError {
    configure(Http::builder(url)).build().unwrap_err()
}

#[test]
fn only_urls_of_http_with_a_host_are_taken() {
    for url in [
        "",
        "/mcp",
        "example.com",
        "example.com/mcp",
        "ftp://example.com/",
        "file:///a",
        "http://",
        "http:///a",
        "https://ex ample/",
    ] {
        assert!(matches!(refused(url, |builder| builder), HttpConfigError::InvalidUrl), "{url}");
    }
    let error = refused("https://user:secret@example.com/", |builder| builder);
    assert!(matches!(error, HttpConfigError::UserInfoInUrl));
    assert!(!format!("{error} {error:?}").contains("secret"));
}

#[test]
fn headers_of_the_protocol_and_of_http_are_refused() {
    for name in ["Mcp-Name", "mcp-param-x", "MCP-Protocol-Version", "Accept", "Content-Type", "Host", "Content-Length"]
    {
        let error = refused("https://example.com/", |builder| builder.header(name, "x"));
        assert!(matches!(error, HttpConfigError::ReservedHeader { name: other } if other == name), "{name}");
    }
    let error = refused("https://example.com/", |builder| builder.header("a b", "x"));
    assert!(matches!(error, HttpConfigError::InvalidHeaderName { .. }));
    let error = refused("https://example.com/", |builder| builder.header("X-Key", "secret\n"));
    assert!(matches!(&error, HttpConfigError::InvalidHeaderValue { name } if name == "X-Key"));
    assert!(!format!("{error} {error:?}").contains("secret"));
    let error = refused("https://example.com/", |builder| builder.bearer_token("sec ret"));
    assert!(matches!(error, HttpConfigError::InvalidToken));
}

#[test]
fn credentials_are_sent_without_tls_to_this_machine_alone() {
    for url in ["http://example.com/", "http://127.0.0.1.example.com/", "http://10.0.0.1/", "http://[2001:db8::1]/"] {
        let error = refused(url, |builder| builder.bearer_token("t"));
        assert!(matches!(error, HttpConfigError::CredentialsWithoutTls), "{url}");
        let error = refused(url, |builder| builder.header("X-Key", "k"));
        assert!(matches!(error, HttpConfigError::CredentialsWithoutTls), "{url}");
        let transport = Http::builder(url).build().unwrap();
        assert!(matches!(transport.set_bearer_token(Some("t")), Err(HttpConfigError::CredentialsWithoutTls)));
        let transport = Http::builder(url).allow_credentials_without_tls().bearer_token("t").build().unwrap();
        transport.set_bearer_token(Some("u")).unwrap();
    }
    for url in ["http://localhost:1/", "http://LOCALHOST/", "http://127.1.2.3/", "http://[::1]:1/"] {
        Http::builder(url).bearer_token("t").header("X-Key", "k").build().unwrap();
    }
}

#[test]
fn root_certificates_must_be_certificates() {
    for pem in ["", "secret", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
        let error = refused("https://example.com/", |builder| builder.root_certificates_pem(pem));
        assert!(matches!(error, HttpConfigError::RootCertificates(_)), "{pem}");
    }
}

#[test]
fn debug_shows_no_secret() {
    let builder =
        Http::builder("http://127.0.0.1/secret-path").bearer_token("secret-token").header("X-Key", "secret-key");
    let shown = format!("{builder:?}");
    assert!(shown.contains("X-Key") && !shown.contains("secret"), "{shown}");
    let shown = format!("{:?}", builder.build().unwrap());
    assert!(shown.contains("127.0.0.1") && !shown.contains("secret"), "{shown}");
}

// ---------------------------------------------------------------------------------------------------------------------
// Answers in JSON
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn a_json_answer_is_returned_as_it_was_written() {
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    let odd =
        format!("{{ \"\\ud800\":\"\\/\u{2028}\",\"result\" :\r\n[1e400,-0.0,\"\\udfff\",{deep}], \"\\u0069d\":1}}");
    for content_type in [JSON, "APPLICATION/JSON", "application/json; charset=utf-8", "application/json;a=\";\""] {
        assert_eq!(exchange(&Server::content(200, content_type, &odd)).unwrap(), odd);
    }
    assert_eq!(exchange(&Server::content(200, JSON, &format!("\u{feff}\r\n{odd}\n"))).unwrap(), odd);
}

#[test]
fn an_error_of_the_server_is_an_answer_whatever_the_status() {
    for status in [200, 400, 401, 404, 500, 503] {
        for message in [
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}"#,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}"#,
            r#"{"error":{"code":-32700,"message":"m"},"jsonrpc":"2.0"}"#,
        ] {
            assert_eq!(exchange(&Server::content(status, JSON, message)).unwrap(), message);
            assert_eq!(exchange(&Server::content(status, EVENTS, &event(message))).unwrap(), message);
        }
    }
    let message = r#"{"id":1,"error":{"code":-32601,"message":"m"}}"#;
    assert_eq!(exchange(&Server::content(404, "text/plain", message)).unwrap(), message);
}

#[test]
fn a_refusal_that_is_no_message_tells_its_status_and_how_it_starts() {
    for (status, body) in [
        (401, r#"{"error":"invalid_token","error_description":"secret"}"#),
        (403, r#"{"error":{"code":403,"message":"secret"}}"#),
        (404, r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"secret"}}"#),
        (404, "<html>secret</html>"),
        (405, ""),
        (500, "[]"),
        (502, "secret"),
    ] {
        let start = format!(
            "HTTP/1.1 {status} Secret\r\nWWW-Authenticate: Bearer realm=\"secret\"\r\nContent-Type: {JSON}\r\n"
        );
        let error = exchange(&Server::raw(format!("{start}Content-Length: {}\r\n\r\n{body}", body.len()))).unwrap_err();
        for shown in [error.to_string(), format!("{error:?}")] {
            assert!(!shown.to_lowercase().contains("secret"), "{shown}");
        }
        let TransportError::UnexpectedResponse(response) = &error else { panic!("{error:?}") };
        assert_eq!(response.body_start(), body.as_bytes());
        assert_eq!(response.header("www-authenticate"), Some("Bearer realm=\"secret\""));
        assert_eq!(unexpected(error), (status, UnexpectedReason::Status));
    }
}

#[test]
fn the_start_of_a_refusal_is_bounded() {
    let server = Server::content(502, "text/html", &"x".repeat(100_000));
    for limit in [100, 5000] {
        let error = builder(&server).max_message_bytes(limit).build().unwrap().exchange(&request(1)).unwrap_err();
        let TransportError::UnexpectedResponse(response) = &error else { panic!("{error:?}") };
        assert_eq!(response.body_start().len(), limit.min(1024));
    }
}

#[test]
fn a_success_that_holds_no_answer_is_unexpected() {
    for (body, content_type, reason) in [
        (answer(1), "text/plain", UnexpectedReason::ContentType),
        (answer(1), "application/jsonl", UnexpectedReason::ContentType),
        (answer(1), "", UnexpectedReason::ContentType),
        (String::new(), "text/html", UnexpectedReason::ContentType),
        (String::new(), JSON, UnexpectedReason::NotTheAnswer),
        (answer(2), JSON, UnexpectedReason::NotTheAnswer),
        ("{\"id\":\"1\",\"result\":{}}".to_owned(), JSON, UnexpectedReason::NotTheAnswer),
        ("{\"id\":1,\"result\":".to_owned(), JSON, UnexpectedReason::NotTheAnswer),
        (format!("[{}]", answer(1)), JSON, UnexpectedReason::NotTheAnswer),
        (notification(1), JSON, UnexpectedReason::NotTheAnswer),
        ("{\"id\":1,\"method\":\"ping\"}".to_owned(), JSON, UnexpectedReason::NotTheAnswer),
        ("{\"error\":{\"code\":1}}".to_owned(), JSON, UnexpectedReason::NotTheAnswer),
        ("{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}".to_owned(), JSON, UnexpectedReason::NotTheAnswer),
    ] {
        let error = exchange(&Server::content(200, content_type, &body)).unwrap_err();
        assert_eq!(unexpected(error), (200, reason), "{body}");
    }
    let error = exchange(&Server::raw("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n")).unwrap_err();
    assert_eq!(unexpected(error), (202, UnexpectedReason::ContentType));
    let error = exchange(&Server::raw("HTTP/1.1 204 No Content\r\n\r\n")).unwrap_err();
    assert_eq!(unexpected(error), (204, UnexpectedReason::ContentType));
    let head =
        format!("HTTP/1.1 200 OK\r\nContent-Type: {JSON}\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{{}}");
    assert_eq!(unexpected(exchange(&Server::raw(head)).unwrap_err()), (200, UnexpectedReason::ContentEncoding));
}

#[test]
fn redirects_are_not_followed() {
    let target = echo();
    for status in [301, 302, 303, 307, 308] {
        let location = target.url();
        let head = format!("HTTP/1.1 {status} Moved\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");
        let error = exchange(&Server::raw(head)).unwrap_err();
        let TransportError::UnexpectedResponse(response) = &error else { panic!("{error:?}") };
        assert_eq!(response.header("Location"), Some(location.as_str()));
        assert_eq!(unexpected(error), (status, UnexpectedReason::Status));
    }
    assert!(target.has_no_request());
}

// ---------------------------------------------------------------------------------------------------------------------
// Answers in event streams
// ---------------------------------------------------------------------------------------------------------------------

type Seen = Arc<Mutex<Vec<String>>>;

/// A transport that keeps the notifications and the strays.
fn watched(server: &Server) -> (Http, Seen, Seen) {
    let (notes, strays) = (Seen::default(), Seen::default());
    let (note, stray) = (Arc::clone(&notes), Arc::clone(&strays));
    let transport = builder(server)
        .on_notification(move |notification| note.lock().unwrap().push(notification.params().unwrap().get().to_owned()))
        .on_stray(move |text| stray.lock().unwrap().push(format!("{:?} {}", text.reason(), text.text())))
        .build()
        .unwrap();
    (transport, notes, strays)
}

/// Everything that a stream may hold, with its answer to request 1.
fn busy_stream(line_end: &str) -> (String, String) {
    let answer = "{\"result\":{\"text\":\"a\u{2028}b\u{2029}c\u{85}d é\"},\n \"id\":1}".to_owned();
    let stream = format!(
        "\u{feff}: welcome\n\nid: 1\nretry: 3000\ndata:\n\nevent: ping\n\nevent: message\ndata: {}\n\n:\n\nid\ndata:{}\n\n\
         event: message\nid: 7\ndata: {}\n\n",
        notification(1),
        notification(2),
        answer.replace('\n', "\ndata: "),
    );
    (stream.replace('\n', line_end), answer)
}

#[test]
fn whatever_a_stream_may_hold_the_answer_is_found() {
    for line_end in ["\n", "\r\n", "\r"] {
        let (stream, answer) = busy_stream(line_end);
        for content_type in [EVENTS, "text/event-stream; charset=utf-8", "Text/Event-Stream;x"] {
            let server = Server::content(200, content_type, &stream);
            let (transport, notes, strays) = watched(&server);
            assert_eq!(text(transport.exchange(&request(1))).unwrap(), answer);
            assert_eq!(*notes.lock().unwrap(), ["{\"progress\":1}", "{\"progress\":2}"]);
            assert!(strays.lock().unwrap().is_empty());
        }
    }
}

#[test]
fn a_response_may_be_split_at_any_byte() {
    for (content_type, (body, expected)) in
        [(EVENTS, busy_stream("\r\n")), (EVENTS, busy_stream("\r")), (JSON, (answer(1), answer(1)))]
    {
        let whole = response(200, content_type, &body).into_bytes();
        let (at, length) = (Count::default(), whole.len());
        let server = Server::start(move |_, stream| {
            let (first, second) = whole.split_at(at.add());
            send(stream, first);
            thread::yield_now();
            send(stream, second);
            Then::Keep
        });
        let transport = connect(&server);
        for at in 0..=length {
            assert_eq!(text(transport.exchange(&request(1))).unwrap(), expected, "split at {at}");
        }
    }
}

#[test]
fn a_response_may_come_in_chunks_of_one_byte() {
    for (content_type, (body, expected)) in
        [(EVENTS, busy_stream("\n")), (EVENTS, busy_stream("\r\n")), (JSON, (answer(1), answer(1)))]
    {
        let mut whole =
            format!("HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nTransfer-Encoding: chunked\r\n\r\n")
                .into_bytes();
        for byte in body.as_bytes() {
            whole.extend([b"1\r\n", std::slice::from_ref(byte), b"\r\n"].concat());
        }
        whole.extend(b"0\r\nTrailer: x\r\n\r\n");
        let server = Server::start(move |_, stream| {
            for byte in &whole {
                send(stream, std::slice::from_ref(byte));
            }
            Then::Keep
        });
        assert_eq!(exchange(&server).unwrap(), expected);
    }
}

#[test]
fn an_answer_is_returned_while_the_stream_is_still_open() {
    let server = Server::start(|_, stream| {
        send(stream, format!("{}{}", open_head(EVENTS), event(&answer(1))).as_bytes());
        Then::Watch
    });
    assert_eq!(exchange(&server).unwrap(), answer(1));
    server.closed();
}

#[test]
fn messages_of_a_stream_that_are_not_the_answer_fail_no_call() {
    let strays = [
        ("NotInFlight", answer(2)),
        ("NotInFlight", "{\"id\":\"1\",\"result\":{}}".to_owned()),
        ("NoId", "{\"id\":1.0,\"result\":{}}".to_owned()),
        ("NoId", "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}".to_owned()),
        ("ServerRequest", "{\"id\":1,\"method\":\"ping\"}".to_owned()),
        ("NotAMessage", "ready".to_owned()),
        ("NotAMessage", "{\"error\":{\"code\":1}}".to_owned()),
        ("NotAMessage", format!("[{}]", answer(1))),
        ("NotAMessage", "{\"id\":1,\"result\":".to_owned()),
    ];
    let mut stream = strays.iter().map(|(_, text)| event(text)).collect::<String>();
    stream.push_str(&event(&answer(1)));
    let server = Server::content(200, EVENTS, &stream);
    let (transport, notes, seen) = watched(&server);
    assert_eq!(text(transport.exchange(&request(1))).unwrap(), answer(1));
    assert_eq!(*seen.lock().unwrap(), strays.map(|(reason, text)| format!("{reason} {text}")));
    assert!(notes.lock().unwrap().is_empty());
}

#[test]
fn an_answer_given_twice_counts_once() {
    let second = "{\"id\":1,\"result\":2}";
    let server = Server::content(200, EVENTS, &[event(&answer(1)), event(second), event(&notification(1))].concat());
    let (transport, _, strays) = watched(&server);
    assert_eq!(text(transport.exchange(&request(1))).unwrap(), answer(1));
    // Unless the second one came too late to be read at all.
    let strays = strays.lock().unwrap().clone();
    assert!(strays.iter().all(|stray| *stray == format!("NotInFlight {second}")), "{strays:?}");
    assert_eq!(text(transport.exchange(&request(1))).unwrap(), answer(1));
}

#[test]
fn text_that_is_not_utf_8_is_no_message() {
    let mut stream = b"data: {\"id\":1,\"result\":\"\xff\"}\n\n".to_vec();
    stream.extend(event(&answer(1)).as_bytes());
    let server = Server::raw([open_head(EVENTS).into_bytes(), stream].concat());
    let (transport, _, strays) = watched(&server);
    assert_eq!(text(transport.exchange(&request(1))).unwrap(), answer(1));
    assert_eq!(strays.lock().unwrap().len(), 1);
    let server = Server::raw([open_head(JSON).into_bytes(), b"{\"id\":1,\"result\":\"\xff\"}".to_vec()].concat());
    assert_eq!(unexpected(exchange(&server).unwrap_err()), (200, UnexpectedReason::NotTheAnswer));
}

#[test]
fn a_callback_that_panics_costs_no_call() {
    let stream = [event(&notification(1)), event("no message"), event(&answer(1))].concat();
    let server = Server::content(200, EVENTS, &stream);
    let transport = builder(&server)
        .on_notification(|_| panic!("of the callback"))
        .on_stray(|_| panic!("of the callback"))
        .build()
        .unwrap();
    for _ in 0..2 {
        assert_eq!(text(transport.exchange(&request(1))).unwrap(), answer(1));
    }
}

#[test]
fn a_stream_that_ends_without_the_answer_is_closed() {
    for stream in
        ["", ": keep-alive\n\n", "data: {}\n\n", "data: {\"id\":1,\"result\":{}}", "data: {\"id\":1,\"result\":{}}\n"]
    {
        let error = exchange(&Server::raw(format!("{}{stream}", open_head(EVENTS)))).unwrap_err();
        assert!(matches!(error, TransportError::Closed), "{stream:?} {error:?}");
        let error = exchange(&Server::content(200, EVENTS, stream)).unwrap_err();
        assert!(matches!(error, TransportError::Closed), "{stream:?} {error:?}");
    }
    let error = exchange(&Server::content(503, EVENTS, ": sorry\n\n")).unwrap_err();
    assert_eq!(unexpected(error), (503, UnexpectedReason::Status));
}

#[test]
fn a_response_that_is_cut_short_is_closed() {
    let answer = event(&answer(1));
    for head in [
        String::new(),
        "HTTP/1.1 200 OK\r\nContent-".to_owned(),
        format!("HTTP/1.1 200 OK\r\nContent-Type: {JSON}\r\nContent-Length: 100\r\n\r\n{{\"id\":1,"),
        format!("HTTP/1.1 200 OK\r\nContent-Type: {EVENTS}\r\nContent-Length: 1000\r\n\r\n: \n\n"),
        format!("HTTP/1.1 200 OK\r\nContent-Type: {EVENTS}\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{answer:.9}"),
    ] {
        let error = exchange(&Server::raw(head.clone())).unwrap_err();
        assert!(matches!(error, TransportError::Closed), "{head:?} {error:?}");
    }
}

#[test]
fn what_is_not_http_is_a_failure_to_read() {
    for text in ["SSH-2.0-OpenSSH\r\n", "HTTP/1.1 abc\r\n\r\n", "\0\0\0\0\0\0\0\0\r\n\r\n"] {
        let error = exchange(&Server::raw(text)).unwrap_err();
        let TransportError::Io(io) = &error else { panic!("{text} {error:?}") };
        assert_eq!(io.kind(), std::io::ErrorKind::InvalidData);
    }
    let endless = format!("HTTP/1.1 200 OK\r\n{}", "X: y\r\n".repeat(200_000));
    assert!(matches!(exchange(&Server::raw(endless)), Err(TransportError::Io(_))));
}

// ---------------------------------------------------------------------------------------------------------------------
// Sizes
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn an_answer_may_be_as_long_as_the_limit() {
    let message = answer(1);
    for (content_type, body) in [(JSON, message.clone()), (EVENTS, event(&message))] {
        let server = Server::content(200, content_type, &body);
        let exchange = |limit| text(builder(&server).max_message_bytes(limit).build().unwrap().exchange(&request(1)));
        assert_eq!(exchange(message.len()).unwrap(), message);
        let error = exchange(message.len() - 1).unwrap_err();
        assert!(matches!(error, TransportError::TooLarge { limit } if limit == message.len() - 1), "{error:?}");
    }
}

#[test]
fn an_endless_answer_is_given_up_and_the_next_call_works() {
    for head in [
        open_head(JSON),
        format!("{}data: ", open_head(EVENTS)),
        format!("{}data: x\ndata: ", open_head(EVENTS)),
        format!("HTTP/1.1 200 OK\r\nContent-Type: {JSON}\r\nContent-Length: 9999999999999\r\n\r\n"),
    ] {
        let count = Count::default();
        let server = Server::start(move |_, stream| {
            if count.add() > 0 {
                send(stream, response(200, JSON, &answer(1)).as_bytes());
                return Then::Keep;
            }
            send(stream, head.as_bytes());
            while stream.write_all(&[b'x'; 1000]).is_ok() {}
            Then::Close
        });
        let transport = builder(&server).max_message_bytes(100_000).build().unwrap();
        let error = transport.exchange(&request(1)).unwrap_err();
        assert!(matches!(error, TransportError::TooLarge { limit: 100_000 }), "{error:?}");
        assert_eq!(text(transport.exchange(&request(1))).unwrap(), answer(1));
    }
}

#[test]
fn an_endless_stream_is_given_up() {
    for piece in [event(&notification(1)), ": \n".to_owned(), "\n".to_owned(), ":".to_owned() + &"x".repeat(1000)] {
        let server = Server::start(move |_, stream| {
            send(stream, open_head(EVENTS).as_bytes());
            while stream.write_all(piece.repeat(100).as_bytes()).is_ok() {}
            Then::Close
        });
        let transport = builder(&server).max_response_bytes(1_000_000).build().unwrap();
        let error = transport.exchange(&request(1)).unwrap_err();
        assert!(matches!(error, TransportError::TooLarge { limit: 1_000_000 }), "{error:?}");
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Timeouts, cancellation, connections
// ---------------------------------------------------------------------------------------------------------------------

/// Says nothing beyond this, and tells when the client has gone.
fn silent(start: impl Into<String>) -> Server {
    let start = start.into();
    Server::start(move |_, stream| {
        send(stream, start.as_bytes());
        Then::Watch
    })
}

#[test]
fn a_timeout_covers_the_whole_exchange_and_closes_the_connection() {
    for start in [
        String::new(),
        "HTTP/1.1 200 OK\r\n".to_owned(),
        open_head(EVENTS),
        open_head(JSON) + "{",
        open_head("text/html"),
    ] {
        let server = silent(start);
        let began = Instant::now();
        let error = connect(&server).exchange_within(&request(1), Some(SHORT)).unwrap_err();
        assert!(matches!(error, TransportError::Timeout { after: SHORT }), "{error:?}");
        assert!(began.elapsed() >= SHORT && began.elapsed() < LONG);
        server.closed();
    }
}

#[test]
fn drops_of_content_do_not_extend_the_timeout() {
    for (start, drop) in [
        (open_head(EVENTS), ":\n\n"),
        (open_head(JSON), " "),
        (open_head("text/html"), "x"),
        ("HTTP/1.1 200 OK\r\nX: ".to_owned(), "y"),
    ] {
        let server = Server::start(move |_, stream| {
            send(stream, start.as_bytes());
            while stream.write_all(drop.as_bytes()).is_ok() {
                thread::sleep(Duration::from_millis(5));
            }
            Then::Close
        });
        let transport = builder(&server).timeout(SHORT).build().unwrap();
        let error = transport.exchange(&request(1)).unwrap_err();
        assert!(matches!(error, TransportError::Timeout { after: SHORT }), "{error:?}");
    }
}

#[test]
fn cancel_releases_the_waiting_thread_and_closes_the_connection() {
    for start in [String::new(), open_head(EVENTS), open_head(EVENTS) + &event(&notification(1))] {
        let server = silent(start);
        let transport = connect(&server);
        thread::scope(|scope| {
            let call = scope.spawn(|| transport.exchange(&request(1)));
            server.request();
            transport.cancel(&RequestId::String("1".into())).unwrap();
            transport.cancel(&RequestId::Number(2)).unwrap();
            assert!(!call.is_finished());
            transport.cancel(&RequestId::Number(1)).unwrap();
            assert!(matches!(call.join().unwrap(), Err(TransportError::Cancelled)));
        });
        server.closed();
        transport.cancel(&RequestId::Number(1)).unwrap();
    }
}

#[test]
fn a_call_that_waits_stalls_no_other() {
    let (release, released) = channel();
    let released = Mutex::new(released);
    let server = Server::start(move |received, stream| {
        let id = id_of(&received.body);
        if id == 1 {
            send(stream, open_head(EVENTS).as_bytes());
            released.lock().unwrap().recv_timeout(LONG).ok();
            send(stream, event(&answer(1)).as_bytes());
            return Then::Close;
        }
        send(stream, response(200, JSON, &answer(id)).as_bytes());
        Then::Keep
    });
    let transport = connect(&server);
    thread::scope(|scope| {
        let first = scope.spawn(|| text(transport.exchange(&request(1))));
        server.request();
        assert!(matches!(transport.exchange(&request(1)), Err(TransportError::IdInFlight)));
        for id in 2..10 {
            assert_eq!(text(transport.exchange(&request(id))).unwrap(), answer(id));
        }
        release.send(()).unwrap();
        assert_eq!(first.join().unwrap().unwrap(), answer(1));
    });
}

#[test]
fn a_server_that_is_not_there_is_a_failure_to_connect() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = Http::builder(format!("http://{address}/secret")).build().unwrap().exchange(&request(1)).unwrap_err();
    let TransportError::Io(io) = &error else { panic!("{error:?}") };
    assert_eq!(io.kind(), std::io::ErrorKind::ConnectionRefused);
    assert!(error.source().is_some());
    assert!(!format!("{error} {error:?}").contains("secret"));
}

#[test]
fn a_server_of_an_earlier_revision_is_found_out() {
    let body = r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Bad Request: Unsupported protocol version: 2026-07-28. Supported versions: 2025-06-18, 2025-11-25"}}"#;
    for (status, body, offered) in [(400, body, &["2025-06-18", "2025-11-25"][..]), (405, "", &[])] {
        let server = Server::content(status, JSON, body);
        let client = Client::new(session(), connect(&server));
        let Err(RequestError::UnsupportedServer(server)) = client.discover() else { panic!("supported") };
        assert_eq!(server.offered(), offered);
    }
    let server = Server::content(404, JSON, "");
    let error = Client::new(session(), connect(&server)).discover().unwrap_err();
    assert!(matches!(error, RequestError::Transport(TransportError::UnexpectedResponse(_))), "{error:?}");
}
