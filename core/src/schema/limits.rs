//! How much of a schema is read. A schema comes from a server and may be hostile; each limit that is exceeded is a
//! [`SchemaError`](super::SchemaError), found in linear time.

/// Bytes of a schema's text: 4 MiB.
pub const MAX_SCHEMA_BYTES: usize = 4 * 1024 * 1024;

/// Properties of a form.
pub const MAX_FIELDS: usize = 10_000;

/// Bytes of a property's name, as UTF-8: 1 KiB. Every message about the property repeats it.
pub const MAX_NAME_BYTES: usize = 1024;

/// Choices of one property.
pub const MAX_CHOICES: usize = 100_000;

/// Errors and warnings of one schema that are kept, each. Those beyond are only counted.
pub const MAX_REPORTS: usize = 1_000;
