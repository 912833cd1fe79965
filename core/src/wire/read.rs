//! Reading an answer: the envelope first, then the result; each as raw text until it is needed.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;

use serde_json::value::RawValue;

use crate::error::{PeerError, Problem, RpcError, named_value};
use crate::json::{self, JsonKind, Malformed};
use crate::wire::range_in;

/// How many input requests one round may hold.
pub(crate) const MAX_INPUT_REQUESTS: usize = 1_000;

/// The top level of a message, as far as it could be read.
#[derive(Default)]
pub(crate) struct Envelope<'a> {
    pub(crate) id: Option<&'a str>,
    pub(crate) result: Option<&'a RawValue>,
    error: Option<&'a str>,
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
        let outcome = json::raw_members(text, |name, value| {
            match json::decode(name).as_deref() {
                Some("id") => envelope.ambiguous_id |= envelope.id.replace(value.get()).is_some(),
                Some("method") => envelope.has_method = true,
                Some("jsonrpc") => {
                    envelope.is_version_2 = json::token_eq(value.get(), "2.0");
                    if core::mem::replace(&mut seen_version, true) {
                        envelope.duplicate = Some("/jsonrpc");
                    }
                }
                Some("result") if envelope.result.replace(value).is_some() => envelope.duplicate = Some("/result"),
                Some("error") if envelope.error.replace(value.get()).is_some() => envelope.duplicate = Some("/error"),
                _ => {}
            }
            true
        });
        envelope.malformed = outcome.err();
        if envelope.malformed.is_some() {
            // Where the text breaks off within the id, what is left of it may be another's.
            envelope.id = envelope.id.filter(|id| is_delimited(text, id));
        }
        envelope
    }

    /// The error. `null` is read as absent.
    pub(crate) fn error(&self) -> Option<&'a str> {
        self.error.filter(|error| json::kind(error) != JsonKind::Null)
    }
}

/// Whether a comma or the end of the object follows `value`, a part of `text`.
fn is_delimited(text: &str, value: &str) -> bool {
    let rest = text.get(range_in(text, value).end..).unwrap_or_default();
    rest.trim_start_matches([' ', '\t', '\n', '\r']).starts_with([',', '}'])
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
        // A key that stands for no text is known by its token, which is no key's text.
        let name = (key.is_some(), key.clone().unwrap_or(Cow::Borrowed(token)));
        if keys.len() == MAX_INPUT_REQUESTS {
            problem = Some((String::from("/result/inputRequests"), Problem::TooMany { limit: MAX_INPUT_REQUESTS }));
        } else if keys.contains(&name) {
            let mut pointer = String::from("/result/inputRequests");
            json::push_pointer(&mut pointer, &name.1);
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

fn is_empty_object(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'{' | b'}' | b' ' | b'\t' | b'\n' | b'\r'))
}
