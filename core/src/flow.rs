//! What a call keeps from its first leg to its last: captured once, in no state's reach.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use crate::call::{Call, HeaderParam, Method};
use crate::capabilities::Capabilities;
use crate::error::CaptureError;
use crate::id::RequestId;
use crate::json::{self, JsonKind};
use crate::meta::Meta;
use crate::request::MirroredHeader;
use crate::session::Session;
use crate::wire;

/// The captured call.
pub(crate) struct Flow {
    pub(crate) session: Session,
    pub(crate) method: Method,
    /// The name or URI, decoded.
    pub(crate) target: Arc<str>,
    /// `"name":"book_flight","arguments":{...},` as it is sent with every leg.
    pub(crate) params: Box<str>,
    /// Where the arguments stand in `params`.
    arguments: Option<Range<usize>>,
    /// The protocol version of the next leg.
    pub(crate) version: Arc<str>,
    pub(crate) capabilities: Capabilities,
    /// The caller's own `_meta` members and whether progress was asked for.
    pub(crate) meta: Meta,
    pub(crate) headers: Arc<[MirroredHeader]>,
    /// The ids of all legs so far.
    pub(crate) ids: Vec<RequestId>,
    /// How many `input_required` answers there were.
    pub(crate) rounds: u32,
}

impl Flow {
    pub(crate) fn capture<C: Call>(session: Session, call: &C, meta: &Meta) -> Result<Self, CaptureError> {
        let arguments = call.arguments()?.into_text();
        check_arguments(C::METHOD, arguments.as_deref())?;
        let headers = mirror(&call.headers(), arguments.as_deref())?;
        let target = call.target();
        let (params, arguments) = params(C::METHOD, target, arguments.as_deref());
        Ok(Self {
            capabilities: C::CAPABILITIES.unwrap_or_else(|| session.capabilities()),
            version: session.version().clone(),
            session,
            method: C::METHOD,
            arguments,
            params,
            target: target.into(),
            meta: meta.clone(),
            headers,
            ids: Vec::with_capacity(4),
            rounds: 0,
        })
    }

    /// A call that was captured by another process.
    #[expect(clippy::too_many_arguments, reason = "these are all that a call keeps, each of its own type")]
    pub(crate) fn restored(
        session: Session,
        method: Method,
        target: &str,
        arguments: Option<&str>,
        version: Arc<str>,
        capabilities: Capabilities,
        meta: Meta,
        headers: Arc<[MirroredHeader]>,
        ids: Vec<RequestId>,
        rounds: u32,
    ) -> Self {
        let (params, arguments) = params(method, target, arguments);
        Self {
            session,
            method,
            target: target.into(),
            params,
            arguments,
            version,
            capabilities,
            meta,
            headers,
            ids,
            rounds,
        }
    }

    /// The arguments as they are sent.
    pub(crate) fn arguments(&self) -> Option<&str> {
        self.params.get(self.arguments.clone()?)
    }

    /// Mirrors these arguments from now on.
    pub(crate) fn mirror(&mut self, params: &[HeaderParam]) -> Result<(), CaptureError> {
        self.headers = mirror(params, self.arguments())?;
        Ok(())
    }

    /// A new id for the next leg, different from those of all legs before.
    pub(crate) fn next_id(&mut self) -> RequestId {
        let id = self.session.draw_id(&self.ids);
        self.ids.push(id.clone());
        id
    }
}

/// The captured part of `params`, and where the arguments stand in it.
fn params(method: Method, target: &str, arguments: Option<&str>) -> (Box<str>, Option<Range<usize>>) {
    let params = wire::captured_params(method, target, arguments);
    // The arguments are the last member, and a comma follows.
    let end = params.len().saturating_sub(1);
    (params, arguments.map(|text| end.saturating_sub(text.len())..end))
}

/// The rules that types cannot reach: a resource has no arguments, a prompt's arguments are strings.
pub(crate) fn check_arguments(method: Method, arguments: Option<&str>) -> Result<(), CaptureError> {
    let Some(arguments) = arguments else { return Ok(()) };
    match method {
        Method::CallTool => Ok(()),
        Method::ReadResource => Err(CaptureError::ResourceWithArguments),
        Method::GetPrompt => {
            let mut result = Ok(());
            json::members(arguments, |name, value| {
                let found = json::kind(value);
                if found != JsonKind::String {
                    let name = json::decode(name).unwrap_or(Cow::Borrowed(name));
                    result = Err(CaptureError::PromptArgumentNotAString { name: name.as_ref().into(), found });
                }
                result.is_ok()
            })
            .map_err(|_| CaptureError::NotJson)?;
            result
        }
    }
}

/// Reads the mirrored headers out of the captured arguments, so that header and body are equal.
fn mirror(params: &[HeaderParam], arguments: Option<&str>) -> Result<Arc<[MirroredHeader]>, CaptureError> {
    let mut headers = Vec::new();
    for param in params {
        let Some(value) = arguments.and_then(|text| json::at_pointer(text, param.pointer())) else { continue };
        let wrong = || CaptureError::HeaderValue { pointer: param.pointer().into() };
        let value: Cow<'_, str> = match json::kind(value) {
            JsonKind::Null => continue,
            JsonKind::String => json::decode(value).ok_or_else(wrong)?,
            JsonKind::Boolean => Cow::Borrowed(value),
            JsonKind::Number if is_exact_integer(value) => Cow::Borrowed(value),
            _ => return Err(wrong()),
        };
        headers.push(MirroredHeader::new(param.header().into(), String::from(value).into()));
    }
    Ok(headers.into())
}

/// An integer that every JSON reader takes for the same number.
fn is_exact_integer(text: &str) -> bool {
    const LIMIT: u64 = (1 << 53) - 1;
    text.parse::<i64>().is_ok_and(|number| number.unsigned_abs() <= LIMIT)
}
