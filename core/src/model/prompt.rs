use alloc::string::String;
use alloc::vec::Vec;

use super::codec::Tag;
use super::define::object;
use super::{ContentBlock, JsonObject, Role};

object! {
    /// The result of `prompts/get`.
    pub struct GetPromptResult(Tag::complete()) {
        /// What the prompt is for.
        description: Option<String> = optional("description"),
        /// The messages of the prompt.
        messages: Vec<PromptMessage> = required("messages"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// A result of these messages.
    pub fn new(messages: Vec<PromptMessage>);
}

object! {
    /// A message of a prompt.
    pub struct PromptMessage {
        /// Who speaks.
        role: Role = required("role"),
        /// What is said.
        content: ContentBlock = required("content"),
    }

    /// A message of `role`.
    pub fn new(role: Role, content: impl Into<ContentBlock>);
}
