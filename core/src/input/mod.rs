//! What a server may ask for.

mod address;

pub use address::{UrlError, UrlReport};
