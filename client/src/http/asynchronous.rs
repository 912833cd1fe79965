//! The transport for tasks.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mrtr_core::{Request, RequestId};
use tokio::runtime::Handle;

use super::engine::Engine;
use super::{HttpBuilder, HttpConfigError, is_authorized};
use crate::transport::{AsyncTransport, TransportError};

/// A server on Streamable HTTP, for tasks of tokio. See the [module](super).
///
/// Exchanges run in the task that awaits them, within a tokio runtime whose I/O and time are enabled; outside of one
/// they end with [`TransportError::NoRuntime`]. Connections belong to the runtime that opened them.
pub struct AsyncHttp {
    pub(super) engine: Arc<Engine>,
}

impl AsyncHttp {
    /// As [`Http::builder`](super::Http::builder).
    pub fn builder(url: impl Into<String>) -> HttpBuilder {
        HttpBuilder::new(url.into())
    }

    /// As [`Http::set_bearer_token`](super::Http::set_bearer_token).
    ///
    /// # Errors
    ///
    /// [`HttpConfigError::InvalidToken`], and [`HttpConfigError::CredentialsWithoutTls`]. The old one stays.
    pub fn set_bearer_token(&self, token: Option<&str>) -> Result<(), HttpConfigError> {
        self.engine.set_token(token)
    }

    /// Cancels the request with this id, as [`Transport::cancel`](crate::Transport::cancel) does. Dropping the future of
    /// its exchange does the same.
    pub fn cancel(&self, id: &RequestId) {
        self.engine.cancel(id);
    }
}

impl AsyncTransport for AsyncHttp {
    async fn exchange_within(&self, request: &Request, timeout: Option<Duration>) -> Result<Vec<u8>, TransportError> {
        Handle::try_current().map_err(|_| TransportError::NoRuntime)?;
        self.engine.begin(request, timeout)?.run().await
    }
}

impl fmt::Debug for AsyncHttp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncHttp")
            .field("host", &self.engine.endpoint.host())
            .field("is_authorized", &is_authorized(&self.engine))
            .field("timeout", &self.engine.timeout)
            .finish_non_exhaustive()
    }
}
