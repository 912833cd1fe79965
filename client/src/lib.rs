//! Model Context Protocol calls that survive being asked for input.
//!
//! A server may answer `tools/call`, `resources/read` and `prompts/get` by asking for input first. This crate gives an
//! application all it needs for that, in one dependency:
//!
//! - [`#[derive(Call)]`](macro@Call) makes the calls and the inputs of a server Rust types;
//! - [`Client`] takes a call to its end: rounds, pauses, one deadline for all of them, refused versions, stale headers.
//!   `AsyncClient` (feature `tokio`) does the same with futures;
//! - the transports `stdio` and `http`, by features of these names, blocking and with `tokio` asynchronous; [`Transport`]
//!   and [`AsyncTransport`] for one of your own;
//! - the typestates underneath, all of [`mrtr_core`], for whoever wants to take each step by hand.
//!
//! ```
//! use mrtr::{Client, Implementation, Session, Transport};
//!
//! #[derive(serde::Serialize, mrtr::Call)]
//! #[mcp(tool = "book_flight", inputs_json = r#"{"seat": {"method": "elicitation/create", "params": {
//!     "message": "Which seat?",
//!     "requestedSchema": {"type": "object", "properties": {"seat": {"type": "string"}}, "required": ["seat"]}}}}"#)]
//! struct BookFlight {
//!     destination: String,
//! }
//!
//! fn book(server: impl Transport) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
//!     let client = Client::new(Session::new("airline", Implementation::new("my-app", "1.0.0")), server);
//!     let booking = client.call(BookFlight { destination: "Cebu".into() }, |input| match input {
//!         book_flight::Input::Seat(form) => form.accept(book_flight::Seat { seat: "14C".into() }),
//!     })?;
//!     println!("{} content blocks", booking.content.len());
//!     Ok(())
//! }
//! ```
//!
//! No feature changes behaviour; `tracing` adds log lines of the driver, without arguments, answers and states.

#[doc(no_inline)]
pub use mrtr_core as core;
#[doc(inline)]
pub use mrtr_core::*;
/// Makes a struct a [`Call`](trait@Call), and what its server was seen asking the inputs of that call.
///
/// ```
/// use mrtr::{Implementation, Reply, Session};
///
/// #[derive(serde::Serialize, mrtr::Call)]
/// #[mcp(tool = "book_flight", inputs_json = r#"{
///     "seat": {"method": "elicitation/create", "params": {
///         "message": "Which seat?",
///         "requestedSchema": {
///             "type": "object",
///             "properties": {"seat": {"type": "string"}, "class": {"type": "string", "enum": ["eco", "biz"]}},
///             "required": ["seat"]}}}}"#)]
/// struct BookFlight {
///     destination: String,
/// }
///
/// let session = Session::new("airline", Implementation::new("my-app", "1.0.0"));
/// let pending = session.call(BookFlight { destination: "Cebu".into() })?;
/// # let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{
/// #     "seat":{"method":"elicitation/create","params":{"message":"Which seat?","requestedSchema":{"type":"object",
/// #     "properties":{"seat":{"type":"string"},"class":{"type":"string","enum":["eco","biz"]}},"required":["seat"]}}}}}}"#;
/// // ... send `pending.request()`, and receive the server's answer:
/// let pending = match pending.receive(answer)? {
///     Reply::Complete(done) => return Ok(println!("{:?}", done.into_output()?.content)),
///     Reply::NeedsInput(needs) => needs
///         .answer(|input| match input {
///             book_flight::Input::Seat(form) => {
///                 form.accept(book_flight::Seat { seat: "14C".into(), class: Some(book_flight::SeatClass::Eco) })
///             }
///         })?
///         .resume(),
/// };
/// # drop(pending);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # The struct
///
/// `#[mcp(...)]` takes
///
/// | option | means |
/// |---|---|
/// | `tool = "name"`, `prompt = "name"`, `resource = "uri"` | what is called; exactly one of them. `resource` alone takes the URI from a field `uri` |
/// | `inputs = "path.json"` | what the server asks, as captured from the wire: a map of `inputRequests`, an `InputRequiredResult` or a whole JSON-RPC response. The path starts from the folder of the package's `Cargo.toml`; an edit of the file rebuilds |
/// | `inputs_json = r#"..."#` | the same, written here |
/// | `output = Type` | what the result is read as; otherwise the result type of the method |
/// | `module = name` | the name of the generated module; otherwise the struct's name in snake case, with an underscore at its end where that is the struct's own name |
/// | `crate = path` | where `mrtr` or `mrtr-core` is: a path that starts with `::`, `crate` or the name of a crate; otherwise `::mrtr` |
///
/// `inputs` and `inputs_json` may be given several times, one for each round. A key that occurs twice must ask for the
/// same. Without them the call can be asked for nothing ([`NoInput`]), and declares no capability.
///
/// The arguments are what the struct's own `serde::Serialize` writes; a struct without fields needs none and sends `{}`.
/// The fields of a prompt are strings ([`PromptArgument`]), a `None` is left out. A resource has no field but `uri`. A
/// field of a tool with `#[mcp(header = "Region")]` is mirrored by HTTP transports as `Mcp-Param-Region`
/// ([`HeaderValue`]) from the argument that serde writes for it, `rename` and `rename_all` included.
///
/// # What is generated
///
/// A module beside the struct, with the struct's visibility, holds
///
/// - `enum Input` with a variant for each key: [`Form<T>`](Form), [`Url`], [`Sampling`] or [`Roots`];
/// - a struct for each form, with the properties as fields in the order of the schema: `String`, `i64`, `f64`, `bool`, an
///   enum for a single select, a `Vec` of an enum for a multi select, and an `Option` of these where the property is not
///   required. Its `Debug` shows no answer. Where the schema has defaults, `prefilled(...)` makes the struct from them;
///   its parameters are the required fields without a default, in order;
/// - an enum for each select, with `ALL`, `as_str()`, `title()` and `TryFrom<&str>`.
///
/// Titles and descriptions of the schema are their documentation, as plain text. Keywords that only the server checks,
/// and defaults that break the schema's own rules, are named there too.
///
/// The call declares in its capabilities exactly what these inputs need. The live schema decides: what the server asks
/// when the program runs is compared with what was compiled in, content is checked against the live schema, and a form
/// whose live schema a compiled answer may not fit is an error for its key that says what changed. [`drift`] lists all
/// differences.
///
/// ```
/// # #[derive(mrtr::Call)]
/// # #[mcp(tool = "book_flight", inputs_json = r#"{"seat": {"method": "elicitation/create", "params": {"message": "?",
/// #     "requestedSchema": {"type": "object", "properties": {"class": {"type": "string", "enum": ["eco", "biz"]}}}}}}"#)]
/// # struct BookFlight;
/// let captured_today = r#"{"resultType":"input_required","inputRequests":{"seat":{"method":"elicitation/create","params":{
///     "message":"?","requestedSchema":{"type":"object","properties":{"class":{"type":"string","enum":["eco"]}}}}}}}"#;
/// let changes: Vec<String> = mrtr::drift::<BookFlight>(captured_today)?.iter().map(ToString::to_string).collect();
/// assert_eq!(changes, [r#"input request "seat": property "class": choice "biz" is gone"#]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Names
///
/// A name depends on its text alone, and on what stands before it where two are alike.
///
/// - Letters and digits make words. A word ends at any other character, before a capital behind a small letter or a
///   digit, and before the last of several capitals where a small letter follows: `firstName`, `first_name` and
///   `first name` are the words *first name*. Types and variants are written `FirstName`, fields and modules
///   `first_name`. The enum of a select has the words of the key and of the property: `SeatClass`.
/// - Of other scripts the letters of Latin, Greek, Cyrillic, Hebrew, Arabic, Chinese, Japanese and Korean are kept. Any
///   other character is its code point: `♥` is `U2665`.
/// - `+ < > = # $ % & @` are spelled: `c++` is `CPlusPlus`. So is `-` before the digits of a number that nothing precedes:
///   `-1` is `Minus1`. Blanks and other punctuation separate words, and are spelled only in a text that has nothing else:
///   `" "` is `Blank`, `"_"` is `Underscore`. The empty text is `Empty`.
/// - Before a digit stands an `N`: `2nd` is `N2nd` and `n2nd`.
/// - A keyword of any edition gets an underscore at its end: `type_`, `Self_`.
/// - Of equal names the second gets a number in a form that no text leads to: `AB_2`, `first_name__2`. What is appended to
///   a schema never changes a name before it.
///
/// `Input` is taken in each module: a form under the key `input` is `Input_2`.
#[cfg(feature = "derive")]
pub use mrtr_macros::Call;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod catalog;
mod driver;
#[cfg(any(feature = "http", feature = "stdio"))]
mod envelope;
#[cfg(feature = "http")]
pub mod http;
#[cfg(any(feature = "http", feature = "stdio"))]
mod incoming;
mod log;
mod notification;
mod response;
#[cfg(feature = "stdio")]
pub mod stdio;
#[cfg(any(feature = "http", feature = "stdio"))]
mod stray;
mod transport;

pub use catalog::{Catalog, CatalogTool, DroppedTool, HeaderProblem, ListError, ToolProblem};
#[cfg(feature = "tokio")]
pub use driver::AsyncClient;
pub use driver::{
    CallFailure, CallFailureKind, Client, Clock, Kept, Limits, Options, RequestError, SystemClock, Unfinished,
    UnsupportedServer,
};
pub use notification::Notification;
pub use response::{UnexpectedReason, UnexpectedResponse};
#[cfg(any(feature = "http", feature = "stdio"))]
pub use stray::{Stray, StrayReason};
pub use transport::{AsyncTransport, ServerExit, Transport, TransportError};
