use rmcp::{
    ServiceExt,
    service::{QuitReason, ServerInitializeError},
    transport::io::stdio_pipes,
};

use super::{ServeError, handler::DemoServer, runtime};

/// Serves the standard streams of this process until standard input ends.
///
/// Calls that are still in progress then have five more seconds to be answered.
///
/// Blocks, on a runtime of its own: call it from plain code, not from an async task.
///
/// # Errors
///
/// - [`ServeError::Setup`] when the system refuses random bytes or a runtime.
/// - [`ServeError::Opening`] when the first message is a notification, or an `initialize` request, which only the
///   revisions before 2026-07-28 have.
/// - [`ServeError::Stopped`] when the serving task ended abnormally.
pub fn serve_stdio() -> Result<(), ServeError> {
    let server = DemoServer::new()?;
    let runtime = runtime()?;
    let served = runtime.block_on(async {
        match server.serve(stdio_pipes()).await {
            Ok(running) => match running.waiting().await {
                Ok(QuitReason::Closed | QuitReason::Cancelled) => Ok(()),
                _ => Err(ServeError::Stopped),
            },
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(_) => Err(ServeError::Opening),
        }
    });
    // A blocking read of standard input cannot be cancelled, so nothing may wait for it.
    runtime.shutdown_background();
    served
}
