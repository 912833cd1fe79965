//! The HTTP transport for tasks: what differs from the one for threads, and that the rest is the same.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use mrtr::http::AsyncHttp;
use mrtr::{AsyncTransport, TransportError, UnexpectedReason};
use mrtr_core::RequestId;

use self::support::{
    LONG, SHORT, Server, Then, answer, event, id_of, notification, open_head, request, response, send, unexpected,
};

#[path = "support/http.rs"]
#[allow(dead_code, reason = "shared with the tests of the transport for threads")]
mod support;

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";

fn connect(server: &Server) -> Arc<AsyncHttp> {
    Arc::new(AsyncHttp::builder(server.url()).timeout(LONG).build_async().unwrap())
}

async fn exchange(transport: impl AsyncTransport, id: i64) -> Result<String, TransportError> {
    transport.exchange(&request(id)).await.map(|answer| String::from_utf8(answer).unwrap())
}

/// Says nothing beyond this, and tells when the client has gone.
fn silent(start: impl Into<String>) -> Server {
    let start = start.into();
    Server::start(move |_, stream| {
        send(stream, start.as_bytes());
        Then::Watch
    })
}

#[tokio::test]
async fn both_kinds_of_answers_are_read() {
    for (status, content_type, body) in [
        (200, JSON, answer(1)),
        (200, EVENTS, event(&answer(1))),
        (200, EVENTS, format!(": hi\r\n\r\nevent: message\r\ndata: {}\r\n\r\n", answer(1))),
        (400, JSON, answer(1)),
    ] {
        assert_eq!(exchange(connect(&Server::content(status, content_type, &body)), 1).await.unwrap(), answer(1));
    }
    let error = exchange(connect(&Server::content(502, "text/html", "x")), 1).await.unwrap_err();
    assert_eq!(unexpected(error), (502, UnexpectedReason::Status));
}

#[tokio::test]
async fn headers_and_token_are_sent() {
    let server = Server::content(200, JSON, &answer(1));
    let builder = AsyncHttp::builder(server.url()).bearer_token("one").header("X-Tenant", "seven");
    let transport = builder.build_async().unwrap();
    exchange(&transport, 1).await.unwrap();
    let received = server.request();
    assert_eq!(received.header("Authorization"), Some("Bearer one"));
    assert_eq!(received.header("X-Tenant"), Some("seven"));
    assert_eq!(received.header("Mcp-Method"), Some("tools/list"));
    transport.set_bearer_token(Some("two")).unwrap();
    exchange(&transport, 1).await.unwrap();
    assert_eq!(server.request().header("Authorization"), Some("Bearer two"));
    assert!(!format!("{transport:?}").contains("two"));
}

#[tokio::test]
async fn notifications_are_handled_before_the_answer_is_returned() {
    let stream = [event(&notification(1)), event("no message"), event(&answer(1))].concat();
    let server = Server::content(200, EVENTS, &stream);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (notes, strays) = (Arc::clone(&seen), Arc::clone(&seen));
    let transport = AsyncHttp::builder(server.url())
        .on_notification(move |notification| notes.lock().unwrap().push(notification.method().to_owned()))
        .on_stray(move |stray| strays.lock().unwrap().push(stray.text().into_owned()))
        .build_async()
        .unwrap();
    exchange(&transport, 1).await.unwrap();
    assert_eq!(*seen.lock().unwrap(), ["notifications/progress", "no message"]);
}

#[tokio::test]
async fn dropping_the_future_closes_the_connection() {
    for start in [String::new(), open_head(JSON) + "{", open_head(EVENTS) + &event(&notification(1))] {
        let server = silent(start);
        let transport = connect(&server);
        // A task takes only futures that are `Send`.
        let call = tokio::spawn(exchange(Arc::clone(&transport), 1));
        arrived(&server).await;
        call.abort();
        assert!(call.await.unwrap_err().is_cancelled());
        wait_closed(&server).await;
        // Its id is free again.
        let error = transport.exchange_within(&request(1), Some(SHORT)).await.unwrap_err();
        assert!(matches!(error, TransportError::Timeout { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn a_timeout_closes_the_connection() {
    for start in [String::new(), open_head(JSON) + "{", open_head(EVENTS)] {
        let server = silent(start);
        let error = connect(&server).exchange_within(&request(1), Some(SHORT)).await.unwrap_err();
        assert!(matches!(error, TransportError::Timeout { after: SHORT }), "{error:?}");
        wait_closed(&server).await;
    }
}

#[tokio::test]
async fn cancel_releases_the_waiting_task_and_closes_the_connection() {
    let server = silent(open_head(EVENTS));
    let transport = connect(&server);
    let call = tokio::spawn(exchange(Arc::clone(&transport), 1));
    arrived(&server).await;
    transport.cancel(&RequestId::Number(2));
    transport.cancel(&RequestId::Number(1));
    assert!(matches!(call.await.unwrap(), Err(TransportError::Cancelled)));
    wait_closed(&server).await;
}

#[tokio::test]
async fn a_call_that_waits_stalls_no_other() {
    let server = Server::start(|received, stream| {
        let id = id_of(&received.body);
        if id == 1 {
            return Then::Watch;
        }
        send(stream, response(200, JSON, &answer(id)).as_bytes());
        Then::Keep
    });
    let transport = connect(&server);
    let first = tokio::spawn(exchange(Arc::clone(&transport), 1));
    arrived(&server).await;
    assert!(matches!(exchange(&*transport, 1).await, Err(TransportError::IdInFlight)));
    let calls = (2..10).map(|id| (id, tokio::spawn(exchange(Arc::clone(&transport), id)))).collect::<Vec<_>>();
    for (id, call) in calls {
        assert_eq!(call.await.unwrap().unwrap(), answer(id));
    }
    assert!(!first.is_finished());
    first.abort();
}

#[test]
fn outside_a_runtime_nothing_is_sent() {
    let server = Server::content(200, JSON, &answer(1));
    let transport = connect(&server);
    {
        let mut call = pin!(exchange(&*transport, 1));
        let outcome = call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(matches!(outcome, Poll::Ready(Err(TransportError::NoRuntime))));
    }
    assert!(server.has_no_request());
}

#[test]
fn a_transport_serves_one_runtime_after_another() {
    let server = Server::content(200, JSON, &answer(1));
    let transport = connect(&server);
    for _ in 0..3 {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        assert_eq!(runtime.block_on(exchange(&*transport, 1)).unwrap(), answer(1));
    }
}

/// Waits for a request without holding up the tasks.
async fn arrived(server: &Server) {
    while server.has_no_request() {
        tokio::task::yield_now().await;
    }
}

/// Waits for the client to close a connection without holding up the tasks.
async fn wait_closed(server: &Server) {
    while server.is_open() {
        tokio::task::yield_now().await;
    }
}
