//! A server in memory: it answers each request with the next step of its script, and keeps what was sent.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mrtr::core::{DynamicInput, Implementation, InputResponse, Request, RequestId, Session, ToolCall};
use mrtr::{Client, Clock, Transport, TransportError};
use serde_json::{Value, json};

/// What a server does with one request.
pub(crate) struct Step {
    /// How long it takes.
    pub(crate) takes: Duration,
    pub(crate) answer: Answer,
}

pub(crate) enum Answer {
    /// The JSON text of a result.
    Result(String),
    /// The JSON text of an error.
    Error(String),
    /// A whole message.
    Message(String),
    /// The transport fails.
    Lost(TransportError),
}

impl Step {
    pub(crate) fn takes(mut self, time: Duration) -> Self {
        self.takes = time;
        self
    }
}

impl From<Answer> for Step {
    fn from(answer: Answer) -> Self {
        Self { takes: Duration::ZERO, answer }
    }
}

pub(crate) fn result(result: &Value) -> Step {
    Answer::Result(result.to_string()).into()
}

/// The result of a tool.
pub(crate) fn done() -> Step {
    result(&json!({"resultType": "complete", "content": [{"type": "text", "text": "done"}]}))
}

/// A form with one required string, under each of these keys.
pub(crate) fn ask(keys: &[&str]) -> Step {
    let form = json!({"method": "elicitation/create", "params": {"message": "Please", "requestedSchema": {
        "type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"]}}});
    let requests: BTreeMap<&str, &Value> = keys.iter().map(|key| (*key, &form)).collect();
    result(&json!({"resultType": "input_required", "inputRequests": requests, "requestState": "state"}))
}

pub(crate) fn state_only() -> Step {
    result(&json!({"resultType": "input_required", "requestState": "again"}))
}

pub(crate) fn error(code: i64, message: &str, data: &Value) -> Step {
    Answer::Error(json!({"code": code, "message": message, "data": data}).to_string()).into()
}

pub(crate) fn lost(error: TransportError) -> Step {
    Answer::Lost(error).into()
}

/// A request as it was sent.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) id: RequestId,
    pub(crate) method: String,
    pub(crate) version: String,
    /// `name=value` of each mirrored argument.
    pub(crate) headers: Vec<String>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) body: Value,
}

impl Sent {
    pub(crate) fn params(&self) -> &Value {
        &self.body["params"]
    }
}

pub(crate) struct Script {
    steps: Mutex<VecDeque<Step>>,
    sent: Mutex<Vec<Sent>>,
    pub(crate) clock: Arc<Hand>,
}

impl Script {
    pub(crate) fn new(steps: impl IntoIterator<Item = Step>) -> Self {
        let steps = Mutex::new(steps.into_iter().collect());
        Self { steps, sent: Mutex::default(), clock: Arc::default() }
    }

    /// What was sent, from the first request on. The script must have come to its end.
    pub(crate) fn sent(&self) -> Vec<Sent> {
        assert!(self.steps.lock().unwrap().is_empty(), "the script did not come to its end");
        std::mem::take(&mut *self.sent.lock().unwrap())
    }

    pub(crate) fn count(&self) -> usize {
        self.sent.lock().unwrap().len()
    }

    /// Adds what happens after the steps so far.
    pub(crate) fn then(&self, steps: impl IntoIterator<Item = Step>) {
        self.steps.lock().unwrap().extend(steps);
    }

    pub(crate) fn receive(&self, request: &Request, timeout: Option<Duration>) -> Step {
        self.sent.lock().unwrap().push(Sent {
            id: request.id().clone(),
            method: request.method().to_owned(),
            version: request.protocol_version().to_owned(),
            headers: request.headers().iter().map(|header| format!("{}={}", header.name(), header.value())).collect(),
            timeout,
            body: serde_json::from_slice(request.body()).unwrap(),
        });
        self.steps.lock().unwrap().pop_front().expect("the script has no further step")
    }

    pub(crate) fn answer(request: &Request, answer: Answer) -> Result<Vec<u8>, TransportError> {
        let id = request.id();
        Ok(match answer {
            Answer::Result(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
            Answer::Error(error) => format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#),
            Answer::Message(message) => message,
            Answer::Lost(error) => return Err(error),
        }
        .into_bytes())
    }
}

impl Transport for Script {
    fn exchange_within(&self, request: &Request, timeout: Option<Duration>) -> Result<Vec<u8>, TransportError> {
        let step = self.receive(request, timeout);
        if let Some(after) = timeout.filter(|timeout| *timeout < step.takes) {
            self.clock.advance(after);
            return Err(TransportError::Timeout { after });
        }
        self.clock.advance(step.takes);
        Self::answer(request, step.answer)
    }

    fn cancel(&self, _: &RequestId) -> Result<(), TransportError> {
        panic!("nobody cancels here")
    }
}

/// A clock that moves only when somebody pauses, or a server takes its time.
#[derive(Default)]
pub(crate) struct Hand {
    now: Mutex<Duration>,
    pauses: Mutex<Vec<Duration>>,
}

impl Hand {
    pub(crate) fn advance(&self, time: Duration) {
        *self.now.lock().unwrap() += time;
    }

    /// The pauses so far, in milliseconds.
    pub(crate) fn pauses(&self) -> Vec<u128> {
        self.pauses.lock().unwrap().iter().map(Duration::as_millis).collect()
    }
}

impl Clock for Hand {
    fn now(&self) -> Duration {
        *self.now.lock().unwrap()
    }

    fn pause(&self, time: Duration) {
        self.advance(time);
        self.pauses.lock().unwrap().push(time);
    }
}

pub(crate) fn session() -> Session {
    Session::new("airline", Implementation::new("test", "0"))
}

pub(crate) fn client(steps: impl IntoIterator<Item = Step>) -> Client<Script> {
    let script = Script::new(steps);
    let clock = script.clock.clone();
    Client::new(session(), script).with_clock(clock)
}

pub(crate) fn call() -> ToolCall {
    ToolCall::new("book").arguments_json(r#"{"to":"Cebu","n":1.50}"#).unwrap()
}

/// Accepts a form.
pub(crate) fn accept(input: DynamicInput) -> InputResponse<DynamicInput> {
    match input {
        DynamicInput::Form(form) => form.accept(&BTreeMap::from([("value", "14C")])),
        other => panic!("{other:?}"),
    }
}

/// Accepts a form, and cannot fail.
#[expect(clippy::unnecessary_wraps, reason = "an answer function may fail")]
pub(crate) fn try_accept(input: DynamicInput) -> Result<InputResponse<DynamicInput>, std::convert::Infallible> {
    Ok(accept(input))
}

/// Stands where nobody may be asked.
#[expect(clippy::needless_pass_by_value, reason = "an answer function takes its input")]
pub(crate) fn nobody(input: DynamicInput) -> Result<InputResponse<DynamicInput>, std::convert::Infallible> {
    panic!("{input:?} was asked")
}
