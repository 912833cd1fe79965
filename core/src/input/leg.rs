//! What one `input_required` answer brought: copied once, shared by the state and its inputs.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use serde::Deserialize;

use crate::capabilities::Capabilities;
use crate::error::PeerError;
use crate::input::error::{InputError, InputProblem};
use crate::schema::FormSchema;
use crate::wire::{self, Asked, InputFault, Kind, Parts, Text};

/// One round of a call. Its identity (the address of the `Arc`) tells the responses of this round from all others.
pub(crate) struct Leg {
    /// The input requests, then the state token.
    text: Box<str>,
    entries: Vec<Entry>,
    state: Option<Range<usize>>,
}

struct Entry {
    key: Text,
    /// The key as it came, quotes included: the response goes back under these very bytes.
    token: Range<usize>,
    value: Range<usize>,
    method: Option<Text>,
    params: Option<Range<usize>>,
    kind: Result<Kind, InputFault>,
}

impl Leg {
    /// Copies what the round needs, and reads each input request on its own.
    pub(crate) fn read(asked: &Asked<'_>, declared: Capabilities) -> Result<Arc<Self>, PeerError> {
        let requests = asked.requests.as_ref().map_or("", |requests| requests.text);
        let state = asked.state.unwrap_or_default();
        let mut text = String::with_capacity(requests.len() + state.len());
        text.push_str(requests);
        text.push_str(state);

        let mut entries = Vec::new();
        if let Some(asked) = &asked.requests {
            let keys = asked.check()?;
            entries.reserve_exact(keys.len());
            // What stands where in the received text stands there in the copy too.
            entries.extend(
                asked
                    .list
                    .iter()
                    .zip(keys)
                    .map(|((token, parts), key)| Entry::read(requests, token.text, key.as_deref(), parts, declared)),
            );
        }
        let state = asked.state.map(|state| text.len() - state.len()..text.len());
        Ok(Arc::new(Self { entries, state, text: text.into_boxed_str() }))
    }

    /// How many input requests there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn has_requests(&self) -> bool {
        !self.entries.is_empty()
    }

    /// The text of the input requests, where the answer had the member.
    pub(crate) fn requests(&self) -> Option<&str> {
        let end = self.state.as_ref().map_or(self.text.len(), |state| state.start);
        self.text.get(..end).filter(|requests| !requests.is_empty())
    }

    /// The raw string token of the request state.
    pub(crate) fn state(&self) -> Option<&str> {
        self.state.clone().and_then(|range| self.text.get(range))
    }

    /// The raw key tokens, in order.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| self.slice(&entry.token))
    }

    pub(crate) fn key(&self, index: usize) -> &str {
        self.entries.get(index).map_or("", |entry| entry.key.get(&self.text))
    }

    pub(crate) fn fault(&self, index: usize) -> Option<&InputFault> {
        self.entries.get(index)?.kind.as_ref().err()
    }

    pub(crate) fn raw(&self, index: usize) -> &str {
        self.entries.get(index).map_or("", |entry| self.slice(&entry.value))
    }

    /// How many bytes were copied.
    pub(crate) fn bytes(&self) -> usize {
        self.text.len()
    }

    fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }
}

impl Entry {
    fn read(base: &str, token: &str, key: Option<&str>, parts: &Parts<'_>, declared: Capabilities) -> Self {
        Self {
            // A key that stands for no text is known by its token.
            key: key.map_or_else(|| Text::InPlace(wire::range_in(base, token)), |key| Text::of(base, token, key)),
            token: wire::range_in(base, token),
            value: wire::range_in(base, parts.text),
            method: parts.method().and_then(|method| Text::decode(base, method)),
            params: parts.params().map(|params| wire::range_in(base, params)),
            kind: match key {
                Some(_) => wire::read_input_request(base, parts, declared),
                None => Err((String::new(), InputProblem::UndecodableKey)),
            },
        }
    }
}

/// Shows sizes, never text.
impl fmt::Debug for Leg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Leg")
            .field("input_requests", &self.entries.len())
            .field("has_state", &self.state.is_some())
            .field("bytes", &self.text.len())
            .finish()
    }
}

/// One input request of a round: a handle that owns its part of the answer, to be read by an [`Input`](crate::Input).
#[derive(Clone)]
pub struct InputRequest {
    pub(crate) leg: Arc<Leg>,
    pub(crate) index: usize,
}

impl InputRequest {
    /// The key under which the server asked.
    ///
    /// A key that stands for no text (it holds a lone surrogate) is given as it came, in its quotes; such a request
    /// is never readable.
    #[must_use]
    pub fn key(&self) -> &str {
        self.leg.key(self.index)
    }

    /// The method of the request, such as `elicitation/create`, where it is a string.
    #[must_use]
    pub fn method(&self) -> Option<&str> {
        Some(self.entry()?.method.as_ref()?.get(&self.leg.text))
    }

    /// The whole request as the server's JSON text.
    #[must_use]
    pub fn raw(&self) -> &str {
        self.leg.raw(self.index)
    }

    /// The request's `params` as the server's JSON text. `None` where they are absent or `null`.
    #[must_use]
    pub fn raw_params(&self) -> Option<&str> {
        Some(self.leg.slice(self.entry()?.params.as_ref()?))
    }

    /// Reads `params` as a type of your own; absent ones as `null`.
    ///
    /// # Errors
    ///
    /// When `T` cannot be read from them. The error of `serde_json` may quote them.
    pub fn params_as<'a, T: Deserialize<'a>>(&'a self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.raw_params().unwrap_or("null"))
    }

    /// The error for a key that a typed call does not know.
    #[must_use]
    pub fn unknown_key(self) -> InputError {
        self.error("", InputProblem::UnknownKey)
    }

    /// The text for the person who is asked, empty where the request has none.
    pub(crate) fn message(&self) -> &str {
        match self.kind() {
            Ok(Kind::Form { message, .. } | Kind::Url { message, .. }) => message.get(&self.leg.text),
            _ => "",
        }
    }

    /// The text of the requested schema, empty where the request is no form.
    pub(crate) fn schema(&self) -> &str {
        match self.kind() {
            Ok(Kind::Form { schema, .. }) => self.leg.slice(schema),
            _ => "",
        }
    }

    /// Reads the requested schema of a form.
    pub(crate) fn read_schema(&self) -> Result<FormSchema, InputError> {
        if !matches!(self.kind(), Ok(Kind::Form { .. })) {
            return Err(self.clone().not_a("a form"));
        }
        FormSchema::read(self.schema())
            .map_err(|errors| self.clone().error("/params/requestedSchema", InputProblem::Schema(errors)))
    }

    pub(crate) fn url(&self) -> &str {
        match self.kind() {
            Ok(Kind::Url { url, .. }) => url.get(&self.leg.text),
            _ => "",
        }
    }

    /// What the request asks for. The error is that of [`InputError::of`].
    pub(crate) fn kind(&self) -> Result<&Kind, ()> {
        self.entry().and_then(|entry| entry.kind.as_ref().ok()).ok_or(())
    }

    /// An error about this request. Its own fault, where it has one, comes first.
    pub(crate) fn error(self, pointer: &str, problem: InputProblem) -> InputError {
        InputError::new(self, pointer, problem)
    }

    /// Another kind of input than the call has under this key.
    pub(crate) fn not_a(self, expected: &'static str) -> InputError {
        let found = match self.kind() {
            Ok(Kind::Form { .. }) => "a form",
            Ok(Kind::Url { .. }) => "a url",
            Ok(Kind::Sampling(_)) => "sampling",
            Ok(Kind::Roots) => "roots",
            Err(()) => "an unreadable request",
        };
        self.error("", InputProblem::OtherKind { expected, found })
    }

    fn entry(&self) -> Option<&Entry> {
        self.leg.entries.get(self.index)
    }
}

/// Shows key and method.
impl fmt::Debug for InputRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputRequest").field("key", &self.key()).field("method", &self.method()).finish_non_exhaustive()
    }
}
