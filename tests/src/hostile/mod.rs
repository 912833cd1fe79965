//! A server that answers what no server should, whichever transport it is behind.
//!
//! The name of the tool that is called says how it is answered.

mod cases;

use std::collections::HashMap;

pub use cases::cases;

use crate::scan;

/// What a bad answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nothing that concerns the call: on a stream the true answer follows it.
    Stray,
    /// The answer of a server that refuses the call.
    Rpc(i64),
    /// An answer that breaks the protocol.
    Malformed,
    /// A type of result that is none.
    UnknownResultType,
    /// A server that asks for nothing.
    NothingAsked,
    /// Input requests that cannot be read.
    Unreadable,
    /// A complete result that is not that of a tool.
    NoOutput,
    /// An answer beyond [`MAX_MESSAGE_BYTES`].
    TooLarge,
    /// An answer that is odd, and valid.
    Complete,
}

/// What the client accepts.
pub const MAX_MESSAGE_BYTES: usize = 11 << 20;

/// How one tool is answered.
pub struct Case {
    /// The name of the tool.
    pub name: &'static str,
    pub expected: Expected,
    /// What is answered to its requests, one after the other. Later ones get a good answer.
    pub answers: fn() -> Vec<Vec<u8>>,
}

/// What is answered to everything that is no case.
pub const GOOD: &str =
    r#"{"jsonrpc":"2.0","id":$ID,"result":{"resultType":"complete","content":[{"type":"text","text":"good"}]}}"#;

/// A server without its transport.
#[derive(Default)]
pub struct Server {
    /// The ids of the requests for each tool so far.
    seen: HashMap<String, Vec<String>>,
}

impl Server {
    /// The messages that answer a request. `is_stream`: there may be several.
    ///
    /// # Panics
    ///
    /// When the request is no JSON object, or has no id.
    pub fn answer(&mut self, request: &[u8], is_stream: bool) -> Vec<Vec<u8>> {
        let token = |path: &[&str]| scan::text(request, path).map(|text| String::from_utf8_lossy(text).into_owned());
        let id = token(&["id"]).unwrap();
        let name = token(&["params", "name"]).unwrap_or_default();
        let name = name.trim_matches('"');
        let ids = self.seen.entry(name.to_owned()).or_default();
        ids.push(id);

        let good = || fill(GOOD.as_bytes(), ids);
        let Some(case) = cases().into_iter().find(|case| case.name == name) else { return vec![good()] };
        match (case.answers)().get(ids.len() - 1) {
            None => vec![good()],
            Some(answer) if is_stream && case.expected == Expected::Stray => vec![fill(answer, ids), good()],
            Some(answer) => vec![fill(answer, ids)],
        }
    }
}

/// Puts ids in: `$ID` is that of the request, `$FIRST` that of the first request of the call.
fn fill(text: &[u8], ids: &[String]) -> Vec<u8> {
    let (Some(first), Some(last)) = (ids.first(), ids.last()) else { return text.to_vec() };
    let mut filled = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| *byte == b'$') {
        let (before, after) = rest.split_at(at);
        filled.extend_from_slice(before);
        rest = if let Some(after) = after.strip_prefix(b"$ID") {
            filled.extend_from_slice(last.as_bytes());
            after
        } else if let Some(after) = after.strip_prefix(b"$FIRST") {
            filled.extend_from_slice(first.as_bytes());
            after
        } else {
            filled.push(b'$');
            &after[1..]
        };
    }
    filled.extend_from_slice(rest);
    filled
}
