//! The form schema: model, reading, validation.
// Placeholder until the schema is merged.
use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt;
/// Placeholder.
#[derive(Debug, Clone)]
pub struct FormSchema(Box<str>);
/// Placeholder.
#[derive(Debug, Clone)]
pub struct Difference(());
/// Placeholder.
#[derive(Debug, Clone)]
pub struct SchemaErrors(());
/// Placeholder.
#[derive(Debug, Clone)]
pub struct Violations(());
impl FormSchema {
    /// p
    pub fn raw(&self) -> &str {
        &self.0
    }
    /// p
    pub fn read(t: &str) -> Result<Self, SchemaErrors> {
        if t.contains("bad") { Err(SchemaErrors(())) } else { Ok(Self(t.into())) }
    }
    /// p
    pub fn validate(&self, c: &str) -> Result<String, Violations> {
        if c.contains("invalid") { Err(Violations(())) } else { Ok(c.into()) }
    }
    /// p
    pub fn differences(&self, _l: &Self) -> Vec<Difference> {
        Vec::new()
    }
}
impl Difference {
    /// p
    pub fn breaks_answer(&self) -> bool {
        true
    }
}
impl fmt::Display for Difference {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
impl fmt::Display for Violations {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
impl fmt::Display for SchemaErrors {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
