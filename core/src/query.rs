//! Requests other than the three calls: one message there, one result back, no input in between.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use crate::call::Method;
use crate::error::{PeerError, Problem};
use crate::id::RequestId;
use crate::json::{self, SerializeError};
use crate::request::Request;
use crate::session::Session;
use crate::state::ReceiveErrorKind;
use crate::wire::{self, Envelope};

/// A request such as `tools/list` or `server/discover`, made by [`Session::query`].
///
/// ```
/// use mrtr_core::{Implementation, Session};
///
/// let session = Session::new("airline", Implementation::new("my-app", "1.0.0"));
/// let query = session.query("tools/list", &())?;
/// let request = query.request();
/// // ... the transport sends `request.body()` and brings back:
/// let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[]}}"#;
/// let result = query.receive(answer)?;
/// assert_eq!(&*result, r#"{"resultType":"complete","tools":[]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "send `request()` and hand the answer to `receive`"]
pub struct Query {
    session: Session,
    id: RequestId,
    used: Vec<RequestId>,
    method: Box<str>,
    /// The members of `params`, each followed by a comma.
    params: Box<str>,
    version: Arc<str>,
}

impl Query {
    pub(crate) fn new<T: Serialize + ?Sized>(session: Session, method: &str, params: &T) -> Result<Self, QueryError> {
        if [Method::CallTool, Method::ReadResource, Method::GetPrompt].iter().any(|call| call.as_str() == method) {
            return Err(QueryError::IsACall { method: method.into() });
        }
        let params = members(params)?;
        let id = session.draw_id(&[]);
        let version = session.version().clone();
        Ok(Self { used: Vec::from([id.clone()]), id, session, method: method.into(), params, version })
    }

    /// The id of this request.
    #[must_use]
    pub fn id(&self) -> &RequestId {
        &self.id
    }

    /// The method.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The message to send. Asking again gives the same message.
    #[must_use]
    pub fn request(&self) -> Request {
        let mut body = Vec::with_capacity(self.params.len() + self.session.meta_size() + 256);
        wire::open_request(&mut body, &self.id, &self.method);
        body.push(b'{');
        body.extend_from_slice(self.params.as_bytes());
        wire::open_meta(&mut body);
        self.session.write_meta(&mut body, &self.version, self.session.capabilities());
        body.extend_from_slice(b"}}}");
        Request {
            id: self.id.clone(),
            method: Cow::Owned(String::from(&*self.method)),
            name: None,
            headers: Arc::from([]),
            protocol_version: self.version.clone(),
            body,
        }
    }

    /// Reads the answer: a whole JSON-RPC message. The result is given as the server's JSON text.
    ///
    /// # Errors
    ///
    /// When the message answers another request, or answers this one with an error, with a result that breaks the
    /// protocol, or by asking for input.
    pub fn receive(&self, message: &[u8]) -> Result<Box<str>, ReceiveErrorKind> {
        let lossy = String::from_utf8_lossy(message.strip_prefix("\u{feff}".as_bytes()).unwrap_or(message));
        let envelope = Envelope::read(&lossy);
        envelope.addressee(&self.id, &self.used).map_err(ReceiveErrorKind::NotOurs)?;
        if matches!(lossy, Cow::Owned(_)) {
            return Err(ReceiveErrorKind::Failed(PeerError::malformed("", Problem::NotUtf8)));
        }
        let mut body = envelope.into_body().map_err(ReceiveErrorKind::Failed)?;
        match body.asked() {
            Ok(None) => Ok(body.text.into()),
            Ok(Some(_)) | Err(PeerError::NothingAsked) => {
                Err(ReceiveErrorKind::Failed(PeerError::InputNotAllowed { method: self.method.clone() }))
            }
            Err(error) => Err(ReceiveErrorKind::Failed(error)),
        }
    }

    /// The same request under a new id: after a connection was lost.
    pub fn reissue(mut self) -> Self {
        self.id = self.session.draw_id(&self.used);
        self.used.push(self.id.clone());
        self
    }

    /// As [`reissue`](Self::reissue), in another protocol version.
    pub fn reissue_in_version(mut self, version: &str) -> Self {
        self.version = version.into();
        self.reissue()
    }
}

/// The members of a params object, each followed by a comma; no value has none.
fn members<T: Serialize + ?Sized>(params: &T) -> Result<Box<str>, QueryError> {
    let mut text = Vec::new();
    match json::object_text(&mut text, params) {
        Ok(()) => {}
        Err(SerializeError::NotAnObject { found: json::JsonKind::Null }) => return Ok("".into()),
        Err(error) => return Err(QueryError::Serialize(error)),
    }
    let text = String::from_utf8_lossy(&text);
    let mut has_meta = false;
    let mut count = 0_usize;
    json::members(&text, |name, _| {
        has_meta |= json::token_eq(name, wire::META);
        count += 1;
        true
    })
    .map_err(|_| QueryError::Serialize(SerializeError::InvalidRaw { path: String::new() }))?;
    if has_meta {
        return Err(QueryError::OwnMeta);
    }
    let inner = text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
    Ok(if count == 0 { "".into() } else { alloc::format!("{inner},").into() })
}

/// Shows method and id.
impl fmt::Debug for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query").field("method", &self.method).field("id", &self.id).finish_non_exhaustive()
    }
}

/// Why a request cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryError {
    /// The method is one of the three calls, which a server may answer by asking for input.
    IsACall {
        /// The method.
        method: Box<str>,
    },
    /// The parameters cannot be written as a JSON object.
    Serialize(SerializeError),
    /// The parameters hold a `_meta` of their own.
    OwnMeta,
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IsACall { method } => write!(f, "{method} may be answered by a request for input: make it a call"),
            Self::Serialize(error) => write!(f, "the parameters cannot be sent: {error}"),
            Self::OwnMeta => f.write_str("the parameters hold a _meta of their own, which the session writes"),
        }
    }
}

impl core::error::Error for QueryError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Serialize(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Implementation;

    fn session() -> Session {
        Session::new("peer", Implementation::new("t", "0"))
    }

    #[test]
    fn input_required_on_another_method_is_the_servers_fault() {
        for result in [
            r#"{"resultType":"input_required","requestState":"s"}"#,
            r#"{"resultType":"input_required"}"#,
            r#"{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}"#,
        ] {
            let query = session().query("tools/list", &()).unwrap();
            let answer = alloc::format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
            let error = query.receive(answer.as_bytes()).unwrap_err();
            assert!(matches!(error, ReceiveErrorKind::Failed(PeerError::InputNotAllowed { .. })), "{result}");
        }
    }

    #[test]
    fn a_call_is_no_query() {
        for method in ["tools/call", "resources/read", "prompts/get"] {
            assert!(matches!(session().query(method, &()), Err(QueryError::IsACall { .. })));
        }
    }

    #[test]
    fn params_stand_before_the_meta_of_the_session() {
        let params = serde_json::json!({"cursor": "a"});
        let body = session().query("tools/list", &params).unwrap().request().into_body();
        let body = String::from_utf8(body).unwrap();
        let start = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"a","_meta":{"#;
        assert!(body.starts_with(start), "{body}");
        assert!(serde_json::from_str::<serde_json::Value>(&body).is_ok());
        let params = serde_json::json!({"_meta": {}});
        assert!(matches!(session().query("tools/list", &params), Err(QueryError::OwnMeta)));
        assert!(matches!(session().query("tools/list", &[1]), Err(QueryError::Serialize(_))));
    }

    #[test]
    fn an_accepted_version_that_the_server_offers_is_chosen() {
        let session = session().with_protocol_versions(["next", "2026-07-28"]);
        assert_eq!(session.protocol_version(), "next");
        assert_eq!(session.choose_version(["2025-11-25", "2026-07-28"], "next"), Some("2026-07-28"));
        assert_eq!(session.choose_version(["next"], "next"), None);
        let query = session.query("server/discover", &()).unwrap().reissue_in_version("2026-07-28");
        assert_eq!(query.request().protocol_version(), "2026-07-28");
        assert_eq!(query.id(), &RequestId::Number(2));
    }
}
