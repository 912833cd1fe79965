//! The demo server, driven by raw messages over both transports.

mod client;
mod over_http;
mod over_stdio;
