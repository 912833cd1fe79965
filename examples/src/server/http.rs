use std::{
    fmt,
    net::{Ipv4Addr, TcpListener},
    sync::Arc,
    thread::JoinHandle,
    time::Duration,
};

use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};
use tokio::sync::oneshot;

use super::{ServeError, handler::DemoServer, runtime};

/// The demo server on Streamable HTTP, in a thread of its own, until it is dropped.
///
/// It listens on a free port of 127.0.0.1, keeps no session, as revision 2026-07-28 asks, and refuses requests that a web
/// page sends. Every path is served.
pub struct HttpServer {
    url: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// How the responses to requests travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerFormat {
    /// `text/event-stream`: an event stream that ends with the response.
    EventStream,
    /// `application/json`: the response alone.
    Json,
}

impl HttpServer {
    /// Starts a server that answers with event streams.
    ///
    /// # Errors
    ///
    /// [`ServeError::Setup`] when the system refuses random bytes, a runtime, a thread or a socket.
    pub fn start() -> Result<Self, ServeError> {
        Self::start_with(AnswerFormat::EventStream)
    }

    /// Starts a server that answers in the given format.
    ///
    /// # Errors
    ///
    /// As for [`start`](Self::start).
    pub fn start_with(format: AnswerFormat) -> Result<Self, ServeError> {
        let server = DemoServer::new()?;
        let runtime = runtime()?;
        // Bound here rather than in the thread, so that a failure reaches the caller.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(ServeError::Setup)?;
        listener.set_nonblocking(true).map_err(ServeError::Setup)?;
        let url = format!("http://{}/mcp", listener.local_addr().map_err(ServeError::Setup)?);
        let listener = {
            let _context = runtime.enter();
            tokio::net::TcpListener::from_std(listener).map_err(ServeError::Setup)?
        };

        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("mrtr-demo-server".to_owned())
            .spawn(move || {
                runtime.block_on(accept(listener, server, format, stopped));
                runtime.shutdown_background();
            })
            .map_err(ServeError::Setup)?;
        Ok(Self { url, stop: Some(stop), thread: Some(thread) })
    }

    /// Where to send requests, such as `http://127.0.0.1:40123/mcp`.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic of the server thread has been reported where it happened.
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpServer").field("url", &self.url).finish_non_exhaustive()
    }
}

async fn accept(
    listener: tokio::net::TcpListener,
    server: DemoServer,
    format: AnswerFormat,
    mut stopped: oneshot::Receiver<()>,
) {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .enforce_origin_validation()
        .with_stateless_protocol_metadata_required(true)
        .with_json_response(format == AnswerFormat::Json);
    let cancellation = config.cancellation_token.clone();
    let service =
        StreamableHttpService::new(move || Ok(server.clone()), Arc::new(NeverSessionManager::default()), config);
    loop {
        let stream = tokio::select! {
            _ = &mut stopped => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(_) => {
                    // Out of descriptors, most likely: others have to be closed before the next attempt can succeed.
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
        };
        let service = service.clone();
        tokio::spawn(async move {
            let handle = service_fn(|request| {
                let service = service.clone();
                async move { Ok::<_, std::convert::Infallible>(service.handle(request).await) }
            });
            // A connection that breaks concerns nobody but its client.
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), handle).await;
        });
    }
    cancellation.cancel();
}
