//! Reading an answer: the envelope first, then the result; each as raw text until it is needed.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;

use serde_json::value::RawValue;

use crate::error::{PeerError, Problem, RpcError, named_value};
use crate::id::RequestId;
use crate::json::{self, JsonKind, Malformed};
use crate::state::NotOursReason;

/// How many input requests one round may hold.
pub(crate) const MAX_INPUT_REQUESTS: usize = 1_000;

/// The top level of a message, as far as it could be read.
#[derive(Default)]
pub(crate) struct Envelope<'a> {
    pub(crate) id: Option<&'a str>,
    pub(crate) result: Option<&'a str>,
    pub(crate) error: Option<&'a str>,
    /// Whether this is a request or a notification of the server.
    pub(crate) has_method: bool,
    /// Whether `jsonrpc` is `"2.0"`.
    pub(crate) is_version_2: bool,
    /// Whether the id is there twice: then it names no request.
    pub(crate) ambiguous_id: bool,
    /// The member that is there twice, other than the id.
    pub(crate) duplicate: Option<&'static str>,
    /// Where the text stops being JSON.
    pub(crate) malformed: Option<Malformed>,
}

impl<'a> Envelope<'a> {
    pub(crate) fn read(text: &'a str) -> Self {
        let mut envelope = Self::default();
        let mut seen_version = false;
        let outcome = json::members(text, |name, value| {
            match json::decode(name).as_deref() {
                Some("id") => envelope.ambiguous_id |= envelope.id.replace(value).is_some(),
                Some("method") => envelope.has_method = true,
                Some("jsonrpc") => {
                    envelope.is_version_2 = json::token_eq(value, "2.0");
                    if core::mem::replace(&mut seen_version, true) {
                        envelope.duplicate = Some("/jsonrpc");
                    }
                }
                Some("result") if envelope.result.replace(value).is_some() => envelope.duplicate = Some("/result"),
                Some("error") if envelope.error.replace(value).is_some() => envelope.duplicate = Some("/error"),
                _ => {}
            }
            true
        });
        envelope.malformed = outcome.err();
        envelope
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
            None if self.error.is_some() => Ok(()),
            None => Err(NotOursReason::NoId),
        }
    }

    /// The result of an answer that is ours.
    pub(crate) fn body(&self) -> Result<&'a str, PeerError> {
        if let Some(malformed) = self.malformed {
            return Err(PeerError::malformed("", malformed.into()));
        }
        if !self.is_version_2 {
            return Err(PeerError::malformed("/jsonrpc", Problem::WrongValue { expected: "\"2.0\"" }));
        }
        if let Some(pointer) = self.duplicate {
            return Err(PeerError::malformed(pointer, Problem::Duplicate));
        }
        match (self.result, self.error.filter(|error| json::kind(error) != JsonKind::Null)) {
            (Some(_), Some(_)) => Err(PeerError::malformed("", Problem::ResultAndError)),
            (None, Some(error)) => Err(rpc_error(error)),
            (Some(result), None) => Ok(result),
            (None, None) => Err(PeerError::malformed("/result", Problem::Missing)),
        }
    }
}

/// What `input_required` brings, as raw text.
pub(crate) struct Asked<'a> {
    pub(crate) requests: Option<&'a str>,
    pub(crate) state: Option<&'a str>,
}

/// Reads a result by its `resultType` alone. `None`: it is complete, whatever else it holds.
pub(crate) fn read_result(text: &str) -> Result<Option<Asked<'_>>, PeerError> {
    if json::kind(text) != JsonKind::Object {
        return Err(wrong_kind("/result", "an object", text));
    }
    let mut result_type = None;
    let mut requests = None;
    let mut state = None;
    let mut duplicate = None;
    json::members(text, |name, value| {
        let (slot, pointer) = match json::decode(name).as_deref() {
            Some("resultType") => (&mut result_type, "/result/resultType"),
            Some("inputRequests") => (&mut requests, "/result/inputRequests"),
            Some("requestState") => (&mut state, "/result/requestState"),
            _ => return true,
        };
        if slot.replace(value).is_some() {
            duplicate = duplicate.or(Some(pointer));
        }
        true
    })
    .map_err(|error| PeerError::malformed("/result", error.into()))?;

    match result_type {
        _ if duplicate == Some("/result/resultType") => {}
        None => return Ok(None),
        Some(token) if json::token_eq(token, "complete") => return Ok(None),
        Some(token) if json::token_eq(token, "input_required") => {}
        Some(other) => return Err(PeerError::UnknownResultType { found: named_value(other) }),
    }
    if let Some(pointer) = duplicate {
        return Err(PeerError::malformed(pointer, Problem::Duplicate));
    }
    let requests = of_kind("/result/inputRequests", JsonKind::Object, "an object", requests)?;
    let state = of_kind("/result/requestState", JsonKind::String, "a string", state)?;
    if state.is_none() && requests.is_none_or(is_empty_object) {
        return Err(PeerError::NothingAsked);
    }
    Ok(Some(Asked { requests, state }))
}

/// Visits the input requests in the order of the text: raw key token, decoded key (where it can be decoded), raw value.
pub(crate) fn input_requests<'a>(
    text: &'a str,
    mut visit: impl FnMut(&'a str, Option<Cow<'a, str>>, &'a str),
) -> Result<(), PeerError> {
    let mut keys = BTreeSet::new();
    let mut problem = None;
    json::members(text, |token, value| {
        let key = json::decode(token);
        let name = key.clone().unwrap_or(Cow::Borrowed(token));
        if keys.len() == MAX_INPUT_REQUESTS {
            problem = Some((String::from("/result/inputRequests"), Problem::TooMany { limit: MAX_INPUT_REQUESTS }));
        } else if keys.contains(&name) {
            let mut pointer = String::from("/result/inputRequests");
            json::push_pointer(&mut pointer, &name);
            problem = Some((pointer, Problem::Duplicate));
        } else {
            keys.insert(name);
            visit(token, key, value);
        }
        problem.is_none()
    })
    .map_err(|error| PeerError::malformed("/result/inputRequests", error.into()))?;
    match problem {
        Some((pointer, problem)) => Err(PeerError::malformed(pointer, problem)),
        None => Ok(()),
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
