//! The protocol's result and content types.
