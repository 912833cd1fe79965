//! The protocol's result and content types.
//!
//! Each follows the type of the same name of the protocol's schema, with these rules:
//!
//! - Reading is tolerant. Members that a type has no field for are kept in `other`, blocks of an unknown `type` and
//!   unknown words in a variant `Other`. `null` for an optional member is the same as no member, except where `null`
//!   is a value like any other (`structuredContent`). A required member that is absent, a value of another kind and
//!   two members of one name are a [`ReadError`], which says where.
//! - What the protocol leaves open (`_meta`, `structuredContent`, arguments, schemas) stays the text that was
//!   received: its numbers, escapes, order and depth are those of the peer.
//! - Absent members are not written, members in `other` are written as they came.
//! - `Debug` shows kinds, lengths and counts, never texts or values.
//!
//! Reading and writing through serde needs `serde_json` on the other side (its text or its `Value`), because raw
//! text is known to it alone.
//!
//! Source: the [schema](https://modelcontextprotocol.io/specification/2026-07-28/schema) of the protocol.

mod codec;
mod content;
mod define;
mod discover;
mod error;
mod implementation;
mod members;
mod number;
mod prompt;
mod resource;
mod roots;
mod sampling;
mod tool;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]
mod tests;

pub use content::{
    Annotations, AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceLink, Role, TextContent,
    UnknownBlock,
};
pub use discover::{DiscoverResult, ListToolsResult};
pub use error::{NotAnObject, NotFileUri, ReadError, ReadFault};
pub use implementation::{Icon, IconTheme, Implementation};
pub use members::{JsonObject, Member, Members};
pub use prompt::{GetPromptResult, PromptMessage};
pub use resource::{BlobResourceContents, CacheScope, ReadResourceResult, ResourceContents, TextResourceContents};
pub use roots::{FileUri, ListRootsResult, Root};
pub use sampling::{
    CreateMessageRequest, CreateMessageResult, IncludeContext, ModelHint, ModelPreferences, SamplingContent,
    SamplingMessage, StopReason, ToolChoice, ToolChoiceMode, ToolResultContent, ToolUseContent,
};
pub use tool::{CallToolResult, Tool};
