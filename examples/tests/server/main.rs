//! The demo server, driven by raw messages over both transports.

mod captures;
mod client;
mod over_http;
mod over_stdio;
