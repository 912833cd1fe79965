use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Serializer;
use serde_json::value::RawValue;

use super::codec::{Object, Tag, Wire, WireObject};
use super::define::{object, redact_by_debug, serde_by_wire, words};
use super::{JsonObject, ReadError, ReadFault};

object! {
    /// The result of `resources/read`.
    pub struct ReadResourceResult(Tag::complete()) {
        /// The contents: several, where the URI stands for several resources.
        contents: Vec<ResourceContents> = required("contents"),
        /// For how many milliseconds the result may be kept. Servers of this revision say so, others do not.
        ///
        /// A result that came after a request for input must not be kept at all.
        ttl_ms: Option<u64> = optional("ttlMs"),
        /// For whom the result may be kept.
        cache_scope: Option<CacheScope> = optional("cacheScope"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// A result of these contents.
    pub fn new(contents: Vec<ResourceContents>);
}

words! {
    /// For whom a result may be kept.
    pub enum CacheScope: closed {
        /// For everybody.
        Public = "public",
        /// Within the authorization context of the request.
        Private = "private",
    }
}

/// The contents of a resource. They are [`Text`](Self::Text) when both a `text` and a `blob` were received.
#[derive(Clone)]
#[non_exhaustive]
pub enum ResourceContents {
    /// Text.
    Text(TextResourceContents),
    /// Binary data.
    Blob(BlobResourceContents),
}

object! {
    /// The contents of a resource that is text.
    pub struct TextResourceContents {
        /// The URI of the resource.
        uri: String = required("uri"),
        /// The text.
        text: String = required("text"),
        /// The media type, where known.
        mime_type: Option<String> = optional("mimeType"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// The text of the resource `uri`.
    pub fn new(uri: impl Into<String>, text: impl Into<String>);
}

object! {
    /// The contents of a resource that is binary data.
    pub struct BlobResourceContents {
        /// The URI of the resource.
        uri: String = required("uri"),
        /// The data, in Base64. It is not decoded or checked here.
        blob: String = required("blob"),
        /// The media type, where known.
        mime_type: Option<String> = optional("mimeType"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// The data of the resource `uri`, `blob` being Base64.
    pub fn new(uri: impl Into<String>, blob: impl Into<String>);
}

impl ResourceContents {
    /// The URI of the resource.
    #[must_use]
    pub fn uri(&self) -> &str {
        match self {
            Self::Text(contents) => &contents.uri,
            Self::Blob(contents) => &contents.uri,
        }
    }

    /// The media type, where known.
    #[must_use]
    pub fn mime_type(&self) -> Option<&str> {
        match self {
            Self::Text(contents) => contents.mime_type.as_deref(),
            Self::Blob(contents) => contents.mime_type.as_deref(),
        }
    }
}

impl From<TextResourceContents> for ResourceContents {
    fn from(contents: TextResourceContents) -> Self {
        Self::Text(contents)
    }
}

impl From<BlobResourceContents> for ResourceContents {
    fn from(contents: BlobResourceContents) -> Self {
        Self::Blob(contents)
    }
}

impl Wire for ResourceContents {
    fn read(raw: &RawValue) -> Result<Self, ReadError> {
        let object = Object::read(raw)?;
        if object.has("text") {
            WireObject::from_object(object).map(Self::Text)
        } else if object.has("blob") {
            WireObject::from_object(object).map(Self::Blob)
        } else {
            Err(ReadError::new(ReadFault::NoContents))
        }
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(contents) => contents.write(serializer),
            Self::Blob(contents) => contents.write(serializer),
        }
    }
}

impl fmt::Debug for ResourceContents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(contents) => contents.fmt(f),
            Self::Blob(contents) => contents.fmt(f),
        }
    }
}

redact_by_debug!(ResourceContents);
serde_by_wire!(ResourceContents);
