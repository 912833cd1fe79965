use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::value::RawValue;

use super::codec::Tag;
use super::define::{blocks, object, words};
use super::{AudioContent, ContentBlock, ImageContent, JsonObject, Role, TextContent, Tool};

object! {
    /// The parameters of `sampling/createMessage`: what a server asks the client's language model.
    ///
    /// The client chooses the model and may change or refuse any of it; the user should see it first.
    ///
    /// Source: [sampling](https://modelcontextprotocol.io/specification/2026-07-28/client/sampling).
    pub struct CreateMessageRequest {
        /// The conversation so far.
        messages: Vec<SamplingMessage> = required("messages"),
        /// Which model the server would like.
        model_preferences: Option<ModelPreferences> = optional("modelPreferences"),
        /// The system prompt that the server would like.
        system_prompt: Option<String> = optional("systemPrompt"),
        /// The context of servers to attach. Absent is none.
        include_context: Option<IncludeContext> = optional("includeContext"),
        /// The sampling temperature.
        temperature: Option<f64> = optional("temperature"),
        /// The most tokens that may be sampled.
        max_tokens: u64 = required("maxTokens"),
        /// Texts that end the sampling.
        stop_sequences: Vec<String> = defaulted("stopSequences"),
        /// The tools that the model may use. Present, even when empty, only for a client that declared
        /// `sampling.tools`.
        tools: Option<Vec<Tool>> = optional("tools"),
        /// How the model may use them; the same condition.
        tool_choice: Option<ToolChoice> = optional("toolChoice"),
        /// Data for the provider of the model.
        metadata: Option<JsonObject> = optional("metadata"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// Asks for the next message of a conversation, of at most `max_tokens` tokens.
    pub fn new(messages: Vec<SamplingMessage>, max_tokens: u64);
}

object! {
    /// The answer to `sampling/createMessage`: the message that a language model wrote.
    ///
    /// ```
    /// use mrtr_core::model::{CreateMessageResult, StopReason};
    ///
    /// let message = CreateMessageResult::text("some-model-1", "Paris.").with_stop_reason(StopReason::EndTurn);
    /// assert_eq!(
    ///     serde_json::to_string(&message).unwrap(),
    ///     concat!(
    ///         r#"{"role":"assistant","content":{"type":"text","text":"Paris."},"#,
    ///         r#""model":"some-model-1","stopReason":"endTurn"}"#,
    ///     ),
    /// );
    /// ```
    ///
    /// Source: [sampling](https://modelcontextprotocol.io/specification/2026-07-28/client/sampling).
    pub struct CreateMessageResult {
        /// Who speaks: the assistant.
        role: Role = required("role"),
        /// What is said. A single block is written without an array around it.
        content: Vec<SamplingContent> = one_or_several("content"),
        /// The name of the model.
        model: String = required("model"),
        /// Why the model stopped, where known.
        stop_reason: Option<StopReason> = optional("stopReason"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }
}

impl CreateMessageResult {
    /// A message of the assistant, written by `model`.
    #[must_use]
    pub fn new(model: impl Into<String>, content: Vec<SamplingContent>) -> Self {
        Self {
            role: Role::Assistant,
            content,
            model: model.into(),
            stop_reason: None,
            meta: None,
            other: super::Members::new(),
        }
    }

    /// A message of the assistant that is one text, written by `model`.
    #[must_use]
    pub fn text(model: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(model, alloc::vec![TextContent::new(text).into()])
    }

    /// With the reason why the model stopped.
    #[must_use]
    pub fn with_stop_reason(mut self, stop_reason: StopReason) -> Self {
        self.stop_reason = Some(stop_reason);
        self
    }
}

words! {
    /// Why a model stopped.
    pub enum StopReason: open {
        /// Its turn was over.
        EndTurn = "endTurn",
        /// It wrote one of the stop sequences.
        StopSequence = "stopSequence",
        /// It reached the limit of tokens.
        MaxTokens = "maxTokens",
        /// It wants to use tools.
        ToolUse = "toolUse",
    }
}

object! {
    /// A message of the conversation that a model is to continue.
    pub struct SamplingMessage {
        /// Who speaks.
        role: Role = required("role"),
        /// What is said. A single block is written without an array around it.
        content: Vec<SamplingContent> = one_or_several("content"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// A message of `role`.
    pub fn new(role: Role, content: Vec<SamplingContent>);
}

blocks! {
    /// A piece of content of a conversation with a language model.
    pub enum SamplingContent {
        /// Text.
        Text(TextContent) = "text",
        /// An image.
        Image(ImageContent) = "image",
        /// Sound.
        Audio(AudioContent) = "audio",
        /// The model uses a tool.
        ToolUse(ToolUseContent) = "tool_use",
        /// What a tool gave back.
        ToolResult(ToolResultContent) = "tool_result",
    }
}

object! {
    /// The model uses a tool.
    pub struct ToolUseContent(Tag::block("tool_use")) {
        /// Tells this use from others; the result of the tool names it.
        id: String = required("id"),
        /// The name of the tool.
        name: String = required("name"),
        /// The arguments for the tool.
        input: JsonObject = required("input"),
        /// `_meta`, to be kept when the block is sent to a model again.
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// The use `id` of the tool `name` with the arguments `input`.
    pub fn new(id: impl Into<String>, name: impl Into<String>, input: JsonObject);
}

object! {
    /// What a tool gave back to the model.
    pub struct ToolResultContent(Tag::block("tool_result")) {
        /// The [`id`](ToolUseContent::id) of the use.
        tool_use_id: String = required("toolUseId"),
        /// The result, in the form of a tool's result: no block in it can hold another tool result.
        content: Vec<ContentBlock> = required("content"),
        /// The result for a program: any JSON value, `null` among them.
        structured_content: Option<Box<RawValue>> = any("structuredContent"),
        /// Whether the tool failed. Absent is `false`.
        is_error: bool = defaulted("isError"),
        /// `_meta`, to be kept when the block is sent to a model again.
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// The result of the use `tool_use_id`.
    pub fn new(tool_use_id: impl Into<String>, content: Vec<ContentBlock>);
}

object! {
    /// Which model a server would like. All of it is a wish.
    #[derive(Default)]
    pub struct ModelPreferences {
        /// Names to look for. The first that matches wins over the priorities.
        hints: Vec<ModelHint> = defaulted("hints"),
        /// How much a low price matters, from 0 to 1. The range is not checked.
        cost_priority: Option<f64> = optional("costPriority"),
        /// How much speed matters, from 0 to 1. The range is not checked.
        speed_priority: Option<f64> = optional("speedPriority"),
        /// How much capability matters, from 0 to 1. The range is not checked.
        intelligence_priority: Option<f64> = optional("intelligencePriority"),
    }
}

object! {
    /// A model to look for.
    #[derive(Default)]
    pub struct ModelHint {
        /// A part of the name of the model.
        name: Option<String> = optional("name"),
    }
}

words! {
    /// The context of servers to attach to a conversation.
    pub enum IncludeContext: closed {
        /// None.
        None = "none",
        /// That of the server that asks.
        ThisServer = "thisServer",
        /// That of all servers.
        AllServers = "allServers",
    }
}

object! {
    /// How a model may use the tools that it is given.
    #[derive(Default)]
    pub struct ToolChoice {
        /// Whether it may, must or must not use one. Absent is [`Auto`](ToolChoiceMode::Auto).
        mode: Option<ToolChoiceMode> = optional("mode"),
    }
}

words! {
    /// Whether a model may, must or must not use a tool.
    pub enum ToolChoiceMode: closed {
        /// The model decides.
        Auto = "auto",
        /// It must use at least one before it ends.
        Required = "required",
        /// It must not use any.
        None = "none",
    }
}
