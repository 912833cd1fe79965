//! Rounds and results of a chosen size, for what measures. Every run sees the same bytes.

use std::fmt::{Display, Write as _};

use serde::Serialize;
use serde_json::value::RawValue;

/// The tool of all calls here.
pub const TOOL: &str = "book_flight";

/// What every form here is answered with.
pub const SEAT: &str = "14C";

/// A call whose server asks for one form with one field.
#[derive(Serialize, mrtr::Call)]
#[serde(transparent)]
#[mcp(tool = "book_flight", inputs = "inputs/one_form.json")]
pub struct OneForm {
    arguments: Box<RawValue>,
}

/// A call whose server asks for four forms with eight fields each.
#[derive(Serialize, mrtr::Call)]
#[serde(transparent)]
#[mcp(tool = "book_flight", inputs = "inputs/four_forms.json")]
pub struct FourForms {
    arguments: Box<RawValue>,
}

impl OneForm {
    /// The call with arguments as JSON text.
    pub fn new(arguments: &str) -> Self {
        Self { arguments: RawValue::from_string(arguments.to_owned()).unwrap() }
    }
}

impl FourForms {
    /// The call with arguments as JSON text.
    pub fn new(arguments: &str) -> Self {
        Self { arguments: RawValue::from_string(arguments.to_owned()).unwrap() }
    }
}

/// A call of [`TOOL`] and what its server asks for, all of it JSON text.
pub struct Round {
    /// A short name.
    pub name: &'static str,
    /// What it is made of.
    pub about: &'static str,
    /// The arguments, an object.
    pub arguments: String,
    /// The input requests, an object.
    pub requests: String,
    /// The request state, a string.
    pub state: String,
}

impl Round {
    /// The sizes that are measured, from small to large.
    pub fn all() -> [Self; 4] {
        [Self::small(), Self::medium(), Self::large(), Self::large_structured()]
    }

    /// 100 bytes of arguments, 64 of state, one form with one field.
    pub fn small() -> Self {
        Self {
            name: "S",
            about: "arguments of 100 B, state of 64 B, one form with one field",
            ..Self::with(text_arguments(100), 64)
        }
    }

    /// 4 KiB of arguments, 4 KiB of state, four forms with eight fields each.
    pub fn medium() -> Self {
        Self {
            name: "M",
            about: "arguments of 4 KiB, state of 4 KiB, four forms with eight fields each",
            requests: one_line(include_str!("../inputs/four_forms.json")),
            ..Self::with(record_arguments(4 << 10), 4 << 10)
        }
    }

    /// 1 MiB of arguments in one string, 64 KiB of state.
    pub fn large() -> Self {
        Self {
            name: "L",
            about: "arguments of 1 MiB in one string, state of 64 KiB, one form with one field",
            ..Self::with(text_arguments(1 << 20), 64 << 10)
        }
    }

    /// 1 MiB of arguments in many small objects, 64 KiB of state.
    pub fn large_structured() -> Self {
        Self {
            name: "Ls",
            about: "arguments of 1 MiB in many small objects, state of 64 KiB, one form with one field",
            ..Self::with(record_arguments(1 << 20), 64 << 10)
        }
    }

    /// One form with one field, under arguments and a state of one's own.
    pub fn with(arguments: String, state_bytes: usize) -> Self {
        let requests = one_line(include_str!("../inputs/one_form.json"));
        Self { name: "", about: "", arguments, requests, state: format!("\"{}\"", noise(state_bytes, 3)) }
    }

    /// The answer of the server to the request `id`.
    pub fn message(&self, id: impl Display) -> String {
        let Self { requests, state, .. } = self;
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","inputRequests":{requests},"requestState":{state}}}}}"#
        )
    }
}

/// What a server answers in the end, as JSON text.
pub struct Outcome {
    /// A short name.
    pub name: &'static str,
    /// What it is made of.
    pub about: &'static str,
    /// The result.
    pub result: String,
}

impl Outcome {
    /// The sizes that are measured, from small to large.
    pub fn all() -> [Self; 3] {
        [
            Self { name: "R1K", about: "result of 1 KiB, one text", ..Self::text(1 << 10) },
            Self { name: "R1M", about: "result of 1 MiB, one text", ..Self::text(1 << 20) },
            Self {
                name: "R1Ms",
                about: "result of 1 MiB, structured content of many small objects",
                ..Self::structured(1 << 20)
            },
        ]
    }

    /// One text block of about so many bytes.
    pub fn text(bytes: usize) -> Self {
        let text = prose(bytes);
        let result =
            format!(r#"{{"resultType":"complete","content":[{{"type":"text","text":"{text}"}}],"isError":false}}"#);
        Self { name: "", about: "", result }
    }

    /// Structured content of about so many bytes.
    pub fn structured(bytes: usize) -> Self {
        let result = format!(
            r#"{{"resultType":"complete","content":[{{"type":"text","text":"booked"}}],"structuredContent":{{"legs":{}}}}}"#,
            records(bytes)
        );
        Self { name: "", about: "", result }
    }

    /// The answer of the server to the request `id`.
    pub fn message(&self, id: impl Display) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{}}}"#, self.result)
    }
}

/// Arguments of so many bytes, nearly all of them in one string.
pub fn text_arguments(bytes: usize) -> String {
    let (head, tail) = (r#"{"destination":"Cebu","passport":""#, r#""}"#);
    format!("{head}{}{tail}", noise(bytes - head.len() - tail.len(), 1))
}

/// Arguments of so many bytes, nearly all of them in an array of small objects.
pub fn record_arguments(bytes: usize) -> String {
    let (head, tail) = (r#"{"destination":"Cebu","luggage":"#, r#","note":""}"#);
    let records = records(bytes - head.len() - tail.len());
    let rest = bytes - head.len() - tail.len() - records.len();
    format!(r#"{head}{records},"note":"{}"}}"#, noise(rest, 2))
}

/// An array of small objects, of nearly so many bytes.
pub fn records(bytes: usize) -> String {
    let mut numbers = Numbers(5);
    let mut array = String::from("[");
    for number in 0.. {
        let (code, weight) = (numbers.below(100_000), numbers.below(3_200));
        let fragile = numbers.below(2) == 0;
        let separator = if number == 0 { "" } else { "," };
        let record = format!(
            r#"{separator}{{"number":{number},"code":"bag-{code:05}","kilos":{}.{:02},"fragile":{fragile},"marks":["m{}","n{}"]}}"#,
            weight / 100,
            weight % 100,
            code % 10,
            code / 10 % 10,
        );
        if array.len() + record.len() + 1 > bytes {
            break;
        }
        array.push_str(&record);
    }
    array.push(']');
    array
}

/// So many characters that nothing can be left out of, as in Base64.
pub fn noise(bytes: usize, seed: u64) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut numbers = Numbers(seed);
    (0..bytes).map(|_| char::from(LETTERS[numbers.below(64)])).collect()
}

/// Words in lines and now and then in quotes, as the inside of a JSON string of nearly so many bytes.
fn prose(bytes: usize) -> String {
    const WORDS: [&str; 12] =
        ["your", "flight", "leaves", "from", "gate", "at", "the", "end", "of", "a", "long", "corridor"];
    let mut numbers = Numbers(4);
    let mut text = String::with_capacity(bytes);
    let mut column = 0;
    while text.len() + 16 < bytes {
        let word = WORDS[numbers.below(WORDS.len())];
        let quote = if numbers.below(32) == 0 { "\\\"" } else { "" };
        let end = if column < 72 { " " } else { "\\n" };
        write!(text, "{quote}{word}{quote}{end}").unwrap();
        column = if column < 72 { column + word.len() + 1 } else { 0 };
    }
    text.extend(std::iter::repeat_n('.', bytes - text.len()));
    text
}

/// What stands in the file, as a server would send it.
fn one_line(file: &str) -> String {
    file.lines().collect()
}

/// Numbers without a pattern (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap() % limit
    }
}
