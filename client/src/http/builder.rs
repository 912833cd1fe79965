//! How a server is reached.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use http::Uri;
use http::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use http::uri::Scheme;
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};

use super::Http;
use super::engine::Engine;
use super::error::HttpConfigError;
use super::header::{is_reserved, sensitive};
use super::tls::{self, Roots};
use crate::incoming::Callbacks;
use crate::notification::Notification;
use crate::stray::Stray;

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);
const DEFAULT_MAX_MESSAGE_BYTES: usize = 16 * 1024 * 1024;
const DEFAULT_MAX_RESPONSE_BYTES: usize = 64 * 1024 * 1024;
/// How long an unused connection is kept. Common servers close theirs after 5 seconds, and a request that is sent just
/// then is lost.
const POOL_IDLE: Duration = Duration::from_secs(3);
const POOL_MAX_IDLE: usize = 8;

/// How a server is reached and what becomes of its messages. Made by [`Http::builder`].
///
/// Callbacks run one at a time: those of [`Http`] on its own thread, those of an `AsyncHttp` in the task that awaits the
/// answer. They must not block, and must not wait for an answer of the same server. One that panics is called again
/// for the next message; the panic hook has reported it.
#[must_use = "call `build` to make the transport"]
pub struct HttpBuilder {
    url: String,
    timeout: Duration,
    max_message_bytes: usize,
    max_response_bytes: usize,
    token: Option<String>,
    headers: Vec<(String, String)>,
    may_send_credentials: bool,
    roots: Option<Vec<u8>>,
    callbacks: Callbacks,
}

impl HttpBuilder {
    pub(super) fn new(url: String) -> Self {
        Self {
            url,
            timeout: DEFAULT_TIMEOUT,
            max_message_bytes: DEFAULT_MAX_MESSAGE_BYTES,
            max_response_bytes: DEFAULT_MAX_RESPONSE_BYTES,
            token: None,
            headers: Vec::new(),
            may_send_credentials: false,
            roots: None,
            callbacks: Callbacks::default(),
        }
    }

    /// How long a request waits for its answer when it names no timeout of its own: to connect, for the headers and for
    /// the whole answer together. 60 seconds by default; [`Duration::MAX`] waits for ever.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// The longest body in JSON and the longest event of a stream that are read as a message, in bytes. 16 MiB by
    /// default. A longer one ends the request with [`TransportError::TooLarge`](crate::TransportError::TooLarge).
    pub fn max_message_bytes(mut self, bytes: usize) -> Self {
        self.max_message_bytes = bytes;
        self
    }

    /// The most bytes of an event stream that are read for one request: of its answer and of all that comes before. 64 MiB
    /// by default. When they are exceeded the request ends with
    /// [`TransportError::TooLarge`](crate::TransportError::TooLarge).
    pub fn max_response_bytes(mut self, bytes: usize) -> Self {
        self.max_response_bytes = bytes;
        self
    }

    /// A token that is sent as `Authorization: Bearer ...`. It can be
    /// [replaced](Http::set_bearer_token) while the transport is in use, and is sent to this URL alone.
    pub fn bearer_token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// A header that is sent with every request. One of the same name is replaced, and so is `Authorization` while there
    /// is a [token](Self::bearer_token). Headers of HTTP itself and those of the protocol (`Mcp-*`) are refused.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Lets a token and headers be sent over `http` to another machine, where everybody on the way can read and change
    /// them. Without it they are refused, unless the host is `localhost` or a loopback address.
    pub fn allow_credentials_without_tls(mut self) -> Self {
        self.may_send_credentials = true;
        self
    }

    /// Trusts the certificate authorities in this PEM text, instead of those of the operating system.
    pub fn root_certificates_pem(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.roots = Some(pem.into());
        self
    }

    /// What is done with the notifications of the server. They are passed over by default.
    ///
    /// Those that the server sent before an answer have been handled when the answer is returned.
    pub fn on_notification(mut self, callback: impl FnMut(&Notification<'_>) + Send + 'static) -> Self {
        self.callbacks.on_notification = Some(Box::new(callback));
        self
    }

    /// What is done with events that are neither the answer nor a notification. They are passed over by default.
    pub fn on_stray(mut self, callback: impl FnMut(&Stray<'_>) + Send + 'static) -> Self {
        self.callbacks.on_stray = Some(Box::new(callback));
        self
    }

    /// A blocking transport. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// An [`HttpConfigError`] when a setting cannot be used or the thread of the transport cannot be started.
    pub fn build(self) -> Result<Http, HttpConfigError> {
        Http::start(self.engine()?)
    }

    /// An asynchronous transport. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// An [`HttpConfigError`] when a setting cannot be used.
    #[cfg(feature = "tokio")]
    pub fn build_async(self) -> Result<super::AsyncHttp, HttpConfigError> {
        Ok(super::AsyncHttp { engine: self.engine()? })
    }

    fn engine(self) -> Result<Arc<Engine>, HttpConfigError> {
        let (endpoint, is_https) = endpoint(&self.url)?;
        let may_send_credentials = is_https || self.may_send_credentials || is_loopback(&endpoint);
        if !(may_send_credentials || self.token.is_none() && self.headers.is_empty()) {
            return Err(HttpConfigError::CredentialsWithoutTls);
        }
        let token = self.token.as_deref().map(bearer).transpose()?;
        let headers = custom_headers(self.headers)?;
        let roots = self.roots.as_deref().map_or(Ok(Roots::Platform), Roots::from_pem)?;
        let client = Client::builder(TokioExecutor::new())
            .timer(TokioTimer::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(POOL_IDLE)
            .pool_max_idle_per_host(POOL_MAX_IDLE)
            .build(tls::connector(is_https, roots)?);
        Ok(Arc::new(Engine {
            client,
            endpoint,
            headers,
            token: RwLock::new(token),
            may_send_credentials,
            timeout: self.timeout,
            max_message_bytes: self.max_message_bytes,
            max_response_bytes: self.max_response_bytes,
            callbacks: Mutex::new(self.callbacks),
            calls: Mutex::new(HashMap::new()),
        }))
    }
}

/// The value of `Authorization` for a token.
pub(super) fn bearer(token: &str) -> Result<HeaderValue, HttpConfigError> {
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(HttpConfigError::InvalidToken);
    }
    HeaderValue::try_from(format!("Bearer {token}")).map(sensitive).map_err(|_| HttpConfigError::InvalidToken)
}

/// The URL, and whether it asks for TLS.
fn endpoint(url: &str) -> Result<(Uri, bool), HttpConfigError> {
    let uri = url.parse::<Uri>().map_err(|_| HttpConfigError::InvalidUrl)?;
    let authority = uri.authority().ok_or(HttpConfigError::InvalidUrl)?;
    if authority.as_str().contains('@') {
        return Err(HttpConfigError::UserInfoInUrl);
    }
    if authority.host().is_empty() {
        return Err(HttpConfigError::InvalidUrl);
    }
    let is_https = uri.scheme() == Some(&Scheme::HTTPS);
    if is_https || uri.scheme() == Some(&Scheme::HTTP) { Ok((uri, is_https)) } else { Err(HttpConfigError::InvalidUrl) }
}

fn is_loopback(endpoint: &Uri) -> bool {
    let host = endpoint.host().unwrap_or_default();
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn custom_headers(headers: Vec<(String, String)>) -> Result<HeaderMap, HttpConfigError> {
    let mut map = HeaderMap::new();
    map.insert(USER_AGENT, HeaderValue::from_static(concat!("mrtr/", env!("CARGO_PKG_VERSION"))));
    for (name, value) in headers {
        let Ok(header) = HeaderName::try_from(&name) else {
            return Err(HttpConfigError::InvalidHeaderName { name });
        };
        if is_reserved(&header) {
            return Err(HttpConfigError::ReservedHeader { name });
        }
        let Ok(value) = HeaderValue::try_from(value) else {
            return Err(HttpConfigError::InvalidHeaderValue { name });
        };
        map.insert(header, sensitive(value));
    }
    Ok(map)
}

impl fmt::Debug for HttpBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpBuilder")
            .field("timeout", &self.timeout)
            .field("max_message_bytes", &self.max_message_bytes)
            .field("max_response_bytes", &self.max_response_bytes)
            .field("has_token", &self.token.is_some())
            .field("headers", &self.headers.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// Whether requests of this engine carry a token or an `Authorization` of the user.
pub(super) fn is_authorized(engine: &Engine) -> bool {
    engine.headers.contains_key(AUTHORIZATION)
        || engine.token.read().unwrap_or_else(std::sync::PoisonError::into_inner).is_some()
}
