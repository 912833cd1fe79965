//! A client of the hostile server.

use std::net::TcpStream;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use mrtr::http::Http;
use mrtr::stdio::Stdio;
use mrtr::{
    CallFailure, Capabilities, Complete, CreateMessageResult, DynamicInput, Implementation, InputResponse, Limits,
    ListRootsResult, Meta, Options, Session, ToolCall, TransportError, Unfinished,
};
use mrtr_tests::hostile::{self, MAX_MESSAGE_BYTES};
use serde_json::json;

use crate::drivers::{Driver, Leave, Outcome, Place};
use crate::http_server::{Received, Server, Then, event, id_of, response, send};

/// Reached only by a test that fails.
pub const LONG: Duration = Duration::from_secs(60);
/// What a call has that gets no answer.
pub const SHORT: Duration = Duration::from_millis(300);

pub const JSON: &str = "application/json";
pub const EVENTS: &str = "text/event-stream";

pub type Failure = CallFailure<ToolCall, Leave>;

/// A driver, and the server where that is in this process.
pub struct Client<D> {
    pub driver: D,
    server: Option<Server>,
}

pub fn session() -> Session {
    Session::new("hostile", Implementation::new("mrtr-tests", "0")).with_capabilities(Capabilities::ALL_KINDS)
}

impl<D: Driver> Client<D> {
    /// Over standard streams.
    pub fn stdio() -> Self {
        Self::of(Command::new(env!("CARGO_BIN_EXE_mrtr-tests-hostile")))
    }

    pub fn of(command: Command) -> Self {
        Self { driver: D::open(stdio_place(command), session()), server: None }
    }

    /// Over HTTP, answered by event streams.
    pub fn events() -> Self {
        let answers = Mutex::new(hostile::Server::default());
        Self::http(move |received, stream| {
            let messages = answers.lock().unwrap().answer(received.body.as_bytes(), true);
            let mut events = Vec::new();
            for message in messages {
                events.extend([b"data: ", &*message, b"\n\n"].concat());
            }
            respond(stream, EVENTS, &events);
            Then::Keep
        })
    }

    /// Over HTTP, answered by JSON.
    pub fn json() -> Self {
        let answers = Mutex::new(hostile::Server::default());
        Self::http(move |received, stream| {
            let messages = answers.lock().unwrap().answer(received.body.as_bytes(), false);
            respond(stream, JSON, &messages[0]);
            Then::Keep
        })
    }

    /// A server on HTTP that does this for the first request, and answers well from the second one on.
    pub fn http_once(script: impl Fn(&Received, &mut TcpStream) -> Then + Send + Sync + 'static) -> Self {
        let is_first = Mutex::new(true);
        Self::http(move |received, stream| {
            if std::mem::replace(&mut *is_first.lock().unwrap(), false) {
                return script(received, stream);
            }
            send(stream, response(200, JSON, &good(received)).as_bytes());
            Then::Keep
        })
    }

    /// A server on HTTP that sends these bytes for the first request, `$ID` replaced, and answers well from the second
    /// one on.
    pub fn raw_once(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = String::from_utf8(bytes.into()).unwrap();
        Self::http_once(move |received, stream| {
            send(stream, bytes.replace("$ID", &id(received)).as_bytes());
            Then::Close
        })
    }

    pub fn http(script: impl Fn(&Received, &mut TcpStream) -> Then + Send + Sync + 'static) -> Self {
        let server = Server::start(script);
        let place = Place::Http(
            Http::builder(server.url())
                .timeout(LONG)
                .max_message_bytes(MAX_MESSAGE_BYTES)
                .max_response_bytes(MAX_MESSAGE_BYTES + (4 << 20)),
        );
        Self { driver: D::open(place, session()), server: Some(server) }
    }

    pub fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    #[allow(clippy::result_large_err, reason = "it holds the call")]
    pub fn call(&self, name: &str) -> Outcome<ToolCall> {
        self.call_within(name, Limits::new())
    }

    #[allow(clippy::result_large_err, reason = "it holds the call")]
    pub fn call_within(&self, name: &str, limits: Limits) -> Outcome<ToolCall> {
        let pending = self.driver.begin(ToolCall::new(name), Meta::new());
        self.driver.drive(pending, &Options::new().with_limits(limits), |input| Ok(answer(input)))
    }

    /// The call ends with a failure, in time.
    pub fn fails(&self, name: &str, limits: Limits) -> Failure {
        let began = Instant::now();
        let outcome = self.call_within(name, limits);
        assert!(began.elapsed() < LONG, "{name} took {:?}", began.elapsed());
        outcome.expect_err(name)
    }

    /// The call ends because of this.
    pub fn lost(&self, name: &str, limits: Limits) -> (Unfinished<ToolCall>, TransportError) {
        match self.fails(name, limits) {
            CallFailure::Transport { pending, error } => (pending.into(), error),
            failure => panic!("{name}: {failure:?}"),
        }
    }

    /// The call goes on from where it failed, to its end; nobody is asked twice.
    pub fn goes_on(&self, state: impl Into<Unfinished<ToolCall>>) {
        let done = self.driver.drive(state, &Options::new(), |input| Ok(answer(input)));
        is_good(done.unwrap_or_else(|failure| panic!("{failure:?}")));
    }

    /// The next call works.
    pub fn works(&self) {
        is_good(self.call("good").unwrap_or_else(|failure| panic!("the next call: {failure:?}")));
    }

    /// No answer comes within [`SHORT`].
    pub fn times_out(&self, name: &str) -> Unfinished<ToolCall> {
        match self.lost(name, Limits::new().with_leg_timeout(SHORT)) {
            (state, TransportError::Timeout { after: SHORT }) => state,
            (_, error) => panic!("{name}: {error:?}"),
        }
    }
}

pub fn stdio_place(command: Command) -> Place {
    Place::Stdio(
        Stdio::builder(command)
            .timeout(LONG)
            .shutdown_grace(SHORT)
            .max_message_bytes(MAX_MESSAGE_BYTES)
            .on_stderr(|_| {}),
    )
}

pub fn is_good(done: Complete<ToolCall>) {
    assert!(done.raw().contains("\"good\""), "{:.100}", done.raw());
}

/// Whatever is asked, there is an answer.
pub fn answer(input: DynamicInput) -> InputResponse<DynamicInput> {
    match input {
        DynamicInput::Form(form) if form.check(&json!({})).is_ok() => form.accept(&json!({})),
        DynamicInput::Form(form) => form.decline(),
        DynamicInput::Url(url) => url.cancel(),
        DynamicInput::Sampling(sampling) => sampling.respond(CreateMessageResult::text("model", "text")),
        DynamicInput::Roots(roots) => roots.respond(ListRootsResult::new(Vec::new())),
    }
}

pub fn id(received: &Received) -> String {
    id_of(&received.body).to_string()
}

/// The good answer to a request.
pub fn good(received: &Received) -> String {
    hostile::GOOD.replace("$ID", &id(received))
}

pub fn good_event(received: &Received) -> String {
    event(&good(received))
}

fn respond(stream: &mut TcpStream, content_type: &str, body: &[u8]) {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\r\n", body.len());
    send(stream, &[head.as_bytes(), body].concat());
}
