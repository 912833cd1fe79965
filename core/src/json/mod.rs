//! JSON text: writing without loss.
