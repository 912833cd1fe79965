//! Suspended calls that outlive their process.
//!
//! [`NeedsInput::park`] and [`Answered::park`] turn a suspended call into a [`Parked`] document that serde can write:
//! into a file, a database, a message. Another process reads it, [restores](Parked::restore) it in its own session
//! towards the same peer, and goes on. What is sent then is what would have been sent before, byte for byte, as far as
//! it belongs to the call: who the client is, its extensions and its experimental capabilities are the new session's.
//!
//! Four things to know:
//!
//! - **Single use is what the store makes of it.** In memory a state is used once; a document can be read twice. Take it
//!   out of its store in one atomic step.
//! - **A crash can hide whether a retry was sent.** Park [`Answered`] before it is resumed: what is left then is the
//!   call with its answers. Resuming that may have the server act once more, unless the tool is idempotent.
//! - **A document holds secrets**: the arguments, the request state, and the answers of [`Answered`]. Store it as such.
//! - **The checksum finds damage and accidental edits**, and does not protect against anybody who can compute it.
//!
//! # The format, version 1
//!
//! A document is a map (or, in formats without names, a sequence) of these fields, in this order:
//!
//! | field | type | what |
//! |---|---|---|
//! | `format` | string | `mrtr-parked` |
//! | `version` | integer | `1` |
//! | `peer` | string | the peer label of the session |
//! | `protocol_version` | string | the protocol version that the call is sent with |
//! | `method` | string | `tools/call`, `resources/read` or `prompts/get` |
//! | `name` | string | the name of the tool or prompt, or the URI of the resource |
//! | `arguments` | optional string | the arguments as JSON text |
//! | `meta` | string | the caller's own `_meta` members as the JSON text of an object |
//! | `progress` | boolean | whether progress was asked for |
//! | `capabilities` | string | what the call declares, as the JSON text of a `ClientCapabilities` object |
//! | `headers` | list of pairs of strings | the mirrored headers: name and value |
//! | `rounds` | integer | how many times the server has asked |
//! | `ids` | list of strings | the ids that the call has used, as JSON text |
//! | `requests` | optional string | the input requests as the JSON text of an object |
//! | `state` | optional string | the request state as a JSON string token, quotes included |
//! | `responses` | optional list of strings | the responses as JSON text, in the order of the input requests; none: still to be answered |
//! | `checksum` | string | FNV-1a, 64 bits, of all fields before, as 16 hexadecimal digits |
//!
//! Captured text stands in strings, never as structure, so that it survives any format that keeps strings. A list of
//! strings is summed up as its length and its elements, and an optional value as a flag and the value, or an empty one.
//! Lengths are 64 bits, other numbers and flags 32 bits, all of them in little-endian order; a string is its length in
//! bytes and its UTF-8 bytes.
//!
//! A reader finds the fields in any order, takes an optional one that is absent as none, and ignores what it does not
//! know; a store may so drop what is null and add what it needs. A document with the same fields of another meaning, or
//! with one more that a reader must know, is of another version, and a version that a release does not know is refused.
//! Errors of reading name a field, and quote no value.

mod checksum;
mod document;
mod error;
mod info;

use core::fmt;
use core::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use self::document::Document;
pub use self::error::{ParkedError, RestoreError};
pub use self::info::ParkedInfo;
use crate::call::Call;
use crate::session::{Marker, Session};
use crate::state::{Answered, NeedsInput};

/// A suspended call as a document. See the [module](self).
///
/// ```
/// use mrtr_core::parked::{Parked, Restored};
/// use mrtr_core::{Implementation, Reply, Session, ToolCall};
///
/// let session = || Session::new("airline", Implementation::new("my-app", "1.0.0"));
/// let pending = session().call(ToolCall::new("slow_report"))?;
/// let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s\/1"}}"#;
/// let Reply::NeedsInput(needs) = pending.receive(answer)? else { unreachable!() };
///
/// let document = serde_json::to_string(&needs.park())?;
/// // ... days later, in another process:
/// let parked: Parked<ToolCall> = serde_json::from_str(&document)?;
/// let Restored::NeedsInput(needs) = parked.restore(&session())? else { unreachable!() };
/// let retry = needs.submit([])?.resume();
/// assert!(String::from_utf8(retry.request().into_body())?.contains(r#""requestState":"s\/1""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a parked call goes on only when its document is kept and restored"]
pub struct Parked<C> {
    info: ParkedInfo,
    call: Marker<C>,
}

impl<C: Call> Parked<C> {
    pub(crate) fn new(document: Document) -> Self {
        Self { info: ParkedInfo::new(document), call: PhantomData }
    }

    /// Takes a document as a call of type `C`.
    ///
    /// # Errors
    ///
    /// When the document is one of another method or of another name. The error gives the document back.
    pub fn from_info(info: ParkedInfo) -> Result<Self, RestoreError<ParkedInfo>> {
        match check::<C>(&info) {
            Ok(()) => Ok(Self { info, call: PhantomData }),
            Err(error) => Err(RestoreError::new(info, error)),
        }
    }

    /// What the document says without being restored.
    #[must_use]
    pub fn info(&self) -> &ParkedInfo {
        &self.info
    }

    /// The call, in a session towards the same peer.
    ///
    /// # Errors
    ///
    /// When the session has another peer label, or the document cannot be read. The error gives the document back, and
    /// nothing is restored by half.
    pub fn restore(self, session: &Session) -> Result<Restored<C>, RestoreError<Self>> {
        match self.info.document().restore(session) {
            Ok((flow, retry, true)) => Ok(Restored::Answered(Answered::new(flow, retry))),
            Ok((flow, retry, false)) => Ok(Restored::NeedsInput(NeedsInput::new(flow, retry.leg))),
            Err(error) => Err(RestoreError::new(self, error)),
        }
    }
}

/// A restored call: as it was parked.
#[must_use = "`match` it: answer the `NeedsInput`, or `resume` the `Answered`"]
#[expect(clippy::exhaustive_enums, reason = "these two states can be parked")]
pub enum Restored<C> {
    /// It needs its input still.
    NeedsInput(NeedsInput<C>),
    /// It has its responses and can be resumed.
    Answered(Answered<C>),
}

impl<C> fmt::Debug for Restored<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeedsInput(needs_input) => f.debug_tuple("NeedsInput").field(needs_input).finish(),
            Self::Answered(answered) => f.debug_tuple("Answered").field(answered).finish(),
        }
    }
}

impl<C: Call> NeedsInput<C> {
    /// The call as a document that outlives this process. See [`parked`](crate::parked).
    pub fn park(self) -> Parked<C> {
        let (flow, leg) = self.into_parts();
        Parked::new(Document::of(&flow, &leg, None))
    }
}

impl<C: Call> Answered<C> {
    /// The call and its responses as a document that outlives this process. See [`parked`](crate::parked).
    pub fn park(self) -> Parked<C> {
        let (flow, retry) = self.into_parts();
        Parked::new(Document::of(&flow, &retry.leg, Some(&retry.responses)))
    }
}

fn check<C: Call>(info: &ParkedInfo) -> Result<(), ParkedError> {
    if info.document().method != C::METHOD.as_str() {
        return Err(ParkedError::OtherMethod { expected: C::METHOD, found: info.method().into() });
    }
    match C::NAME {
        Some(expected) if expected != info.name() => {
            Err(ParkedError::OtherName { expected: expected.into(), found: info.name().into() })
        }
        _ => Ok(()),
    }
}

impl<C> Serialize for Parked<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.info.serialize(serializer)
    }
}

impl<'de, C: Call> Deserialize<'de> for Parked<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let info = ParkedInfo::deserialize(deserializer)?;
        Self::from_info(info).map_err(|error| de::Error::custom(error.error()))
    }
}

/// Shows what [`ParkedInfo`] shows.
impl<C> fmt::Debug for Parked<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Parked").field(&self.info).finish()
    }
}
