//! Reading one input request on its own: a fault in one leaves the others and the state alone.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use crate::capabilities::Capabilities;
use crate::error::{PeerError, Problem};
use crate::input::InputProblem;
use crate::input::UrlReport;
use crate::json::{self, Cursor, JsonKind, Malformed, Scan, Token};
use crate::model::CreateMessageRequest;

/// How many input requests one round may hold.
pub(crate) const MAX_INPUT_REQUESTS: usize = 1_000;

/// An input request that this client understands and has declared.
pub(crate) enum Kind {
    /// The schema stands in the text still: who takes the form reads it.
    Form {
        message: Text,
        schema: Range<usize>,
    },
    Url {
        message: Text,
        url: Text,
        report: UrlReport,
    },
    Sampling(Arc<CreateMessageRequest>),
    Roots,
}

/// A piece of the received text that is a string: in place, or decoded where it has escapes.
pub(crate) enum Text {
    InPlace(Range<usize>),
    Decoded(Box<str>),
}

impl Text {
    /// What `token`, a part of `base`, decodes to.
    pub(crate) fn of(base: &str, token: &str, decoded: &str) -> Self {
        match token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(plain) if plain == decoded => Self::InPlace(range_in(base, plain)),
            _ => Self::Decoded(decoded.into()),
        }
    }

    /// A string token, a part of `base`. `None` where it is no string or holds a lone surrogate.
    pub(crate) fn decode(base: &str, token: &str) -> Option<Self> {
        json::decode(token).map(|decoded| Self::of(base, token, &decoded))
    }

    pub(crate) fn get<'a>(&'a self, base: &'a str) -> &'a str {
        match self {
            Self::InPlace(range) => base.get(range.clone()).unwrap_or_default(),
            Self::Decoded(text) => text,
        }
    }
}

/// A problem and the JSON pointer of its place, from the input request.
pub(crate) type InputFault = (String, InputProblem);

/// The input requests of a result, in the order of the text.
#[derive(Default)]
pub(crate) struct Requests<'a> {
    pub(crate) text: &'a str,
    pub(crate) list: Vec<(Token<'a>, Parts<'a>)>,
    /// Whether there are more than are taken.
    pub(crate) too_many: bool,
}

impl<'a> Requests<'a> {
    /// Takes the value at the cursor as a map of input requests. One that is no object has none.
    pub(crate) fn scan(cursor: &mut Cursor<'a>) -> Scan<Self> {
        let mut requests = Self::default();
        if cursor.peek()? != b'{' {
            requests.text = cursor.value()?;
            return Ok(requests);
        }
        requests.text = cursor.object(|key, cursor| {
            if requests.list.len() == MAX_INPUT_REQUESTS {
                requests.too_many = true;
                return Ok(());
            }
            let parts = Parts::scan(cursor)?;
            requests.list.push((key, parts));
            Ok(())
        })?;
        Ok(requests)
    }

    /// Reads a map of input requests that stands alone.
    pub(crate) fn read(text: &'a str) -> Result<Self, Malformed> {
        let mut cursor = Cursor::new(text);
        let requests = Self::scan(&mut cursor).and_then(|requests| cursor.end().map(|()| requests));
        requests.map_err(|fault| fault.named(text))
    }

    /// Each request with its key (where the key can be decoded), or what is wrong with them as a whole.
    pub(crate) fn check(&self) -> Result<Vec<Option<Cow<'a, str>>>, PeerError> {
        let keys: Vec<Option<Cow<'a, str>>> = self.list.iter().map(|(key, _)| key.decode()).collect();
        if let Some(at) = first_repeated(&keys, &self.list) {
            let mut pointer = String::from("/result/inputRequests");
            let (key, text) = (keys.get(at).and_then(Option::as_deref), self.list.get(at).map(|(key, _)| key.text));
            json::push_pointer(&mut pointer, key.or(text).unwrap_or_default());
            return Err(PeerError::malformed(pointer, Problem::Duplicate));
        }
        if self.too_many {
            return Err(PeerError::malformed("/result/inputRequests", Problem::TooMany { limit: MAX_INPUT_REQUESTS }));
        }
        Ok(keys)
    }
}

/// The first position whose key stands before it already. A key that stands for no text is known by its token, which
/// is no key's text.
fn first_repeated(keys: &[Option<Cow<'_, str>>], list: &[(Token<'_>, Parts<'_>)]) -> Option<usize> {
    if keys.len() < 2 {
        return None;
    }
    let mut seen = BTreeSet::new();
    keys.iter()
        .zip(list)
        .position(|(key, (token, _))| !seen.insert((key.is_some(), key.as_deref().unwrap_or(token.text))))
}

/// The members of an input request and of its `params` that any method has, as raw text.
#[derive(Default)]
pub(crate) struct Parts<'a> {
    pub(crate) text: &'a str,
    method: Option<&'a str>,
    params: Option<&'a str>,
    mode: Option<&'a str>,
    message: Option<&'a str>,
    schema: Option<&'a str>,
    url: Option<&'a str>,
    tools: Option<&'a str>,
    tool_choice: Option<&'a str>,
    /// The places that are there twice.
    duplicates: Vec<&'static str>,
}

impl<'a> Parts<'a> {
    /// Takes the value at the cursor as an input request; what has no name here is ignored. One that is no object has
    /// no parts.
    pub(crate) fn scan(cursor: &mut Cursor<'a>) -> Scan<Self> {
        let mut parts = Self::default();
        if cursor.peek()? != b'{' {
            parts.text = cursor.value()?;
            return Ok(parts);
        }
        parts.text = cursor.object(|name, cursor| match name.decode().as_deref() {
            Some("method") => parts.take("/method", cursor),
            Some("params") => parts.scan_params(cursor),
            _ => Ok(()),
        })?;
        Ok(parts)
    }

    /// Reads an input request that stands alone.
    pub(crate) fn read(value: &'a str) -> Result<Self, InputFault> {
        let mut cursor = Cursor::new(value);
        let parts = Self::scan(&mut cursor).and_then(|parts| cursor.end().map(|()| parts));
        parts.map_err(|at| fault("", at.named(value).into()))
    }

    /// The method, where it is a string.
    pub(crate) fn method(&self) -> Option<&'a str> {
        self.method.filter(|method| json::kind(method) == JsonKind::String)
    }

    /// The `params`. `null` is read as absent.
    pub(crate) fn params(&self) -> Option<&'a str> {
        self.params.filter(|params| json::kind(params) != JsonKind::Null)
    }

    fn scan_params(&mut self, cursor: &mut Cursor<'a>) -> Scan<()> {
        if cursor.peek()? != b'{' {
            return self.take("/params", cursor);
        }
        let params = cursor.object(|name, cursor| {
            let place = match name.decode().as_deref() {
                Some("mode") => "/params/mode",
                Some("message") => "/params/message",
                Some("requestedSchema") => "/params/requestedSchema",
                Some("url") => "/params/url",
                Some("tools") => "/params/tools",
                Some("toolChoice") => "/params/toolChoice",
                _ => return Ok(()),
            };
            self.take(place, cursor)
        })?;
        if self.params.replace(params).is_some() {
            self.duplicates.push("/params");
        }
        Ok(())
    }

    fn take(&mut self, place: &'static str, cursor: &mut Cursor<'a>) -> Scan<()> {
        let slot = match place {
            "/method" => &mut self.method,
            "/params" => &mut self.params,
            "/params/mode" => &mut self.mode,
            "/params/message" => &mut self.message,
            "/params/requestedSchema" => &mut self.schema,
            "/params/url" => &mut self.url,
            "/params/tools" => &mut self.tools,
            _ => &mut self.tool_choice,
        };
        if slot.replace(cursor.value()?).is_some() {
            self.duplicates.push(place);
        }
        Ok(())
    }

    /// A member that may be there once.
    fn once(&self, places: &[&'static str]) -> Result<(), InputFault> {
        match places.iter().find(|place| self.duplicates.contains(place)) {
            Some(place) => Err(fault(place, Problem::Duplicate)),
            None => Ok(()),
        }
    }
}

/// Reads one input request. `base` is the text that it is a part of.
pub(crate) fn read_input_request(base: &str, parts: &Parts<'_>, declared: Capabilities) -> Result<Kind, InputFault> {
    if json::kind(parts.text) != JsonKind::Object {
        return Err(fault("", Problem::WrongKind { expected: "an object", found: json::kind(parts.text) }));
    }
    parts.once(&["/method", "/params"])?;
    let method = parts.method.ok_or_else(|| fault("/method", Problem::Missing))?;
    match &*string("/method", method)? {
        "elicitation/create" => elicitation(base, parts, declared),
        "sampling/createMessage" => sampling(parts, declared),
        "roots/list" if declared.roots() => Ok(Kind::Roots),
        "roots/list" => Err(not_declared("roots")),
        _ => Err((String::from("/method"), InputProblem::UnknownMethod { found: crate::error::named_value(method) })),
    }
}

fn elicitation(base: &str, parts: &Parts<'_>, declared: Capabilities) -> Result<Kind, InputFault> {
    required_params(parts)?;
    parts.once(&["/params/mode", "/params/message", "/params/requestedSchema", "/params/url"])?;
    let mode = match parts.mode.filter(|mode| json::kind(mode) != JsonKind::Null) {
        Some(mode) => string("/params/mode", mode)?,
        None => "form".into(),
    };
    match &*mode {
        "form" if !declared.form() => Err(not_declared("elicitation.form")),
        "form" => {
            let message = text(base, "/params/message", parts.message)?;
            let schema = parts.schema.ok_or_else(|| fault("/params/requestedSchema", Problem::Missing))?;
            Ok(Kind::Form { message, schema: range_in(base, schema) })
        }
        "url" if !declared.url() => Err(not_declared("elicitation.url")),
        "url" => {
            let message = text(base, "/params/message", parts.message)?;
            let url = text(base, "/params/url", parts.url)?;
            let report = UrlReport::read(url.get(base))
                .map_err(|error| (String::from("/params/url"), InputProblem::Url(error)))?;
            Ok(Kind::Url { message, url, report })
        }
        _ => Err(fault("/params/mode", Problem::WrongValue { expected: "\"form\" or \"url\"" })),
    }
}

fn sampling(parts: &Parts<'_>, declared: Capabilities) -> Result<Kind, InputFault> {
    let params = required_params(parts)?;
    if !declared.sampling() {
        return Err(not_declared("sampling"));
    }
    let asks_for_tools =
        [parts.tools, parts.tool_choice].into_iter().flatten().any(|asked| json::kind(asked) != JsonKind::Null);
    if asks_for_tools && !declared.sampling_tools() {
        return Err(not_declared("sampling.tools"));
    }
    match CreateMessageRequest::from_json(params) {
        Ok(params) => Ok(Kind::Sampling(Arc::new(params))),
        Err(error) => Err((String::from("/params"), InputProblem::Sampling(error))),
    }
}

fn required_params<'a>(parts: &Parts<'a>) -> Result<&'a str, InputFault> {
    let params = parts.params().ok_or_else(|| fault("/params", Problem::Missing))?;
    match json::kind(params) {
        JsonKind::Object => Ok(params),
        found => Err(fault("/params", Problem::WrongKind { expected: "an object", found })),
    }
}

fn text(base: &str, at: &str, token: Option<&str>) -> Result<Text, InputFault> {
    let token = token.ok_or_else(|| fault(at, Problem::Missing))?;
    Ok(Text::of(base, token, &string(at, token)?))
}

fn string<'a>(at: &str, token: &'a str) -> Result<Cow<'a, str>, InputFault> {
    match json::kind(token) {
        JsonKind::String => json::decode(token).ok_or_else(|| fault(at, Problem::LoneSurrogate)),
        found => Err(fault(at, Problem::WrongKind { expected: "a string", found })),
    }
}

fn fault(at: &str, problem: Problem) -> InputFault {
    (at.into(), InputProblem::Malformed(problem))
}

fn not_declared(capability: &'static str) -> InputFault {
    (String::new(), InputProblem::NotDeclared { capability })
}

/// Where `part` stands in `base`, of which it is a slice.
pub(crate) fn range_in(base: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).wrapping_sub(base.as_ptr() as usize);
    start..start.wrapping_add(part.len())
}
