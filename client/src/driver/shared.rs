//! What all calls of one client share: the session, and what is known of the server.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mrtr_core::model::DiscoverResult;
use mrtr_core::{Call, Meta, Method, Pending, Session};

use super::keep::Held;
use super::{CallFailure, Kept, Limits, RequestError, UnsupportedServer};
use crate::catalog::Catalog;
use crate::log;
use crate::transport::TransportError;

pub(super) struct Shared {
    /// As the application made it: with all versions that it accepts.
    session: Session,
    /// The same in the version that the server speaks.
    current: Mutex<Session>,
    catalog: Mutex<Option<Arc<Catalog>>>,
    pub(super) limits: Limits,
}

impl Shared {
    pub(super) fn new(session: Session) -> Self {
        let current = Mutex::new(session.clone());
        Self { session, current, catalog: Mutex::new(None), limits: Limits::new() }
    }

    pub(super) fn session(&self) -> Session {
        lock(&self.current).clone()
    }

    pub(super) fn catalog(&self) -> Option<Arc<Catalog>> {
        lock(&self.catalog).clone()
    }

    pub(super) fn keep_catalog(&self, catalog: Catalog) -> Arc<Catalog> {
        let catalog = Arc::new(catalog);
        *lock(&self.catalog) = Some(catalog.clone());
        catalog
    }

    /// Takes up the call, where it is one towards this server.
    pub(super) fn admit<C: Call, E>(&self, kept: &mut Kept<C>) -> Result<Held<C>, CallFailure<C, E>> {
        let held = kept.take_held().ok_or(CallFailure::NothingKept)?;
        if held.session().peer_label() == self.session.peer_label() {
            Ok(held)
        } else {
            let (state, responses) = held.into_parts();
            Err(CallFailure::OtherPeer { state, responses })
        }
    }

    /// Captures a call. A tool that says itself which arguments are mirrored is left alone; for others the server's
    /// list of tools is asked, where it is there.
    pub(super) fn begin<C: Call, E>(&self, call: C, meta: Meta) -> Result<Pending<C>, CallFailure<C, E>> {
        let says_headers = !call.headers().is_empty();
        let mut pending = self.session().call_with(call, meta).map_err(CallFailure::Capture)?;
        if says_headers || C::METHOD != Method::CallTool {
            return Ok(pending);
        }
        let Some(catalog) = self.catalog() else { return Ok(pending) };
        match pending.mirror_headers(catalog.headers(pending.name())) {
            Ok(()) => Ok(pending),
            Err(error) => Err(CallFailure::headers(pending, error)),
        }
    }

    /// Goes over to a version among `offered` that the application accepts, other than `refused`.
    pub(super) fn adopt_version(&self, offered: &[String], refused: &str) -> Option<String> {
        let version = self.session.choose_version(offered.iter().map(String::as_str), refused)?;
        *lock(&self.current) = self.session.clone().with_protocol_versions([version]);
        log::version(version, refused);
        Some(version.to_owned())
    }

    /// Reads what became of `server/discover`, and goes over to a version that the server speaks.
    pub(super) fn discovered(&self, outcome: Result<Box<str>, RequestError>) -> Result<DiscoverResult, RequestError> {
        let requested = self.session();
        let requested = requested.protocol_version();
        let result = outcome.map_err(|error| match &error {
            RequestError::Peer(peer) => peer
                .as_rpc()
                .and_then(|rpc| UnsupportedServer::from_discovery(requested, rpc))
                .map_or(error, RequestError::UnsupportedServer),
            RequestError::Transport(TransportError::UnexpectedResponse(response)) => {
                UnsupportedServer::from_response(requested, response).map_or(error, RequestError::UnsupportedServer)
            }
            _ => error,
        })?;
        let server =
            DiscoverResult::from_json(&result).map_err(|error| RequestError::Unreadable { method: DISCOVER, error })?;
        let offered = &server.supported_versions;
        if offered.iter().any(|version| version == requested) || self.adopt_version(offered, requested).is_some() {
            Ok(server)
        } else {
            let server = UnsupportedServer::new(requested, server.supported_versions, None);
            Err(RequestError::UnsupportedServer(server))
        }
    }
}

pub(super) const DISCOVER: &str = "server/discover";

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("session", &self.session())
            .field("catalog", &self.catalog())
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// What is behind these locks is whole at any time, so that a panic elsewhere does no harm to it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
