//! What must come back unchanged is compared as bytes: cut out of the lines that a program between client and server has
//! recorded, by a scanner that shares no code with the library.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use mrtr_core::{Call, DynamicInput, GetPrompt, ListRootsResult, Meta, NeedsInput, ReadResource, Root, ToolCall};
use mrtr_examples::server::PASSPHRASE;
use mrtr_tests::scan;
use serde_json::{Value, json};

use crate::support::{Answer, Client, Record, Response, accept, form, fresh_file, tool, url};

const ARGUMENTS: &[&str] = &["params", "arguments"];
const STATE: &[&str] = &["params", "requestState"];
const RESPONSES: &[&str] = &["params", "inputResponses"];

/// The text of a member, for people.
fn cut<'a>(line: &'a [u8], path: &[&str]) -> Option<&'a str> {
    scan::text(line, path).map(|text| std::str::from_utf8(text).unwrap())
}

/// The names of an object's members as they are spelled; none where the object is absent or `null`.
fn names<'a>(line: &'a [u8], path: &[&str]) -> Vec<&'a str> {
    match scan::value(line, path) {
        Some(object) if line[object.start] == b'{' => {
            scan::members(line, object).into_iter().map(|(name, _)| std::str::from_utf8(&line[name]).unwrap()).collect()
        }
        _ => Vec::new(),
    }
}

/// Checks the legs of one call against the first one, and each retry against the answer before it.
fn assert_legs(requests: &[Vec<u8>], answers: &[Vec<u8>]) {
    assert_eq!(requests.len(), answers.len());
    let first = &requests[0];
    assert_eq!((cut(first, STATE), cut(first, RESPONSES)), (None, None));
    for (retry, answer) in requests[1..].iter().zip(answers) {
        for path in [&["method"][..], &["params", "name"], &["params", "uri"], ARGUMENTS] {
            assert_eq!(cut(retry, path), cut(first, path));
        }
        let state = cut(answer, &["result", "requestState"]).filter(|state| *state != "null");
        assert_eq!(cut(retry, STATE), state);
        let asked = names(answer, &["result", "inputRequests"]);
        assert_eq!(names(retry, RESPONSES), asked);
        assert_eq!(cut(retry, RESPONSES).is_some(), !asked.is_empty());
    }
    let ids: BTreeSet<_> = requests.iter().map(|request| cut(request, &["id"])).collect();
    assert_eq!(ids.len(), requests.len());
}

// Against the real server

/// Calls `echo_arguments` with each of the texts, and gives what went over the wire: two lines in each direction per
/// call.
fn echoed(test: &str, arguments: &[Option<&str>]) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let record = Record::new(test);
    let client = Client::start_behind_tee(record.options());
    for text in arguments {
        let call = ToolCall::new("echo_arguments");
        let call = text.map_or(call.clone(), |text| call.arguments_json(text).unwrap());
        let echo = client.finish(client.ask(call), accept(&json!({ "confirmed": true })));
        let understood: Value = serde_json::from_str(text.unwrap_or("null")).unwrap();
        assert_eq!(echo, json!({ "confirmed": true, "arguments": understood }));
    }
    client.server.close().unwrap();
    (record.requests(), record.answers())
}

#[test]
fn arguments_of_every_leg_are_the_text_that_was_given() {
    let arguments = [
        r#"{"b":1.0,"a":1e2,"c":"\u00e9\/"}"#,
        r#"{"b":1,"a":2,"b":3}"#,
        r#"{"n":18446744073709551616,"m":-0.0,"k":1E+2,"z":0.10,"i":9007199254740993}"#,
        r#"{"\u0061":"\ud83d\ude00","\"":"\\","é":"\u0000","":null,"serde_json::private::RawValue":"1"}"#,
        "{ \"x\" : [ 1 , {\t} ] ,\t\"y\":[[]] }",
        "{}",
    ];
    let (requests, answers) =
        echoed("arguments_of_every_leg_are_the_text_that_was_given", &arguments.map(Option::Some));
    assert_eq!(requests.len(), 2 * arguments.len());
    for ((requests, answers), text) in requests.chunks(2).zip(answers.chunks(2)).zip(arguments) {
        assert_legs(requests, answers);
        assert_eq!(cut(&requests[0], ARGUMENTS), Some(text));
        assert!(cut(&requests[1], STATE).is_some());
    }
}

#[test]
fn call_without_arguments_has_none_in_any_leg() {
    let (requests, answers) = echoed("call_without_arguments_has_none_in_any_leg", &[None]);
    assert_legs(&requests, &answers);
    assert_eq!(requests.iter().map(|request| cut(request, ARGUMENTS)).collect::<Vec<_>>(), [None, None]);
}

#[test]
fn line_breaks_between_arguments_become_blanks_once() {
    let (requests, answers) =
        echoed("line_breaks_between_arguments_become_blanks_once", &[Some("{\n  \"a\":\r\n1e0,\"b\":\"\\n\"\n}")]);
    assert_legs(&requests, &answers);
    assert_eq!(cut(&requests[0], ARGUMENTS), Some(r#"{   "a":  1e0,"b":"\n" }"#));
}

#[test]
fn prompt_and_resource_are_asked_for_in_the_same_words_again() {
    let record = Record::new("prompt_and_resource_are_asked_for_in_the_same_words_again");
    let client = Client::start_behind_tee(record.options());
    let prompt = GetPrompt::new("walkthrough").arguments_json(r#"{"audience":"pil\u00f6ts\/crew"}"#).unwrap();
    let answered = client.ask(prompt).answer(accept(&json!({ "scope": "full" })));
    drop(client.completed(answered.unwrap().resume()));

    let mut needs = client.ask(ReadResource::new("file:///report.csv"));
    needs = client.asked(needs.answer(accept(&json!({ "passphrase": "hunter1" }))).unwrap().resume());
    drop(client.completed(needs.answer(accept(&json!({ "passphrase": PASSPHRASE }))).unwrap().resume()));
    client.server.close().unwrap();

    let (requests, answers) = (record.requests(), record.answers());
    assert_legs(&requests[..2], &answers[..2]);
    assert_eq!(cut(&requests[0], ARGUMENTS), Some(r#"{"audience":"pil\u00f6ts\/crew"}"#));
    assert_legs(&requests[2..], &answers[2..]);
    assert_eq!(cut(&requests[2], &["params", "uri"]), Some(r#""file:///report.csv""#));
    // The state of each round is that round's own.
    assert_ne!(cut(&requests[3], STATE), cut(&requests[4], STATE));
}

#[test]
fn decline_cancel_and_consent_have_no_content() {
    let record = Record::new("decline_cancel_and_consent_have_no_content");
    let client = Client::start_behind_tee(record.options());
    let answers: [(&str, Answer); 5] = [
        ("book_flight", |input| form(input).decline()),
        ("book_flight", |input| form(input).cancel()),
        ("connect_calendar", |input| url(input).consent()),
        ("connect_calendar", |input| url(input).decline()),
        ("connect_calendar", |input| url(input).cancel()),
    ];
    for (name, answer) in answers {
        client.finish(client.ask(tool(name, &json!({ "destination": "Cebu" }))), answer);
    }
    client.server.close().unwrap();
    let requests = record.requests();
    let responses: Vec<_> = requests.chunks(2).map(|legs| cut(&legs[1], RESPONSES).unwrap()).collect();
    assert_eq!(
        responses,
        [
            r#"{"seat":{"action":"decline"}}"#,
            r#"{"seat":{"action":"cancel"}}"#,
            r#"{"authorize":{"action":"accept"}}"#,
            r#"{"authorize":{"action":"decline"}}"#,
            r#"{"authorize":{"action":"cancel"}}"#,
        ],
    );
}

#[test]
fn callers_own_meta_goes_with_every_leg() {
    let record = Record::new("callers_own_meta_goes_with_every_leg");
    let client = Client::start_behind_tee(record.options());
    let meta = Meta::new().with("example.com/trip", &json!({ "number": 7 })).unwrap();
    let pending = client.session.call_with(ToolCall::new("slow_report"), meta).unwrap();
    let needs = client.asked(pending);
    let needs = client.asked(needs.submit([]).unwrap().resume());
    drop(client.completed(needs.submit([]).unwrap().resume()));
    client.server.close().unwrap();

    let (requests, answers) = (record.requests(), record.answers());
    assert_legs(&requests, &answers);
    for request in &requests {
        assert_eq!(cut(request, &["params", "_meta", "example.com/trip"]), Some(r#"{"number":7}"#));
        assert!(cut(request, &["params", "_meta", "io.modelcontextprotocol/clientCapabilities"]).is_some());
    }
}

// Against answers that no real server gives

/// The answers of a server, with what is needed to write them to a file. The ids are those that a session counts.
struct Script {
    file: PathBuf,
    text: String,
    answers: usize,
    record: Record,
}

impl Script {
    /// `name` must be that of the test.
    fn new(name: &str) -> Self {
        Self { file: fresh_file(name, "script"), text: String::new(), answers: 0, record: Record::new(name) }
    }

    /// The members of the next result.
    fn answer(&mut self, result: &str) {
        self.answers += 1;
        let id = self.answers;
        self.text.push_str(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{{result}}}}}\n"));
    }

    fn asks(&mut self, members: &str) {
        self.answer(&format!(r#""resultType":"input_required",{members}"#));
    }

    fn completes(&mut self) {
        self.answer(r#""resultType":"complete","content":[]"#);
    }

    fn start(&self) -> Client {
        fs::write(&self.file, &self.text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_mrtr-tests-tee"));
        command.args(self.record.options()).arg(env!("CARGO_BIN_EXE_mrtr-tests-scripted")).arg(&self.file);
        Client::of(command)
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_file(&self.file);
        }
    }
}

const ROOTS: &str = r#"{"method":"roots/list"}"#;

fn roots(input: DynamicInput) -> Response {
    match input {
        DynamicInput::Roots(roots) => roots.respond(ListRootsResult::new(vec![Root::new("file:///home/ann").unwrap()])),
        other => panic!("{other:?}"),
    }
}

/// Follows a call to its end, answering roots and nothing else.
fn follow<C: Call<Input = DynamicInput>>(client: &Client, call: C) {
    let mut needs: NeedsInput<C> = client.ask(call);
    loop {
        needs = match client.exchange(needs.answer(roots).unwrap().resume()) {
            Ok(mrtr_core::Reply::NeedsInput(needs)) => needs,
            Ok(mrtr_core::Reply::Complete(_)) => break,
            Err(error) => panic!("{error}"),
        };
    }
}

#[test]
fn state_comes_back_as_it_was_spelled() {
    let long = format!(r#""{}""#, r"\/\u0000".repeat(20_000));
    let states = [
        r#""\/""#,
        r#""/""#,
        r#""\u0000""#,
        r#""\ud800""#,
        r#""a\udc00\ud800b""#,
        r#""""#,
        r#"" ""#,
        r#""\u00E9\u00e9é""#,
        "\"\u{feff}\u{2028}\u{7f}\u{10ffff}\"",
        r#""\b\f\n\r\t\"\\\\""#,
        r#""null""#,
        r#""{\"requestState\":\"x\"}""#,
        r#""$serde_json::private::RawValue""#,
        &long,
    ];
    let mut script = Script::new("state_comes_back_as_it_was_spelled");
    for state in states {
        script.asks(&format!(r#""inputRequests":{{"folders":{ROOTS}}},"requestState":{state}"#));
        script.asks(&format!(r#""requestState" : {state} "#));
        script.completes();
    }
    let client = script.start();
    for _ in states {
        follow(&client, tool("any", &json!({ "a": 1 })));
    }
    client.server.close().unwrap();

    let (requests, answers) = (script.record.requests(), script.record.answers());
    assert_eq!(requests.len(), 3 * states.len());
    for ((requests, answers), state) in requests.chunks(3).zip(answers.chunks(3)).zip(states) {
        assert_legs(requests, answers);
        assert_eq!((cut(&requests[1], STATE), cut(&requests[2], STATE)), (Some(state), Some(state)));
    }
}

#[test]
fn each_round_replaces_the_last() {
    let mut script = Script::new("each_round_replaces_the_last");
    script.asks(&format!(r#""inputRequests":{{"a":{ROOTS},"b":{ROOTS}}},"requestState":"first""#));
    script.asks(&format!(r#""inputRequests":{{"b":{ROOTS}}}"#));
    script.asks(r#""requestState":"third""#);
    script.asks(r#""inputRequests":{},"requestState":"fourth""#);
    script.asks(&format!(r#""inputRequests":{{"a":{ROOTS}}},"requestState":null"#));
    script.asks(r#""inputRequests":null,"requestState":"sixth""#);
    script.completes();
    let client = script.start();
    follow(&client, tool("any", &json!({ "a": 1 })));
    client.server.close().unwrap();

    let requests = script.record.requests();
    assert_legs(&requests, &script.record.answers());
    let states: Vec<_> = requests.iter().map(|request| cut(request, STATE)).collect();
    assert_eq!(
        states,
        [None, Some(r#""first""#), None, Some(r#""third""#), Some(r#""fourth""#), None, Some(r#""sixth""#)],
    );
    let keys: Vec<_> = requests.iter().map(|request| names(request, RESPONSES)).collect();
    assert_eq!(keys, [vec![], vec![r#""a""#, r#""b""#], vec![r#""b""#], vec![], vec![], vec![r#""a""#], vec![]]);
}

#[test]
fn keys_come_back_as_they_were_spelled() {
    let keys = [r#""""#, r#""\u0061""#, r#""\/""#, r#""1""#, r#""0""#, r#""é""#, r#""undefined""#, r#""\u0000\"""#];
    let requests: Vec<_> = keys.iter().map(|key| format!("{key}:{ROOTS}")).collect();
    let mut script = Script::new("keys_come_back_as_they_were_spelled");
    script.asks(&format!(r#""inputRequests" : {{ {} }}"#, requests.join(" ,")));
    script.completes();
    let client = script.start();
    follow(&client, tool("any", &json!({})));
    client.server.close().unwrap();

    let requests = script.record.requests();
    assert_legs(&requests, &script.record.answers());
    assert_eq!(names(&requests[1], RESPONSES), keys);
}

#[test]
fn arguments_that_few_servers_read_are_repeated_all_the_same() {
    let deep = format!(r#"{{"deep":{}1{}}}"#, "[".repeat(5_000), "]".repeat(5_000));
    let arguments =
        [r#"{"n":1e400,"m":-1E-400}"#, r#"{"s":"\ud800","\udc00":"\ud83d"}"#, r#"{"a":1,"a":{},"a":1}"#, &deep];
    let mut script = Script::new("arguments_that_few_servers_read_are_repeated_all_the_same");
    for _ in arguments {
        script.asks(r#""requestState":"s""#);
        script.completes();
    }
    let client = script.start();
    for text in arguments {
        follow(&client, ToolCall::new("any").arguments_json(text).unwrap());
    }
    client.server.close().unwrap();

    let (requests, answers) = (script.record.requests(), script.record.answers());
    assert_eq!(requests.len(), 2 * arguments.len());
    for ((requests, answers), text) in requests.chunks(2).zip(answers.chunks(2)).zip(arguments) {
        assert_legs(requests, answers);
        assert_eq!(cut(&requests[0], ARGUMENTS), Some(text));
    }
}

#[test]
fn blanks_and_line_ends_of_an_answer_change_nothing() {
    let mut script = Script::new("blanks_and_line_ends_of_an_answer_change_nothing");
    script.text = concat!(
        "\u{feff}{ \"result\" : { \"requestState\" : \"\\/\" , \"extra\" : [ ] , \"inputRequests\" : { } ,",
        " \"resultType\" : \"input_required\" } , \"id\" : 1 , \"jsonrpc\" : \"2.0\" } \r\n",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[]}}\n",
    )
    .to_owned();
    let client = script.start();
    follow(&client, tool("any", &json!({})));
    client.server.close().unwrap();
    assert_eq!(cut(&script.record.requests()[1], STATE), Some(r#""\/""#));
}
