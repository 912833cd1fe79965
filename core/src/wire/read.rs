//! Reading an answer: the envelope first, then the result; each as raw text until it is needed.

use alloc::string::String;

use serde_json::value::RawValue;

use crate::error::{PeerError, Problem, RpcError, named_value};
use crate::id::RequestId;
use crate::json::{self, Cursor, JsonKind, Malformed, Scan};
use crate::state::NotOursReason;
use crate::wire::{Requests, range_in};

/// The top level of a message, as far as it could be read, and the members of its result that decide what it is.
#[derive(Default)]
pub(crate) struct Envelope<'a> {
    id: Option<&'a str>,
    result: Option<Body<'a>>,
    error: Option<&'a str>,
    /// Whether this is a request or a notification of the server.
    has_method: bool,
    version: Option<&'a str>,
    /// Whether the id is there twice: then it names no request.
    ambiguous_id: bool,
    /// The member that is there twice, other than the id.
    duplicate: Option<&'static str>,
    /// Where the text stops being JSON.
    malformed: Option<Malformed>,
}

/// A result, as raw text.
#[derive(Default)]
pub(crate) struct Body<'a> {
    pub(crate) text: &'a str,
    result_type: Option<&'a str>,
    requests: Option<Requests<'a>>,
    state: Option<&'a str>,
    duplicate: Option<&'static str>,
}

impl<'a> Envelope<'a> {
    /// Reads a message in one pass.
    pub(crate) fn read(text: &'a str) -> Self {
        let mut envelope = Self::default();
        let mut cursor = Cursor::new(text);
        let outcome = envelope.scan(&mut cursor);
        if let Err(fault) = outcome {
            envelope.malformed = Some(fault.named(text));
            // Where the text breaks off within the id, what is left of it may be another's.
            envelope.id = envelope.id.filter(|id| is_delimited(text, id));
        }
        envelope
    }

    fn scan(&mut self, cursor: &mut Cursor<'a>) -> Scan<()> {
        cursor.of_kind(b'{')?;
        cursor.object(|name, cursor| {
            let (slot, pointer) = match name.decode().as_deref() {
                Some("id") => {
                    self.ambiguous_id |= self.id.replace(cursor.value()?).is_some();
                    return Ok(());
                }
                Some("method") => {
                    self.has_method = true;
                    return Ok(());
                }
                Some("result") => {
                    let again = self.result.replace(Body::scan(cursor)?).is_some();
                    self.duplicate = if again { Some("/result") } else { self.duplicate };
                    return Ok(());
                }
                Some("jsonrpc") => (&mut self.version, "/jsonrpc"),
                Some("error") => (&mut self.error, "/error"),
                _ => return Ok(()),
            };
            if slot.replace(cursor.value()?).is_some() {
                self.duplicate = Some(pointer);
            }
            Ok(())
        })?;
        cursor.end()
    }

    /// The error. `null` is read as absent.
    fn error(&self) -> Option<&'a str> {
        self.error.filter(|error| json::kind(error) != JsonKind::Null)
    }

    /// Whether the message answers the request `id`; `used` are the ids of its call so far.
    pub(crate) fn addressee(&self, id: &RequestId, used: &[RequestId]) -> Result<(), NotOursReason> {
        if self.has_method {
            return Err(NotOursReason::NotAResponse);
        }
        if self.ambiguous_id {
            return Err(NotOursReason::AmbiguousId);
        }
        match self.id.filter(|id| json::kind(id) != JsonKind::Null) {
            Some(text) => match RequestId::from_json(text) {
                Some(found) if found == *id => Ok(()),
                Some(found) if used.contains(&found) => Err(NotOursReason::EarlierLeg { id: found }),
                _ if self.malformed.is_some() => Err(NotOursReason::Unreadable),
                _ => Err(NotOursReason::OtherId),
            },
            None if self.malformed.is_some() => Err(NotOursReason::Unreadable),
            // A server that could not read the request cannot name it.
            None if self.error().is_some() => Ok(()),
            None => Err(NotOursReason::NoId),
        }
    }

    /// The result of an answer that is ours.
    pub(crate) fn into_body(self) -> Result<Body<'a>, PeerError> {
        if let Some(malformed) = self.malformed {
            return Err(PeerError::malformed("", malformed.into()));
        }
        if !self.version.is_some_and(|version| json::token_eq(version, "2.0")) {
            return Err(PeerError::malformed("/jsonrpc", Problem::WrongValue { expected: "\"2.0\"" }));
        }
        if let Some(pointer) = self.duplicate {
            return Err(PeerError::malformed(pointer, Problem::Duplicate));
        }
        let error = self.error();
        // A `null` beside an error is how older servers leave the result out.
        let result = self.result.filter(|result| error.is_none() || json::kind(result.text) != JsonKind::Null);
        match (result, error) {
            (Some(_), Some(_)) => Err(PeerError::malformed("", Problem::ResultAndError)),
            (None, Some(error)) => Err(rpc_error(error)),
            (Some(result), None) => Ok(result),
            (None, None) => Err(PeerError::malformed("/result", Problem::Missing)),
        }
    }
}

/// Whether a comma or the end of the object follows `value`, a part of `text`.
fn is_delimited(text: &str, value: &str) -> bool {
    let rest = text.get(range_in(text, value).end..).unwrap_or_default();
    rest.trim_start_matches([' ', '\t', '\n', '\r']).starts_with([',', '}'])
}

/// What `input_required` brings, as raw text.
pub(crate) struct Asked<'a> {
    pub(crate) requests: Option<Requests<'a>>,
    pub(crate) state: Option<&'a str>,
}

impl<'a> Body<'a> {
    /// Reads a result that stands alone.
    pub(crate) fn read(text: &'a str) -> Result<Self, PeerError> {
        let mut cursor = Cursor::new(text);
        let body = Self::scan(&mut cursor).and_then(|body| cursor.end().map(|()| body));
        body.map_err(|fault| PeerError::malformed("/result", fault.named(text).into()))
    }

    /// Takes the value at the cursor as a result. One that is no object is told by [`asked`](Self::asked).
    fn scan(cursor: &mut Cursor<'a>) -> Scan<Self> {
        let mut body = Self::default();
        if cursor.peek()? != b'{' {
            body.text = cursor.value()?;
            return Ok(body);
        }
        body.text = cursor.object(|name, cursor| {
            let (again, pointer) = match name.decode().as_deref() {
                Some("resultType") => (body.result_type.replace(cursor.value()?).is_some(), "/result/resultType"),
                Some("inputRequests") => {
                    (body.requests.replace(Requests::scan(cursor)?).is_some(), "/result/inputRequests")
                }
                Some("requestState") => (body.state.replace(cursor.value()?).is_some(), "/result/requestState"),
                _ => return Ok(()),
            };
            if again {
                // A second `resultType` comes before all others: it decides whether they matter.
                let decides = pointer == "/result/resultType";
                body.duplicate = body.duplicate.filter(|_| !decides).or(Some(pointer));
            }
            Ok(())
        })?;
        Ok(body)
    }

    /// What the result asks for, by its `resultType` alone. `None`: it is complete, whatever else it holds.
    pub(crate) fn asked(&mut self) -> Result<Option<Asked<'a>>, PeerError> {
        if json::kind(self.text) != JsonKind::Object {
            return Err(wrong_kind("/result", "an object", self.text));
        }
        match self.result_type {
            _ if self.duplicate == Some("/result/resultType") => {}
            None => return Ok(None),
            Some(token) if json::token_eq(token, "complete") => return Ok(None),
            Some(token) if json::token_eq(token, "input_required") => {}
            Some(other) => return Err(PeerError::UnknownResultType { found: named_value(other) }),
        }
        if let Some(pointer) = self.duplicate {
            return Err(PeerError::malformed(pointer, Problem::Duplicate));
        }
        let text = self.requests.as_ref().map(|requests| requests.text);
        let text = of_kind("/result/inputRequests", JsonKind::Object, "an object", text)?;
        let requests = self.requests.take().filter(|_| text.is_some());
        let state = of_kind("/result/requestState", JsonKind::String, "a string", self.state)?;
        if state.is_none() && text.is_none_or(is_empty_object) {
            return Err(PeerError::NothingAsked);
        }
        Ok(Some(Asked { requests, state }))
    }
}

/// Reads a JSON-RPC error object.
pub(crate) fn rpc_error(text: &str) -> PeerError {
    read_rpc_error(text).map_or_else(|error| error, PeerError::Rpc)
}

fn read_rpc_error(text: &str) -> Result<RpcError, PeerError> {
    if json::kind(text) != JsonKind::Object {
        return Err(wrong_kind("/error", "an object", text));
    }
    let mut code = None;
    let mut message = None;
    let mut data = None;
    json::members(text, |name, value| {
        match json::decode(name).as_deref() {
            Some("code") => code = Some(value),
            Some("message") => message = Some(value),
            Some("data") => data = Some(value),
            _ => {}
        }
        true
    })
    .map_err(|error| PeerError::malformed("/error", error.into()))?;
    let code = code.ok_or_else(|| PeerError::malformed("/error/code", Problem::Missing))?;
    let code = code
        .parse()
        .map_err(|_| PeerError::malformed("/error/code", Problem::WrongValue { expected: "an integer code" }))?;
    // The code alone says what happened. A message that is missing or cannot be decoded must not hide it.
    let message = message.and_then(json::decode).map(String::from).unwrap_or_default();
    let data = data.filter(|data| json::kind(data) != JsonKind::Null).and_then(to_raw);
    Ok(RpcError { code, message, data })
}

fn to_raw(text: &str) -> Option<alloc::boxed::Box<RawValue>> {
    serde_json::from_str::<&RawValue>(text).ok().map(alloc::borrow::ToOwned::to_owned)
}

/// A member of the kind that the protocol says. `null` is read as absent.
fn of_kind<'a>(
    pointer: &'static str,
    kind: JsonKind,
    expected: &'static str,
    value: Option<&'a str>,
) -> Result<Option<&'a str>, PeerError> {
    match value {
        Some(text) if json::kind(text) == JsonKind::Null => Ok(None),
        Some(text) if json::kind(text) != kind => Err(wrong_kind(pointer, expected, text)),
        value => Ok(value),
    }
}

fn wrong_kind(pointer: &'static str, expected: &'static str, text: &str) -> PeerError {
    PeerError::malformed(pointer, Problem::WrongKind { expected, found: json::kind(text) })
}

/// Whether the text of an object has no members.
pub(crate) fn is_empty_object(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'{' | b'}' | b' ' | b'\t' | b'\n' | b'\r'))
}
