//! What goes wrong in multi round-trip requests elsewhere, as far as it concerns the core: keys, state, ids, results,
//! rounds, the four endings of a question, progress, caching, routing, failing retries.

mod support;

use std::borrow::Cow;
use std::sync::Mutex;

use mrtr_core::{
    AnswerProblem, Arguments, Call, CallToolResult, Capabilities, CaptureError, CreateMessageResult, DynamicForm,
    DynamicInput, GetPrompt, HeaderParam, IdSource, Implementation, Input, InputError, InputProblem, InputRequest,
    InputResponse, JsonKind, ListRootsResult, ManualInput, Meta, Method, NeedsInput, NotOursReason, PeerError, Pending,
    Problem, ProgressOwner, ReadResource, ReceiveError, Reply, RequestId, ResponseProblem, Root, Roots, RpcErrorKind,
    Session, ToolCall, TryAnswerError,
};
use serde_json::json;
use support::*;

fn body<C>(pending: &Pending<C>) -> Vec<u8> {
    pending.request().into_body()
}

/// The params that a leg sends, without `_meta`.
fn params<C>(pending: &Pending<C>) -> Vec<String> {
    let body = body(pending);
    keys(&body, &["params"]).into_iter().filter(|key| *key != "\"_meta\"").map(String::from).collect()
}

fn assert_carries_nothing_of_a_round<C>(pending: &Pending<C>) {
    let body = body(pending);
    assert_eq!(cut(&body, &["params", "inputResponses"]), None);
    assert_eq!(cut(&body, &["params", "requestState"]), None);
}

fn malformed(error: &PeerError) -> (&str, &Problem) {
    match error {
        PeerError::Malformed(violation) => (violation.pointer(), violation.problem()),
        other => panic!("expected a malformed answer, found {other:?}"),
    }
}

// One call's rounds are its own.

#[test]
fn a_call_from_a_clone_starts_without_the_first_calls_answers() {
    let call = ToolCall::new("book").arguments_json(r#"{"to":"Cebu"}"#).unwrap();
    let session = session();

    let needs = asked(session.call(call.clone()).unwrap(), &asks(&form("seat"), Some("\"s1\"")));
    let answer = |input| match input {
        DynamicInput::Form(form) => form.accept(&json!({"seat": "14C"})),
        other => any_answer(other),
    };
    let retry = needs.answer(answer).unwrap().resume();
    assert_eq!(params(&retry), [r#""name""#, r#""arguments""#, r#""inputResponses""#, r#""requestState""#]);
    let _done = completed(retry, DONE);

    let second = session.call(call.clone()).unwrap();
    assert_carries_nothing_of_a_round(&second);
    assert_eq!(params(&second), [r#""name""#, r#""arguments""#]);
    // Nor does the call that the first one was cloned from know of it.
    assert_carries_nothing_of_a_round(&session.call(call).unwrap());
}

#[test]
fn interleaved_calls_never_see_each_others_keys_or_states() {
    let call = ToolCall::new("book");
    let session = session();
    let left = session.call(call.clone()).unwrap();
    let right = session.call(call).unwrap();
    assert_ne!(left.id(), right.id());

    let left = asked(left, &asks(&form("left"), Some("\"state of left\"")));
    let right = asked(right, &asks(&form("right"), Some("\"state of right\"")));
    let accept = |seat: &'static str| {
        move |input| match input {
            DynamicInput::Form(form) => form.accept(&json!({ "seat": seat })),
            other => any_answer(other),
        }
    };
    let right = right.answer(accept("answer of right")).unwrap();
    let left = left.answer(accept("answer of left")).unwrap().resume();
    let right = right.resume();

    for (own, other, pending) in [("left", "right", &left), ("right", "left", &right)] {
        let body = body(pending);
        assert_eq!(keys(&body, &["params", "inputResponses"]), [format!("\"{own}\"")]);
        assert_eq!(cut(&body, &["params", "requestState"]), Some(&*format!("\"state of {own}\"")));
        assert!(!String::from_utf8(body).unwrap().contains(other));
    }
}

#[test]
fn calls_of_many_threads_share_a_session_and_nothing_else() {
    let session = session();
    let ids = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (session, ids) = (&session, &ids);
            scope.spawn(move || {
                for n in 0..25 {
                    let own = format!("{thread}-{n}");
                    let pending = session.call(ToolCall::new("book")).unwrap();
                    ids.lock().unwrap().push(pending.id().clone());
                    let retry = answered(asked(pending, &asks(&form(&own), Some(&format!("\"{own}\""))))).resume();
                    ids.lock().unwrap().push(retry.id().clone());
                    let body = body(&retry);
                    assert_eq!(keys(&body, &["params", "inputResponses"]), [format!("\"{own}\"")]);
                    assert_eq!(cut(&body, &["params", "requestState"]), Some(&*format!("\"{own}\"")));
                }
            });
        }
    });
    let mut ids = ids.into_inner().unwrap();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 200);
}

#[test]
fn a_response_of_another_call_is_refused_and_given_back() {
    let ask = asks(&form("seat"), Some("\"s\""));
    let session = session();
    let first = asked(session.call(ToolCall::new("book")).unwrap(), &ask);
    let second = asked(session.call(ToolCall::new("book")).unwrap(), &ask);
    let of_first = any_answer(first_input(&first));

    let error = second.submit([of_first]).unwrap_err();
    let (second, given_back, problem) = error.into_parts();
    let AnswerProblem::Responses(errors) = &problem else { panic!("{problem:?}") };
    assert!(errors.iter().any(|error| matches!(error.problem(), ResponseProblem::OtherRound)), "{errors:?}");
    assert!(first.submit(given_back).is_ok(), "it still fits where it came from");
    let _resumed = answered(second).resume();
}

#[test]
fn a_response_of_an_earlier_round_is_refused() {
    let ask = asks(&form("seat"), Some("\"s\""));
    let first = asked(pending(), &ask);
    let kept = any_answer(first_input(&first));
    let second = asked(answered(first).resume(), &ask);
    let (second, _, problem) = second.submit([kept]).unwrap_err().into_parts();
    let AnswerProblem::Responses(errors) = &problem else { panic!("{problem:?}") };
    assert!(errors.iter().any(|error| matches!(error.problem(), ResponseProblem::OtherRound)), "{errors:?}");
    assert_eq!(second.rounds(), 2);
}

#[test]
fn each_round_replaces_the_one_before() {
    let retry = answered(asked(pending(), &asks(&form("first"), Some("\"state one\"")))).resume();
    let retry = answered(asked(retry, &asks(&form("second"), None))).resume();
    let sent = body(&retry);
    assert_eq!(keys(&sent, &["params", "inputResponses"]), ["\"second\""]);
    assert_eq!(cut(&sent, &["params", "requestState"]), None);

    let retry = answered(asked(retry, &state_only("\"state three\""))).resume();
    let sent = body(&retry);
    assert_eq!(cut(&sent, &["params", "inputResponses"]), None);
    assert_eq!(cut(&sent, &["params", "requestState"]), Some("\"state three\""));
    for old in ["first", "second", "state one"] {
        assert!(!String::from_utf8_lossy(&sent).contains(old));
    }
}

// Keys.

#[test]
fn every_key_is_answered_under_itself() {
    let long = "k".repeat(5_000);
    let tokens = [
        "",
        "undefined",
        "null",
        "0",
        "-1",
        "1e3",
        " ",
        "  ",
        ".",
        "a/b~c",
        "$",
        "__proto__",
        "constructor",
        "length",
        "\u{feff}",
        "\u{1f600}",
        r"a\u0062",
        r"\u0000",
        r"\/",
        r#"\""#,
        r"\ud83d\ude00",
        "inputRequests",
        "requestState",
        &long,
    ];
    for token in tokens {
        let needs = asked(pending(), &asks(&roots(token), None));
        assert!(!needs.is_state_only());
        let decoded: String = serde_json::from_str(&format!("\"{token}\"")).unwrap();
        assert_eq!(first_input(&needs).key(), decoded);
        let sent = body(&answered(needs).resume());
        assert_eq!(keys(&sent, &["params", "inputResponses"]), [format!("\"{token}\"")]);
    }
}

#[test]
fn numeric_keys_stay_an_object_in_the_servers_order() {
    let needs = asked(pending(), &asks(&format!("{},{},{}", roots("10"), form("9"), roots("0")), None));
    assert_eq!(needs.requests().map(|request| request.key().to_owned()).collect::<Vec<_>>(), ["10", "9", "0"]);
    let sent = body(&answered(needs).resume());
    assert_eq!(
        cut(&sent, &["params", "inputResponses"]),
        Some(r#"{"10":{"roots":[]},"9":{"action":"decline"},"0":{"roots":[]}}"#)
    );
}

#[test]
fn a_key_that_is_there_twice_is_malformed_however_it_is_spelled() {
    for (first, second, pointer) in [("a", "a", "a"), ("a", r"\u0061", "a"), ("", "", ""), ("a/b", r"a\/b", "a~1b")] {
        let failed = failed(pending(), &asks(&format!("{},{}", roots(first), form(second)), Some("\"s\"")));
        let at = format!("/result/inputRequests/{pointer}");
        assert_eq!(malformed(failed.error()), (&*at, &Problem::Duplicate));
    }
}

#[test]
fn a_key_without_a_text_is_not_taken_for_the_text_of_its_escapes() {
    // The second key is the text `"\ud800"`, quotes included.
    let requests = format!(r"{},{}", roots(r"\ud800"), roots(r#"\"\\ud800\""#));
    let needs = asked(pending(), &asks(&requests, None));
    let errors = needs.inputs().unwrap_err();
    assert_eq!(errors.iter().count(), 1);
    assert!(matches!(errors.iter().next().unwrap().problem(), InputProblem::UndecodableKey));
}

// A round that asks for nothing.

#[test]
fn an_empty_map_with_a_state_is_a_state_only_round() {
    for result in [
        r#"{"resultType":"input_required","inputRequests":{},"requestState":"s"}"#,
        r#"{"requestState":"s","inputRequests":{ },"resultType":"input_required"}"#,
        r#"{"resultType":"input_required","inputRequests":null,"requestState":"s"}"#,
        r#"{"resultType":"input_required","requestState":"s"}"#,
    ] {
        let needs = asked(pending(), result);
        assert!(needs.is_state_only());
        assert_eq!(needs.requests().len(), 0);
        let retry = needs.answer(|input| panic!("nothing was asked, found {input:?}")).unwrap().resume();
        let body = body(&retry);
        assert_eq!(cut(&body, &["params", "requestState"]), Some("\"s\""));
        assert!(matches!(cut(&body, &["params", "inputResponses"]), None | Some("{}")));
    }
}

#[test]
fn a_server_that_asks_for_nothing_is_never_retried_blindly() {
    for rest in [
        "",
        r#","inputRequests":{}"#,
        ",\"inputRequests\":{ \t\r\n }",
        r#","inputRequests":null"#,
        r#","requestState":null"#,
        r#","inputRequests":null,"requestState":null"#,
        r#","inputRequests":{},"requestState":null"#,
    ] {
        let failed = failed(pending(), &format!(r#"{{"resultType":"input_required"{rest}}}"#));
        assert!(matches!(failed.error(), PeerError::NothingAsked), "{rest}: {failed:?}");
        assert_eq!(failed.rounds(), 0);
    }
}

#[test]
fn input_requests_that_are_no_object_are_malformed_not_empty() {
    for (text, found) in [
        (r#""oops""#, JsonKind::String),
        (r#""""#, JsonKind::String),
        ("[]", JsonKind::Array),
        (r#"[{"method":"roots/list"}]"#, JsonKind::Array),
        ("0", JsonKind::Number),
        ("false", JsonKind::Boolean),
    ] {
        for state in ["", r#","requestState":"s""#] {
            let failed =
                failed(pending(), &format!(r#"{{"resultType":"input_required","inputRequests":{text}{state}}}"#));
            let problem = Problem::WrongKind { expected: "an object", found };
            assert_eq!(malformed(failed.error()), ("/result/inputRequests", &problem));
        }
    }
}

#[test]
fn an_input_request_that_is_no_object_is_an_error_of_its_key_alone() {
    for text in ["null", "[]", "\"roots/list\"", "7", "{}", r#"{"method":null}"#, r#"{"method":7}"#] {
        let requests = format!(r#""bad":{text},{}"#, form("good"));
        let needs = asked(pending(), &asks(&requests, Some("\"s\"")));
        let errors = needs.inputs().unwrap_err();
        assert_eq!(errors.iter().map(InputError::key).collect::<Vec<_>>(), ["bad"], "{text}");
        assert!(matches!(errors.iter().next().unwrap().problem(), InputProblem::Malformed(_)), "{text}: {errors:?}");
        let inputs = needs.into_dynamic().inputs().unwrap();
        assert!(matches!(&inputs[..], [ManualInput::Unreadable(_), ManualInput::Form(_)]), "{inputs:?}");
    }
}

// `resultType` alone decides.

#[test]
fn members_of_a_finished_result_do_not_make_a_question_complete() {
    let result = r#"{"resultType":"input_required","content":[],"isError":false,"_meta":{"k":1},"structuredContent":{},
        "contents":[],"messages":[],"ttlMs":5,
        "inputRequests":{"r":{"jsonrpc":"2.0","id":9,"method":"roots/list","_meta":{},"extra":[1]}},"requestState":"s"}"#;
    let needs = asked(pending(), result);
    assert_eq!(needs.requests().len(), 1);
    assert!(matches!(first_input(&needs), DynamicInput::Roots(_)));
    let sent = body(&answered(needs).resume());
    assert_eq!(cut(&sent, &["params", "inputResponses"]), Some(r#"{"r":{"roots":[]}}"#));
}

#[test]
fn roots_need_no_params() {
    for params in ["", r#","params":null"#, r#","params":{}"#, r#","params":{"_meta":{"a":1}}"#] {
        let needs = asked(pending(), &asks(&format!(r#""r":{{"method":"roots/list"{params}}}"#), None));
        assert!(matches!(first_input(&needs), DynamicInput::Roots(_)), "{params}");
    }
}

#[test]
fn members_of_a_question_do_not_make_a_result_incomplete() {
    let ask = r#","inputRequests":{"r":{"method":"roots/list"}},"requestState":"s","content":[]"#;
    for result_type in [r#""resultType":"complete""#, r#""resultType":"\u0063omplete""#, r#""x":1"#] {
        let complete = completed(pending(), &format!("{{{result_type}{ask}}}"));
        assert!(output(complete).content.is_empty());
    }
}

#[test]
fn an_absent_result_type_is_complete() {
    let complete = completed(pending(), r#"{"content":[],"inputRequests":{"r":{"method":"roots/list"}}}"#);
    assert_eq!(complete.rounds(), 0);
    let _done = completed(pending(), "{}");
    // The name is compared as a whole.
    let _done = completed(pending(), r#"{"resulttype":"input_required","result_type":"x","ResultType":7}"#);
}

#[test]
fn a_result_type_that_was_not_declared_is_an_error_that_names_it() {
    for (value, named) in [
        (r#""task""#, r#""task""#),
        (r#""toolResult""#, r#""toolResult""#),
        (r#""COMPLETE""#, r#""COMPLETE""#),
        (r#""Input_Required""#, r#""Input_Required""#),
        (r#""input_required ""#, r#""input_required ""#),
        (r#""inputRequired""#, r#""inputRequired""#),
        (r#""complete\u0000""#, r#""complete\u0000""#),
        (r#""\ud800""#, r#""\ud800""#),
        (r#""""#, r#""""#),
        ("null", "null"),
        ("1", "1"),
        ("true", "true"),
        ("{}", "an object"),
        (r#"["complete"]"#, "an array"),
    ] {
        let beside = r#""content":[],"inputRequests":{"r":{"method":"roots/list"}},"requestState":"s""#;
        let failed = failed(pending(), &format!(r#"{{"resultType":{value},{beside}}}"#));
        let PeerError::UnknownResultType { found } = failed.error() else { panic!("{value}: {failed:?}") };
        assert_eq!(&**found, named);
        assert!(failed.error().to_string().contains(named), "{}", failed.error());
    }
}

#[test]
fn a_long_result_type_is_named_in_part() {
    let failed = failed(pending(), &format!(r#"{{"resultType":"{}"}}"#, "\u{e9}".repeat(10_000)));
    assert!(failed.to_string().len() < 400);
}

#[test]
fn a_result_type_that_is_there_twice_is_malformed() {
    for result in [
        r#"{"resultType":"complete","resultType":"complete"}"#,
        r#"{"resultType":"complete","resultType":"input_required","requestState":"s"}"#,
        r#"{"resultType":"input_required","result\u0054ype":"complete","requestState":"s"}"#,
    ] {
        assert_eq!(malformed(failed(pending(), result).error()), ("/result/resultType", &Problem::Duplicate));
    }
}

#[test]
fn a_result_that_is_no_object_is_malformed() {
    for (result, found) in [
        ("null", JsonKind::Null),
        ("[]", JsonKind::Array),
        ("\"complete\"", JsonKind::String),
        ("0", JsonKind::Number),
        ("true", JsonKind::Boolean),
    ] {
        let failed = failed(pending(), result);
        assert_eq!(malformed(failed.error()), ("/result", &Problem::WrongKind { expected: "an object", found }));
    }
}

// The state.

#[test]
fn a_state_is_echoed_as_it_came() {
    for token in
        ["\"\"", "\"s\"", r#""\/""#, r#""\u0000""#, r#""\ud800""#, "\"\u{feff}a\"", r#""{\"a\":1}""#, "\"null\""]
    {
        for requests in [None, Some(form("seat"))] {
            let result = requests.map_or_else(|| state_only(token), |requests| asks(&requests, Some(token)));
            let needs = asked(pending(), &result);
            let sent = body(&answered(needs).resume());
            assert_eq!(cut(&sent, &["params", "requestState"]), Some(token));
        }
    }
}

#[test]
fn retry_without_state_carries_none() {
    for state in ["", r#","requestState":null"#] {
        let ask = format!(r#"{{"resultType":"input_required","inputRequests":{{{}}}{state}}}"#, form("seat"));
        let sent = body(&answered(asked(pending(), &ask)).resume());
        assert_eq!(cut(&sent, &["params", "requestState"]), None);
        assert!(!String::from_utf8(sent).unwrap().contains("requestState"));
    }
}

#[test]
fn a_state_that_is_no_string_is_malformed() {
    for (state, found) in [
        ("{}", JsonKind::Object),
        (r#"{"a":"b"}"#, JsonKind::Object),
        ("7", JsonKind::Number),
        ("false", JsonKind::Boolean),
        ("[]", JsonKind::Array),
        (r#"["s"]"#, JsonKind::Array),
    ] {
        for result in [state_only(state), asks(&form("seat"), Some(state))] {
            let failed = failed(pending(), &result);
            let problem = Problem::WrongKind { expected: "a string", found };
            assert_eq!(malformed(failed.error()), ("/result/requestState", &problem));
        }
    }
}

#[test]
fn a_state_that_is_there_twice_is_malformed() {
    let failed = failed(pending(), r#"{"resultType":"input_required","requestState":"a","\u0072equestState":"a"}"#);
    assert_eq!(malformed(failed.error()), ("/result/requestState", &Problem::Duplicate));
}

// Ids.

fn session_with_ids(ids: impl IdSource + 'static) -> Session {
    session().with_id_source(ids)
}

#[test]
fn only_the_same_id_of_the_same_type_settles_a_call() {
    let mut pending = session_with_ids(|| RequestId::Number(7)).call(ToolCall::new("book")).unwrap();
    for other in [
        r#""7""#,
        "7.0",
        "7e0",
        "70e-1",
        "0.7e1",
        "77",
        "-7",
        r#""\u0037""#,
        "[7]",
        r#"{"id":7}"#,
        "true",
        "18446744073709551623",
        "7.00000000000000000000000001",
    ] {
        for outcome in [r#""result":{"content":[]}"#, r#""error":{"code":-32603,"message":"no"}"#] {
            let message = format!(r#"{{"jsonrpc":"2.0","id":{other},{outcome}}}"#);
            let error = not_ours(pending, message.as_bytes());
            assert_eq!(error.reason(), &NotOursReason::OtherId, "{other}");
            pending = error.into_pending();
            assert_eq!(pending.id(), &RequestId::Number(7));
        }
    }
    let error = not_ours(pending, br#"{"jsonrpc":"2.0","id":null,"result":{"content":[]}}"#);
    assert_eq!(error.reason(), &NotOursReason::NoId);
    assert!(matches!(error.into_pending().receive(br#"{"jsonrpc":"2.0","id":7,"result":{}}"#), Ok(Reply::Complete(_))));
}

#[test]
fn a_string_id_is_not_the_number_that_it_spells() {
    let mut pending = session_with_ids(|| RequestId::from("7")).call(ToolCall::new("book")).unwrap();
    for other in ["7", r#""7 ""#, r#""07""#, r#""""#, r#""\ud800""#] {
        let message = format!(r#"{{"jsonrpc":"2.0","id":{other},"result":{{}}}}"#);
        pending = not_ours(pending, message.as_bytes()).into_pending();
    }
    let _reply = pending.receive(br#"{"jsonrpc":"2.0","id":"\u0037","result":{}}"#).unwrap();
}

#[test]
fn an_answer_without_id_is_ours_only_if_it_is_an_error() {
    let mut pending = pending();
    for message in [
        r#"{"jsonrpc":"2.0","result":{}}"#,
        r#"{"jsonrpc":"2.0","id":null,"result":{}}"#,
        r#"{"jsonrpc":"2.0","result":{},"error":null}"#,
        r#"{"jsonrpc":"2.0","id":null,"result":{"content":[]},"error":null}"#,
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"2.0","id":null}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":null}"#,
        "{}",
    ] {
        let error = not_ours(pending, message.as_bytes());
        assert_eq!(error.reason(), &NotOursReason::NoId, "{message}");
        pending = error.into_pending();
    }
    for id in ["", r#""id":null,"#] {
        let session = session();
        let pending = session.call(ToolCall::new("book")).unwrap();
        let message = format!(r#"{{"jsonrpc":"2.0",{id}"error":{{"code":-32700,"message":"cannot read"}}}}"#);
        let Err(ReceiveError::Failed(failed)) = pending.receive(message.as_bytes()) else { panic!("{message}") };
        assert_eq!(failed.error().as_rpc().unwrap().kind(), RpcErrorKind::Parse);
    }
}

#[test]
fn a_message_with_two_ids_names_no_request() {
    for message in [
        r#"{"jsonrpc":"2.0","id":1,"result":{},"id":1}"#,
        r#"{"jsonrpc":"2.0","id":2,"\u0069d":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":null,"result":{},"id":1}"#,
    ] {
        assert_eq!(not_ours(pending(), message.as_bytes()).reason(), &NotOursReason::AmbiguousId, "{message}");
    }
}

#[test]
fn requests_and_notifications_of_the_server_are_no_answers() {
    for message in [
        r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},"m\u0065thod":null}"#,
    ] {
        let error = not_ours(pending(), message.as_bytes());
        assert_eq!(error.reason(), &NotOursReason::NotAResponse, "{message}");
    }
}

#[test]
fn every_leg_of_a_call_has_an_id_of_its_own() {
    let sources: [Box<dyn IdSource>; 4] = [
        Box::new(|| RequestId::Number(7)),
        Box::new(|| RequestId::from("")),
        Box::new({
            let drawn = Mutex::new(0_i64);
            move || {
                let mut drawn = drawn.lock().unwrap();
                *drawn += 1;
                RequestId::Number(*drawn % 3)
            }
        }),
        Box::new({
            let drawn = Mutex::new(false);
            move || {
                let mut drawn = drawn.lock().unwrap();
                *drawn = !*drawn;
                if *drawn { RequestId::Number(7) } else { RequestId::from("7") }
            }
        }),
    ];
    struct Boxed(Box<dyn IdSource>);
    impl IdSource for Boxed {
        fn next(&self) -> RequestId {
            self.0.next()
        }
    }
    for source in sources {
        let mut pending = session_with_ids(Boxed(source)).call(ToolCall::new("book")).unwrap();
        let mut tokens = Vec::new();
        for round in 0..8 {
            tokens.push(cut(&body(&pending), &["id"]).unwrap().to_owned());
            assert_eq!(RequestId::from_json(tokens.last().unwrap()).as_ref(), Some(pending.id()));
            pending = match round % 4 {
                0 => answered(asked(pending, &asks(&form("seat"), Some("\"s\"")))).resume(),
                1 => pending.reissue(),
                2 => failed(pending, "[]").reissue(),
                _ => failed(pending, "[]").restart(),
            };
        }
        tokens.sort();
        tokens.dedup();
        assert_eq!(tokens.len(), 8);
    }
}

#[test]
fn a_late_answer_of_an_earlier_leg_leaves_the_call_waiting() {
    let first = pending();
    let late = answer_to(&first, DONE);
    let late_error = error_to(&first, r#"{"code":-32603,"message":"no"}"#);
    let id = first.id().clone();
    let mut retry = first.reissue();
    for message in [late, late_error] {
        let error = not_ours(retry, &message);
        assert_eq!(error.reason(), &NotOursReason::EarlierLeg { id: id.clone() });
        retry = error.into_pending();
    }
    assert!(completed(retry, DONE).cacheable());
}

// Rounds.

#[test]
fn rounds_count_every_answer_that_asks() {
    for ask in [asks(&form("seat"), Some("\"s\"")), asks(&roots("r"), None), state_only("\"s\"")] {
        for asked_times in 3..=5 {
            let mut pending = pending();
            for round in 1..=asked_times {
                let needs = asked(pending, &ask);
                assert_eq!(needs.rounds(), round);
                assert_eq!(needs.is_state_only(), needs.requests().len() == 0);
                let answered = answered(needs);
                assert_eq!(answered.rounds(), round);
                pending = answered.resume();
                assert_eq!(pending.rounds(), round);
            }
            assert_eq!(completed(pending, DONE).rounds(), asked_times);
        }
    }
}

#[test]
fn sending_again_is_no_round_and_starting_again_forgets_them() {
    let retry = answered(asked(pending(), &state_only("\"s\""))).resume();
    let retry = failed(retry.reissue(), "[]").reissue();
    assert_eq!(retry.rounds(), 1);
    let anew = failed(retry, "[]").restart();
    assert_eq!(anew.rounds(), 0);
    assert_eq!(asked(anew, &state_only("\"s\"")).rounds(), 1);
}

#[test]
fn a_cap_on_rounds_finds_the_question_still_whole() {
    // What a driver does: it looks at the round before it asks anybody, and hands the call over.
    let mut pending = pending();
    let stopped = loop {
        let needs = asked(pending, &asks(&form("seat"), Some("\"s\"")));
        if needs.rounds() > 4 {
            break needs;
        }
        pending = answered(needs).resume();
    };
    assert_eq!(stopped.rounds(), 5);
    let done = completed(answered(stopped).resume(), DONE);
    assert_eq!(done.rounds(), 5);
}

// The four endings of a question.

fn answered_form(ending: impl FnOnce(DynamicForm<DynamicInput>) -> InputResponse<DynamicInput>) -> String {
    let needs = asked(pending(), &asks(&form("seat"), None));
    let DynamicInput::Form(form) = first_input(&needs) else { panic!("a form was asked") };
    let retry = needs.submit([ending(form)]).unwrap().resume();
    cut(&body(&retry), &["params", "inputResponses", "seat"]).unwrap().to_owned()
}

#[test]
fn decline_and_cancel_have_no_content() {
    assert_eq!(answered_form(DynamicForm::decline), r#"{"action":"decline"}"#);
    assert_eq!(answered_form(DynamicForm::cancel), r#"{"action":"cancel"}"#);
    let needs = asked(pending(), &asks(&url("page"), None));
    for (ending, wire) in [
        (mrtr_core::Url::decline as fn(mrtr_core::Url<_>) -> _, r#"{"action":"decline"}"#),
        (mrtr_core::Url::cancel, r#"{"action":"cancel"}"#),
        (mrtr_core::Url::consent, r#"{"action":"accept"}"#),
    ] {
        let DynamicInput::Url(url) = first_input(&needs) else { panic!("a url was asked") };
        assert_eq!(ending(url).json(), Some(wire));
    }
}

#[test]
fn an_accepted_form_has_its_content() {
    assert_eq!(
        answered_form(|form| form.accept(&json!({"seat": "14C"}))),
        r#"{"action":"accept","content":{"seat":"14C"}}"#
    );
}

#[test]
fn content_that_is_no_object_accepts_nothing() {
    for content in [json!(null), json!([]), json!("14C"), json!(7)] {
        let needs = asked(pending(), &asks(&form("seat"), Some("\"s\"")));
        let DynamicInput::Form(form) = first_input(&needs) else { panic!("a form was asked") };
        let response = form.accept(&content);
        assert!(matches!(response.problem(), Some(ResponseProblem::Serialize(_))), "{response:?}");
        let needs = needs.submit([response]).unwrap_err().into_needs_input();
        assert_eq!(cut(&body(&answered(needs).resume()), &["params", "requestState"]), Some("\"s\""));
    }
}

#[test]
fn a_closure_that_gives_up_sends_nothing_and_loses_nothing() {
    let requests = format!("{},{}", form("first"), form("second"));
    let needs = asked(pending(), &asks(&requests, Some("\"s\"")));
    let mut visited = 0;
    let stopped = needs.try_answer(|input| {
        visited += 1;
        if visited == 1 { Ok(any_answer(input)) } else { Err("the person has left") }
    });
    let Err(TryAnswerError::Stopped { needs_input, mut responses, error }) = stopped else { panic!("{stopped:?}") };
    assert_eq!((error, responses.len()), ("the person has left", 1));
    let second = needs_input.inputs().unwrap().into_iter().nth(1).unwrap();
    responses.push(any_answer(second));
    let sent = body(&needs_input.submit(responses).unwrap().resume());
    assert_eq!(keys(&sent, &["params", "inputResponses"]), ["\"first\"", "\"second\""]);
}

#[test]
fn abandoning_draws_no_id_and_sends_nothing() {
    let drawn = std::sync::Arc::new(Mutex::new(0_i64));
    let source = drawn.clone();
    let session = session_with_ids(move || {
        let mut drawn = source.lock().unwrap();
        *drawn += 1;
        RequestId::Number(*drawn)
    });
    let needs = asked(session.call(ToolCall::new("book")).unwrap(), &asks(&form("seat"), None));
    needs.abandon();
    assert_eq!(*drawn.lock().unwrap(), 1);
}

// One response per input request, of its kind.

#[test]
fn nothing_is_answered_until_every_key_is() {
    let ask = asks(&format!("{},{}", form("0"), roots("1")), Some("\"s\""));
    let needs = asked(pending(), &ask);
    let only_first = vec![any_answer(first_input(&needs))];
    let (needs, responses, problem) = needs.submit(only_first).unwrap_err().into_parts();
    let AnswerProblem::Responses(errors) = &problem else { panic!("{problem:?}") };
    let [error] = &errors[..] else { panic!("{errors:?}") };
    assert_eq!(error.key(), "1");
    assert!(matches!(error.problem(), ResponseProblem::Missing));

    let again = any_answer(first_input(&needs));
    let twice: Vec<_> = responses.into_iter().chain([again]).collect();
    let (needs, _, problem) = needs.submit(twice).unwrap_err().into_parts();
    let AnswerProblem::Responses(errors) = &problem else { panic!("{problem:?}") };
    assert!(matches!(
        errors.iter().map(|error| (error.key(), error.problem())).collect::<Vec<_>>()[..],
        [("0", ResponseProblem::Duplicate), ("1", ResponseProblem::Missing)]
    ));

    let needs = needs.submit([]).unwrap_err().into_needs_input();
    let sent = body(&answered(needs).resume());
    assert_eq!(cut(&sent, &["params", "inputResponses"]), Some(r#"{"0":{"action":"decline"},"1":{"roots":[]}}"#));
}

#[test]
fn the_order_of_responses_does_not_matter_to_submit() {
    let ask = asks(&format!("{},{},{}", form("a"), roots("b"), form("c")), None);
    let needs = asked(pending(), &ask);
    let mut responses: Vec<_> = needs.inputs().unwrap().into_iter().map(any_answer).collect();
    responses.rotate_left(1);
    let sent = body(&needs.submit(responses).unwrap().resume());
    assert_eq!(
        cut(&sent, &["params", "inputResponses"]),
        Some(r#"{"a":{"action":"decline"},"b":{"roots":[]},"c":{"action":"decline"}}"#)
    );
}

#[test]
fn a_closure_that_swaps_two_responses_is_refused() {
    let ask = asks(&format!("{},{}", form("mine"), form("yours")), Some("\"s\""));
    let needs = asked(pending(), &ask);
    let mut held = needs.inputs().unwrap().into_iter().map(any_answer).rev().collect::<Vec<_>>().into_iter();
    let (needs, responses, problem) = needs.answer(|_| held.next().unwrap()).unwrap_err().into_parts();
    let AnswerProblem::Responses(errors) = &problem else { panic!("{problem:?}") };
    assert!(errors.iter().all(|error| matches!(error.problem(), ResponseProblem::OtherKey)), "{errors:?}");
    assert_eq!(responses.len(), 2);
    assert!(needs.submit(responses).is_ok(), "by key they fit");
}

#[test]
fn responses_are_the_results_themselves_without_an_envelope() {
    let ask = asks(&format!("{},{},{},{}", form("form"), url("url"), roots("roots"), sampling("model")), None);
    let retry = asked(pending(), &ask)
        .answer(|input| match input {
            DynamicInput::Form(form) => form.accept(&json!({"seat": "14C"})),
            DynamicInput::Url(url) => url.consent(),
            DynamicInput::Sampling(sampling) => sampling.respond(CreateMessageResult::text("m", "Hi")),
            DynamicInput::Roots(roots) => {
                roots.respond(ListRootsResult::new(vec![Root::new("file:///home/ann").unwrap()]))
            }
        })
        .unwrap()
        .resume();
    let sent = body(&retry);
    let responses = cut(&sent, &["params", "inputResponses"]).unwrap();
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(responses).unwrap(),
        json!({
            "form": {"action": "accept", "content": {"seat": "14C"}},
            "url": {"action": "accept"},
            "roots": {"roots": [{"uri": "file:///home/ann"}]},
            "model": {"role": "assistant", "content": {"type": "text", "text": "Hi"}, "model": "m"},
        })
    );
    for never in ["resultType", "\"method\"", "\"result\""] {
        assert!(!responses.contains(never), "{responses}");
    }
}

// A call that knows what it can be asked.

struct Booking(Vec<HeaderParam>);

#[derive(Debug)]
enum BookingInput {
    Seat(DynamicForm<Self>),
    Folders(Roots<Self>),
}

impl Input for BookingInput {
    fn read(request: InputRequest) -> Result<Self, InputError> {
        match request.key() {
            "seat" => DynamicForm::read(request).map(Self::Seat),
            "folders" => Roots::read(request).map(Self::Folders),
            _ => Err(request.unknown_key()),
        }
    }
}

impl Call for Booking {
    const METHOD: Method = Method::CallTool;
    const CAPABILITIES: Option<Capabilities> = Some(Capabilities::NONE.with_form().with_roots());
    type Input = BookingInput;
    type Output = CallToolResult;

    fn target(&self) -> &str {
        "book"
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        Arguments::from_json(r#"{"city":"Cebu","n":7,"flag":true,"none":null,"nested":{"a\u002fb":"x"}}"#)
    }

    fn headers(&self) -> Cow<'_, [HeaderParam]> {
        Cow::Borrowed(&self.0)
    }
}

#[test]
fn a_key_or_kind_that_the_call_does_not_know_is_an_error_of_its_key_alone() {
    let pending = session().call(Booking(Vec::new())).unwrap();
    let requests = format!("{},{},{}", form("seat"), form("other"), form("folders"));
    let needs = asked(pending, &asks(&requests, Some("\"s\"")));
    let errors = needs.inputs().unwrap_err();
    let found: Vec<_> = errors.iter().map(|error| (error.key(), error.problem())).collect();
    assert!(
        matches!(
            found[..],
            [("other", InputProblem::UnknownKey), ("folders", InputProblem::OtherKind { expected: "roots", .. })]
        ),
        "{found:?}"
    );
    let mut asked_anybody = false;
    let error = needs
        .answer(|input| {
            asked_anybody = true;
            match input {
                BookingInput::Seat(form) => form.decline(),
                BookingInput::Folders(roots) => roots.respond(ListRootsResult::new(Vec::new())),
            }
        })
        .unwrap_err();
    assert!(!asked_anybody);

    let by_hand = error.into_needs_input().into_dynamic();
    let retry = by_hand
        .answer(|input| match input {
            ManualInput::Form(form) => form.cancel(),
            other => panic!("all three are forms, found {other:?}"),
        })
        .unwrap()
        .resume();
    let sent = body(&retry);
    assert_eq!(keys(&sent, &["params", "inputResponses"]), ["\"seat\"", "\"other\"", "\"folders\""]);
    assert_eq!(cut(&sent, &["params", "requestState"]), Some("\"s\""));
}

#[test]
fn a_typed_call_declares_what_it_can_answer_and_no_more() {
    let pending = session().call(Booking(Vec::new())).unwrap();
    let declared = cut_capabilities(&pending);
    assert_eq!(declared, r#"{"elicitation":{"form":{}},"roots":{}}"#);
}

fn cut_capabilities<C>(pending: &Pending<C>) -> String {
    let sent = body(pending);
    cut(&sent, &["params", "_meta", "io.modelcontextprotocol/clientCapabilities"]).unwrap().to_owned()
}

// What a server may not ask.

fn undeclared<C: Call>(needs: &NeedsInput<C>) -> Vec<(String, &'static str)> {
    let Err(errors) = needs.inputs() else { panic!("expected errors") };
    errors
        .iter()
        .map(|error| match error.problem() {
            InputProblem::NotDeclared { capability } => (error.key().to_owned(), *capability),
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn what_was_not_declared_is_the_servers_fault_and_no_answer_is_made_up() {
    let tools = r#""model":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1,"tools":[]}}"#;
    let choice =
        r#""model":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1,"toolChoice":{}}}"#;
    let form_only = Capabilities::from_json(r#"{"elicitation":{}}"#).unwrap();
    for (declared, request, capability) in [
        (form_only, url("k"), "elicitation.url"),
        (Capabilities::NONE.with_url(), form("k"), "elicitation.form"),
        (Capabilities::NONE, form("k"), "elicitation.form"),
        (form_only, sampling("k"), "sampling"),
        (form_only, roots("k"), "roots"),
        (Capabilities::ALL_KINDS, tools.replace("model", "k"), "sampling.tools"),
        (Capabilities::ALL_KINDS, choice.replace("model", "k"), "sampling.tools"),
    ] {
        let session = session().with_capabilities(declared);
        let needs = asked(session.call(ToolCall::new("book")).unwrap(), &asks(&request, Some("\"s\"")));
        assert_eq!(undeclared(&needs), [("k".to_owned(), capability)]);
        let needs = needs.answer(any_answer).unwrap_err().into_needs_input();
        assert_eq!(needs.rounds(), 1);
        let inputs = needs.into_dynamic().inputs().unwrap();
        assert!(matches!(inputs[..], [ManualInput::Unreadable(_)]));
    }
    let session = session().with_capabilities(Capabilities::NONE.with_sampling_tools());
    let needs = asked(session.call(ToolCall::new("book")).unwrap(), &asks(tools, None));
    assert!(matches!(first_input(&needs), DynamicInput::Sampling(_)));
}

#[test]
fn what_the_server_asks_beside_is_not_harmed() {
    let session = session().with_capabilities(Capabilities::NONE.with_form());
    let requests = format!("{},{},{}", url("page"), form("seat"), roots("folders"));
    let needs = asked(session.call(ToolCall::new("book")).unwrap(), &asks(&requests, Some("\"s\"")));
    assert_eq!(undeclared(&needs).len(), 2);
    let retry = needs.into_dynamic().answer(|input| match input {
        ManualInput::Form(form) => form.accept(&json!({"seat": "14C"})),
        ManualInput::Unreadable(unreadable) => unreadable.decline(),
        other => panic!("{other:?}"),
    });
    // A url can be declined; roots cannot, and no list of roots is made up for them.
    let (needs, responses, problem) = retry.unwrap_err().into_parts();
    let AnswerProblem::Responses(errors) = &problem else { panic!("{problem:?}") };
    assert!(
        matches!(&errors[..], [error] if error.key() == "folders" && matches!(error.problem(), ResponseProblem::NotAnElicitation)),
        "{errors:?}"
    );
    assert_eq!((responses.len(), needs.requests().len()), (3, 3));
}

#[test]
fn a_method_that_no_server_may_ask_with_is_named() {
    for method in ["tools/call", "ping", "elicitation/Create", "notifications/cancelled", "", "roots/list "] {
        let requests = format!(r#""k":{{"method":"{method}","params":{{}}}},{}"#, form("seat"));
        let needs = asked(pending(), &asks(&requests, None));
        let errors = needs.inputs().unwrap_err();
        let [error] = &errors.iter().collect::<Vec<_>>()[..] else { panic!("{errors:?}") };
        let InputProblem::UnknownMethod { found } = error.problem() else { panic!("{error:?}") };
        assert_eq!(**found, format!("\"{method}\""));
        assert_eq!(error.pointer(), "/result/inputRequests/k/method");
    }
}

#[test]
fn an_unknown_mode_is_not_taken_for_a_form() {
    for mode in [r#""Form""#, r#""""#, "7", r#""oauth""#, "{}"] {
        let params =
            format!(r#"{{"mode":{mode},"message":"m","requestedSchema":{FORM},"url":"https://example.test/"}}"#);
        let needs =
            asked(pending(), &asks(&format!(r#""k":{{"method":"elicitation/create","params":{params}}}"#), None));
        let errors = needs.inputs().unwrap_err();
        assert_eq!(errors.iter().next().unwrap().pointer(), "/result/inputRequests/k/params/mode");
    }
    for mode in ["", r#""mode":null,"#, r#""mode":"form","#, r#""mode":"\u0066orm","#] {
        let params = format!(r#"{{{mode}"message":"m","requestedSchema":{FORM}}}"#);
        let needs =
            asked(pending(), &asks(&format!(r#""k":{{"method":"elicitation/create","params":{params}}}"#), None));
        assert!(matches!(first_input(&needs), DynamicInput::Form(_)), "{mode}");
    }
}

#[test]
fn a_retired_member_of_a_url_is_ignored() {
    for extra in ["", r#","elicitationId":"old""#, r#","requestedSchema":7"#] {
        let params = format!(r#"{{"mode":"url","message":"Open the page","url":"https://example.test/go"{extra}}}"#);
        let needs =
            asked(pending(), &asks(&format!(r#""k":{{"method":"elicitation/create","params":{params}}}"#), None));
        let DynamicInput::Url(url) = first_input(&needs) else { panic!("a url was asked") };
        assert_eq!((url.message(), url.url()), ("Open the page", "https://example.test/go"));
    }
}

// Caching.

#[test]
fn only_a_result_without_a_retry_is_cacheable() {
    let read = || session().call(ReadResource::new("doc://x")).unwrap();
    let done = r#"{"resultType":"complete","contents":[],"ttlMs":60000,"cacheScope":"private"}"#;
    assert!(completed(read(), done).cacheable());
    assert!(completed(read().reissue(), done).cacheable(), "the same first leg, sent again");

    let with_hint = |rest: &str| format!(r#"{{"resultType":"input_required","ttlMs":60000,{rest}}}"#);
    for ask in [
        with_hint(&format!(r#""inputRequests":{{{}}}"#, form("seat"))),
        with_hint(r#""requestState":"""#),
        with_hint(&format!(r#""inputRequests":{{{}}},"requestState":"s""#, roots("r"))),
    ] {
        let retry = answered(asked(read(), &ask)).resume();
        let retry = retry.reissue();
        let retry = failed(retry, "[]").reissue();
        let complete = completed(retry, done);
        assert!(!complete.cacheable());
        assert_eq!(complete.into_output().unwrap().contents.len(), 0);

        let anew = failed(answered(asked(read(), &ask)).resume(), "[]").restart();
        assert!(completed(anew, done).cacheable(), "no responses and no state were sent");
    }
}

// Progress.

#[test]
fn every_leg_has_a_progress_token_of_its_own() {
    let meta = Meta::new().with("traceparent", "00-a-b-01").unwrap().with_progress();
    let mut pending = session().call_with(ToolCall::new("book"), meta).unwrap();
    let mut tokens = Vec::new();
    for _ in 0..3 {
        let sent = body(&pending);
        let token = cut(&sent, &["params", "_meta", "progressToken"]).unwrap().to_owned();
        assert_eq!(cut(&sent, &["params", "_meta", "traceparent"]), Some("\"00-a-b-01\""));
        let own = pending.progress_token().unwrap().clone();
        assert_eq!(RequestId::from_json(&token).as_ref(), Some(&own));
        assert_eq!(pending.progress_owner(&own), ProgressOwner::ThisLeg);
        for earlier in &tokens {
            assert_eq!(pending.progress_owner(earlier), ProgressOwner::EarlierLeg);
        }
        assert!(!tokens.contains(&own));
        tokens.push(own);
        for unknown in [RequestId::from("zzz"), RequestId::from("1"), RequestId::Number(-5)] {
            assert_eq!(pending.progress_owner(&unknown), ProgressOwner::Unknown);
        }
        pending = answered(asked(pending, &state_only("\"s\""))).resume();
    }
}

#[test]
fn a_call_that_asked_for_no_progress_owns_none() {
    let pending = pending();
    assert_eq!(pending.progress_token(), None);
    assert_eq!(pending.progress_owner(pending.id()), ProgressOwner::Unknown);
    assert_eq!(cut(&body(&pending), &["params", "_meta", "progressToken"]), None);
}

// Routing.

#[test]
fn every_leg_is_routed_by_the_name_in_its_body() {
    for name in
        ["file:///donn\u{e9}es/a.txt", " padded ", "=?base64?QUJD?=", "plan-b", "", "a\"b\\c", "\u{1f600}", "a\r\nb"]
    {
        let session = session();
        for method in [Method::CallTool, Method::ReadResource, Method::GetPrompt] {
            let check = |request: mrtr_core::Request, member: &str| {
                assert_eq!((request.method(), request.name()), (method.as_str(), Some(name)));
                let token = cut(request.body(), &["params", member]).unwrap();
                assert_eq!(serde_json::from_str::<String>(token).unwrap(), name);
                assert_eq!(cut(request.body(), &["method"]), Some(&*format!("\"{method}\"")));
            };
            fn legs<C: Call<Input = DynamicInput>>(pending: Pending<C>) -> [mrtr_core::Request; 3] {
                let first = pending.request();
                let retry = answered(asked(pending, &asks(&form("seat"), Some("\"s\"")))).resume();
                let second = retry.request();
                [first, second, retry.reissue().request()]
            }
            let (requests, member) = match method {
                Method::CallTool => (legs(session.call(ToolCall::new(name)).unwrap()), "name"),
                Method::ReadResource => (legs(session.call(ReadResource::new(name)).unwrap()), "uri"),
                Method::GetPrompt => (legs(session.call(GetPrompt::new(name)).unwrap()), "name"),
            };
            for request in requests {
                check(request, member);
            }
        }
    }
}

#[test]
fn every_leg_mirrors_the_same_arguments() {
    let headers = vec![
        HeaderParam::new("/city", "City"),
        HeaderParam::new("/n", "Count"),
        HeaderParam::new("/flag", "Flag"),
        HeaderParam::new("/none", "None"),
        HeaderParam::new("/absent", "Absent"),
        HeaderParam::new("/nested/a~1b", "Nested"),
    ];
    let pending = session().call(Booking(headers)).unwrap();
    let expected = [("City", "Cebu"), ("Count", "7"), ("Flag", "true"), ("Nested", "x")];
    let mirrored = |request: &mrtr_core::Request| {
        request.headers().iter().map(|header| (header.name().to_owned(), header.value().to_owned())).collect::<Vec<_>>()
    };
    let expected: Vec<_> = expected.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    assert_eq!(mirrored(&pending.request()), expected);
    let retry = asked(pending, &state_only("\"s\"")).submit([]).unwrap().resume();
    assert_eq!(mirrored(&retry.request()), expected);
    assert_eq!(mirrored(&failed(retry, "[]").restart().request()), expected);
}

#[test]
fn every_leg_names_the_version_of_its_body() {
    let pending = pending();
    let request = pending.request();
    let version = cut(request.body(), &["params", "_meta", "io.modelcontextprotocol/protocolVersion"]);
    assert_eq!(version, Some(&*format!("\"{}\"", request.protocol_version())));
}

// A retry that fails.

#[test]
fn a_refused_state_is_sent_again_only_by_choice() {
    let retry = answered(asked(pending(), &asks(&form("seat"), Some("\"expired\"")))).resume();
    let first_try = body(&retry);
    let message = error_to(&retry, r#"{"code":-32602,"message":"state expired","data":{"secret":"x"}}"#);
    let Err(ReceiveError::Failed(failed)) = retry.receive(&message) else { panic!("the leg failed") };
    let error = failed.error().as_rpc().unwrap();
    assert_eq!((error.code(), error.kind(), error.message()), (-32602, RpcErrorKind::InvalidParams, "state expired"));
    assert_eq!(error.data().unwrap().get(), r#"{"secret":"x"}"#);

    let anew = failed.restart();
    assert_carries_nothing_of_a_round(&anew);
    assert_ne!(cut(&body(&anew), &["id"]), cut(&first_try, &["id"]));
}

#[test]
fn a_lost_connection_sends_the_same_leg_under_another_id() {
    let retry = answered(asked(pending(), &asks(&form("seat"), Some("\"s\"")))).resume();
    let before = body(&retry);
    let again = retry.reissue();
    let after = body(&again);
    assert_ne!(cut(&after, &["id"]), cut(&before, &["id"]));
    assert_eq!(cut(&after, &["params"]), cut(&before, &["params"]));
    let _done = completed(again, DONE);
}

#[test]
fn asking_twice_for_the_message_gives_the_same_message() {
    let meta = Meta::new().with_progress();
    let pending = session().call_with(ToolCall::new("book"), meta).unwrap();
    assert_eq!(body(&pending), body(&pending));
    let retry = answered(asked(pending, &asks(&form("seat"), Some("\"s\"")))).resume();
    assert_eq!(body(&retry), body(&retry));
}

#[test]
fn a_session_of_another_peer_never_gets_a_resumed_call() {
    let one = Session::new("one", Implementation::new("c", "1"));
    let needs = asked(one.call(ToolCall::new("book")).unwrap(), &state_only("\"s\""));
    assert_eq!(needs.session().peer_label(), "one");
    assert_eq!(answered(needs).resume().session().peer_label(), "one");
}

#[test]
fn a_result_and_an_error_are_not_both_taken() {
    let id = pending();
    let id = cut(&body(&id), &["id"]).unwrap().to_owned();
    let receive = |rest: &str| match pending().receive(format!(r#"{{"jsonrpc":"2.0","id":{id},{rest}}}"#).as_bytes()) {
        Err(ReceiveError::Failed(failed)) => failed,
        other => panic!("{rest}: {other:?}"),
    };
    let both = receive(r#""result":{},"error":{"code":1,"message":"m"}"#);
    assert_eq!(malformed(both.error()), ("", &Problem::ResultAndError));
    let neither = receive(r#""error":null"#);
    assert_eq!(malformed(neither.error()), ("/result", &Problem::Missing));
    let twice = receive(r#""result":{},"result":{}"#);
    assert_eq!(malformed(twice.error()), ("/result", &Problem::Duplicate));
    for version in [r#""jsonrpc":"1.0""#, r#""jsonrpc":2.0"#, r#""jsonrpc":null"#, r#""x":1"#] {
        let Err(ReceiveError::Failed(failed)) =
            pending().receive(format!(r#"{{{version},"id":{id},"result":{{}}}}"#).as_bytes())
        else {
            panic!("{version}")
        };
        assert_eq!(malformed(failed.error()).0, "/jsonrpc");
    }
}
