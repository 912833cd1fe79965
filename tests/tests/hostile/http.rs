//! What a server on HTTP can do beside answering badly. What concerns one exchange alone is tested with the transport.

use std::io::{self, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use mrtr::http::Http;
use mrtr::{CallFailure, Limits, Meta, Options, ToolCall, TransportError, UnexpectedReason};
use serde_json::json;

use crate::drivers::{Driver, Place};
use crate::http_server::{Received, Server, Then, event, id_of, notification, open_head, response, send};
use crate::support::{Client, EVENTS, JSON, LONG, SHORT, good, good_event, id, is_good, session};

crate::with_both_drivers! {
    http:
    silence_is_a_timeout_wherever_it_begins
    endless_content_does_not_extend_the_timeout
    content_beyond_the_limits_is_given_up
    response_that_breaks_off_is_closed
    what_is_not_http_is_a_failure_to_read
    response_that_is_no_answer_is_unexpected
    refusal_in_the_protocol_is_the_servers_whatever_the_status
    redirects_are_not_followed_and_credentials_stay
    answer_is_found_in_any_stream
    answer_may_be_cut_anywhere
    second_response_answers_no_other_request
    refusal_of_a_request_that_is_still_being_sent_is_typed
    connection_that_is_closed_between_requests_is_replaced
    informational_responses_are_passed_over_and_end_with_the_timeout
    stream_that_breaks_off_in_a_later_leg_keeps_the_answers
}

type Script = fn(&Received, &mut TcpStream) -> Then;

fn silence_is_a_timeout_wherever_it_begins<D: Driver>() {
    let scripts: [Script; 6] = [
        |_, _| Then::Watch,
        |_, stream| watch(stream, "HTTP/1.1 200 OK\r\nContent-Ty"),
        |_, stream| watch(stream, &open_head(EVENTS)),
        |received, stream| watch(stream, &format!("{}data: {}\n", open_head(EVENTS), good(received))),
        |received, stream| watch(stream, &format!("{}{:.40}", open_head(JSON), good(received))),
        |_, stream| watch(stream, &format!("{}{}", open_head(EVENTS), event(&notification(1)))),
    ];
    for script in scripts {
        let client = Client::<D>::http_once(script);
        let state = client.times_out("slow");
        client.works();
        client.goes_on(state);
        // The server is told.
        client.server().closed();
    }
}

fn watch(stream: &mut TcpStream, start: &str) -> Then {
    send(stream, start.as_bytes());
    Then::Watch
}

/// Sends this until the client has gone.
fn drip(stream: &mut TcpStream, start: &str, piece: &str) -> Then {
    send(stream, start.as_bytes());
    while stream.write_all(piece.as_bytes()).is_ok() {
        thread::sleep(Duration::from_millis(5));
    }
    Then::Close
}

fn endless_content_does_not_extend_the_timeout<D: Driver>() {
    let scripts: [Script; 8] = [
        |_, stream| drip(stream, &open_head(EVENTS), ": keep-alive\n\n"),
        |_, stream| drip(stream, &open_head(EVENTS), "\n"),
        |_, stream| drip(stream, &open_head(EVENTS), "event: ping\ndata\n\n"),
        |_, stream| drip(stream, &open_head(EVENTS), &event(&notification(1))),
        |_, stream| drip(stream, &(open_head(EVENTS) + "data: "), "x"),
        |_, stream| drip(stream, &open_head(JSON), " "),
        |_, stream| drip(stream, &(open_head(JSON) + "["), "[1],"),
        |_, stream| drip(stream, "HTTP/1.1 200 OK\r\nX: ", "y"),
    ];
    for script in scripts {
        let client = Client::<D>::http_once(script);
        let state = client.times_out("endless");
        client.works();
        client.goes_on(state);
    }
}

/// Sends this as fast as it can until the client has gone.
fn pour(stream: &mut TcpStream, start: &str, piece: &str) -> Then {
    send(stream, start.as_bytes());
    let piece = piece.repeat(100);
    while stream.write_all(piece.as_bytes()).is_ok() {}
    Then::Close
}

fn content_beyond_the_limits_is_given_up<D: Driver>() {
    let scripts: [Script; 7] = [
        |_, stream| pour(stream, &open_head(EVENTS), ": keep-alive\n\n"),
        |_, stream| pour(stream, &open_head(EVENTS), &event(&notification(1))),
        |_, stream| pour(stream, &(open_head(EVENTS) + "data: "), "xxxxxxxxxxxxxxxx"),
        |_, stream| pour(stream, &open_head(EVENTS), "data: xxxxxxxxxxxx\n"),
        |_, stream| pour(stream, &open_head(JSON), "                "),
        |_, stream| pour(stream, &open_head(JSON), "[[[[[[[[[[[[[[[["),
        |_, stream| {
            pour(
                stream,
                &format!("HTTP/1.1 200 OK\r\nContent-Type: {JSON}\r\nContent-Length: 99999999999999\r\n\r\n"),
                "x",
            )
        },
    ];
    for (number, script) in scripts.into_iter().enumerate() {
        let client = Client::<D>::http_once(script);
        let (state, error) = client.lost("endless", Limits::new());
        assert!(matches!(error, TransportError::TooLarge { .. }), "{number}: {error:?}");
        client.works();
        client.goes_on(state);
    }
}

fn response_that_breaks_off_is_closed<D: Driver>() {
    for bytes in [
        String::new(),
        "HTTP/1.1 200 OK\r\n".to_owned(),
        open_head(EVENTS),
        open_head(EVENTS) + &event(&notification(1)),
        open_head(EVENTS) + "data: {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"content\":[]}}",
        format!("HTTP/1.1 200 OK\r\nContent-Type: {JSON}\r\nContent-Length: 100\r\n\r\n{{\"jsonrpc\""),
        format!("HTTP/1.1 200 OK\r\nContent-Type: {EVENTS}\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\ndata: "),
        format!("HTTP/1.1 500 No\r\nContent-Type: {JSON}\r\nContent-Length: 100\r\n\r\n{{"),
    ] {
        let client = Client::<D>::raw_once(bytes.clone());
        let (state, error) = client.lost("half", Limits::new());
        assert!(matches!(error, TransportError::Closed), "{bytes:?}: {error:?}");
        client.works();
        client.goes_on(state);
    }
}

fn what_is_not_http_is_a_failure_to_read<D: Driver>() {
    let many = format!("HTTP/1.1 200 OK\r\n{}\r\n", "X: y\r\n".repeat(100_000));
    let long = format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "y".repeat(4 << 20));
    for bytes in [
        "SSH-2.0-OpenSSH\r\n\r\n",
        "HTTP/1.1 abc\r\n\r\n",
        "HTTP/9.9 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
        "\0\0\0\0\0\0\r\n\r\n",
        "{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{}}\r\n\r\n",
        &many,
        &long,
    ] {
        let client = Client::<D>::raw_once(bytes);
        let (state, error) = client.lost("no_http", Limits::new());
        assert!(matches!(error, TransportError::Io(_)), "{bytes:.80?}: {error:?}");
        client.works();
        client.goes_on(state);
    }
}

fn response_that_is_no_answer_is_unexpected<D: Driver>() {
    let answer = "{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"content\":[]}}";
    for (status, content_type, body, reason) in [
        (200, "text/plain", answer, UnexpectedReason::ContentType),
        (200, "text/html", "<html>", UnexpectedReason::ContentType),
        (200, "", answer, UnexpectedReason::ContentType),
        (200, "application/json-seq", answer, UnexpectedReason::ContentType),
        (202, "text/plain", "", UnexpectedReason::ContentType),
        (200, JSON, "", UnexpectedReason::NotTheAnswer),
        (400, "text/plain", "no", UnexpectedReason::Status),
        (400, JSON, "{\"error\":\"no\"}", UnexpectedReason::Status),
        (401, JSON, "{\"error\":\"invalid_token\"}", UnexpectedReason::Status),
        (404, "text/html", "<html>", UnexpectedReason::Status),
        (413, "text/plain", "", UnexpectedReason::Status),
        (
            429,
            JSON,
            "{\"jsonrpc\":\"2.0\",\"id\":\"$ID\",\"error\":{\"code\":1,\"message\":\"m\"}}",
            UnexpectedReason::Status,
        ),
        (500, JSON, "[]", UnexpectedReason::Status),
        (502, "text/html", "<html>", UnexpectedReason::Status),
        (503, EVENTS, ": sorry\n\n", UnexpectedReason::Status),
        (999, "text/plain", "", UnexpectedReason::Status),
    ] {
        let client = Client::<D>::http_once(move |received, stream| {
            send(stream, response(status, content_type, &body.replace("$ID", &id(received))).as_bytes());
            Then::Keep
        });
        let (state, error) = client.lost("refused", Limits::new());
        let TransportError::UnexpectedResponse(found) = &error else { panic!("{status} {body}: {error:?}") };
        assert_eq!((found.status(), found.reason()), (status, reason), "{status} {body}");
        client.works();
        client.goes_on(state);
    }
}

fn refusal_in_the_protocol_is_the_servers_whatever_the_status<D: Driver>() {
    for status in [200, 400, 401, 404, 409, 429, 500, 503] {
        for content_type in [JSON, "text/plain", EVENTS] {
            if content_type == "text/plain" && status == 200 {
                continue;
            }
            let client = Client::<D>::http_once(move |received, stream| {
                let message =
                    format!(r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":-32603,"message":"m"}}}}"#, id(received));
                let body = if content_type == EVENTS { event(&message) } else { message };
                send(stream, response(status, content_type, &body).as_bytes());
                Then::Keep
            });
            let failure = client.fails("refused", Limits::new());
            let CallFailure::Failed(failed) = failure else { panic!("{status}: {failure:?}") };
            assert_eq!(failed.error().as_rpc().unwrap().code(), -32603);
            client.works();
            client.goes_on(failed.reissue());
        }
    }
}

fn redirects_are_not_followed_and_credentials_stay<D: Driver>() {
    let elsewhere = Client::<D>::http(|received, stream| {
        send(stream, response(200, JSON, &good(received)).as_bytes());
        Then::Keep
    });
    let target = elsewhere.server().url();
    for status in [301, 302, 303, 307, 308, 300, 304] {
        for location in [target.clone(), "/mcp?a=b".to_owned(), "//127.0.0.1:1/".to_owned(), "\\".to_owned()] {
            let head = format!("HTTP/1.1 {status} Moved\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");
            let server = Server::raw(head);
            let place =
                Place::Http(Http::builder(server.url()).timeout(LONG).bearer_token("secret").header("X-Key", "secret"));
            let driver = D::open(place, session());
            let pending = driver.begin(ToolCall::new("moved"), Meta::new());
            let outcome = driver.drive(pending, &Options::new(), |input| panic!("{input:?}"));
            let Err(CallFailure::Transport { error, .. }) = outcome else { panic!("{outcome:?}") };
            let TransportError::UnexpectedResponse(response) = &error else { panic!("{error:?}") };
            assert_eq!(response.header("Location"), Some(&*location));
            assert!(!format!("{error:?} {error}").contains("secret"));
            // One request, and to this server alone.
            assert_eq!(server.request().header("Authorization"), Some("Bearer secret"));
            assert!(server.has_no_request());
        }
    }
    assert!(elsewhere.server().has_no_request());
}

fn answer_is_found_in_any_stream<D: Driver>() {
    let streams: [fn(&Received) -> String; 14] = [
        good_event,
        |received| good_event(received).replace('\n', "\r\n"),
        |received| good_event(received).replace('\n', "\r"),
        |received| format!("\u{feff}{}", good_event(received)),
        |received| format!(": hello\n\nretry: 1\n\nid: 1\nevent: message\n{}", good_event(received)),
        |received| format!("data: {}\ndata:\ndata\n\n", good(received)),
        |received| format!("data:{}\n\n", good(received).replace(',', "\ndata: ,")),
        |received| format!("data\n\ndata:\n\n\n\n{}", good_event(received)),
        // Two answers in one event are none.
        |received| format!("data: {0}\ndata: {0}\n\n{1}", good(received), good_event(received)),
        |received| format!("data: {}\n\n{}", good(received).replace("\"id\":", "\"id\":1000"), good_event(received)),
        |received| format!("data: [{}]\n\n{}", good(received), good_event(received)),
        |received| format!("{}{}", event(&notification(1)).repeat(1000), good_event(received)),
        |received| format!("{0}{0}data: {{\n\n", good_event(received)),
        |received| format!(":{}\n\n{}", "x".repeat(8 << 20), good_event(received)),
    ];
    for (number, stream_of) in streams.into_iter().enumerate() {
        let client = Client::<D>::http(move |received, stream| {
            let events =
                if received.body.contains(r#""name":"odd""#) { stream_of(received) } else { good_event(received) };
            send(stream, response(200, EVENTS, &events).as_bytes());
            Then::Keep
        });
        is_good(client.call("odd").unwrap_or_else(|failure| panic!("{number}: {failure:?}")));
        client.works();
    }
}

fn answer_may_be_cut_anywhere<D: Driver>() {
    let cut = AtomicUsize::new(0);
    let client = Client::<D>::http(move |received, stream| {
        let events = format!("event: message\r\ndata: {}\r\n\r\n", good(received));
        let whole = response(200, EVENTS, &events).into_bytes();
        let at = cut.fetch_add(1, Ordering::SeqCst).min(whole.len());
        let (first, second) = whole.split_at(at);
        send(stream, first);
        thread::yield_now();
        send(stream, second);
        Then::Keep
    });
    for _ in 0..250 {
        client.works();
    }
}

/// The ids of requests can be guessed, so that a response behind the response could be meant for the next one. (One that
/// comes later, when the next request may be on its way, cannot be told from its answer.)
fn second_response_answers_no_other_request<D: Driver>() {
    for content_type in [JSON, EVENTS] {
        let client = Client::<D>::http_once(move |received, stream| {
            let respond = |message: String| {
                let body = if content_type == EVENTS { event(&message) } else { message };
                response(200, content_type, &body)
            };
            let number = id_of(&received.body);
            let forged =
                |id: i64| respond(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[],"forged":true}}}}"#));
            let responses = [respond(good(received)), forged(number + 1), forged(number + 2)];
            send(stream, responses.concat().as_bytes());
            Then::Keep
        });
        for _ in 0..4 {
            client.works();
        }
    }
}

/// A server that refuses a request for its length reads no more than its head.
fn refusal_of_a_request_that_is_still_being_sent_is_typed<D: Driver>() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        send(&mut stream, response(413, "text/plain", "too long").as_bytes());
        stream.shutdown(Shutdown::Write).unwrap();
        io::copy(&mut stream, &mut io::sink()).ok();
    });
    let driver = D::open(Place::Http(Http::builder(url).timeout(LONG)), session());
    let call = ToolCall::new("long").arguments(&json!({ "text": "x".repeat(4 << 20) })).unwrap();
    let pending = driver.begin(call, Meta::new());
    let outcome = driver.drive(pending, &Options::new(), |input| panic!("{input:?}"));
    assert!(matches!(outcome, Err(CallFailure::Transport { .. })), "{outcome:?}");
}

/// Servers keep connections for a time that they do not tell.
fn connection_that_is_closed_between_requests_is_replaced<D: Driver>() {
    let client = Client::<D>::http(|received, stream| {
        // It says nothing of its intentions.
        send(stream, response(200, JSON, &good(received)).as_bytes());
        stream.shutdown(Shutdown::Both).ok();
        Then::Close
    });
    for _ in 0..20 {
        match client.call("good") {
            Ok(done) => is_good(done),
            // The close has crossed the request on its way; nobody can tell whether the server has seen it.
            Err(CallFailure::Transport { pending, error: TransportError::Closed | TransportError::Io(_) }) => {
                client.goes_on(pending);
            }
            Err(failure) => panic!("{failure:?}"),
        }
    }
}

fn informational_responses_are_passed_over_and_end_with_the_timeout<D: Driver>() {
    let client = Client::<D>::http_once(|received, stream| {
        send(stream, b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n");
        send(stream, response(200, JSON, &good(received)).as_bytes());
        Then::Keep
    });
    is_good(client.call("hints").unwrap());
    let client = Client::<D>::http_once(|_, stream| drip(stream, "", "HTTP/1.1 100 Continue\r\n\r\n"));
    let state = client.times_out("hints");
    client.works();
    client.goes_on(state);
    let client = Client::<D>::raw_once("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n");
    let (state, _) = client.lost("upgrade", Limits::new().with_leg_timeout(SHORT));
    client.works();
    client.goes_on(state);
}

fn stream_that_breaks_off_in_a_later_leg_keeps_the_answers<D: Driver>() {
    let leg = AtomicUsize::new(0);
    let client = Client::<D>::http(move |received, stream| match leg.fetch_add(1, Ordering::SeqCst) {
        0 => {
            let asked =
                r#"{"resultType":"input_required","requestState":"\/s","inputRequests":{"r":{"method":"roots/list"}}}"#;
            let message = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{asked}}}"#, id(received));
            send(stream, response(200, EVENTS, &event(&message)).as_bytes());
            Then::Keep
        }
        1 => {
            send(stream, (open_head(EVENTS) + &event(&notification(1))).as_bytes());
            Then::Close
        }
        _ => {
            send(stream, response(200, EVENTS, &good_event(received)).as_bytes());
            Then::Keep
        }
    });
    let (state, error) = client.lost("asks", Limits::new());
    assert!(matches!(error, TransportError::Closed), "{error:?}");
    let done = client.driver.drive(state, &Options::new(), |input| panic!("asked again: {input:?}")).unwrap();
    is_good(done);
    let [_, second, third] = [(); 3].map(|()| client.server().request());
    let tail = |body: &str| body[body.find("\"inputResponses\"").unwrap()..].to_owned();
    assert!(second.body.contains(r#""requestState":"\/s""#), "{}", second.body);
    assert!(tail(&second.body).contains("roots"));
    assert_eq!(second.body.len(), third.body.len());
    assert!(third.body.contains(r#""requestState":"\/s""#));
}
