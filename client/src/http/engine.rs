//! One exchange: a POST, and what comes back for it. Both transports are thin layers over this.

use std::collections::HashMap;
use std::error::Error;
use std::future::poll_fn;
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use http::response::Parts;
use http::{Method, Uri, header};
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body as _, Incoming as Body};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use mrtr_core::{Request, RequestId};
use tokio::sync::oneshot;

use super::sse::Events;
use super::{bearer, header as mirrored};
use crate::incoming::{Callbacks, Incoming, trimmed};
use crate::response::{START_BYTES, UnexpectedReason, UnexpectedResponse};
use crate::stray::StrayReason;
use crate::transport::TransportError;

type Outcome = Result<Vec<u8>, TransportError>;

pub(super) struct Engine {
    pub(super) client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    pub(super) endpoint: Uri,
    /// Those of the user.
    pub(super) headers: HeaderMap,
    pub(super) token: RwLock<Option<HeaderValue>>,
    pub(super) may_send_credentials: bool,
    pub(super) timeout: Duration,
    pub(super) max_message_bytes: usize,
    pub(super) max_response_bytes: usize,
    pub(super) callbacks: Mutex<Callbacks>,
    pub(super) calls: Mutex<Calls>,
}

/// What cancels each call in flight. The place of one that was cancelled stays taken until it has ended.
type Calls = HashMap<RequestId, Option<oneshot::Sender<()>>>;

/// A request in flight. Dropping it closes its connection.
pub(super) struct Call {
    engine: Arc<Engine>,
    id: RequestId,
    request: http::Request<Full<Bytes>>,
    after: Duration,
    cancelled: oneshot::Receiver<()>,
    _entry: Entry,
}

/// The place of a call among those in flight.
struct Entry {
    engine: Arc<Engine>,
    id: RequestId,
}

impl Drop for Entry {
    fn drop(&mut self) {
        drop(self.engine.calls().remove(&self.id));
    }
}

impl Engine {
    /// Puts a request in flight. Nothing is sent before the call [runs](Call::run).
    pub(super) fn begin(
        self: &Arc<Self>,
        request: &Request,
        timeout: Option<Duration>,
    ) -> Result<Call, TransportError> {
        let message = self.post(request).ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let (cancel, cancelled) = oneshot::channel();
        let mut calls = self.calls();
        if calls.contains_key(request.id()) {
            return Err(TransportError::IdInFlight);
        }
        calls.insert(request.id().clone(), Some(cancel));
        drop(calls);
        Ok(Call {
            engine: Arc::clone(self),
            id: request.id().clone(),
            request: message,
            after: timeout.unwrap_or(self.timeout),
            cancelled,
            _entry: Entry { engine: Arc::clone(self), id: request.id().clone() },
        })
    }

    pub(super) fn cancel(&self, id: &RequestId) {
        if let Some(cancel) = self.calls().get_mut(id).and_then(Option::take) {
            // A call that ends just now needs no end.
            cancel.send(()).ok();
        }
    }

    /// Takes another token from the next request on.
    pub(super) fn set_token(&self, token: Option<&str>) -> Result<(), super::HttpConfigError> {
        let token = token.map(bearer).transpose()?;
        if token.is_some() && !self.may_send_credentials {
            return Err(super::HttpConfigError::CredentialsWithoutTls);
        }
        *self.token.write().unwrap_or_else(PoisonError::into_inner) = token;
        Ok(())
    }

    fn calls(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn post(&self, request: &Request) -> Option<http::Request<Full<Bytes>>> {
        let mut message = http::Request::new(Full::new(Bytes::copy_from_slice(request.body())));
        *message.method_mut() = Method::POST;
        *message.uri_mut() = self.endpoint.clone();
        let headers = message.headers_mut();
        headers.clone_from(&self.headers);
        if let Some(token) = &*self.token.read().unwrap_or_else(PoisonError::into_inner) {
            headers.insert(AUTHORIZATION, token.clone());
        }
        mirrored::mirror(headers, request)?;
        Some(message)
    }
}

impl Call {
    /// Sends the request and waits for its answer.
    pub(super) async fn run(self) -> Outcome {
        let Self { engine, id, request, after, cancelled, _entry } = self;
        let mut cancelled = pin!(cancelled);
        let mut exchange = pin!(tokio::time::timeout(after, engine.exchange(request, &id)));
        // Whichever is first. The other one is dropped on return, and with it the connection.
        poll_fn(|context| {
            if cancelled.as_mut().poll(context).is_ready() {
                return Poll::Ready(Err(TransportError::Cancelled));
            }
            exchange.as_mut().poll(context).map(|outcome| outcome.unwrap_or(Err(TransportError::Timeout { after })))
        })
        .await
    }
}

/// How the content of a response is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Media {
    Json,
    EventStream,
    Other,
}

impl Engine {
    async fn exchange(&self, request: http::Request<Full<Bytes>>, id: &RequestId) -> Outcome {
        let (head, mut body) = self.client.request(request).await.map_err(failed)?.into_parts();
        if is_encoded(&head.headers) {
            return Err(unexpected(&head, UnexpectedReason::ContentEncoding, &[]));
        }
        match media(&head.headers) {
            Media::EventStream => self.read_events(&head, body, id).await,
            Media::Json if head.status.is_success() => {
                let text = read_whole(&mut body, self.max_message_bytes).await?;
                answer(&text, id).ok_or_else(|| unexpected(&head, UnexpectedReason::NotTheAnswer, &text))
            }
            _ if head.status.is_success() => {
                let start = read_start(&mut body, START_BYTES).await?;
                Err(unexpected(&head, UnexpectedReason::ContentType, &start))
            }
            // Whatever its type says: some servers send the JSON of an error as plain text.
            _ => {
                let text = read_start(&mut body, self.max_message_bytes).await?;
                answer(&text, id).ok_or_else(|| unexpected(&head, UnexpectedReason::Status, &text))
            }
        }
    }

    async fn read_events(&self, head: &Parts, mut body: Body, id: &RequestId) -> Outcome {
        let mut events = Events::new(self.max_message_bytes);
        let mut received = 0_usize;
        while let Some(frame) = body.frame().await {
            // Trailers tell nothing.
            let Ok(data) = frame.map_err(failed)?.into_data() else { continue };
            received = received.saturating_add(data.len());
            let mut rest = &*data;
            let mut answer = None;
            // To the end of what has come: a message behind the answer is reported like one before it.
            while let Some(event) = next_event(&mut events, &mut rest, self.max_message_bytes, answer.is_some())? {
                answer = self.event(event, id, answer);
            }
            if let Some(answer) = answer {
                return Ok(answer);
            }
            if received > self.max_response_bytes {
                return Err(TransportError::TooLarge { limit: self.max_response_bytes });
            }
        }
        Err(if head.status.is_success() {
            TransportError::Closed
        } else {
            unexpected(head, UnexpectedReason::Status, &[])
        })
    }

    /// Handles the data of one event. Returns the answer: the one that there is, or this.
    fn event(&self, event: Vec<u8>, id: &RequestId, answer: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let text = trimmed(&event);
        // Servers open a stream, or keep it alive, with events of no data.
        if text.is_empty() {
            return answer;
        }
        let stray = match Incoming::read(text) {
            Incoming::Response(other) if other == *id && answer.is_none() => return Some(event),
            Incoming::Unaddressed if answer.is_none() => return Some(event),
            Incoming::Response(_) => StrayReason::NotInFlight,
            Incoming::Unaddressed => StrayReason::NoId,
            Incoming::Notification(notification) => {
                self.callbacks().notification(&notification);
                return answer;
            }
            Incoming::Stray(reason) => reason,
        };
        self.callbacks().stray(stray, text);
        answer
    }

    fn callbacks(&self) -> MutexGuard<'_, Callbacks> {
        self.callbacks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message of a body, if it answers the request with this id.
fn answer(text: &[u8], id: &RequestId) -> Option<Vec<u8>> {
    let text = trimmed(text);
    match Incoming::read(text) {
        Incoming::Response(other) => (other == *id).then(|| text.to_vec()),
        Incoming::Unaddressed => Some(text.to_vec()),
        Incoming::Notification(_) | Incoming::Stray(_) => None,
    }
}

/// One that is too long behind the answer is nobody's concern.
fn next_event(
    events: &mut Events,
    rest: &mut &[u8],
    limit: usize,
    is_answered: bool,
) -> Result<Option<Vec<u8>>, TransportError> {
    match events.next(rest) {
        Ok(event) => Ok(event),
        Err(_) if is_answered => Ok(None),
        Err(_) => Err(TransportError::TooLarge { limit }),
    }
}

async fn read_whole(body: &mut Body, limit: usize) -> Outcome {
    let too_large = || TransportError::TooLarge { limit };
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced > limit {
        return Err(too_large());
    }
    let text = read_start(body, limit.saturating_add(1)).await?;
    if text.len() > limit { Err(too_large()) } else { Ok(text) }
}

/// At most `most` bytes, or all that there is.
async fn read_start(body: &mut Body, most: usize) -> Outcome {
    let mut text = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(failed)?.into_data() else { continue };
        let room = most.saturating_sub(text.len());
        text.extend_from_slice(data.get(..room).unwrap_or(&data));
        if text.len() >= most {
            break;
        }
    }
    Ok(text)
}

fn media(headers: &HeaderMap) -> Media {
    let text = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = text.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        Media::Json
    } else if essence.eq_ignore_ascii_case("text/event-stream") {
        Media::EventStream
    } else {
        Media::Other
    }
}

fn is_encoded(headers: &HeaderMap) -> bool {
    headers.get_all(header::CONTENT_ENCODING).iter().any(|value| !value.as_bytes().eq_ignore_ascii_case(b"identity"))
}

fn unexpected(head: &Parts, reason: UnexpectedReason, body: &[u8]) -> TransportError {
    let headers = head.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    TransportError::UnexpectedResponse(UnexpectedResponse::new(head.status.as_u16(), reason, headers, body))
}

/// The kind of the failure; the libraries' own account of it is its source.
fn failed(error: impl Error + Send + Sync + 'static) -> TransportError {
    let mut kind = io::ErrorKind::InvalidData;
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            kind = error.kind();
            // One of TLS stands wrapped in another.
            cause = error.get_ref().map(|inner| inner as _);
            continue;
        }
        if error.downcast_ref::<hyper::Error>().is_some_and(is_end) {
            kind = io::ErrorKind::UnexpectedEof;
        }
        cause = error.source();
    }
    if kind == io::ErrorKind::UnexpectedEof {
        TransportError::Closed
    } else {
        TransportError::Io(io::Error::new(kind, error))
    }
}

fn is_end(error: &hyper::Error) -> bool {
    error.is_incomplete_message() || error.is_closed() || error.is_canceled()
}
