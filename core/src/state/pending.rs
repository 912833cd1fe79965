//! A leg is ready to be sent, or sent and not answered yet.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde_json::value::RawValue;

use crate::call::{Call, HeaderParam, Method};
use crate::error::{CaptureError, PeerError, Problem};
use crate::flow::Flow;
use crate::id::RequestId;
use crate::input::Leg;
use crate::meta::Meta;
use crate::request::{Cancellation, Request};
use crate::session::{Marker, Session};
use crate::state::{Complete, Failed, NeedsInput, NotOurs, ReceiveError, Reply, Retry};
use crate::wire::{self, Body, Envelope};

/// A call that waits for its server: the first leg, or a retry.
///
/// Send [`request`](Self::request), and hand what comes back to [`receive`](Self::receive).
///
/// A leg is answered once. Of two lines, the second does not compile:
///
/// ```compile_fail,E0382
/// # use mrtr_core::{Pending, ToolCall};
/// # fn leg(pending: Pending<ToolCall>, answer: &[u8]) {
/// let reply = pending.receive(answer);
/// let again = pending.receive(answer);
/// # }
/// ```
///
/// ```
/// # use mrtr_core::{Pending, ToolCall};
/// # fn leg(pending: Pending<ToolCall>, answer: &[u8]) {
/// let reply = pending.receive(answer);
/// # }
/// ```
///
/// It is not retried before the server has asked:
///
/// ```compile_fail,E0599
/// # use mrtr_core::{Pending, ToolCall};
/// # fn leg(pending: Pending<ToolCall>) -> Pending<ToolCall> {
/// pending.resume()
/// # }
/// ```
///
/// After a lost connection, the same leg is sent again:
///
/// ```
/// # use mrtr_core::{Pending, ToolCall};
/// # fn leg(pending: Pending<ToolCall>) -> Pending<ToolCall> {
/// pending.reissue()
/// # }
/// ```
#[must_use = "send `request()` and hand the answer to `receive`"]
pub struct Pending<C> {
    flow: Box<Flow>,
    id: RequestId,
    retry: Option<Retry>,
    call: Marker<C>,
}

impl<C> Pending<C> {
    pub(crate) fn first(flow: Box<Flow>) -> Self {
        Self::new(flow, None)
    }

    /// A leg under a new id.
    pub(crate) fn new(mut flow: Box<Flow>, retry: Option<Retry>) -> Self {
        Self { id: flow.next_id(), flow, retry, call: PhantomData }
    }

    /// The id of this leg.
    #[must_use]
    pub fn id(&self) -> &RequestId {
        &self.id
    }

    /// The method of the call.
    #[must_use]
    pub fn method(&self) -> Method {
        self.flow.method
    }

    /// The name of the tool or prompt, or the URI of the resource.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.flow.target
    }

    /// How many times the server has asked for input so far.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.flow.rounds
    }

    /// The session that the call belongs to.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.flow.session
    }

    /// The progress token of this leg, where progress was asked for.
    #[must_use]
    pub fn progress_token(&self) -> Option<&RequestId> {
        self.flow.meta.progress().then_some(&self.id)
    }

    /// Whose progress a notification reports: this leg's, an earlier leg's of this call, or somebody else's.
    ///
    /// Source: specification, basic/utilities/progress: a token belongs to one active request.
    #[must_use]
    pub fn progress_owner(&self, token: &RequestId) -> ProgressOwner {
        match self.progress_token() {
            Some(own) if own == token => ProgressOwner::ThisLeg,
            Some(_) if self.flow.ids.contains(token) => ProgressOwner::EarlierLeg,
            _ => ProgressOwner::Unknown,
        }
    }

    /// The message to send. Asking again gives the same message.
    #[must_use = "nothing is sent until a transport sends `body()`"]
    pub fn request(&self) -> Request {
        let mut body = Vec::with_capacity(self.size_hint());
        wire::open_request(&mut body, &self.id, self.flow.method.as_str());
        self.write_params(&mut body, &Meta::new());
        body.push(b'}');
        Request {
            id: self.id.clone(),
            method: Cow::Borrowed(self.flow.method.as_str()),
            name: Some(self.flow.target.clone()),
            headers: self.flow.headers.clone(),
            protocol_version: self.flow.version.clone(),
            body,
        }
    }

    /// Appends the `params` object of the message alone: for an SDK that writes the envelope itself.
    ///
    /// `meta` holds `_meta` members of the SDK. One that the call has itself is left out, and what `meta` says about
    /// progress is ignored: progress is asked for with the call, and its token is this leg's id.
    ///
    /// Put the text into the envelope as it is, as a [`RawValue`] say. What becomes of it on the way through a parsed
    /// value stands at [`receive_result`](Self::receive_result).
    pub fn write_params(&self, out: &mut Vec<u8>, meta: &Meta) {
        let flow = &*self.flow;
        out.push(b'{');
        out.extend_from_slice(flow.params.as_bytes());
        if let Some(Retry { leg, responses }) = &self.retry {
            if leg.has_requests() {
                wire::write_responses(out, leg.tokens().zip(responses.iter().map(String::as_str)));
            }
            if let Some(state) = leg.state() {
                wire::write_state(out, state);
            }
        }
        wire::open_meta(out);
        flow.session.write_meta(out, &flow.version, flow.capabilities);
        out.push(b',');
        out.extend_from_slice(flow.meta.members().as_bytes());
        meta.write_others(out, &flow.meta);
        if flow.meta.progress() {
            wire::write_progress_token(out, &self.id);
        }
        wire::strip_comma(out);
        out.extend_from_slice(b"}}");
    }

    /// Mirrors these arguments as headers from now on: after a list of tools has told which. The values are read from
    /// the captured arguments.
    ///
    /// # Errors
    ///
    /// When an argument is not one that a header can hold. The headers stay as they were.
    pub fn mirror_headers(&mut self, params: &[HeaderParam]) -> Result<(), CaptureError> {
        self.flow.mirror(params)
    }

    /// Sends the same leg again, under a new id: after a connection was lost.
    ///
    /// Nothing does so by itself, for a tool may have acted already.
    pub fn reissue(self) -> Self {
        Self::new(self.flow, self.retry)
    }

    /// Gives the call up. The message tells the server so, over a transport that many requests share; over one with a
    /// stream per request, close the stream instead. An answer that comes all the same is to be ignored.
    ///
    /// Source: specification, basic/utilities/cancellation.
    #[must_use = "the server goes on until it is told: send `body()`, or close the stream of the request"]
    pub fn cancel(self, reason: Option<&str>) -> Cancellation {
        Cancellation::new(self.id, reason)
    }

    /// A little more than the message takes.
    fn size_hint(&self) -> usize {
        let retry = self.retry.as_ref().map_or(0, |retry| {
            let keys: usize = retry.leg.tokens().map(|token| token.len() + 2).sum();
            let responses: usize = retry.responses.iter().map(String::len).sum();
            keys + responses + retry.leg.state().map_or(0, str::len)
        });
        self.flow.params.len() + self.flow.session.meta_size() + self.flow.meta.members().len() + retry + 256
    }
}

impl<C: Call> Pending<C> {
    /// Reads the answer: a whole JSON-RPC message.
    ///
    /// # Errors
    ///
    /// [`ReceiveError::NotOurs`] when the message answers another request, or none: the call still waits.
    /// [`ReceiveError::Failed`] when it answers this leg with an error, or with a result that breaks the protocol.
    /// Either gives the call back.
    pub fn receive(self, message: &[u8]) -> Result<Reply<C>, ReceiveError<C>> {
        let message = message.strip_prefix("\u{feff}".as_bytes()).unwrap_or(message);
        let Ok(text) = core::str::from_utf8(message) else {
            return Err(self.receive_damaged(message));
        };
        let envelope = Envelope::read(text);
        if let Err(reason) = envelope.addressee(&self.id, &self.flow.ids) {
            return Err(ReceiveError::NotOurs(NotOurs::new(self, reason)));
        }
        match envelope.into_body() {
            Ok(body) => self.receive_body(body).map_err(ReceiveError::Failed),
            Err(error) => Err(ReceiveError::Failed(self.fail(error))),
        }
    }

    /// Reads the result of this leg alone: for an SDK that reads the envelope itself.
    ///
    /// # Parsed values
    ///
    /// An SDK whose transport parses messages has no text of the result any more, and writes one from its value:
    ///
    /// ```
    /// # use mrtr_core::{Pending, Reply, ToolCall};
    /// # type Error = Box<dyn std::error::Error>;
    /// # fn leg(pending: Pending<ToolCall>, result: &serde_json::Value) -> Result<Reply<ToolCall>, Error> {
    /// let text = serde_json::value::to_raw_value(result)?;
    /// let reply = pending.receive_result(&text)?;
    /// # Ok(reply)
    /// # }
    /// ```
    ///
    /// The core can keep what it is given and nothing else, so these promises become weaker:
    ///
    /// | | text, as a [`RawValue`] | a parsed value |
    /// |---|---|---|
    /// | request state | the same bytes | equal as a decoded string: `"\/"` goes back as `"/"` |
    /// | arguments, when what [`write_params`](Self::write_params) wrote is parsed | the same bytes | equal as JSON: order, escapes and the spelling of numbers are the parser's |
    /// | numbers beyond the parser's precision | kept | rounded, or the message is refused |
    /// | lone surrogates such as `"\ud800"`, in a request state or elsewhere | kept | the message is refused |
    /// | input requests of one key | an error | one of them is lost |
    /// | order of input requests and of fields | the server's | the parser's |
    ///
    /// A message that the parser refuses never comes here: the SDK has to settle the call that it belongs to.
    ///
    /// Everything else holds for both: ids, keys, rounds, validation, the binding of responses to the leg that asked.
    ///
    /// # Errors
    ///
    /// When the result breaks the protocol. The error gives the call back.
    pub fn receive_result(self, result: &RawValue) -> Result<Reply<C>, Failed<C>> {
        match Body::read(result.get()) {
            Ok(body) => self.receive_body(body),
            Err(error) => Err(self.fail(error)),
        }
    }

    fn receive_body(mut self, mut body: Body<'_>) -> Result<Reply<C>, Failed<C>> {
        let asked = match body.asked() {
            Ok(Some(asked)) => asked,
            Ok(None) => return Ok(Reply::Complete(Complete::new(&self.flow, self.retry.is_some(), body.text))),
            Err(error) => return Err(self.fail(error)),
        };
        match Leg::read(&asked, self.flow.capabilities) {
            Ok(leg) => {
                self.flow.rounds = self.flow.rounds.saturating_add(1);
                Ok(Reply::NeedsInput(NeedsInput::new(self.flow, leg)))
            }
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Takes the JSON-RPC error object that answered this leg: for an SDK that reads the envelope itself.
    pub fn receive_error(self, error: &RawValue) -> Failed<C> {
        self.fail(wire::rpc_error(error.get()))
    }

    fn fail(self, error: PeerError) -> Failed<C> {
        Failed::new(self.flow, self.retry, error)
    }

    /// A message that is not UTF-8 still settles the call that it names.
    fn receive_damaged(self, message: &[u8]) -> ReceiveError<C> {
        let text = String::from_utf8_lossy(message);
        match Envelope::read(&text).addressee(&self.id, &self.flow.ids) {
            Ok(()) => ReceiveError::Failed(self.fail(PeerError::malformed("", Problem::NotUtf8))),
            Err(reason) => ReceiveError::NotOurs(NotOurs::new(self, reason)),
        }
    }
}

/// Shows method, name, id and round.
impl<C> fmt::Debug for Pending<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending")
            .field("method", &self.flow.method)
            .field("name", &self.flow.target)
            .field("id", &self.id)
            .field("rounds", &self.flow.rounds)
            .finish_non_exhaustive()
    }
}

/// Whose progress a notification reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a token is this leg's, an earlier leg's, or not of this call")]
pub enum ProgressOwner {
    /// This leg: show it.
    ThisLeg,
    /// An earlier leg of the same call, which has been answered: it is late and must not move the bar back.
    EarlierLeg,
    /// Not this call.
    Unknown,
}
