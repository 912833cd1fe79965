use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_json::value::RawValue;

use super::codec::Tag;
use super::define::{blocks, object, words};
use super::{Icon, JsonObject, ResourceContents};

blocks! {
    /// A piece of content of a tool's result or of a prompt.
    ///
    /// ```
    /// use mrtr_core::model::{CallToolResult, ContentBlock};
    ///
    /// let content = r#"[{"type":"text","text":"22 degrees"},{"type":"hologram"}]"#;
    /// let result = CallToolResult::from_json(&format!(r#"{{"content":{content}}}"#))?;
    /// for block in &result.content {
    ///     match block {
    ///         ContentBlock::Text(block) => assert_eq!(block.text, "22 degrees"),
    ///         ContentBlock::Other(block) => assert_eq!(block.kind(), "hologram"),
    ///         _ => unreachable!(),
    ///     }
    /// }
    /// # Ok::<(), mrtr_core::model::ReadError>(())
    /// ```
    pub enum ContentBlock {
        /// Text.
        Text(TextContent) = "text",
        /// An image.
        Image(ImageContent) = "image",
        /// Sound.
        Audio(AudioContent) = "audio",
        /// A resource to be read from the server.
        ResourceLink(ResourceLink) = "resource_link",
        /// A resource with its contents.
        Resource(EmbeddedResource) = "resource",
    }
}

object! {
    /// Text.
    pub struct TextContent(Tag::block("text")) {
        /// The text.
        text: String = required("text"),
        /// Hints for the client.
        annotations: Option<Annotations> = optional("annotations"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// A block of this text.
    pub fn new(text: impl Into<String>);
}

object! {
    /// An image.
    pub struct ImageContent(Tag::block("image")) {
        /// The image, in Base64. It is not decoded or checked here.
        data: String = required("data"),
        /// The media type of the image.
        mime_type: String = required("mimeType"),
        /// Hints for the client.
        annotations: Option<Annotations> = optional("annotations"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// A block of this image, `data` being Base64.
    pub fn new(data: impl Into<String>, mime_type: impl Into<String>);
}

object! {
    /// Sound.
    pub struct AudioContent(Tag::block("audio")) {
        /// The sound, in Base64. It is not decoded or checked here.
        data: String = required("data"),
        /// The media type of the sound.
        mime_type: String = required("mimeType"),
        /// Hints for the client.
        annotations: Option<Annotations> = optional("annotations"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// A block of this sound, `data` being Base64.
    pub fn new(data: impl Into<String>, mime_type: impl Into<String>);
}

object! {
    /// A resource to be read from the server. The server need not list it.
    pub struct ResourceLink(Tag::block("resource_link")) {
        /// The URI of the resource.
        uri: String = required("uri"),
        /// The name for programs.
        name: String = required("name"),
        /// The name for people.
        title: Option<String> = optional("title"),
        /// What the resource is.
        description: Option<String> = optional("description"),
        /// The media type, where known.
        mime_type: Option<String> = optional("mimeType"),
        /// The size in bytes, before any encoding.
        size: Option<u64> = optional("size"),
        /// Images to show for it.
        icons: Vec<Icon> = defaulted("icons"),
        /// Hints for the client.
        annotations: Option<Annotations> = optional("annotations"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// A link to the resource `uri`.
    pub fn new(uri: impl Into<String>, name: impl Into<String>);
}

object! {
    /// A resource with its contents.
    pub struct EmbeddedResource(Tag::block("resource")) {
        /// The contents.
        resource: ResourceContents = required("resource"),
        /// Hints for the client.
        annotations: Option<Annotations> = optional("annotations"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// A block of these contents.
    pub fn new(resource: impl Into<ResourceContents>);
}

/// A content block of a type that this version does not know, as text.
#[derive(Clone)]
pub struct UnknownBlock {
    kind: Box<str>,
    raw: Box<RawValue>,
}

impl UnknownBlock {
    pub(super) fn new(kind: &str, raw: &RawValue) -> Self {
        Self { kind: kind.into(), raw: raw.to_owned() }
    }

    /// The `type` of the block.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The text of the whole block.
    #[must_use]
    pub fn raw(&self) -> &RawValue {
        &self.raw
    }
}

impl fmt::Debug for UnknownBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UnknownBlock(<object of {} bytes>)", self.raw.get().len())
    }
}

object! {
    /// Hints on what to do with a block.
    #[derive(Default)]
    pub struct Annotations {
        /// Whom the content is for.
        audience: Vec<Role> = defaulted("audience"),
        /// How much the content matters, from 0 (optional) to 1 (required). The range is not checked.
        priority: Option<f64> = optional("priority"),
        /// When the content was last changed, as an ISO 8601 date and time. It is not checked.
        last_modified: Option<String> = optional("lastModified"),
    }
}

words! {
    /// Who speaks, or who is addressed.
    pub enum Role: closed {
        /// The person, or what speaks for them.
        User = "user",
        /// The language model.
        Assistant = "assistant",
    }
}
