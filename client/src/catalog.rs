//! The tools that a server offers.

mod annotations;

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;

use mrtr_core::HeaderParam;
use mrtr_core::model::{JsonObject, ListToolsResult, ReadError, Tool};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

pub use self::annotations::HeaderProblem;
use crate::driver::RequestError;
use crate::log;

pub(crate) const TOOLS_LIST: &str = "tools/list";

/// How many pages one list may have.
const MAX_PAGES: usize = 1_000;
/// How many tools one list may have.
const MAX_TOOLS: usize = 100_000;

/// The tools that a server offers, from all pages of `tools/list`, in the order of the server.
///
/// A tool whose schema mirrors an argument as a header in a way that the protocol does not allow must not be used: it
/// is not among them, but among the [dropped](Self::dropped) ones, with the reason.
///
/// ```
/// # use std::time::Duration;
/// # use mrtr::core::{Implementation, Request, RequestId, Session};
/// # use mrtr::{Client, Transport, TransportError};
/// # struct Airline;
/// # impl Transport for Airline {
/// #     fn exchange_within(&self, request: &Request, _: Option<Duration>) -> Result<Vec<u8>, TransportError> {
/// #         let result = r#"{"resultType":"complete","tools":[
/// #             {"name":"book_flight","description":"Books a flight","inputSchema":{"type":"object","properties":{
/// #                 "region":{"type":"string","x-mcp-header":"Region"}}}},
/// #             {"name":"rebook","inputSchema":{"type":"object","properties":{
/// #                 "price":{"type":"number","x-mcp-header":"Price"}}}}]}"#;
/// #         Ok(format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request.id()).into_bytes())
/// #     }
/// #     fn cancel(&self, _: &RequestId) -> Result<(), TransportError> {
/// #         Ok(())
/// #     }
/// # }
/// # let client = Client::new(Session::new("airline", Implementation::new("my-app", "1.0.0")), Airline);
/// let catalog = client.tools()?;
/// for tool in catalog.tools() {
///     let definition = tool.read()?;
///     println!("{}: {}", tool.name(), definition.description.unwrap_or_default());
/// }
/// assert_eq!(catalog.headers("book_flight")[0].header(), "Region");
/// assert_eq!(
///     catalog.dropped()[0].problem().to_string(),
///     r#"x-mcp-header at "/properties/price" of its inputSchema stands on an argument that is no string, integer or boolean"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: specification, server/tools, and basic/transports/streamable-http, "Custom Headers from Tool Parameters".
#[derive(Clone, Default)]
pub struct Catalog {
    tools: Vec<CatalogTool>,
    places: HashMap<Box<str>, usize>,
    dropped: Vec<DroppedTool>,
}

impl Catalog {
    /// The tools.
    #[must_use]
    pub fn tools(&self) -> &[CatalogTool] {
        &self.tools
    }

    /// The tool of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&CatalogTool> {
        self.tools.get(*self.places.get(name)?)
    }

    /// Which arguments of this tool HTTP transports mirror as headers; none for a tool that is not there.
    #[must_use]
    pub fn headers(&self, name: &str) -> &[HeaderParam] {
        self.get(name).map_or(&[], CatalogTool::headers)
    }

    /// The definitions that were left out.
    #[must_use]
    pub fn dropped(&self) -> &[DroppedTool] {
        &self.dropped
    }

    fn add(&mut self, definition: Box<RawValue>) {
        let (name, outcome) = read(&definition);
        let outcome = outcome.and_then(|headers| match &name {
            Some(name) if self.places.contains_key(name) => Err(ToolProblem::Duplicate),
            _ => Ok(headers),
        });
        match (name, outcome) {
            (Some(name), Ok(headers)) => {
                self.places.insert(name.clone(), self.tools.len());
                self.tools.push(CatalogTool { name, definition, headers });
            }
            (name, outcome) => {
                let problem = outcome.err().unwrap_or(ToolProblem::NoName);
                let dropped = DroppedTool { name, definition, problem };
                log::dropped_tool(&dropped);
                self.dropped.push(dropped);
            }
        }
    }
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalog").field("tools", &self.tools).field("dropped", &self.dropped).finish_non_exhaustive()
    }
}

/// A tool that a server offers.
#[derive(Clone)]
pub struct CatalogTool {
    name: Box<str>,
    definition: Box<RawValue>,
    headers: Vec<HeaderParam>,
}

impl CatalogTool {
    /// The name for programs: what a [`ToolCall`](mrtr_core::ToolCall) is made with.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The definition as the server's JSON text.
    #[must_use]
    pub fn raw(&self) -> &str {
        self.definition.get()
    }

    /// Reads the definition.
    ///
    /// # Errors
    ///
    /// Where it is not that of a tool, and why.
    pub fn read(&self) -> Result<Tool, ReadError> {
        Tool::from_json(self.definition.get())
    }

    /// Which arguments HTTP transports mirror as headers.
    #[must_use]
    pub fn headers(&self) -> &[HeaderParam] {
        &self.headers
    }
}

/// Shows the name, the headers, and the size of the definition.
impl fmt::Debug for CatalogTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CatalogTool")
            .field("name", &self.name)
            .field("headers", &self.headers)
            .field("bytes", &self.definition.get().len())
            .finish()
    }
}

/// A definition that was left out of a [`Catalog`].
#[derive(Clone)]
pub struct DroppedTool {
    name: Option<Box<str>>,
    definition: Box<RawValue>,
    problem: ToolProblem,
}

impl DroppedTool {
    /// The name, where it has one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The definition as the server's JSON text.
    #[must_use]
    pub fn raw(&self) -> &str {
        self.definition.get()
    }

    /// Why it was left out.
    #[must_use]
    pub fn problem(&self) -> &ToolProblem {
        &self.problem
    }
}

/// Shows the name, the problem, and the size of the definition.
impl fmt::Debug for DroppedTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DroppedTool")
            .field("name", &self.name)
            .field("problem", &self.problem)
            .field("bytes", &self.definition.get().len())
            .finish()
    }
}

/// Why a definition was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolProblem {
    /// It is not an object, or has two members of one name.
    Unreadable(ReadError),
    /// It has no `name` that is a string.
    NoName,
    /// An earlier tool has the same name.
    Duplicate,
    /// An argument is mirrored as a header in a way that the protocol does not allow.
    Header {
        /// The place in the definition's `inputSchema`, as a JSON pointer.
        pointer: Box<str>,
        /// What is wrong there.
        problem: HeaderProblem,
    },
}

impl fmt::Display for ToolProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::NoName => f.write_str("it has no name"),
            Self::Duplicate => f.write_str("an earlier tool has the same name"),
            Self::Header { pointer, problem } => write!(f, "x-mcp-header at {pointer:?} of its inputSchema {problem}"),
        }
    }
}

impl Error for ToolProblem {}

/// The name of a tool as far as there is one, and the headers of its arguments.
fn read(definition: &RawValue) -> (Option<Box<str>>, Result<Vec<HeaderParam>, ToolProblem>) {
    let members = match JsonObject::from_json(definition.get()).and_then(|definition| definition.members()) {
        Ok(members) => members,
        Err(error) => return (None, Err(ToolProblem::Unreadable(error))),
    };
    let name = members.get_as::<Option<Box<str>>>("name").ok().flatten().flatten();
    let headers = members.get("inputSchema").map_or_else(|| Ok(Vec::new()), annotations::header_params);
    (name, headers)
}

/// The parameters of `tools/list`: which page is asked for.
pub(crate) struct Cursor(Option<String>);

impl Cursor {
    pub(crate) fn first() -> Self {
        Self(None)
    }
}

impl Serialize for Cursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut params = serializer.serialize_map(None)?;
        if let Some(cursor) = &self.0 {
            params.serialize_entry("cursor", cursor)?;
        }
        params.end()
    }
}

/// A list while its pages come in.
#[derive(Default)]
pub(crate) struct Listing {
    catalog: Catalog,
    cursors: HashSet<String>,
    pages: usize,
}

impl Listing {
    /// Takes a page. The place of the next one; none after the last.
    pub(crate) fn add(&mut self, page: &str) -> Result<Option<Cursor>, RequestError> {
        let page =
            ListToolsResult::from_json(page).map_err(|error| RequestError::Unreadable { method: TOOLS_LIST, error })?;
        self.pages += 1;
        for definition in page.tools {
            if self.catalog.tools.len() + self.catalog.dropped.len() >= MAX_TOOLS {
                return Err(RequestError::List(ListError::TooManyTools { limit: MAX_TOOLS }));
            }
            self.catalog.add(definition);
        }
        let Some(cursor) = page.next_cursor else { return Ok(None) };
        if !self.cursors.insert(cursor.clone()) {
            return Err(RequestError::List(ListError::SameCursor { page: self.pages }));
        }
        if self.pages >= MAX_PAGES {
            return Err(RequestError::List(ListError::TooManyPages { limit: MAX_PAGES }));
        }
        Ok(Some(Cursor(Some(cursor))))
    }

    pub(crate) fn end(self) -> Catalog {
        self.catalog
    }
}

/// Why a list of tools was not read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListError {
    /// A page leads back to an earlier one.
    SameCursor {
        /// The page, from 1.
        page: usize,
    },
    /// There are more pages than a client takes.
    TooManyPages {
        /// The limit.
        limit: usize,
    },
    /// There are more tools than a client takes.
    TooManyTools {
        /// The limit.
        limit: usize,
    },
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameCursor { page } => {
                write!(f, "the server's list of tools has no end: page {page} leads back to an earlier one")
            }
            Self::TooManyPages { limit } => write!(f, "the server's list of tools has more than {limit} pages"),
            Self::TooManyTools { limit } => write!(f, "the server's list of tools has more than {limit} tools"),
        }
    }
}

impl Error for ListError {}
