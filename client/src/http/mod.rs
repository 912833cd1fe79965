//! A server on Streamable HTTP: one POST per request, answered by one JSON message or by an event stream.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use mrtr::http::Http;
//!
//! # fn main() -> Result<(), mrtr::http::HttpConfigError> {
//! let server = Http::builder("https://mcp.example.com/mcp")
//!     .bearer_token("eyJhbGciOi...")
//!     .timeout(Duration::from_secs(20))
//!     .on_notification(|notification| eprintln!("server: {}", notification.method()))
//!     .on_stray(|stray| eprintln!("server sent {}", stray.reason()))
//!     .build()?;
//! // server.exchange(&pending.request())? ...
//! # Ok(())
//! # }
//! ```
//!
//! [`Http`] blocks; with the feature `tokio` there is `AsyncHttp` too, made by `HttpBuilder::build_async`, to be awaited on
//! tokio. They share all code but the waiting, and so what follows.
//!
//! - **Headers.** Every request, retries included, carries `MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name` and
//!   `Mcp-Param-*` as its body has them, in Base64 where a header cannot hold the text.
//! - **Answers.** A JSON-RPC message that answers the request is the answer, whatever the HTTP status: an error that
//!   comes with 400 or 404 is an error of the server, not of the transport. Any other body is an
//!   [`UnexpectedResponse`](crate::UnexpectedResponse), which tells status, headers and how the body starts.
//! - **Cancellation.** Cancelling a request, its timeout, and dropping the future of an exchange close its connection,
//!   which is how this protocol tells the server.
//! - **Redirects** are never followed: a message with its credentials goes to the URL that was given and nowhere else.
//!   `Location` is a [header](crate::UnexpectedResponse::header) of the response. Proxies that the environment names
//!   are not used, cookies are not kept.
//! - **TLS** is that of rustls, with the certificate authorities of the operating system. Plain `http` is possible, but
//!   sends a token or headers only to this machine, unless
//!   [told otherwise](HttpBuilder::allow_credentials_without_tls).
//! - **HTTP/1.1**, with connections kept for the next request where the server lets them.
//!
//! Source: <https://modelcontextprotocol.io/specification/2026-07-28/basic/transports>

#[cfg(feature = "tokio")]
mod asynchronous;
mod blocking;
mod builder;
mod engine;
mod error;
mod header;
mod sse;
mod tls;

#[cfg(feature = "tokio")]
pub use self::asynchronous::AsyncHttp;
pub use self::blocking::Http;
pub use self::builder::HttpBuilder;
use self::builder::{bearer, is_authorized};
pub use self::error::HttpConfigError;
