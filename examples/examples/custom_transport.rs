//! A transport of one's own: a server in memory, behind [`Transport`] and [`AsyncTransport`].
//!
//! What the traits ask of a transport: an answer is found by the id of its request, whatever the order; a time limit, a
//! cancellation and a dropped future end the wait, and the server is told.

use std::collections::HashMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use mrtr::{
    AsyncClient, AsyncTransport, Client, Implementation, Request, RequestId, Session, Transport, TransportError,
};
use mrtr_examples::Failure;
use mrtr_examples::steps::{step, text};
use serde_json::{Value, json};
use tokio::sync::oneshot;

#[derive(serde::Serialize, mrtr::Call)]
#[mcp(tool = "book_flight", inputs = "inputs/book_flight.json")]
struct BookFlight {
    destination: String,
}

fn main() -> Result<(), Failure> {
    let session = Session::new("server in memory", Implementation::new("custom_transport", "1.0.0"));
    let server = InMemory::start();

    let client = Client::new(session.clone(), &server);
    let booking = client.call(BookFlight { destination: "Cebu".into() }, |input| match input {
        book_flight::Input::Seat(form) => form.accept(book_flight::Seat { seat: "14C".into() }),
    })?;
    step("blocking", text(&booking));

    let client = AsyncClient::new(session, &server);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let booking =
        runtime.block_on(client.call(BookFlight { destination: "Oslo".into() }, async |input| match input {
            book_flight::Input::Seat(form) => form.accept(book_flight::Seat { seat: "3A".into() }),
        }))?;
    step("async", text(&booking));

    let query = client.session().query("server/sleep", &())?;
    let error = Transport::exchange_within(&server, &query.request(), Some(Duration::from_millis(20))).unwrap_err();
    step("timeout", &error);

    let query = query.reissue();
    let error = thread::scope(|scope| {
        let waiting = scope.spawn(|| Transport::exchange(&server, &query.request()));
        // Nothing is in flight until the thread has sent its request.
        while !server.is_in_flight(query.id()) {
            thread::yield_now();
        }
        server.cancel(query.id()).map(|()| waiting.join())
    })?;
    match error {
        Ok(Err(error)) => step("cancelled", error),
        _ => return Err("the request was answered".into()),
    }

    drop(client);
    let told = server.stop();
    step("server", format_args!("was told that nobody waits for {} requests", told.len()));
    Ok(())
}

/// A connection to a server that runs on a thread of this process.
struct InMemory {
    to_server: mpsc::Sender<ToServer>,
    waiting: Arc<Waiting>,
    server: JoinHandle<Vec<RequestId>>,
}

enum ToServer {
    Request { id: RequestId, message: Vec<u8> },
    Cancelled { id: RequestId },
}

type Answer = Result<Vec<u8>, TransportError>;
type Waiter = Box<dyn FnOnce(Answer) + Send>;

/// Who waits for the answer to which request. Whoever takes a waiter out of here hands it its answer.
#[derive(Default)]
struct Waiting(Mutex<HashMap<RequestId, Waiter>>);

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

impl InMemory {
    fn start() -> Self {
        let (to_server, requests) = mpsc::channel();
        let waiting = Arc::new(Waiting::default());
        let answered = Arc::clone(&waiting);
        let server = thread::spawn(move || {
            let cancelled = serve(&requests, &answered);
            // Whoever still waits finds the connection closed.
            answered.lock().clear();
            cancelled
        });
        Self { to_server, waiting, server }
    }

    /// Ends the connection. The requests that the server was told to forget.
    fn stop(self) -> Vec<RequestId> {
        drop(self.to_server);
        self.server.join().unwrap_or_default()
    }

    fn is_in_flight(&self, id: &RequestId) -> bool {
        self.waiting.lock().contains_key(id)
    }

    /// Sends a request; `answer` gets what comes of it while the [`InFlight`] lives.
    fn send(
        &self,
        request: &Request,
        answer: impl FnOnce(Answer) + Send + 'static,
    ) -> Result<InFlight<'_>, TransportError> {
        let id = request.id().clone();
        let mut waiting = self.waiting.lock();
        if waiting.contains_key(&id) {
            return Err(TransportError::IdInFlight);
        }
        let message = ToServer::Request { id: id.clone(), message: request.body().to_vec() };
        self.to_server.send(message).map_err(|_| TransportError::Closed)?;
        waiting.insert(id.clone(), Box::new(answer));
        Ok(InFlight { transport: self, id })
    }

    /// Ends the wait for an answer, where somebody waits, and tells the server.
    fn give_up(&self, id: &RequestId) -> Result<(), TransportError> {
        let Some(waiter) = self.waiting.take(id) else { return Ok(()) };
        waiter(Err(TransportError::Cancelled));
        self.to_server.send(ToServer::Cancelled { id: id.clone() }).map_err(|_| TransportError::Closed)
    }
}

/// A request whose answer somebody waits for. When that ends without one, the server is told.
struct InFlight<'a> {
    transport: &'a InMemory,
    id: RequestId,
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        // A server that is gone needs no telling.
        let _ = self.transport.give_up(&self.id);
    }
}

impl Transport for InMemory {
    fn exchange_within(&self, request: &Request, timeout: Option<Duration>) -> Answer {
        let after = timeout.unwrap_or(DEFAULT_TIMEOUT);
        let (sender, answer) = mpsc::sync_channel(1);
        let _in_flight = self.send(request, move |message| drop(sender.send(message)))?;
        match answer.recv_timeout(after) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => Err(TransportError::Timeout { after }),
            Err(RecvTimeoutError::Disconnected) => Err(TransportError::Closed),
        }
    }

    fn cancel(&self, id: &RequestId) -> Result<(), TransportError> {
        self.give_up(id)
    }
}

impl AsyncTransport for InMemory {
    async fn exchange_within(&self, request: &Request, timeout: Option<Duration>) -> Answer {
        let after = timeout.unwrap_or(DEFAULT_TIMEOUT);
        let (sender, answer) = oneshot::channel();
        // Dropped with the future.
        let _in_flight = self.send(request, move |message| drop(sender.send(message)))?;
        match tokio::time::timeout(after, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(TransportError::Closed),
            Err(_) => Err(TransportError::Timeout { after }),
        }
    }
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, Waiter>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, id: &RequestId) -> Option<Waiter> {
        self.lock().remove(id)
    }
}

/// The server: answers one request after the other, and some never. The requests that were cancelled.
fn serve(requests: &mpsc::Receiver<ToServer>, waiting: &Waiting) -> Vec<RequestId> {
    let mut cancelled = Vec::new();
    for message in requests {
        match message {
            ToServer::Request { id, message } => {
                if let Some(answer) = answer_to(&message)
                    && let Some(waiter) = waiting.take(&id)
                {
                    waiter(Ok(answer));
                }
            }
            ToServer::Cancelled { id } => cancelled.push(id),
        }
    }
    cancelled
}

fn answer_to(message: &[u8]) -> Option<Vec<u8>> {
    let request: Value = serde_json::from_slice(message).ok()?;
    let params = &request["params"];
    let destination = params["arguments"]["destination"].as_str().unwrap_or("nowhere");
    let result = match (request["method"].as_str()?, &params["inputResponses"]["seat"]["content"]["seat"]) {
        ("tools/call", Value::String(seat)) => json!({
            "resultType": "complete",
            "content": [{ "type": "text", "text": format!("Booked seat {seat} on the flight to {destination}.") }],
        }),
        ("tools/call", _) => json!({
            "resultType": "input_required",
            "inputRequests": { "seat": { "method": "elicitation/create", "params": {
                "message": "Which seat?",
                "requestedSchema": {
                    "type": "object", "properties": { "seat": { "type": "string" } }, "required": ["seat"],
                },
            } } },
        }),
        _ => return None,
    };
    Some(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }).to_string().into_bytes())
}
