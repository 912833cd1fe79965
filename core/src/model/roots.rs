use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Serializer;
use serde_json::value::RawValue;

use super::codec::{Redact, Wire};
use super::define::{object, redact_by_debug, serde_by_wire};
use super::{JsonObject, NotFileUri, ReadError, ReadFault};

object! {
    /// The answer to `roots/list`: the directories and files that the user lets the server know of.
    ///
    /// ```
    /// use mrtr_core::model::{ListRootsResult, Root};
    ///
    /// let roots = ListRootsResult::new(vec![Root::new("file:///home/ann/trips")?.with_name("Trips")]);
    /// assert_eq!(
    ///     serde_json::to_string(&roots).unwrap(),
    ///     r#"{"roots":[{"uri":"file:///home/ann/trips","name":"Trips"}]}"#,
    /// );
    /// # Ok::<(), mrtr_core::model::NotFileUri>(())
    /// ```
    ///
    /// Source: [roots](https://modelcontextprotocol.io/specification/2026-07-28/client/roots).
    pub struct ListRootsResult {
        /// The roots.
        roots: Vec<Root> = required("roots"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// An answer of these roots.
    pub fn new(roots: Vec<Root>);
}

object! {
    /// A directory or file that a server may work on.
    pub struct Root {
        /// Where it is.
        uri: FileUri = required("uri"),
        /// The name for people.
        name: Option<String> = optional("name"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }
}

impl Root {
    /// The root at `uri`.
    ///
    /// # Errors
    ///
    /// `uri` is not a `file://` URI, the only kind that the protocol has for roots; see [`FileUri::new`].
    pub fn new(uri: impl Into<String>) -> Result<Self, NotFileUri> {
        FileUri::new(uri).map(Self::from)
    }

    /// With a name for people.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }
}

impl From<FileUri> for Root {
    fn from(uri: FileUri) -> Self {
        Self { uri, name: None, meta: None, other: super::Members::new() }
    }
}

/// A URI that starts with `file://`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct FileUri(String);

impl FileUri {
    /// Takes `uri` as it is.
    ///
    /// # Errors
    ///
    /// It does not start with `file://`, or holds a character that no URI has (a space, a control character, one
    /// outside ASCII, a `%` without two hexadecimal digits): these must be percent-encoded.
    pub fn new(uri: impl Into<String>) -> Result<Self, NotFileUri> {
        let uri = uri.into();
        match uri.strip_prefix("file://") {
            Some(rest) if only_uri_characters(rest) => Ok(Self(uri)),
            _ => Err(NotFileUri::new(uri)),
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, given away.
    #[must_use]
    pub fn into_inner(self) -> String {
        self.0
    }
}

/// RFC 3986, section 2: reserved and unreserved characters, and percent-encoded bytes. Brackets belong to the host.
fn only_uri_characters(rest: &str) -> bool {
    let mut bytes = rest.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'%' => bytes.by_ref().take(2).filter(u8::is_ascii_hexdigit).count() == 2,
            _ => byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=".contains(&byte),
        };
        if !fits {
            return false;
        }
    }
    true
}

impl Wire for FileUri {
    fn read(raw: &RawValue) -> Result<Self, ReadError> {
        Self::new(String::read(raw)?).map_err(|_| ReadError::new(ReadFault::NotFileUri))
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl fmt::Debug for FileUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.redact(f)
    }
}

redact_by_debug!(FileUri);
serde_by_wire!(FileUri);
