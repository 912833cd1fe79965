//! What the examples share: a demo server that they start and talk to.

pub mod server;
