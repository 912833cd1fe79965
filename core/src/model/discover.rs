use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::value::RawValue;

use super::codec::Tag;
use super::define::object;
use super::{Implementation, JsonObject};

/// The member of a result's `_meta` in which a server names itself.
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

object! {
    /// The result of `server/discover`: what a server speaks and offers.
    ///
    /// ```
    /// use mrtr_core::model::DiscoverResult;
    ///
    /// let server = DiscoverResult::from_json(
    ///     r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},
    ///         "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"airline","version":"3.1"}}}"#,
    /// )?;
    /// assert_eq!(server.supported_versions, ["2026-07-28"]);
    /// assert_eq!(server.server_info().map(|info| info.name).as_deref(), Some("airline"));
    /// assert!(server.capabilities.members()?.get("tools").is_some());
    /// # Ok::<(), mrtr_core::model::ReadError>(())
    /// ```
    pub struct DiscoverResult(Tag::complete()) {
        /// The protocol versions that the server speaks.
        supported_versions: Vec<String> = required("supportedVersions"),
        /// What the server offers.
        capabilities: JsonObject = required("capabilities"),
        /// How the server is to be used, for a language model.
        instructions: Option<String> = optional("instructions"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// A server that speaks these versions and offers this.
    pub fn new(supported_versions: Vec<String>, capabilities: JsonObject);
}

impl DiscoverResult {
    /// What the server says of itself, where it does so readably. It is for logs and screens; nobody verifies it.
    #[must_use]
    pub fn server_info(&self) -> Option<Implementation> {
        self.meta.as_ref()?.members().ok()?.get_as(SERVER_INFO).ok()?
    }
}

object! {
    /// One page of the result of `tools/list`.
    pub struct ListToolsResult(Tag::complete()) {
        /// The definitions, each as the text that it was: one that cannot be read must not hide the others.
        tools: Vec<Box<RawValue>> = required("tools"),
        /// What to ask for the next page with. None: this was the last.
        next_cursor: Option<String> = optional("nextCursor"),
        /// `_meta`
        meta: Option<JsonObject> = optional("_meta"),
    }

    /// The only page, of these definitions.
    pub fn new(tools: Vec<Box<RawValue>>);
}
