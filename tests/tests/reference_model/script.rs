//! What happens in a conversation, as strategies: the call, and step by step what the server sends and what the person
//! and the program do.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

#[derive(Clone, Debug)]
pub struct Script {
    pub call: CallSpec,
    /// An answer to a query that comes before the call.
    pub query: Option<Server>,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub struct CallSpec {
    pub kind: Kind,
    pub name: &'static str,
    pub arguments: &'static str,
    pub own_meta: bool,
    pub progress: bool,
    pub declared: Declared,
    /// Which fault the call has that keeps it from being captured.
    pub fault: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Tool,
    Resource,
    Prompt,
    /// A call with an input type of its own.
    Typed,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Declared {
    All,
    Forms,
    UrlsAndSampling,
}

/// One transition, whatever the state is then.
#[derive(Clone, Debug)]
pub struct Step {
    pub event: usize,
    pub server: Server,
    pub answers: Vec<Answer>,
    pub handing: Handing,
}

#[derive(Clone, Debug)]
pub enum Server {
    Complete {
        readable: bool,
        with_type: bool,
    },
    Ask(Round),
    /// Another result.
    Result(&'static str),
    /// A result that no `serde_json::Value` can hold, and what it leads to.
    OddResult(&'static str, &'static str),
    /// More input requests than the client takes.
    TooMany,
    Error(&'static str),
    /// A message with `@` for the id of the leg, and `#` for the first id of the call, if that is another.
    Message(&'static str),
    /// A message that no `serde_json::Value` can hold, and what it leads to. `?` is a byte that is not UTF-8.
    OddMessage(&'static str, &'static str),
}

#[derive(Clone, Debug)]
pub struct Round {
    pub state: Option<&'static str>,
    /// Key tokens and input requests.
    pub asks: Vec<(&'static str, &'static str)>,
    pub pretty: bool,
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub choice: Choice,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    Accept,
    /// With content that is longer than the form allows.
    AcceptTooLong,
    /// With content that JSON cannot tell.
    AcceptNotFinite,
    Decline,
    Cancel,
}

/// How the responses are handed in.
#[derive(Clone, Copy, Debug)]
pub enum Handing {
    InOrder,
    Reversed,
    /// One is left out, or the closure stops there.
    Short(usize),
    /// One is there twice.
    Twice(usize),
    /// One of an earlier round is among them.
    Stale(usize),
}

pub const COMPLETE: &str = r#"{"resultType":"complete","content":[],"contents":[],"messages":[],"x":1.50}"#;

const ARGUMENTS: [&str; 6] = [
    "{}",
    r#"{"b":"Ceb\u0075","a":"\/"}"#,
    " {\n\"z\" : \"1.0\" , \"a\":\"\",\r\n\"z\":\"twice\"} ",
    r#"{"destination":"Cebu","seats":1e0,"list":[1.0,{"b":null,"a":[]}]}"#,
    r#"{"region":"eu","big":9007199254740993}"#,
    r#"{"requestState":"mine","inputResponses":{}}"#,
];

/// Arguments of strings alone.
pub const STRINGS: usize = 3;

const FORM: &str = r#"{"method":"elicitation/create","params":{"message":"Which?","requestedSchema":{"type":"object","properties":{"seat":{"type":"string","maxLength":8}},"required":["seat"]}}}"#;
const URL: &str =
    r#"{"method":"elicitation/create","params":{"mode":"url","message":"Pay","url":"https://pay.example.test/"}}"#;
const ROOTS: &str = r#"{"jsonrpc":"2.0","id":9,"method":"roots\/list"}"#;
const SAMPLING: &str = r#"{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":10}}"#;

/// Input requests that some call or other cannot answer.
const UNREADABLE: [&str; 10] = [
    r#"{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"seat":{"type":"object"}}}}}"#,
    r#"{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"other":{"type":"integer"}},"required":["other"]}}}"#,
    r#"{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"javascript:0"}}"#,
    r#"{"method":"elicitation/create","params":{"message":"\ud800","requestedSchema":{"type":"object","properties":{}}}}"#,
    r#"{"method":"elicitation/create"}"#,
    r#"{"method":"elicitation/create","params":{"mode":"video","message":"m"}}"#,
    r#"{"method":"sampling/createMessage","params":{"maxTokens":10}}"#,
    r#"{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":10,"tools":[]}}"#,
    r#"{"method":"tools/call","params":{}}"#,
    r#"{"params":{}}"#,
];

const RESULTS: [&str; 11] = [
    "7",
    "null",
    r#"{"resultType":null}"#,
    r#"{"resultType":"task","content":[]}"#,
    r#"{"resultType":"input_required"}"#,
    r#"{"resultType":"input_required","inputRequests":{}}"#,
    r#"{"resultType":"input_required","inputRequests":[],"requestState":"s"}"#,
    r#"{"resultType":"input_required","requestState":7}"#,
    r#"{"resultType":"input_required","inputRequests":null,"requestState":"s"}"#,
    r#"{"resultType":"input_required","content":[],"requestState":"","inputRequests":{ }}"#,
    r#"{"content":[],"inputRequests":{},"requestState":"s"}"#,
];

const ODD_RESULTS: [(&str, &str); 3] = [
    (r#"{"resultType":"complete","resultType":"complete"}"#, "Failed Malformed /result/resultType Duplicate"),
    (
        r#"{"resultType":"input_required","requestState":"a","requestState":"a"}"#,
        "Failed Malformed /result/requestState Duplicate",
    ),
    (
        r#"{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"},"\u0061":{"method":"roots/list"}}}"#,
        "Failed Malformed /result/inputRequests/a Duplicate",
    ),
];

const ERRORS: [&str; 7] = [
    r#"{"code":-32602,"message":"expired","data":{"a":1}}"#,
    r#"{"code":-32022,"message":"m","data":{"supported":["2025-11-25"]}}"#,
    r#"{"code":-32603}"#,
    "7",
    r#"{"message":"m"}"#,
    r#"{"code":1.5,"message":"m"}"#,
    r#"{"code":"-32603","message":"m"}"#,
];

const MESSAGES: [&str; 17] = [
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
    r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}"#,
    r#"{"jsonrpc":"1.0","id":@,"result":{}}"#,
    r#"{"id":@,"result":{}}"#,
    r#"{"jsonrpc":"2.0","id":@}"#,
    r#"{"jsonrpc":"2.0","id":@,"result":{},"error":{"code":1,"message":"m"}}"#,
    r#"{"jsonrpc":"2.0","id":@,"result":{"content":[],"contents":[],"messages":[]},"error":null}"#,
    r#"{"jsonrpc":"2.0","id":"@","result":{}}"#,
    r#"{"jsonrpc":"2.0","id":@.0,"result":{}}"#,
    r#"{"jsonrpc":"2.0","id":#,"result":{}}"#,
    r#"{"jsonrpc":"2.0","id":#,"error":{"code":1,"message":"late"}}"#,
    r#"{"jsonrpc":"2.0","id":[@],"result":{}}"#,
    r#"{"jsonrpc":"2.0","result":{}}"#,
    r#"{"jsonrpc":"2.0","id":@,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#,
    "[]",
    r#""@""#,
];

const ODD_MESSAGES: [(&str, &str); 8] = [
    (r#"{"jsonrpc":"2.0","id":@,"id":@,"result":{}}"#, "NotOurs AmbiguousId"),
    (r#"{"jsonrpc":"2.0","id":@,"result":{},"result":{}}"#, "Failed Malformed /result Duplicate"),
    (r#"{"jsonrpc":"2.0","id":@,"result":{"content":["#, "Failed Malformed  NotJson"),
    (r#"{"jsonrpc":"2.0","id":@,"result":{"content":[nil]}}"#, "Failed Malformed  NotJson"),
    (r#"{"jsonrpc":"2.0","id":@"#, "NotOurs Unreadable"),
    (r#"{"jsonrpc":"2.0","result":{"id":@"#, "NotOurs Unreadable"),
    (r#"{"jsonrpc":"2.0","id":@,"result":{"content":["?"]}}"#, "Failed Malformed  NotUtf8"),
    ("", "NotOurs Unreadable"),
];

pub fn script() -> impl Strategy<Value = Script> {
    let query = prop_oneof![3 => Just(None), 1 => server().prop_map(Some)];
    (call(), query, vec(step(), 1..14)).prop_map(|(call, query, steps)| Script { call, query, steps })
}

fn call() -> impl Strategy<Value = CallSpec> {
    let kind = select(vec![Kind::Tool, Kind::Tool, Kind::Resource, Kind::Prompt, Kind::Typed, Kind::Typed]);
    let name = select(vec!["book_flight", "", "a\"b\\c\n", "file:///donn\u{e9}es", "\u{feff}x"]);
    let declared =
        prop_oneof![6 => Just(Declared::All), 1 => Just(Declared::Forms), 1 => Just(Declared::UrlsAndSampling)];
    let fault = proptest::option::weighted(0.06, 0..6_usize);
    (kind, name, 0..ARGUMENTS.len(), any::<bool>(), any::<bool>(), declared, fault).prop_map(
        |(kind, name, arguments, own_meta, progress, declared, fault)| CallSpec {
            kind,
            name: if kind == Kind::Typed { "book_flight" } else { name },
            // The arguments of a prompt are strings.
            arguments: ARGUMENTS[if kind == Kind::Prompt { arguments % STRINGS } else { arguments }],
            own_meta,
            progress,
            declared,
            fault,
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    let handing = prop_oneof![
        12 => Just(Handing::InOrder),
        3 => Just(Handing::Reversed),
        2 => (0..4_usize).prop_map(Handing::Short),
        2 => (0..4_usize).prop_map(Handing::Twice),
        2 => (0..4_usize).prop_map(Handing::Stale),
    ];
    (0..32_usize, server(), vec(answer(), 1..5), handing).prop_map(|(event, server, answers, handing)| Step {
        event,
        server,
        answers,
        handing,
    })
}

fn server() -> impl Strategy<Value = Server> {
    prop_oneof![
        80 => (prop::bool::weighted(0.7), any::<bool>())
            .prop_map(|(readable, with_type)| Server::Complete { readable, with_type }),
        400 => round().prop_map(Server::Ask),
        40 => select(RESULTS.to_vec()).prop_map(Server::Result),
        15 => select(ODD_RESULTS.to_vec()).prop_map(|(result, leads_to)| Server::OddResult(result, leads_to)),
        1 => Just(Server::TooMany),
        40 => select(ERRORS.to_vec()).prop_map(Server::Error),
        70 => select(MESSAGES.to_vec()).prop_map(Server::Message),
        25 => select(ODD_MESSAGES.to_vec()).prop_map(|(message, leads_to)| Server::OddMessage(message, leads_to)),
    ]
}

fn round() -> impl Strategy<Value = Round> {
    let state = select(vec![
        None,
        None,
        Some(r#""""#),
        Some(r#""c3Rh\/dGU\u003d""#),
        Some(r#""\ud800""#),
        Some("\"\u{1f600}\""),
    ]);
    let key = select(vec![r#""seat""#, r#""folders""#, r#""""#, r#""s\u0065at""#, r#""1""#, r#""a\/b""#]);
    let request = prop_oneof![
        6 => Just(FORM),
        3 => Just(URL),
        3 => Just(ROOTS),
        3 => Just(SAMPLING),
        3 => select(UNREADABLE.to_vec()),
    ];
    // What a typed call expects.
    let expected = select(vec![vec![(r#""seat""#, FORM)], vec![(r#""folders""#, ROOTS), (r#""s\u0065at""#, FORM)]]);
    let odd_key = prop::bool::weighted(0.03);
    let drawn = (vec((key, request), 0..4), odd_key).prop_map(|(mut asks, odd_key)| {
        if odd_key {
            asks.push((r#""\ud800""#, FORM));
        }
        let mut seen = std::collections::BTreeSet::new();
        asks.retain(|(key, _)| seen.insert(super::decoded(key)));
        asks
    });
    (state, prop_oneof![1 => expected, 2 => drawn], any::<bool>()).prop_map(|(state, asks, pretty)| {
        let state = if asks.is_empty() { state.or(Some(r#""""#)) } else { state };
        Round { state, asks, pretty }
    })
}

fn answer() -> impl Strategy<Value = Answer> {
    let choice = prop_oneof![
        20 => Just(Choice::Accept),
        1 => Just(Choice::AcceptTooLong),
        1 => Just(Choice::AcceptNotFinite),
        4 => Just(Choice::Decline),
        4 => Just(Choice::Cancel),
    ];
    (choice, "[a\"\\\\\n\u{e9}\u{1f600}]{0,6}").prop_map(|(choice, text)| Answer { choice, text })
}

impl Server {
    /// The result and, where it is set beforehand, what it leads to.
    pub fn result(&self) -> Option<(String, Option<&'static str>)> {
        let text = match self {
            Self::Complete { readable: false, .. } => r#"{"content":7,"contents":7,"messages":7}"#.to_owned(),
            Self::Complete { with_type: true, .. } => COMPLETE.to_owned(),
            Self::Complete { .. } => COMPLETE.replace(r#""resultType":"complete","#, ""),
            Self::Ask(round) => round.result(),
            Self::Result(text) => (*text).to_owned(),
            Self::OddResult(text, leads_to) => return Some(((*text).to_owned(), Some(leads_to))),
            Self::TooMany => {
                let asks: Vec<_> = (0..1001).map(|n| format!(r#""{n}":{{"method":"roots/list"}}"#)).collect();
                let text = format!(r#"{{"resultType":"input_required","inputRequests":{{{}}}}}"#, asks.join(","));
                return Some((text, Some("Failed Malformed /result/inputRequests TooMany")));
            }
            Self::Error(_) | Self::Message(_) | Self::OddMessage(..) => return None,
        };
        Some((text, None))
    }

    /// The message that comes to a leg with this id and, where it is set beforehand, what it leads to.
    pub fn message(&self, id: i64, first: i64) -> (Vec<u8>, Option<&'static str>) {
        let fill = |template: &str| {
            let earlier = if first == id { "99999".into() } else { first.to_string() };
            template.replace('@', &id.to_string()).replace('#', &earlier).into_bytes()
        };
        match (self, self.result()) {
            (_, Some((result, leads_to))) => {
                (format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#).into_bytes(), leads_to)
            }
            (Self::Error(error), _) => (format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#).into_bytes(), None),
            (Self::OddMessage(template, leads_to), _) => {
                let bytes = fill(template).into_iter().map(|byte| if byte == b'?' { 0xff } else { byte });
                (bytes.collect(), Some(leads_to))
            }
            (Self::Message(template), _) => (fill(template), None),
            _ => unreachable!("all others have a result"),
        }
    }
}

impl Round {
    fn result(&self) -> String {
        let blank = if self.pretty { "\r\n  " } else { "" };
        let asks: Vec<_> = self.asks.iter().map(|(key, ask)| format!("{blank}{key}{blank}:{blank}{ask}")).collect();
        let requests = if asks.is_empty() && !self.pretty {
            String::new()
        } else {
            format!(r#","inputRequests":{blank}{{{}}}"#, asks.join(","))
        };
        let state = self.state.map(|token| format!(r#","requestState":{blank}{token}{blank}"#)).unwrap_or_default();
        format!(r#"{{"resultType":"input_required"{requests}{state}}}"#)
    }
}
