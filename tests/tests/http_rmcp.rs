//! Calls over HTTP to the server of the official Rust SDK, leg by leg.

use std::time::Duration;

use mrtr::{
    AsyncTransport, Transport, TransportError,
    http::{AsyncHttp, Http},
};
use mrtr_core::{
    Answered, CallToolResult, Complete, DynamicInput, Implementation, NeedsInput, ReceiveErrorKind, Reply, Session,
    ToolCall,
};
use mrtr_examples::server::{AnswerFormat, HttpServer};
use serde_json::{Value, json};

const LONG: Duration = Duration::from_secs(60);

fn session() -> Session {
    Session::new("demo server", Implementation::new("test", "0"))
}

fn flight() -> ToolCall {
    ToolCall::new("book_flight").arguments_json(r#"{"destination":"Cebu"}"#).unwrap()
}

fn seated(needs: NeedsInput<ToolCall>) -> Answered<ToolCall> {
    needs
        .answer(|input| match input {
            DynamicInput::Form(form) => form.accept(&json!({ "seat": "14C" })),
            other => panic!("{other:?}"),
        })
        .unwrap()
}

fn booked(done: Complete<ToolCall>) {
    assert_eq!(done.rounds(), 1);
    let result: Value = serde_json::from_str(done.raw()).unwrap();
    assert_eq!(result["structuredContent"], json!({ "booked": true, "destination": "Cebu", "seat": "14C" }));
    let output: CallToolResult = done.into_output().unwrap();
    assert!(!output.is_error);
}

#[test]
fn flight_is_booked_by_a_thread() {
    for format in [AnswerFormat::EventStream, AnswerFormat::Json] {
        let server = HttpServer::start_with(format).unwrap();
        let transport = Http::builder(server.url()).timeout(LONG).build().unwrap();
        let mut pending = session().call(flight()).unwrap();
        let done = loop {
            let answer = transport.exchange(&pending.request()).unwrap();
            pending = match pending.receive(&answer).unwrap() {
                Reply::Complete(done) => break done,
                Reply::NeedsInput(needs) => seated(needs).resume(),
            };
        };
        booked(done);
    }
}

#[tokio::test]
async fn flight_is_booked_by_a_task() {
    for format in [AnswerFormat::EventStream, AnswerFormat::Json] {
        let server = HttpServer::start_with(format).unwrap();
        let transport = AsyncHttp::builder(server.url()).timeout(LONG).build_async().unwrap();
        let mut pending = session().call(flight()).unwrap();
        let done = loop {
            let answer = transport.exchange(&pending.request()).await.unwrap();
            pending = match pending.receive(&answer).unwrap() {
                Reply::Complete(done) => break done,
                Reply::NeedsInput(needs) => seated(needs).resume(),
            };
        };
        booked(done);
    }
}

#[test]
fn calls_that_wait_for_each_other_run_side_by_side() {
    let server = HttpServer::start().unwrap();
    let transport = Http::builder(server.url()).timeout(LONG).build().unwrap();
    let session = session();
    std::thread::scope(|scope| {
        let calls = [(); 2].map(|()| {
            scope.spawn(|| {
                let call = ToolCall::new("meet").arguments_json(r#"{"table":"window"}"#).unwrap();
                let pending = session.call(call).unwrap();
                let answer = transport.exchange(&pending.request()).unwrap();
                assert!(matches!(pending.receive(&answer), Ok(Reply::Complete(_))));
            })
        });
        for call in calls {
            call.join().unwrap();
        }
    });
}

#[test]
fn an_unknown_method_is_an_error_of_the_server() {
    let server = HttpServer::start().unwrap();
    let transport = Http::builder(server.url()).timeout(LONG).build().unwrap();
    let query = session().query("no/such-method", &()).unwrap();
    let answer = transport.exchange(&query.request()).unwrap();
    let Err(ReceiveErrorKind::Failed(error)) = query.receive(&answer) else { panic!("not an error") };
    assert!(error.to_string().contains("-32601"), "{error}");
}

#[test]
fn a_call_goes_on_after_one_that_was_given_up() {
    let server = HttpServer::start().unwrap();
    let transport = Http::builder(server.url()).timeout(LONG).build().unwrap();
    let lonely = ToolCall::new("meet").arguments_json(r#"{"table":"corner"}"#).unwrap();
    let pending = session().call(lonely).unwrap();
    let error = transport.exchange_within(&pending.request(), Some(Duration::from_millis(100))).unwrap_err();
    assert!(matches!(error, TransportError::Timeout { .. }), "{error:?}");
    let pending = session().call(flight()).unwrap();
    let answer = transport.exchange(&pending.request()).unwrap();
    assert!(matches!(pending.receive(&answer), Ok(Reply::NeedsInput(_))));
}
