//! What the author of an SDK does with `mrtr-core` alone: here on rmcp's byte transport, in rmcp's envelope, with rmcp's
//! ids and rmcp's types for requests and results.
//!
//! The core writes `params` and reads `result` or `error`; everything around them stays the SDK's. They are passed on as
//! the text that they are ([`RawValue`]), so that no promise of the core is weakened, see `Pending::receive_result`.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use mrtr_core::{
    Arguments, Call, CaptureError, DynamicInput, IdSource, Implementation, InputResponse, Meta, Method, Pending, Reply,
    RequestId, Session,
};
use mrtr_examples::steps::{printable, step};
use mrtr_examples::{Failure, server};
use rmcp::model::{CallToolRequestParams, CallToolResult, JsonRpcRequest, NumberOrString};
use rmcp::service::{AtomicU32RequestIdProvider, RequestIdProvider};
use rmcp::transport::async_rw::JsonRpcMessageCodec;
use serde_json::value::RawValue;
use tokio::process::{ChildStdin, ChildStdout};
use tokio_util::codec::{FramedRead, FramedWrite};

fn main() -> Result<(), Failure> {
    server::run_if_asked();
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(book())
}

async fn book() -> Result<(), Failure> {
    let mut server = tokio::process::Command::from(server::command()?);
    let mut server = server.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn()?;
    let (Some(stdin), Some(stdout)) = (server.stdin.take(), server.stdout.take()) else { return Ok(()) };
    let mut peer = Peer::new(stdin, stdout);

    let request = CallToolRequestParams::new("book_flight").with_arguments(rmcp::object!({ "destination": "Cebu" }));
    let booking = peer
        .call(CallTool(request), async |input| match input {
            DynamicInput::Form(form) => {
                step("asked", format_args!("{}: {}", form.key(), printable(form.message())));
                Ok(form.accept(&BTreeMap::from([("seat", "14C")])))
            }
            other => Err(format!("nobody can answer {}", other.key()).into()),
        })
        .await?;
    for text in booking.content.iter().filter_map(|block| block.as_text()) {
        step("completed", printable(&text.text));
    }
    drop(peer);
    server.wait().await?;
    Ok(())
}

/// The SDK's request type as a call, with the SDK's result type as its output.
struct CallTool(CallToolRequestParams);

impl Call for CallTool {
    const METHOD: Method = Method::CallTool;
    type Input = DynamicInput;
    type Output = CallToolResult;

    fn target(&self) -> &str {
        &self.0.name
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        self.0.arguments.as_ref().map_or_else(|| Ok(Arguments::none()), Arguments::serialize)
    }
}

/// The SDK's connection.
struct Peer {
    session: Session,
    to_server: FramedWrite<ChildStdin, JsonRpcMessageCodec<JsonRpcRequest<Outgoing>>>,
    from_server: FramedRead<ChildStdout, JsonRpcMessageCodec<Incoming>>,
}

/// What the SDK's envelope is put around.
#[derive(serde::Serialize)]
struct Outgoing {
    method: &'static str,
    params: Box<RawValue>,
}

/// The SDK's view of a message, with the parts that are the core's left as text.
#[derive(serde::Deserialize)]
struct Incoming {
    id: Option<NumberOrString>,
    result: Option<Box<RawValue>>,
    error: Option<Box<RawValue>>,
}

/// The SDK's ids. Calls and the SDK's other requests draw from one source, so theirs never meet.
#[derive(Clone, Default)]
struct Ids(Arc<AtomicU32RequestIdProvider>);

impl IdSource for Ids {
    fn next(&self) -> RequestId {
        match self.0.next_request_id() {
            NumberOrString::Number(number) => number.into(),
            NumberOrString::String(text) => (&*text).into(),
        }
    }
}

impl Peer {
    fn new(stdin: ChildStdin, stdout: ChildStdout) -> Self {
        let client = Implementation::new("embed_sdk", "1.0.0");
        Self {
            session: Session::new("demo server", client).with_id_source(Ids::default()),
            to_server: FramedWrite::new(stdin, JsonRpcMessageCodec::new()),
            from_server: FramedRead::new(stdout, JsonRpcMessageCodec::new()),
        }
    }

    /// Takes a call to its end. Every step is a state of the core; the errors of a call with lifetimes lose them.
    async fn call<C: Call>(
        &mut self,
        call: C,
        mut answer: impl AsyncFnMut(C::Input) -> Result<InputResponse<C::Input>, Failure>,
    ) -> Result<C::Output, Failure> {
        let mut pending = self.session.call(call).map_err(|error| error.without_state())?;
        loop {
            step("sent", format_args!("{} {}, request {}", pending.method(), pending.name(), pending.id()));
            let message = self.exchange(&pending).await?;
            let reply = match (message.result, message.error) {
                (Some(result), _) => pending.receive_result(&result),
                (None, Some(error)) => Err(pending.receive_error(&error)),
                (None, None) => return Err("the answer has neither a result nor an error".into()),
            };
            pending = match reply.map_err(|failed| failed.without_state())? {
                Reply::Complete(complete) => {
                    return Ok(complete.into_output().map_err(|error| error.without_state())?);
                }
                Reply::NeedsInput(needs_input) => {
                    let mut responses = Vec::new();
                    for input in needs_input.inputs()? {
                        responses.push(answer(input).await?);
                    }
                    needs_input.submit(responses).map_err(|error| error.without_state())?.resume()
                }
            };
        }
    }

    /// Sends one leg and waits for the message with its id. An SDK with calls side by side looks the id up in its table.
    async fn exchange<C: Call>(&mut self, pending: &Pending<C>) -> Result<Incoming, Failure> {
        let id = match pending.id() {
            RequestId::Number(number) => NumberOrString::Number(*number),
            RequestId::String(text) => NumberOrString::String(Arc::from(&**text)),
        };
        let mut params = Vec::new();
        pending.write_params(&mut params, &Meta::new());
        let params = RawValue::from_string(String::from_utf8(params)?)?;
        let request = Outgoing { method: pending.method().as_str(), params };
        self.to_server.send(JsonRpcRequest::new(id.clone(), request)).await?;
        while let Some(message) = self.from_server.next().await {
            let message = message?;
            if message.id.as_ref() == Some(&id) {
                return Ok(message);
            }
        }
        Err("the server closed the connection".into())
    }
}
