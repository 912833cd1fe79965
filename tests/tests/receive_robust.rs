//! Whatever a peer sends: no panic, no overflow, nothing lost. A message that does not answer the leg leaves it as it
//! was, an answer that breaks the protocol gives the call back, and either way the same call can then be finished.

mod support;
mod texts;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::ops::Range;
use std::thread;

use mrtr_core::{
    Arguments, Call, CallToolResult, DynamicInput, ListRootsResult, ManualInput, NotOursReason, PeerError, Pending,
    Problem, ReceiveError, Reply, ToolCall,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;
use support::*;

/// A stack on which recursion over a peer's text would not last.
const SMALL_STACK: usize = 256 * 1024;

/// What may be in no error and in no state that is shown.
const SECRETS: [&str; 5] =
    ["argument-of-the-caller", "answer-of-the-user", "state-of-the-server", "newer-state", "text-of-the-result"];

/// A retry that carries an argument, an answer and a state. Its id is 2.
fn waiting() -> Pending<ToolCall> {
    let call = ToolCall::new("book").arguments_json(r#"{"a":"argument-of-the-caller"}"#).unwrap();
    let needs = asked(session().call(call).unwrap(), &asks(&form("kept"), Some(r#""state-of-the-server""#)));
    let answered = needs.answer(|input| match input {
        DynamicInput::Form(form) => form.accept(&json!({"seat": "answer-of-the-user"})),
        other => any_answer(other),
    });
    answered.unwrap().resume()
}

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let outcome = thread::Builder::new().stack_size(SMALL_STACK).spawn(test).unwrap().join();
    assert!(outcome.is_ok());
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Complete,
    NeedsInput,
    NotOurs,
    Failed,
}

/// Hands a message to [`waiting`], and finishes the call from what is given back.
fn survive(message: &[u8]) -> Outcome {
    let outcome = taken(message);
    if matches!(outcome, Outcome::Complete | Outcome::NeedsInput) {
        assert!(is_json(message), "taken, and no JSON: {}", String::from_utf8_lossy(message));
    }
    outcome
}

fn is_object(message: &[u8]) -> bool {
    String::from_utf8_lossy(message).trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).starts_with('{')
}

/// What another reader thinks of a message.
fn is_json(message: &[u8]) -> bool {
    let message = message.strip_prefix("\u{feff}".as_bytes()).unwrap_or(message);
    std::str::from_utf8(message).is_ok_and(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok())
}

fn taken(message: &[u8]) -> Outcome {
    let pending = waiting();
    let sent = pending.request().into_body();
    let id = pending.id().clone();
    match pending.receive(message) {
        Ok(Reply::Complete(complete)) => {
            shown(&complete);
            assert_eq!(complete.rounds(), 1);
            match complete.into_output() {
                Ok(output) => drop::<CallToolResult>(output),
                Err(error) => {
                    said(&error);
                    assert!(!error.into_complete().raw().is_empty());
                }
            }
            Outcome::Complete
        }
        Ok(Reply::NeedsInput(needs)) => {
            shown(&needs);
            assert_eq!(needs.rounds(), 2);
            if let Err(errors) = needs.inputs() {
                said(&errors);
                errors.iter().for_each(said);
            }
            let keys_asked = needs.requests().len();
            let answered = needs.into_dynamic().try_answer(|input| {
                Ok(match input {
                    ManualInput::Form(form) => form.decline(),
                    ManualInput::Url(url) => url.cancel(),
                    ManualInput::Roots(roots) => roots.respond(ListRootsResult::new(Vec::new())),
                    ManualInput::Unreadable(unreadable)
                        if unreadable.request().method() == Some("elicitation/create") =>
                    {
                        unreadable.decline()
                    }
                    other => return Err(other),
                })
            });
            // What cannot be answered ends in giving the call up.
            if let Ok(answered) = answered {
                let retry = answered.resume();
                let body = retry.request().into_body();
                assert!(is_json(&body), "{}", String::from_utf8_lossy(&body));
                assert_eq!(cut(&body, &["params", "arguments"]), cut(&sent, &["params", "arguments"]));
                if keys_asked > 0 {
                    assert_eq!(keys(&body, &["params", "inputResponses"]).len(), keys_asked);
                }
                finish(retry);
            }
            Outcome::NeedsInput
        }
        Err(ReceiveError::NotOurs(error)) => {
            said(&error);
            if error.reason() == &NotOursReason::Unreadable {
                assert!(!is_json(message) || !is_object(message), "{}", String::from_utf8_lossy(message));
            }
            let pending = error.into_pending();
            assert_eq!(pending.id(), &id);
            assert_eq!(pending.request().body(), sent);
            finish(pending);
            Outcome::NotOurs
        }
        Err(ReceiveError::Failed(failed)) => {
            said(&failed);
            said(failed.error());
            if let PeerError::Malformed(violation) = failed.error() {
                let refused = matches!(violation.problem(), Problem::NotJson { .. } | Problem::NotUtf8);
                assert!(!refused || !is_json(message), "refused, and JSON: {}", String::from_utf8_lossy(message));
            }
            let pending = if message.len().is_multiple_of(2) {
                let again = failed.reissue();
                let body = again.request().into_body();
                assert_eq!(cut(&body, &["params"]), cut(&sent, &["params"]));
                again
            } else {
                let anew = failed.restart();
                let body = anew.request().into_body();
                assert_eq!(keys(&body, &["params"]), [r#""name""#, r#""arguments""#, r#""_meta""#]);
                anew
            };
            assert_ne!(pending.id(), &id);
            finish(pending);
            Outcome::Failed
        }
    }
}

fn finish(pending: Pending<impl Call>) {
    drop(completed(pending, DONE));
}

fn shown(state: &impl Debug) {
    let text = format!("{state:?}");
    for secret in SECRETS {
        assert!(!text.contains(secret), "{text}");
    }
}

fn said(error: &(impl Debug + Display)) {
    let text = format!("{error} {error:?}");
    for secret in SECRETS {
        assert!(!text.contains(secret), "{text}");
    }
}

/// Valid answers to [`waiting`], with something of everything that a server may send.
fn answers() -> Vec<Vec<u8>> {
    let results = [
        r#"{"resultType":"complete","content":[{"type":"text","text":"text-of-the-result","annotations":{"audience":["user"],"priority":0.5}},{"type":"resource","resource":{"uri":"doc://x","blob":"AA=="}},{"type":"later","x":1}],"structuredContent":{"n":[1.5,null,true]},"isError":false,"_meta":{"a/b":"c"}}"#.to_owned(),
        r#"{"content":[]}"#.to_owned(),
        asks(&[form("seat"), url("page"), roots("folders")].join(","), Some(r#""newer-state\/ ""#)),
        asks(&sampling("model"), None),
        state_only(r#""""#),
    ];
    let errors = [
        r#"{"code":-32602,"message":"state expired"}"#,
        r#"{"code":-32021,"message":"m","data":{"requiredCapabilities":{"elicitation":{}}}}"#,
        r#"{"code":-32022,"message":"m","data":{"supported":["2025-11-25"],"requested":"2026-07-28"}}"#,
    ];
    let pending = waiting();
    let results = results.iter().map(|result| answer_to(&pending, result));
    results.chain(errors.iter().map(|error| error_to(&pending, error))).collect()
}

/// The part of an answer that is its server's affair: result or error.
fn body_of(answer: &[u8]) -> Range<usize> {
    find(answer, &["result"]).or_else(|| find(answer, &["error"])).unwrap()
}

fn replaced(text: &[u8], range: Range<usize>, with: &[u8]) -> Vec<u8> {
    [&text[..range.start], with, &text[range.end..]].concat()
}

/// Hands over an answer that was changed at `range`. What happens inside the result or error settles the call.
fn survive_changed(answer: &[u8], range: Range<usize>, with: &[u8]) -> Outcome {
    let body = body_of(answer);
    let changed = replaced(answer, range.clone(), with);
    let outcome = survive(&changed);
    if body.start <= range.start && range.end <= body.end {
        assert_ne!(outcome, Outcome::NotOurs, "{}", String::from_utf8_lossy(&changed));
    }
    outcome
}

/// How often each outcome came about.
#[derive(Default)]
struct Outcomes(RefCell<BTreeMap<Outcome, usize>>);

impl Outcomes {
    fn count(&self, outcome: Outcome) {
        *self.0.borrow_mut().entry(outcome).or_default() += 1;
    }

    fn assert_all_came_about(&self) {
        let outcomes = self.0.borrow();
        assert!(outcomes.len() == 4 && outcomes.values().all(|times| *times >= 5), "{outcomes:?}");
    }
}

fn run<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value)) {
    let outcome = texts::runner(cases).run(strategy, |case| {
        test(case);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

#[test]
fn valid_answers_are_taken() {
    let outcomes: Vec<_> = answers().iter().map(|answer| survive(answer)).collect();
    let [complete, needs_input, failed] = [Outcome::Complete, Outcome::NeedsInput, Outcome::Failed];
    assert_eq!(outcomes, [complete, complete, needs_input, needs_input, needs_input, failed, failed, failed]);
}

#[test]
fn arbitrary_bytes_answer_nobody() {
    run(1_000, &vec(any::<u8>(), 0..64), |bytes| assert_eq!(survive(&bytes), Outcome::NotOurs));
}

#[test]
fn arbitrary_json_at_any_place_loses_nothing() {
    let outcomes = Outcomes::default();
    let places = [
        "@",
        r#"{"jsonrpc":"2.0","id":@,"result":{}}"#,
        r#"{"jsonrpc":@,"id":2,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":@}"#,
        r#"{"jsonrpc":"2.0","id":2,"error":@}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":@}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":@,"error":@}"#,
        r#"{"jsonrpc":"2.0","id":2,"error":{"code":@,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":@,"data":@}}"#,
        r#"{"@":1,"jsonrpc":"2.0","id":2,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"content":@,"structuredContent":@,"_meta":@}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"content":[@]}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":@,"requestState":"s"}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":@,"requestState":"s"}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","requestState":@}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"k":@}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"k":{"method":@}}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"k":{"method":"elicitation/create","params":@}}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"k":{"method":"elicitation/create","params":{"mode":@,"message":@,"url":@,"requestedSchema":@}}}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"k":{"method":"roots/list","params":@}}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"k":{"method":"sampling/createMessage","params":@}}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"k":{"method":"sampling/createMessage","params":{"messages":@,"maxTokens":@}}}}}"#,
    ];
    run(2_000, &(select(places.to_vec()), texts::value()), |(place, value)| {
        let value = if place.starts_with(r#"{"@"#) { value.replace('"', "") } else { value };
        outcomes.count(survive(place.replace('@', &value).as_bytes()));
    });
    outcomes.assert_all_came_about();
}

#[test]
fn an_answer_that_breaks_off_anywhere_loses_nothing() {
    for answer in answers() {
        let id_ends = find(&answer, &["id"]).unwrap().end;
        for end in 0..answer.len() {
            let outcome = survive(&answer[..end]);
            let expected = if end <= id_ends { Outcome::NotOurs } else { Outcome::Failed };
            assert_eq!(outcome, expected, "{}", String::from_utf8_lossy(&answer[..end]));
        }
    }
}

#[test]
fn a_changed_byte_anywhere_loses_nothing() {
    let outcomes = Outcomes::default();
    run(3_000, &(select(answers()), any::<Index>(), any::<u8>()), |(mut answer, index, byte)| {
        let at = index.index(answer.len());
        answer[at] = byte;
        outcomes.count(survive(&answer));
    });
    outcomes.assert_all_came_about();
}

#[test]
fn parts_cut_out_doubled_and_put_in_lose_nothing() {
    let outcomes = Outcomes::default();
    let odd = vec![
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\0",
        "\u{feff}",
        "\r\n",
        "\\ud800",
        "null",
        "-",
        "1e400",
        "\"id\":2,",
        "\"id\":3,",
        "\"method\":\"x\",",
        "\"resultType\":\"complete\",",
        "\"result\":{},",
        "$serde_json::private::Number",
        "//",
        "\u{1f600}",
        "'",
        "NaN",
    ];
    let change = (any::<Index>(), any::<Index>(), 0..3_u8, select(odd));
    run(3_000, &(select(answers()), vec(change, 1..3)), |(mut answer, changes)| {
        for (from, to, kind, text) in changes {
            if answer.is_empty() {
                break;
            }
            let (from, to) = (from.index(answer.len()), to.index(answer.len()));
            let range = from.min(to)..from.max(to);
            answer = match kind {
                0 => replaced(&answer, range, b""),
                1 => replaced(&answer, range.end..range.end, &answer[range.clone()]),
                _ => replaced(&answer, from..from, text.as_bytes()),
            };
        }
        outcomes.count(survive(&answer));
    });
    outcomes.assert_all_came_about();
}

#[test]
fn arguments_are_taken_if_another_reader_takes_them_too() {
    let taken = RefCell::new([0, 0]);
    let change = (
        any::<Index>(),
        select(vec!["\"", "\\", "{", "}", "]", ",", ":", "\0", "\n", "0", ".", "e", "-", "\\u", "n", "t"]),
    );
    run(4_000, &(texts::object(), any::<Index>(), change, 0..4_u8), |(text, index, (to, odd), kind)| {
        let bytes = text.as_bytes();
        let at = index.index(bytes.len());
        let changed = match kind {
            0 => bytes.to_vec(),
            1 => replaced(bytes, at..at + 1, b""),
            2 => replaced(bytes, at..at, odd.as_bytes()),
            _ => replaced(bytes, at.min(to.index(bytes.len()))..at, b""),
        };
        let Ok(changed) = String::from_utf8(changed) else { return };
        let is_taken = is_json(changed.as_bytes()) && is_object(changed.as_bytes()) && !changed.starts_with('\u{feff}');
        assert_eq!(Arguments::from_json(&changed).is_ok(), is_taken, "{changed}");
        taken.borrow_mut()[usize::from(is_taken)] += 1;
    });
    let taken = taken.into_inner();
    assert!(taken.iter().all(|times| *times >= 500), "{taken:?}");
}

#[test]
fn every_value_may_be_any_other() {
    let outcomes = Outcomes::default();
    let odd = [
        "null",
        "true",
        "0",
        "-1",
        "1.5",
        "1e400",
        "18446744073709551616",
        r#""""#,
        r#""x""#,
        r#""\ud800""#,
        r#""\u0000""#,
        "[]",
        "{}",
        "[[]]",
        r#"{"":""}"#,
        r#"{"a":1,"a":2}"#,
        r#"{"$serde_json::private::RawValue":"{"}"#,
        r#"{"$serde_json::private::Number":"1"}"#,
        r#"["input_required"]"#,
        r#""input_required""#,
    ];
    for answer in answers() {
        for (_, range) in all_values(&answer) {
            for value in odd {
                outcomes.count(survive_changed(&answer, range.clone(), value.as_bytes()));
            }
        }
    }
    outcomes.assert_all_came_about();
}

#[test]
fn every_member_may_be_there_twice() {
    for answer in answers() {
        for (key, value) in all_values(&answer) {
            let Some(key) = key else { continue };
            let member = answer[key.start..value.end].to_vec();
            for (doubled, at) in [([&member[..], b","].concat(), key.start), ([b",", &member[..]].concat(), value.end)]
            {
                survive_changed(&answer, at..at, &doubled);
            }
            let escaped = [b"\"\\u", &*format!("{:04x}", answer[key.start + 1]).into_bytes()].concat();
            let rest = &answer[key.start + 2..value.end];
            // An empty name has no first character to be spelled differently.
            if answer[key.start + 1] != b'"' {
                survive_changed(&answer, key.start..key.start, &[&escaped, rest, b","].concat());
            }
        }
    }
}

#[test]
fn every_string_and_name_may_hold_a_lone_surrogate() {
    for answer in answers() {
        for (key, value) in all_values(&answer) {
            let mut tokens: Vec<_> = key.into_iter().collect();
            if answer[value.start] == b'"' {
                tokens.push(value);
            }
            for token in tokens {
                for surrogate in [&br"\ud800"[..], br"\uDFFF", br"\udc00\ud800"] {
                    survive_changed(&answer, token.start + 1..token.start + 1, surrogate);
                    survive_changed(&answer, token.end - 1..token.end - 1, surrogate);
                }
            }
        }
    }
}

#[test]
fn marker_names_of_serde_json_may_stand_anywhere() {
    for marker in ["$serde_json::private::RawValue", "$serde_json::private::Number"] {
        let token = format!("\"{marker}\"");
        for answer in answers() {
            for (key, value) in all_values(&answer) {
                if let Some(key) = key {
                    survive_changed(&answer, key, token.as_bytes());
                }
                let text = String::from_utf8(answer[value.clone()].to_vec()).unwrap();
                let quoted = serde_json::to_string(&text).unwrap();
                for wrapped in
                    [format!("{{{token}:{text}}}"), format!("{{{token}:{quoted}}}"), format!("{{{token}:\"{{\"}}")]
                {
                    survive_changed(&answer, value.clone(), wrapped.as_bytes());
                }
                if answer[value.start] == b'{' {
                    let at = value.start + 1;
                    let comma = if answer[at] == b'}' { "" } else { "," };
                    for first in ["\"{}\"", "\"1\"", "1", "{}", "null"] {
                        survive_changed(&answer, at..at, format!("{token}:{first}{comma}").as_bytes());
                    }
                }
            }
        }
    }
}

#[test]
fn a_marker_beside_an_answer_changes_nothing() {
    for answer in answers() {
        let plain = survive(&answer);
        for marker in ["$serde_json::private::RawValue", "$serde_json::private::Number"] {
            for place in [0, body_of(&answer).start] {
                let changed = replaced(&answer, place + 1..place + 1, format!("\"{marker}\":\"{{}}\",").as_bytes());
                assert_eq!(survive(&changed), plain, "{}", String::from_utf8_lossy(&changed));
            }
        }
    }
}

#[test]
fn a_mark_line_ends_and_blanks_around_an_answer_change_nothing() {
    for answer in answers() {
        let plain = survive(&answer);
        for (before, after) in [
            ("\u{feff}", ""),
            ("", "\r\n"),
            ("\r\n", "\n"),
            ("\u{feff}\r\n ", "\t\r\n\r\n"),
            (" ", " "),
            ("\n\n\n", ""),
        ] {
            assert_eq!(survive(&[before.as_bytes(), &answer, after.as_bytes()].concat()), plain);
        }
        for (_, value) in all_values(&answer) {
            assert_eq!(survive_changed(&answer, value.start..value.start, b"\r\n\t "), plain);
            assert_eq!(survive_changed(&answer, value.end..value.end, b" \r\n"), plain);
        }
    }
}

fn deep(levels: usize) -> [String; 3] {
    [
        format!("{}{}", "[".repeat(levels), "]".repeat(levels)),
        format!("{}{}{}", r#"{"a":"#.repeat(levels), "null", "}".repeat(levels)),
        format!("{}{}{}", r#"[{"type":"object","properties":"#.repeat(levels / 2), "1", "}]".repeat(levels / 2)),
    ]
}

#[test]
fn every_value_may_be_nested_deeply() {
    on_a_small_stack(|| {
        for answer in answers() {
            for (_, value) in all_values(&answer) {
                for deep in deep(5_000) {
                    survive_changed(&answer, value.clone(), deep.as_bytes());
                }
            }
        }
    });
}

#[test]
fn every_value_may_be_nested_very_deeply() {
    on_a_small_stack(|| {
        let [arrays, objects, _] = deep(100_000);
        // One answer of each kind is enough at this size.
        for answer in [0, 2, 3, 6].into_iter().filter_map(|n| answers().into_iter().nth(n)) {
            for (n, (_, value)) in all_values(&answer).into_iter().enumerate() {
                let deep = if n % 2 == 0 { &arrays } else { &objects };
                survive_changed(&answer, value, deep.as_bytes());
            }
        }
    });
}

#[test]
fn a_text_that_only_opens_brackets_answers_nobody_or_fails() {
    on_a_small_stack(|| {
        for opening in ["[", "{\"a\":", "{\"a\":[", "[{\"a\":", "\"", "\\", "{", "["] {
            let many = opening.repeat(100_000);
            assert_eq!(survive(many.as_bytes()), Outcome::NotOurs);
            let result = format!(r#"{{"jsonrpc":"2.0","id":2,"result":{many}"#);
            assert_eq!(survive(result.as_bytes()), Outcome::Failed);
            let before_id = format!(r#"{{"jsonrpc":"2.0","result":{many},"id":2}}"#);
            assert_eq!(survive(before_id.as_bytes()), Outcome::NotOurs);
        }
    });
}

#[test]
fn a_thousand_input_requests_are_taken_and_one_more_is_not() {
    let map = |count: usize| (0..count).map(|n| roots(&n.to_string())).collect::<Vec<_>>().join(",");
    let needs = asked(waiting(), &asks(&map(1_000), Some("\"s\"")));
    assert_eq!(needs.requests().len(), 1_000);
    let retry = answered(needs).resume();
    let body = retry.request().into_body();
    let tokens = keys(&body, &["params", "inputResponses"]);
    assert!(tokens.iter().enumerate().all(|(n, token)| *token == format!("\"{n}\"")));

    for count in [1_001, 1_002, 100_000] {
        let failed = failed(waiting(), &asks(&map(count), Some("\"s\"")));
        let PeerError::Malformed(violation) = failed.error() else { panic!("{failed:?}") };
        assert_eq!(violation.pointer(), "/result/inputRequests");
        assert_eq!(violation.problem(), &Problem::TooMany { limit: 1_000 });
        let again = failed.reissue();
        assert_eq!(cut(&again.request().into_body(), &["params", "requestState"]), Some(r#""state-of-the-server""#));
    }
}

#[test]
fn many_unreadable_requests_are_all_reported() {
    let map = (0..1_000).map(|n| format!("\"{n}\":null")).collect::<Vec<_>>().join(",");
    let needs = asked(waiting(), &asks(&map, None));
    let errors = needs.inputs().unwrap_err();
    assert_eq!(errors.iter().count(), 1_000);
    said(&errors);
}

#[test]
fn many_members_and_long_tokens_are_no_trouble() {
    let members = (0..100_000).map(|n| format!("\"m{n}\":{n},")).collect::<String>();
    let long = format!("\"{}\"", "\\/".repeat(500_000));
    for message in [
        format!(r#"{{{members}"jsonrpc":"2.0","id":2,"result":{{{members}"content":[]}}}}"#),
        format!(r#"{{{long}:{long},"jsonrpc":"2.0","id":2,"result":{{"content":[],{long}:{long}}}}}"#),
    ] {
        assert_eq!(survive(message.as_bytes()), Outcome::Complete);
    }
    for result in [state_only(&long), asks(&form(long.trim_matches('"')), Some(&long))] {
        let retry = answered(asked(waiting(), &result)).resume();
        assert_eq!(cut(&retry.request().into_body(), &["params", "requestState"]), Some(&*long));
    }
    assert_eq!(survive(format!(r#"{{"jsonrpc":"2.0","id":{long},"result":{{}}}}"#).as_bytes()), Outcome::NotOurs);
    let digits = "2".repeat(1_000_000);
    assert_eq!(survive(format!(r#"{{"jsonrpc":"2.0","id":{digits},"result":{{}}}}"#).as_bytes()), Outcome::NotOurs);
}
