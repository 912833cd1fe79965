//! The transport for threads.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use mrtr_core::{Request, RequestId};
use tokio::runtime::{self, Handle};
use tokio::sync::oneshot;

use super::engine::Engine;
use super::{HttpBuilder, HttpConfigError, is_authorized};
use crate::transport::{Transport, TransportError};

/// A server on Streamable HTTP, for threads. See the [module](super).
///
/// One thread of its own serves all connections, so that a request can be cancelled, and its timeout can end it, at any
/// moment.
pub struct Http {
    engine: Arc<Engine>,
    runtime: Handle,
    /// Ends the thread when it is dropped.
    _stop: oneshot::Sender<()>,
}

impl Http {
    /// Settings for the server at `url`: the URL of its MCP endpoint, of scheme `https` or `http`. A host name beyond
    /// ASCII is given in its `xn--` form.
    pub fn builder(url: impl Into<String>) -> HttpBuilder {
        HttpBuilder::new(url.into())
    }

    /// Sends another bearer token, or none, with every request from the next one on. An `Authorization` among the
    /// [headers](HttpBuilder::header) is sent while there is no token.
    ///
    /// # Errors
    ///
    /// [`HttpConfigError::InvalidToken`], and [`HttpConfigError::CredentialsWithoutTls`]. The old one stays.
    pub fn set_bearer_token(&self, token: Option<&str>) -> Result<(), HttpConfigError> {
        self.engine.set_token(token)
    }

    pub(super) fn start(engine: Arc<Engine>) -> Result<Self, HttpConfigError> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build().map_err(HttpConfigError::Io)?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let serve = move || {
            // An error is the end that is waited for.
            drop(runtime.block_on(stopped));
            // A look-up of a name may still be under way.
            runtime.shutdown_background();
        };
        thread::Builder::new().name("mrtr-http".to_owned()).spawn(serve).map_err(HttpConfigError::Io)?;
        Ok(Self { engine, runtime: handle, _stop: stop })
    }
}

impl Transport for Http {
    fn exchange_within(&self, request: &Request, timeout: Option<Duration>) -> Result<Vec<u8>, TransportError> {
        let call = self.engine.begin(request, timeout)?;
        let (sender, receiver) = sync_channel(1);
        // There is room for the one outcome.
        drop(self.runtime.spawn(async move { drop(sender.try_send(call.run().await)) }));
        receiver.recv().unwrap_or(Err(TransportError::Closed))
    }

    fn cancel(&self, id: &RequestId) -> Result<(), TransportError> {
        self.engine.cancel(id);
        Ok(())
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("host", &self.engine.endpoint.host())
            .field("is_authorized", &is_authorized(&self.engine))
            .field("timeout", &self.engine.timeout)
            .finish_non_exhaustive()
    }
}
