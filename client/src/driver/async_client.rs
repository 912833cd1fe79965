//! The asynchronous driver.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mrtr_core::model::DiscoverResult;
use mrtr_core::{Call, Complete, InputResponse, Meta, Pending, Session};
use scopeguard::ScopeGuard;
use serde::Serialize;
use tokio::time::Instant;

use super::flight::{self, Flight, Next, NextQuery};
use super::keep::{Asking, Held};
use super::shared::{DISCOVER, Shared};
use super::{CallFailure, Kept, Limits, Options, RequestError, Unfinished};
use crate::catalog::{Catalog, Cursor, Listing, TOOLS_LIST};
use crate::log;
use crate::transport::AsyncTransport;

/// A client of one server, as [`Client`](crate::Client), for an asynchronous transport.
///
/// Answers may wait, for a person or another service, and meanwhile every other call of the client goes on. **Dropping
/// the future of a call cancels the request in flight**, as the transport does that, and sends nothing when none is:
/// while an answer is awaited, for one. To give a call up and keep it, let the answer function fail, or drive it in a
/// [`Kept`], where it is also when an answer function panics.
///
/// The answer function is any `FnMut` that returns a future: `|input| async move { ... }`, or an `async` closure that
/// does not change what it has captured. The future of the call is `Send` when the answer function and its futures are.
///
/// ```
/// use std::collections::BTreeMap;
/// use std::io;
/// use std::time::Duration;
///
/// use mrtr::core::{DynamicInput, Implementation, InputResponse, Request, Session, ToolCall};
/// use mrtr::{AsyncClient, AsyncTransport, TransportError};
///
/// /// A server in memory: it asks for a seat, once.
/// struct Airline;
///
/// impl AsyncTransport for Airline {
///     async fn exchange_within(&self, request: &Request, _: Option<Duration>) -> Result<Vec<u8>, TransportError> {
///         let result = if String::from_utf8_lossy(request.body()).contains("inputResponses") {
///             r#"{"resultType":"complete","content":[{"type":"text","text":"booked"}]}"#
///         } else {
///             r#"{"resultType":"input_required","inputRequests":{"seat":{"method":"elicitation/create","params":{
///                 "message":"Which seat?",
///                 "requestedSchema":{"type":"object","properties":{"seat":{"type":"string"}}}}}}}"#
///         };
///         Ok(format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request.id()).into_bytes())
///     }
/// }
///
/// /// Asks a person.
/// async fn ask(input: DynamicInput) -> io::Result<InputResponse<DynamicInput>> {
///     match input {
///         DynamicInput::Form(form) => Ok(form.accept(&BTreeMap::from([("seat", "14C")]))),
///         other => Err(io::Error::other(format!("cannot answer {}", other.key()))),
///     }
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let session = Session::new("airline", Implementation::new("my-app", "1.0.0"));
/// let client = AsyncClient::new(session, Airline);
/// let call = ToolCall::new("book_flight").arguments_json(r#"{"destination":"Cebu"}"#)?;
/// let booking = client.try_call(call, ask).await?;
/// assert_eq!(booking.content.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Pauses and deadlines need a runtime of tokio with its time switched on. Where a call comes to one without, tokio
/// panics.
pub struct AsyncClient<T> {
    shared: Shared,
    transport: T,
}

impl<T: AsyncTransport> AsyncClient<T> {
    /// A client that sends nothing before the first call.
    ///
    /// A server of an earlier revision may then take the call as one of its own, or refuse it with an error that says
    /// nothing of versions; [`connect`](Self::connect) and [`discover`](Self::discover) find out.
    #[must_use]
    pub fn new(session: Session, transport: T) -> Self {
        Self { shared: Shared::new(session), transport }
    }

    /// A client whose server has been asked, as the first thing, what it speaks and offers (`server/discover`).
    ///
    /// That is how a connection over stdio should begin, and it finds out at once when the server is of another
    /// revision. For other limits than the default ones, or for the server's answer, use [`new`](Self::new) and
    /// [`discover`](Self::discover).
    ///
    /// # Errors
    ///
    /// As [`discover`](Self::discover).
    pub async fn connect(session: Session, transport: T) -> Result<Self, RequestError> {
        let client = Self::new(session, transport);
        client.discover().await?;
        Ok(client)
    }

    /// Sets the limits of all calls and other requests.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.shared.limits = limits;
        self
    }

    /// The transport.
    pub fn transport(&self) -> &T {
        &self.transport
    }

    /// The session, in the protocol version that new calls are sent with.
    #[must_use]
    pub fn session(&self) -> Session {
        self.shared.session()
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.shared.limits
    }

    /// The tools, as [`tools`](Self::tools) last brought them.
    #[must_use]
    pub fn catalog(&self) -> Option<Arc<Catalog>> {
        self.shared.catalog()
    }

    /// Takes a call to its end and reads its result as the call's own output. `answer` is asked for a response to each
    /// input request, one after the other.
    ///
    /// A tool that failed has answered: its result has [`is_error`](mrtr_core::CallToolResult::is_error) set and says why.
    ///
    /// # Errors
    ///
    /// A [`CallFailure`], with the call inside.
    pub async fn call<C, F, Fut>(&self, call: C, answer: F) -> Result<C::Output, CallFailure<C>>
    where
        C: Call,
        F: FnMut(C::Input) -> Fut,
        Fut: Future<Output = InputResponse<C::Input>>,
    {
        self.call_with(call, Meta::new(), answer).await
    }

    /// As [`call`](Self::call), with `_meta` members of the caller, progress or logs.
    ///
    /// Notifications go where the transport sends them. A progress notification carries the id of the request that it
    /// is about; [`Options::with_on_leg`] and [`drive_with`](Self::drive_with) tell those ids.
    ///
    /// # Errors
    ///
    /// A [`CallFailure`], with the call inside.
    pub async fn call_with<C, F, Fut>(&self, call: C, meta: Meta, mut answer: F) -> Result<C::Output, CallFailure<C>>
    where
        C: Call,
        F: FnMut(C::Input) -> Fut,
        Fut: Future<Output = InputResponse<C::Input>>,
    {
        let pending = self.shared.begin(call, meta)?;
        let complete = self
            .drive(pending, |input| {
                let response = answer(input);
                async { Ok(response.await) }
            })
            .await?;
        complete.into_output().map_err(CallFailure::Output)
    }

    /// As [`call`](Self::call), with an answer function that may fail: a person who has to leave has neither declined
    /// nor cancelled. The first error ends the call, and nothing is sent.
    ///
    /// # Errors
    ///
    /// A [`CallFailure`], with the call inside: [`CallFailure::Stopped`] for an error of `answer`.
    pub async fn try_call<C, E, F, Fut>(&self, call: C, answer: F) -> Result<C::Output, CallFailure<C, E>>
    where
        C: Call,
        F: FnMut(C::Input) -> Fut,
        Fut: Future<Output = Result<InputResponse<C::Input>, E>>,
    {
        let pending = self.shared.begin(call, Meta::new())?;
        self.drive(pending, answer).await?.into_output().map_err(CallFailure::Output)
    }

    /// Begins a call, to be handed to [`drive`](Self::drive): captured, with the headers that the
    /// [catalog](Self::catalog) says, and not sent yet.
    ///
    /// # Errors
    ///
    /// [`CallFailure::Capture`], and [`CallFailure::Headers`] when an argument cannot be mirrored as a header.
    pub fn begin<C: Call>(&self, call: C, meta: Meta) -> Result<Pending<C>, CallFailure<C>> {
        self.shared.begin(call, meta)
    }

    /// Takes a call that is under way to its end: from a [`Pending`], a [`NeedsInput`](mrtr_core::NeedsInput) or an
    /// [`Answered`](mrtr_core::Answered) that was held by hand, parked, or given back by a failure. The result is given
    /// as it came.
    ///
    /// A `Pending` is sent as it is. One that was sent before must be [reissued](Pending::reissue) first.
    ///
    /// # Errors
    ///
    /// A [`CallFailure`], with the call inside.
    pub async fn drive<C, E, F, Fut>(
        &self,
        state: impl Into<Unfinished<C>>,
        answer: F,
    ) -> Result<Complete<C>, CallFailure<C, E>>
    where
        C: Call,
        F: FnMut(C::Input) -> Fut,
        Fut: Future<Output = Result<InputResponse<C::Input>, E>>,
    {
        self.drive_with(state, &Options::new(), answer).await
    }

    /// As [`drive`](Self::drive), with options for this call alone.
    ///
    /// # Errors
    ///
    /// A [`CallFailure`], with the call inside.
    pub async fn drive_with<C, E, F, Fut>(
        &self,
        state: impl Into<Unfinished<C>>,
        options: &Options<'_>,
        answer: F,
    ) -> Result<Complete<C>, CallFailure<C, E>>
    where
        C: Call,
        F: FnMut(C::Input) -> Fut,
        Fut: Future<Output = Result<InputResponse<C::Input>, E>>,
    {
        self.drive_in(&mut Kept::new(state), options, answer).await
    }

    /// As [`drive_with`](Self::drive_with), with the call in the caller's hands: where the future is dropped, or `answer`
    /// panics, the call is in `kept`, and is gone on with from there.
    ///
    /// # Errors
    ///
    /// A [`CallFailure`], with the call inside.
    pub async fn drive_in<C, E, F, Fut>(
        &self,
        kept: &mut Kept<C>,
        options: &Options<'_>,
        mut answer: F,
    ) -> Result<Complete<C>, CallFailure<C, E>>
    where
        C: Call,
        F: FnMut(C::Input) -> Fut,
        Fut: Future<Output = Result<InputResponse<C::Input>, E>>,
    {
        let limits = options.limits(self.shared.limits);
        let mut flight = Flight::new(limits);
        let begin = Instant::now();
        let mut held = self.shared.admit(kept)?;
        loop {
            held = match flight.in_time(held, begin.elapsed())? {
                Held::Asking(asking) => {
                    let (asking, pause) = flight.round(asking)?;
                    let asking = kept.while_asking(asking);
                    let left = flight.left(begin.elapsed());
                    if let Some(pause) = pause {
                        tokio::time::sleep(left.map_or(pause, |left| left.min(pause))).await;
                    }
                    ask(&flight, asking, left, &mut answer).await?
                }
                Held::Answered(answered) => Held::Pending(answered.resume()),
                Held::Sent(pending) => Held::Pending(pending.reissue()),
                Held::Refused(failed) => Held::Pending(failed.reissue()),
                Held::Pending(pending) => {
                    let pending = kept.while_sent(pending);
                    let timeout = flight.timeout(begin.elapsed());
                    let request = pending.request();
                    options.tell(request.id());
                    log::sent(&request, pending.rounds(), timeout.after);
                    let outcome = self.transport.exchange_within(&request, timeout.after).await;
                    let pending = ScopeGuard::into_inner(pending);
                    match flight.received(&self.shared, pending, &request, timeout, outcome)? {
                        Next::Complete(complete) => return Ok(complete),
                        Next::NeedsInput(needs_input) => needs_input.into(),
                        Next::Send(pending) => Held::Pending(pending),
                        Next::Refresh(failed) => {
                            let failed = kept.while_refreshing(failed);
                            let refreshed = self.list_tools(limits, begin).await;
                            Held::Pending(flight::remirror(ScopeGuard::into_inner(failed), refreshed)?)
                        }
                    }
                }
            };
        }
    }

    /// Makes a request other than the three calls, such as `resources/list`. The result is given as the server's JSON
    /// text. No parameters are `&()`.
    ///
    /// # Errors
    ///
    /// When the request cannot be made, has no answer, or is answered by an error or by asking for input, which only
    /// the three calls allow.
    pub async fn request<P: Serialize + ?Sized>(&self, method: &str, params: &P) -> Result<Box<str>, RequestError> {
        self.request_within(method, params, self.shared.limits, Instant::now()).await
    }

    /// Asks the server what it speaks and offers, and goes over to a protocol version that both sides speak.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnsupportedServer`] when there is no such version, or when the server answers as one of an
    /// earlier revision does, which has no `server/discover`; otherwise as [`request`](Self::request).
    pub async fn discover(&self) -> Result<DiscoverResult, RequestError> {
        self.shared.discovered(self.request(DISCOVER, &()).await)
    }

    /// Reads the list of tools to its end and keeps it, for [`catalog`](Self::catalog) and for the headers of calls
    /// that are begun from now on.
    ///
    /// # Errors
    ///
    /// As [`request`](Self::request); also when the list has no end.
    pub async fn tools(&self) -> Result<Arc<Catalog>, RequestError> {
        self.list_tools(self.shared.limits, Instant::now()).await
    }

    async fn list_tools(&self, limits: Limits, begin: Instant) -> Result<Arc<Catalog>, RequestError> {
        let mut listing = Listing::default();
        let mut cursor = Cursor::first();
        loop {
            let page = self.request_within(TOOLS_LIST, &cursor, limits, begin).await?;
            match listing.add(&page)? {
                Some(next) => cursor = next,
                None => return Ok(self.shared.keep_catalog(listing.end())),
            }
        }
    }

    async fn request_within<P: Serialize + ?Sized>(
        &self,
        method: &str,
        params: &P,
        limits: Limits,
        begin: Instant,
    ) -> Result<Box<str>, RequestError> {
        let mut flight = Flight::new(limits);
        let mut query = self.shared.session().query(method, params).map_err(RequestError::Query)?;
        loop {
            let timeout = flight.query_timeout(begin.elapsed())?;
            let request = query.request();
            log::sent(&request, 0, timeout.after);
            let outcome = self.transport.exchange_within(&request, timeout.after).await;
            match flight.received_query(&self.shared, query, &request, timeout, outcome)? {
                NextQuery::Complete(result) => return Ok(result),
                NextQuery::Send(next) => query = next,
            }
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for AsyncClient<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncClient").field("shared", &self.shared).field("transport", &self.transport).finish()
    }
}

/// Asks for a response to each input request, in the order of the server's text, for as long as there is time.
async fn ask<C, E, F, Fut>(
    flight: &Flight,
    mut asking: ScopeGuard<Asking<C>, impl FnOnce(Asking<C>)>,
    left: Option<Duration>,
    answer: &mut F,
) -> Result<Held<C>, CallFailure<C, E>>
where
    C: Call,
    F: FnMut(C::Input) -> Fut,
    Fut: Future<Output = Result<InputResponse<C::Input>, E>>,
{
    // A time beyond all reckoning is none.
    let end = left.and_then(|left| Instant::now().checked_add(left));
    let inputs = match asking.needs_input.inputs() {
        Ok(inputs) => inputs,
        Err(errors) => {
            let Asking { needs_input, .. } = ScopeGuard::into_inner(asking);
            return Err(CallFailure::Unreadable { needs_input, errors });
        }
    };
    let answered = asking.responses.len();
    for input in inputs.into_iter().skip(answered) {
        let response = answer(input);
        let response = match end {
            None => response.await,
            Some(end) => match tokio::time::timeout_at(end, response).await {
                Ok(response) => response,
                Err(_) => return Err(flight.deadline(Held::Asking(ScopeGuard::into_inner(asking)))),
            },
        };
        match response {
            Ok(response) => asking.responses.push(response),
            Err(error) => {
                let Asking { needs_input, responses } = ScopeGuard::into_inner(asking);
                return Err(CallFailure::Stopped { needs_input, responses, error });
            }
        }
    }
    let Asking { needs_input, responses } = ScopeGuard::into_inner(asking);
    needs_input.submit(responses).map(Held::Answered).map_err(CallFailure::Refused)
}
