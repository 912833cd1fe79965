//! Who the client is towards one peer, and where calls begin.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::Serialize;

use crate::call::Call;
use crate::capabilities::Capabilities;
use crate::error::CaptureError;
use crate::flow::Flow;
use crate::id::{self, Counter, IdSource, RequestId};
use crate::json::{self, SerializeError};
use crate::meta::Meta;
use crate::model::Implementation;
use crate::query::{Query, QueryError};
use crate::state::Pending;
use crate::wire;

/// One client towards one peer: protocol version, client info, declared capabilities, and the source of request ids.
///
/// A session is a cheap handle; clones are the same session. Every state of a call holds the session that made it, so
/// a call is resumed towards the peer that it was made for, whoever holds the state.
///
/// The peer label is the application's own name for the server. It is not sent; it tells in logs, user interfaces and
/// parked calls which server a call belongs to.
///
/// ```
/// use mrtr_core::{Capabilities, Implementation, Session, ToolCall};
///
/// let session = Session::new("airline", Implementation::new("my-app", "1.0.0"))
///     .with_capabilities(Capabilities::NONE.with_form());
/// let pending = session.call(ToolCall::new("book_flight").arguments_json(r#"{"destination":"Cebu"}"#)?)?;
/// assert_eq!(pending.name(), "book_flight");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Session {
    shared: Arc<Shared>,
}

#[derive(Clone)]
struct Shared {
    peer_label: Box<str>,
    /// The protocol versions that the application accepts, the one that is sent first.
    versions: Vec<Arc<str>>,
    version: Arc<str>,
    /// `"io.modelcontextprotocol/clientInfo":...,`
    identity: Box<str>,
    capabilities: Capabilities,
    experimental: Declared,
    extensions: Declared,
    ids: Arc<dyn IdSource>,
}

/// Named capabilities that are not about input requests, as they are sent: each member followed by a comma.
#[derive(Clone, Default)]
struct Declared {
    names: Vec<Box<str>>,
    members: String,
}

impl Session {
    /// A session towards the peer that the application knows as `peer_label`. It declares
    /// [`Capabilities::ALL_KINDS`] and counts its request ids from 1.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "the info is given away: it is captured here and nowhere else")]
    pub fn new(peer_label: impl Into<Box<str>>, client_info: Implementation) -> Self {
        let version: Arc<str> = wire::PROTOCOL_VERSION.into();
        let shared = Shared {
            peer_label: peer_label.into(),
            versions: Vec::from([version.clone()]),
            version,
            identity: wire::identity(&client_info),
            capabilities: Capabilities::ALL_KINDS,
            experimental: Declared::default(),
            extensions: Declared::default(),
            ids: Arc::new(Counter::new()),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Declares these capabilities for calls that do not declare their own. Calls that were made before keep theirs.
    #[must_use]
    pub fn with_capabilities(self, capabilities: Capabilities) -> Self {
        self.change(|shared| shared.capabilities = capabilities)
    }

    /// Speaks these protocol versions: the first is sent, and the others are what a client may fall back to when the
    /// server does not speak it. For revisions whose messages are those of 2026-07-28 (drafts of the next one, say);
    /// an empty list changes nothing.
    #[must_use]
    pub fn with_protocol_versions<V: Into<Arc<str>>>(self, versions: impl IntoIterator<Item = V>) -> Self {
        let versions: Vec<Arc<str>> = versions.into_iter().map(Into::into).collect();
        match versions.first().cloned() {
            Some(version) => self.change(|shared| {
                shared.versions = versions;
                shared.version = version;
            }),
            None => self,
        }
    }

    /// Takes the request ids from `ids`.
    #[must_use]
    pub fn with_id_source(self, ids: impl IdSource + 'static) -> Self {
        self.change(|shared| shared.ids = Arc::new(ids))
    }

    /// Declares an extension, such as `io.modelcontextprotocol/ui`, with its settings, for every call.
    ///
    /// # Errors
    ///
    /// When the settings are no JSON object, or the extension was declared before.
    pub fn with_extension<T: Serialize + ?Sized>(self, name: &str, settings: &T) -> Result<Self, DeclareError> {
        let extensions = self.shared.extensions.clone().with(name, settings)?;
        Ok(self.change(|shared| shared.extensions = extensions))
    }

    /// Declares an experimental capability with its settings, for every call.
    ///
    /// # Errors
    ///
    /// When the settings are no JSON object, or the capability was declared before.
    pub fn with_experimental<T: Serialize + ?Sized>(self, name: &str, settings: &T) -> Result<Self, DeclareError> {
        let experimental = self.shared.experimental.clone().with(name, settings)?;
        Ok(self.change(|shared| shared.experimental = experimental))
    }

    /// Begins a call: its name and arguments are captured as JSON text, once, and the call is ready to be sent.
    ///
    /// # Errors
    ///
    /// When the call cannot be captured. The error gives the call back.
    pub fn call<C: Call>(&self, call: C) -> Result<Pending<C>, CallError<C>> {
        self.call_with(call, Meta::new())
    }

    /// As [`call`](Self::call), with `_meta` members of the caller, progress or logs.
    ///
    /// # Errors
    ///
    /// When the call cannot be captured. The error gives the call and the meta back.
    pub fn call_with<C: Call>(&self, call: C, meta: Meta) -> Result<Pending<C>, CallError<C>> {
        match Flow::capture(self.clone(), &call, &meta) {
            Ok(flow) => Ok(Pending::first(Box::new(flow))),
            Err(error) => Err(CallError { inner: Box::new(CallErrorInner { call, meta, error }) }),
        }
    }

    /// The application's name for the peer.
    #[must_use]
    pub fn peer_label(&self) -> &str {
        &self.shared.peer_label
    }

    /// Asks for something other than the three calls, such as `tools/list` or `server/discover`. A server must not
    /// answer it by asking for input.
    ///
    /// # Errors
    ///
    /// When the method is one of the three calls ([`call`](Self::call) makes them), or the parameters do not serialise
    /// as an object without `_meta`.
    pub fn query<T: Serialize + ?Sized>(&self, method: &str, params: &T) -> Result<Query, QueryError> {
        Query::new(self.clone(), method, params)
    }

    /// The protocol version that new calls are sent with.
    #[must_use]
    pub fn protocol_version(&self) -> &str {
        &self.shared.version
    }

    /// The first of the versions that the application accepts which `offered` holds, other than `refused`.
    #[must_use]
    pub fn choose_version<'a>(&self, offered: impl IntoIterator<Item = &'a str>, refused: &str) -> Option<&str> {
        let offered: Vec<&str> = offered.into_iter().collect();
        let accepted = self.shared.versions.iter().map(|version| &**version);
        accepted.into_iter().find(|version| *version != refused && offered.contains(version))
    }

    pub(crate) fn version(&self) -> &Arc<str> {
        &self.shared.version
    }

    /// What calls declare that do not declare their own.
    #[must_use]
    pub fn capabilities(&self) -> Capabilities {
        self.shared.capabilities
    }

    /// An id that none of `used` equals.
    pub(crate) fn draw_id(&self, used: &[RequestId]) -> RequestId {
        id::draw(&*self.shared.ids, used)
    }

    /// Appends the members of `_meta` that the protocol asks for, without a comma at the end.
    pub(crate) fn write_meta(&self, out: &mut Vec<u8>, version: &str, capabilities: Capabilities) {
        let shared = &*self.shared;
        wire::write_version(out, version);
        out.extend_from_slice(shared.identity.as_bytes());
        wire::write_capabilities(out, capabilities, &shared.experimental.members, &shared.extensions.members);
    }

    /// About how many bytes [`write_meta`](Self::write_meta) appends.
    pub(crate) fn meta_size(&self) -> usize {
        let shared = &*self.shared;
        shared.identity.len() + shared.experimental.members.len() + shared.extensions.members.len() + 192
    }

    fn change(mut self, change: impl FnOnce(&mut Shared)) -> Self {
        change(Arc::make_mut(&mut self.shared));
        self
    }
}

/// Shows peer label, capabilities, and the names of extensions.
impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("peer_label", &self.shared.peer_label)
            .field("protocol_version", &self.shared.version)
            .field("capabilities", &self.shared.capabilities)
            .field("experimental", &self.shared.experimental.names)
            .field("extensions", &self.shared.extensions.names)
            .finish_non_exhaustive()
    }
}

impl Declared {
    fn with<T: Serialize + ?Sized>(mut self, name: &str, settings: &T) -> Result<Self, DeclareError> {
        if self.names.iter().any(|known| **known == *name) {
            return Err(DeclareError::Duplicate { name: name.into() });
        }
        let mut text = Vec::new();
        json::push_string(&mut text, name);
        text.push(b':');
        json::object_text(&mut text, settings).map_err(|error| DeclareError::Serialize { name: name.into(), error })?;
        text.push(b',');
        // Written by our own serializer, which writes UTF-8 only.
        self.members.push_str(&String::from_utf8_lossy(&text));
        self.names.push(name.into());
        Ok(self)
    }
}

/// Why an extension or an experimental capability cannot be declared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeclareError {
    /// It was declared before.
    Duplicate {
        /// The name.
        name: Box<str>,
    },
    /// The settings cannot be written as a JSON object.
    Serialize {
        /// The name.
        name: Box<str>,
        /// Why.
        error: SerializeError,
    },
}

impl fmt::Display for DeclareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicate { name } => write!(f, "capability {name:?} was declared before"),
            Self::Serialize { name, error } => write!(f, "the settings of capability {name:?} cannot be sent: {error}"),
        }
    }
}

impl core::error::Error for DeclareError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Serialize { error, .. } => Some(error),
            Self::Duplicate { .. } => None,
        }
    }
}

/// A call could not be captured; gives the call back.
#[must_use = "nothing was sent: the call comes back by `into_call` or `into_parts`"]
pub struct CallError<C> {
    inner: Box<CallErrorInner<C>>,
}

struct CallErrorInner<C> {
    call: C,
    meta: Meta,
    error: CaptureError,
}

impl<C> CallError<C> {
    /// What is wrong.
    #[must_use]
    pub fn error(&self) -> &CaptureError {
        &self.inner.error
    }

    /// The call, as it was given.
    #[must_use]
    pub fn into_call(self) -> C {
        self.inner.call
    }

    /// The call, its meta, and what is wrong.
    #[must_use]
    pub fn into_parts(self) -> (C, Meta, CaptureError) {
        let inner = *self.inner;
        (inner.call, inner.meta, inner.error)
    }

    /// The error alone, `'static` whatever the call borrows.
    #[must_use]
    pub fn without_state(self) -> CaptureError {
        self.inner.error
    }
}

impl<C> fmt::Debug for CallError<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallError").field("error", &self.inner.error).finish_non_exhaustive()
    }
}

impl<C> fmt::Display for CallError<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.error.fmt(f)
    }
}

impl<C> core::error::Error for CallError<C> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        core::error::Error::source(&self.inner.error)
    }
}

/// Keeps a type in a signature without owning a value of it: `Send` and `Sync` whatever the type is.
///
/// Invariant, so that no state changes its type: of two call types that a higher-ranked lifetime tells apart, one would
/// be a subtype of the other, with inputs and an output of its own.
pub(crate) type Marker<C> = PhantomData<fn(C) -> C>;
