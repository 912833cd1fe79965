//! Input requests as they were captured from the wire: what the derive macro reads while a program is compiled, and
//! what [`drift`](crate::drift) compares with it. One reader for both, and for the messages of a running call.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::capabilities::Capabilities;
use crate::error::{PeerError, Problem, named_value};
use crate::input::InputProblem;
use crate::json::{self, JsonKind};
use crate::model::IncludeContext;
use crate::schema::FormSchema;
use crate::wire::{self, Kind, Parts};

/// The input requests of one captured text, and all that is wrong with it.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Captured {
    /// The input requests, in the order of the text.
    pub requests: Vec<CapturedRequest>,
    /// What is wrong. Of more than 50 mistakes the last fault only tells how many more there are.
    pub faults: Vec<CapturedFault>,
    /// How many mistakes were found beyond those.
    omitted: usize,
}

/// How many mistakes of one text are told with their places. Each place is a pass over the text, so that more would
/// make the time grow with the square of its length; and nobody reads more before the next try.
const MAX_FAULTS: usize = 50;

/// One input request of a captured text.
#[derive(Debug)]
#[non_exhaustive]
pub struct CapturedRequest {
    /// Its key.
    pub key: String,
    /// The JSON pointer of the request, from the top of the text.
    pub pointer: String,
    /// What it asks for. `None` where that cannot be told; a fault says why.
    pub kind: Option<CapturedKind>,
}

/// What a captured input request asks for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum CapturedKind {
    /// A form.
    Form(Arc<FormSchema>),
    /// A form whose schema cannot be read, with what can be read of it; faults say why.
    UnreadableForm(Arc<FormSchema>),
    /// A page to open.
    Url,
    /// A message of the client's model.
    #[non_exhaustive]
    Sampling {
        /// Whether the model is given tools.
        tools: bool,
        /// Whether the context of servers is asked for.
        context: bool,
    },
    /// The roots.
    Roots,
}

/// One thing that is wrong with a captured text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CapturedFault {
    /// Where, as a JSON pointer from the top of the text.
    pub pointer: String,
    /// The line of that place, from 1.
    pub line: usize,
    /// The column of that place, in characters from 1.
    pub column: usize,
    /// What was found, what was expected, and what to do about it.
    pub message: String,
}

/// Why a captured text cannot be read. `Display` names the place in it.
#[derive(Clone, Debug)]
pub struct CaptureFault {
    pointer: String,
    fault: Fault,
}

#[derive(Clone, Debug)]
enum Fault {
    Protocol(Problem),
    NotInputRequired { found: alloc::boxed::Box<str> },
    RpcError,
    NothingAsked,
    Peer(PeerError),
}

impl CaptureFault {
    fn new(pointer: impl Into<String>, fault: Fault) -> Self {
        Self { pointer: pointer.into(), fault }
    }

    /// The map of input requests breaks the protocol as a whole.
    pub(crate) fn peer(error: PeerError) -> Self {
        Self::new("", Fault::Peer(error))
    }

    /// The JSON pointer of the place, from the top of the text.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }
}

impl fmt::Display for CaptureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "at {}: ", self.pointer)?;
        }
        self.fault.fmt(f)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Protocol(problem) => Advice(problem).fmt(f),
            Self::Peer(error) => error.fmt(f),
            Self::NotInputRequired { found } => write!(
                f,
                "found a result of type {found}, expected \"input_required\"; capture the answer that asks for input"
            ),
            Self::RpcError => f.write_str(
                "found a JSON-RPC error, expected a result of type \"input_required\"; capture the answer that asks \
                 for input",
            ),
            Self::NothingAsked => {
                f.write_str("found nothing that is asked for, expected input requests; leave `inputs` out")
            }
        }
    }
}

impl core::error::Error for CaptureFault {}

/// A problem as the author of a file is told of it: what was found, what was expected, what to do.
struct Advice<'a>(&'a Problem);

impl fmt::Display for Advice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Problem::Missing => f.write_str("found no such member, expected one; add it"),
            Problem::Duplicate => f.write_str("found the member twice, expected it once; remove one"),
            Problem::WrongKind { expected, found } => write!(f, "found {found}, expected {expected}"),
            Problem::LoneSurrogate => {
                f.write_str("found an escape that stands for no character; pair the surrogate or remove it")
            }
            other => other.fmt(f),
        }
    }
}

impl Captured {
    /// Reads a map of input requests, or an `InputRequiredResult` or a JSON-RPC response that has one.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let text = without_byte_order_mark(text);
        let mut captured = Self::default();
        match find_requests(text) {
            Ok(Some((pointer, requests))) => captured.read_requests(text, &pointer, requests),
            Ok(None) => {}
            Err(CaptureFault { pointer, fault: Fault::Protocol(Problem::NotJson { line, column }) }) => {
                let message = String::from("found text that is not JSON, expected a map of input requests");
                captured.faults.push(CapturedFault { pointer, line, column, message });
            }
            Err(CaptureFault { pointer, fault }) => captured.fault(text, pointer, &fault),
        }
        captured.tell_omitted(text);
        captured
    }

    fn read_requests(&mut self, text: &str, base: &str, requests: &str) {
        let mut keys = alloc::collections::BTreeSet::new();
        let mut duplicates = Vec::new();
        let outcome = json::members(requests, |token, value| {
            let key = json::decode(token);
            let name = key.clone().unwrap_or(Cow::Borrowed(token));
            let mut pointer = String::from(base);
            json::push_pointer(&mut pointer, &name);
            if !keys.insert(name.clone()) {
                duplicates.push(pointer);
            } else if key.is_none() {
                self.fault(text, pointer, &InputProblem::UndecodableKey);
            } else {
                let kind = self.read_request(text, &pointer, value);
                self.requests.push(CapturedRequest { key: name.into_owned(), pointer, kind });
            }
            true
        });
        for pointer in duplicates {
            self.fault(text, pointer, &"found the key twice, expected it once; remove one");
        }
        if let Err(error) = outcome {
            self.fault(text, base.into(), &Problem::from(error));
        }
    }

    fn read_form(&mut self, text: &str, pointer: &str, schema: &str) -> CapturedKind {
        let (schema, errors) = FormSchema::read_partly(schema);
        let schema = Arc::new(schema);
        let Some(errors) = errors else { return CapturedKind::Form(schema) };
        let room = MAX_FAULTS.saturating_sub(self.faults.len());
        self.omitted += errors.iter().len().saturating_sub(room) + errors.omitted();
        for error in errors.iter().take(room) {
            let place = match error.property() {
                Some(property) => format!("property {property:?}: "),
                None => String::new(),
            };
            let message = format!("{place}{}", error.reason());
            self.fault(text, format!("{pointer}{}", error.pointer()), &message);
        }
        CapturedKind::UnreadableForm(schema)
    }

    fn read_request(&mut self, text: &str, pointer: &str, value: &str) -> Option<CapturedKind> {
        let everything = Capabilities::ALL_KINDS.with_sampling_tools().with_sampling_context();
        let read = Parts::read(value).and_then(|parts| wire::read_input_request(value, &parts, everything));
        match read {
            Ok(Kind::Form { schema, .. }) => {
                let schema = value.get(schema).unwrap_or_default();
                Some(self.read_form(text, &format!("{pointer}/params/requestedSchema"), schema))
            }
            Ok(Kind::Url { .. }) => Some(CapturedKind::Url),
            Ok(Kind::Roots) => Some(CapturedKind::Roots),
            Ok(Kind::Sampling(params)) => Some(CapturedKind::Sampling {
                tools: params.tools.is_some() || params.tool_choice.is_some(),
                context: params.include_context.as_ref().is_some_and(|context| *context != IncludeContext::None),
            }),
            Err((at, InputProblem::Malformed(problem))) => {
                self.fault(text, format!("{pointer}{at}"), &Advice(&problem));
                self.read_kind(text, pointer, value)
            }
            Err((at, problem)) => {
                self.fault(text, format!("{pointer}{at}"), &problem);
                self.read_kind(text, pointer, value)
            }
        }
    }

    /// What a request with a mistake asks for, as far as its method tells.
    fn read_kind(&mut self, text: &str, pointer: &str, value: &str) -> Option<CapturedKind> {
        let is = |at: &str, expected: &str| json::at_pointer(value, at).is_some_and(|at| json::token_eq(at, expected));
        if is("/method", "roots/list") {
            Some(CapturedKind::Roots)
        } else if is("/method", "sampling/createMessage") {
            Some(CapturedKind::Sampling { tools: false, context: false })
        } else if !is("/method", "elicitation/create") {
            None
        } else if is("/params/mode", "url") {
            Some(CapturedKind::Url)
        } else if let Some(schema) = json::at_pointer(value, "/params/requestedSchema") {
            Some(self.read_form(text, &format!("{pointer}/params/requestedSchema"), schema))
        } else {
            let (nothing, _) = FormSchema::read_partly("{}");
            Some(CapturedKind::UnreadableForm(Arc::new(nothing)))
        }
    }

    fn fault(&mut self, text: &str, pointer: String, message: &dyn fmt::Display) {
        if self.faults.len() >= MAX_FAULTS {
            self.omitted += 1;
            return;
        }
        let (line, column) = locate(text, &pointer);
        self.faults.push(CapturedFault { pointer, line, column, message: message.to_string() });
    }

    fn tell_omitted(&mut self, text: &str) {
        let message = match self.omitted {
            0 => return,
            1 => String::from("and 1 more mistake"),
            more => format!("and {more} more mistakes"),
        };
        let (line, column) = locate(text, "");
        self.faults.push(CapturedFault { pointer: String::new(), line, column, message });
    }
}

/// The pointer and the text of the map of input requests. `None` for a result that has only a state.
///
/// In a map of input requests every value is an object with a `method`, which tells it from the other shapes.
pub(crate) fn find_requests(text: &str) -> Result<Option<(String, &str)>, CaptureFault> {
    let text = without_byte_order_mark(text);
    let names = ["jsonrpc", "result", "error", "inputRequests", "resultType", "requestState"];
    let [jsonrpc, result, error, requests, result_type, state] = members_once(text, "", names, |value| !asks(value))?;
    if jsonrpc.is_some() || result.is_some() {
        if error.is_some() {
            return Err(CaptureFault::new("/error", Fault::RpcError));
        }
        let Some(result) = result else {
            return Err(CaptureFault::new("/result", Fault::Protocol(Problem::Missing)));
        };
        let [requests, result_type, state] =
            members_once(result, "/result", ["inputRequests", "resultType", "requestState"], |_| true)?;
        return in_result("/result", requests, result_type, state);
    }
    if requests.is_some() || result_type.is_some() || state.is_some() {
        return in_result("", requests, result_type, state);
    }
    if is_empty(text) {
        return Err(CaptureFault::new("", Fault::NothingAsked));
    }
    Ok(Some((String::new(), text)))
}

fn in_result<'a>(
    base: &str,
    requests: Option<&'a str>,
    result_type: Option<&str>,
    state: Option<&str>,
) -> Result<Option<(String, &'a str)>, CaptureFault> {
    match result_type {
        Some(found) if !json::token_eq(found, "input_required") => {
            let found = named_value(found);
            return Err(CaptureFault::new(format!("{base}/resultType"), Fault::NotInputRequired { found }));
        }
        _ => {}
    }
    let pointer = format!("{base}/inputRequests");
    let requests = of_kind(&pointer, JsonKind::Object, "an object", requests)?;
    let state = of_kind(&format!("{base}/requestState"), JsonKind::String, "a string", state)?;
    match requests {
        Some(requests) if !is_empty(requests) => Ok(Some((pointer, requests))),
        _ if state.is_some() => Ok(None),
        _ => Err(CaptureFault::new(pointer, Fault::NothingAsked)),
    }
}

/// A member of the kind that the protocol says. `null` is read as absent, as it is in a running call.
fn of_kind<'a>(
    pointer: &str,
    kind: JsonKind,
    expected: &'static str,
    value: Option<&'a str>,
) -> Result<Option<&'a str>, CaptureFault> {
    match value.map(json::kind) {
        None | Some(JsonKind::Null) => Ok(None),
        Some(found) if found != kind => {
            Err(CaptureFault::new(pointer, Fault::Protocol(Problem::WrongKind { expected, found })))
        }
        Some(_) => Ok(value),
    }
}

/// The members of these names whose value `counts`. One that is there twice is a fault.
fn members_once<'a, const N: usize>(
    object: &'a str,
    at: &str,
    names: [&str; N],
    counts: impl Fn(&str) -> bool,
) -> Result<[Option<&'a str>; N], CaptureFault> {
    let mut found = [None; N];
    let mut repeated = None;
    visit_members(object, at, |token, value| {
        for (slot, name) in found.iter_mut().zip(names) {
            if json::token_eq(token, name) && counts(value) && slot.replace(value).is_some() {
                repeated = repeated.or(Some(name));
            }
        }
    })?;
    match repeated {
        Some(name) => Err(CaptureFault::new(format!("{at}/{name}"), Fault::Protocol(Problem::Duplicate))),
        None => Ok(found),
    }
}

fn visit_members<'a>(object: &'a str, at: &str, mut visit: impl FnMut(&'a str, &'a str)) -> Result<(), CaptureFault> {
    let outcome = json::members(object, |token, value| {
        visit(token, value);
        true
    });
    outcome.map_err(|error| {
        let problem = if error.category == serde_json::error::Category::Data {
            let found = json::kind(object.trim_start_matches([' ', '\t', '\n', '\r']));
            Problem::WrongKind { expected: "an object", found }
        } else {
            error.into()
        };
        CaptureFault::new(at, Fault::Protocol(problem))
    })
}

/// Whether a value is an input request.
fn asks(value: &str) -> bool {
    json::at_pointer(value, "/method").is_some_and(|method| json::kind(method) == JsonKind::String)
}

fn is_empty(object: &str) -> bool {
    let mut empty = true;
    let outcome = json::members(object, |_, _| {
        empty = false;
        true
    });
    empty && outcome.is_ok()
}

/// RFC 8259 lets a reader ignore it, and editors write it.
fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Line and column of the value at a JSON pointer, or of the nearest value around it.
fn locate(text: &str, pointer: &str) -> (usize, usize) {
    let mut place = text.trim_start_matches([' ', '\t', '\n', '\r']);
    for name in pointer.split('/').skip(1) {
        let name = name.replace("~1", "/").replace("~0", "~");
        let mut found = None;
        let mut position = 0_usize;
        let outcome = match json::kind(place) {
            JsonKind::Object => json::members(place, |member, value| {
                if json::decode(member).as_deref() == Some(&*name) || member == name {
                    found = Some(value);
                }
                true
            }),
            JsonKind::Array => json::elements(place, |value| {
                if name.parse() == Ok(position) {
                    found = Some(value);
                }
                position += 1;
                true
            }),
            _ => break,
        };
        match (outcome, found) {
            (Ok(()), Some(value)) => place = value,
            _ => break,
        }
    }
    let start = wire::range_in(text, place).start;
    let before = text.get(..start).unwrap_or_default();
    let line = before.bytes().filter(|&byte| byte == b'\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
    (line + 1, column + 1)
}

/// The raw text of a member of an object; of duplicates the last.
#[must_use]
pub fn member<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut found = None;
    let outcome = visit_members(text, "", |token, value| {
        if json::token_eq(token, name) {
            found = Some(value);
        }
    });
    found.filter(|_| outcome.is_ok())
}

/// JSON text without the blanks between its tokens.
#[must_use]
pub fn compact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut in_string, mut escaped) = (false, false);
    for char in text.chars() {
        if in_string {
            in_string = escaped || char != '"';
            escaped = !escaped && char == '\\';
        } else if matches!(char, ' ' | '\t' | '\n' | '\r') {
            continue;
        } else {
            in_string = char == '"';
        }
        out.push(char);
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]
mod tests;
