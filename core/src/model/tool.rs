use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde::de::Deserialize;
use serde_json::value::RawValue;

use super::codec::{self, Tag};
use super::define::object;
use super::{ContentBlock, Icon, JsonObject, ReadError};

object! {
    /// The result of `tools/call`.
    ///
    /// ```
    /// use mrtr_core::model::CallToolResult;
    ///
    /// let result = CallToolResult::from_json(r#"{"content":[],"structuredContent":{"seats":[1,2]}}"#)?;
    /// let seats: std::collections::BTreeMap<String, Vec<u8>> = result.structured()?.unwrap_or_default();
    /// assert_eq!(seats["seats"], [1, 2]);
    /// assert!(!result.is_error);
    /// # Ok::<(), mrtr_core::model::ReadError>(())
    /// ```
    pub struct CallToolResult(Tag::complete()) {
        /// The result for a reader or a language model.
        content: Vec<ContentBlock> = required("content"),
        /// The result for a program: any JSON value (`null` is one), which fits the tool's output schema if it has one.
        structured_content: Option<Box<RawValue>> = any("structuredContent"),
        /// Whether the tool failed; the content then says why. Absent is `false`.
        is_error: bool = defaulted("isError"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// A result of this content.
    pub fn new(content: Vec<ContentBlock>);
}

impl CallToolResult {
    /// The text of the result: that of its text blocks, one after the other, each on lines of its own.
    ///
    /// ```
    /// use mrtr_core::CallToolResult;
    ///
    /// let result = r#"{"content":[{"type":"text","text":"Booked 14C."},{"type":"text","text":"Safe travels!"}]}"#;
    /// assert_eq!(CallToolResult::from_json(result)?.text(), "Booked 14C.\nSafe travels!");
    /// # Ok::<(), mrtr_core::model::ReadError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for block in &self.content {
            if let ContentBlock::Text(block) = block {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&block.text);
            }
        }
        text
    }

    /// The structured content, read as a `T`; `None` when the result has none.
    ///
    /// # Errors
    ///
    /// The content does not fit `T`, or is nested deeper than `serde_json` follows into a `T` (128 levels).
    pub fn structured<'a, T: Deserialize<'a>>(&'a self) -> Result<Option<T>, ReadError> {
        self.structured_content.as_deref().map(codec::fit).transpose()
    }
}

object! {
    /// A tool that a language model may use, as a server offers it for sampling.
    pub struct Tool {
        /// The name for programs.
        name: String = required("name"),
        /// The name for people.
        title: Option<String> = optional("title"),
        /// What the tool does.
        description: Option<String> = optional("description"),
        /// The JSON Schema of its arguments.
        input_schema: JsonObject = required("inputSchema"),
        /// The JSON Schema of its structured content.
        output_schema: Option<JsonObject> = optional("outputSchema"),
        /// Hints on how the tool behaves.
        annotations: Option<JsonObject> = optional("annotations"),
        /// Images to show for it.
        icons: Vec<Icon> = defaulted("icons"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// The tool `name`, whose arguments have this JSON Schema.
    pub fn new(name: impl Into<String>, input_schema: JsonObject);
}
