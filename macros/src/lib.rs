//! Derive macro of `mrtr`.
