//! Reading one input request on its own: a fault in one leaves the others and the state alone.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::ops::Range;

use crate::capabilities::Capabilities;
use crate::error::Problem;
use crate::input::InputProblem;
use crate::input::UrlReport;
use crate::json::{self, JsonKind};
use crate::model::CreateMessageRequest;
use crate::schema::FormSchema;

/// An input request that this client understands and has declared.
pub(crate) enum Kind {
    Form { message: Text, schema: Arc<FormSchema> },
    Url { message: Text, url: Text, report: UrlReport },
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

/// What a request asks for, and where its `params` are.
#[derive(Default)]
pub(crate) struct Parts<'a> {
    pub(crate) method: Option<&'a str>,
    pub(crate) params: Option<&'a str>,
}

impl<'a> Parts<'a> {
    /// Reads the members of an input request; anything beside `method` and `params` is ignored.
    pub(crate) fn read(value: &'a str) -> Result<Self, InputFault> {
        let [method, params] = named_members(value, "", ["method", "params"])?;
        Ok(Self { method, params: params.filter(|params| json::kind(params) != JsonKind::Null) })
    }
}

/// Reads one input request. `base` is the text that `value` is a part of.
pub(crate) fn read_input_request(base: &str, parts: &Parts<'_>, declared: Capabilities) -> Result<Kind, InputFault> {
    let method = parts.method.ok_or_else(|| fault("/method", Problem::Missing))?;
    match &*string("/method", method)? {
        "elicitation/create" => elicitation(base, required_params(parts)?, declared),
        "sampling/createMessage" => sampling(required_params(parts)?, declared),
        "roots/list" if declared.roots() => Ok(Kind::Roots),
        "roots/list" => Err(not_declared("roots")),
        _ => Err((String::from("/method"), InputProblem::UnknownMethod { found: crate::error::named_value(method) })),
    }
}

fn elicitation(base: &str, params: &str, declared: Capabilities) -> Result<Kind, InputFault> {
    let names = ["mode", "message", "requestedSchema", "url"];
    let [mode, message, schema, url] = named_members(params, "/params", names)?;
    let mode = match mode.filter(|mode| json::kind(mode) != JsonKind::Null) {
        Some(mode) => string("/params/mode", mode)?,
        None => "form".into(),
    };
    match &*mode {
        "form" if !declared.form() => Err(not_declared("elicitation.form")),
        "form" => {
            let message = text(base, "/params/message", message)?;
            let schema = schema.ok_or_else(|| fault("/params/requestedSchema", Problem::Missing))?;
            let schema = FormSchema::read(schema)
                .map_err(|errors| (String::from("/params/requestedSchema"), InputProblem::Schema(errors)))?;
            Ok(Kind::Form { message, schema: Arc::new(schema) })
        }
        "url" if !declared.url() => Err(not_declared("elicitation.url")),
        "url" => {
            let message = text(base, "/params/message", message)?;
            let url = text(base, "/params/url", url)?;
            let report = UrlReport::read(url.get(base))
                .map_err(|error| (String::from("/params/url"), InputProblem::Url(error)))?;
            Ok(Kind::Url { message, url, report })
        }
        _ => Err(fault("/params/mode", Problem::WrongValue { expected: "\"form\" or \"url\"" })),
    }
}

fn sampling(params: &str, declared: Capabilities) -> Result<Kind, InputFault> {
    if !declared.sampling() {
        return Err(not_declared("sampling"));
    }
    if !declared.sampling_tools() {
        let [tools, choice] = named_members(params, "/params", ["tools", "toolChoice"])?;
        if tools.or(choice).is_some_and(|asked| json::kind(asked) != JsonKind::Null) {
            return Err(not_declared("sampling.tools"));
        }
    }
    match CreateMessageRequest::from_json(params) {
        Ok(params) => Ok(Kind::Sampling(Arc::new(params))),
        Err(error) => Err((String::from("/params"), InputProblem::Sampling(error))),
    }
}

fn required_params<'a>(parts: &Parts<'a>) -> Result<&'a str, InputFault> {
    let params = parts.params.ok_or_else(|| fault("/params", Problem::Missing))?;
    match json::kind(params) {
        JsonKind::Object => Ok(params),
        found => Err(fault("/params", Problem::WrongKind { expected: "an object", found })),
    }
}

/// The members of an object that have one of these names; one that is there twice is a fault.
fn named_members<'a, const N: usize>(
    object: &'a str,
    at: &str,
    names: [&str; N],
) -> Result<[Option<&'a str>; N], InputFault> {
    let mut found = [None; N];
    let mut duplicate = None;
    if json::kind(object) != JsonKind::Object {
        return Err(fault(at, Problem::WrongKind { expected: "an object", found: json::kind(object) }));
    }
    let outcome = json::members(object, |token, value| {
        let name = json::decode(token);
        for (slot, wanted) in found.iter_mut().zip(names) {
            if name.as_deref() == Some(wanted) && slot.replace(value).is_some() {
                duplicate = duplicate.or(Some(wanted));
            }
        }
        true
    });
    match (outcome, duplicate) {
        (Err(error), _) => Err(fault(at, error.into())),
        (_, Some(name)) => Err(fault(&alloc::format!("{at}/{name}"), Problem::Duplicate)),
        _ => Ok(found),
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
