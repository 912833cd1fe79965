use alloc::string::String;
use alloc::vec::Vec;

use super::define::{object, words};

object! {
    /// What a program says of itself: a client in `io.modelcontextprotocol/clientInfo` of each request, a server in
    /// `io.modelcontextprotocol/serverInfo` of its results. It is for logs and screens; nobody verifies it.
    ///
    /// ```
    /// use mrtr_core::model::Implementation;
    ///
    /// let client = Implementation::new("travel-desk", "1.4.0").with_title("Travel desk");
    /// assert_eq!(
    ///     serde_json::to_string(&client).unwrap(),
    ///     r#"{"name":"travel-desk","version":"1.4.0","title":"Travel desk"}"#,
    /// );
    /// ```
    pub struct Implementation {
        /// The name for programs.
        name: String = required("name"),
        /// The version, in the form that the program uses.
        version: String = required("version"),
        /// The name for people.
        title: Option<String> = optional("title"),
        /// What the program does.
        description: Option<String> = optional("description"),
        /// The address of its website.
        website_url: Option<String> = optional("websiteUrl"),
        /// Images to show for it.
        icons: Vec<Icon> = defaulted("icons"),
    }

    /// The program `name` in this version.
    pub fn new(name: impl Into<String>, version: impl Into<String>);
}

impl Implementation {
    /// With a name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// With a sentence on what the program does.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// With the address of its website.
    #[must_use]
    pub fn with_website_url(mut self, website_url: impl Into<String>) -> Self {
        self.website_url = Some(website_url.into());
        self
    }
}

object! {
    /// An image to show for a program, a tool or a resource.
    ///
    /// The address comes from the peer: nothing is fetched here, and an SVG image may hold a script.
    pub struct Icon {
        /// Where the image is: an `http`, `https` or `data` URI.
        src: String = required("src"),
        /// The media type, where it is not that of the source.
        mime_type: Option<String> = optional("mimeType"),
        /// The sizes that the image is for, such as `48x48`, or `any`. None given is any.
        sizes: Vec<String> = defaulted("sizes"),
        /// The background that the image is for.
        theme: Option<IconTheme> = optional("theme"),
    }

    /// The image at `src`.
    pub fn new(src: impl Into<String>);
}

words! {
    /// The background that an icon is for.
    pub enum IconTheme: closed {
        /// A light one.
        Light = "light",
        /// A dark one.
        Dark = "dark",
    }
}
