//! What goes wrong at the edges of JSON elsewhere: features of serde_json that another crate switches on, lone
//! surrogates, depth, numbers without a Rust type, byte order marks and blanks.
//!
//! The same file runs in a crate that switches those features on.

mod support;

use std::collections::BTreeMap;
use std::thread;

use mrtr_core::{
    Arguments, CallToolResult, ContentBlock, CreateMessageResult, DynamicInput, GetPromptResult, InputProblem,
    ManualInput, Members, Meta, PeerError, Pending, Problem, ReadResourceResult, ReceiveError, Reply, ToolCall,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use support::*;

/// A stack on which recursion over a peer's text would not last.
const SMALL_STACK: usize = 256 * 1024;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let outcome = thread::Builder::new().stack_size(SMALL_STACK).spawn(test).unwrap().join();
    assert!(outcome.is_ok());
}

fn arguments_of<C>(pending: &Pending<C>) -> String {
    cut(&pending.request().into_body(), &["params", "arguments"]).unwrap().to_owned()
}

fn call_with_json(arguments: &str) -> Pending<ToolCall> {
    session().call(ToolCall::new("book").arguments_json(arguments).unwrap()).unwrap()
}

fn call_with(arguments: &impl Serialize) -> Pending<ToolCall> {
    session().call(ToolCall::new("book").arguments(arguments).unwrap()).unwrap()
}

// Features of serde_json.

#[test]
fn fractions_are_read_whatever_serde_json_is_built_with() {
    let request = r#""model":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":100,
        "temperature":0.25,"modelPreferences":{"costPriority":0.1,"speedPriority":1,"intelligencePriority":1e-1}}}"#;
    let needs = asked(pending(), &asks(request, None));
    let DynamicInput::Sampling(sampling) = first_input(&needs) else { panic!("the model was asked") };
    let params = sampling.params();
    assert_eq!((params.temperature, params.max_tokens), (Some(0.25), 100));
    let preferences = params.model_preferences.as_ref().unwrap();
    assert_eq!(preferences.cost_priority, Some(0.1));
    assert_eq!(preferences.speed_priority, Some(1.0));
    assert_eq!(preferences.intelligence_priority, Some(0.1));

    #[derive(Debug, Deserialize, PartialEq)]
    struct Params {
        temperature: f64,
        #[serde(rename = "maxTokens")]
        max_tokens: u8,
    }
    assert_eq!(sampling.params_as::<Params>().unwrap(), Params { temperature: 0.25, max_tokens: 100 });
}

#[test]
fn a_form_with_fractional_limits_is_read_whatever_serde_json_is_built_with() {
    let schema =
        r#"{"type":"object","properties":{"share":{"type":"number","minimum":0.5,"maximum":1e2,"default":0.75}}}"#;
    let params = format!(r#"{{"message":"Share?","requestedSchema":{schema}}}"#);
    let needs = asked(pending(), &asks(&format!(r#""f":{{"method":"elicitation/create","params":{params}}}"#), None));
    let DynamicInput::Form(form) = first_input(&needs) else { panic!("a form was asked") };
    assert_eq!(form.raw_params(), Some(&*params));
    let response = form.accept(&json!({"share": 0.75}));
    let retry = needs.submit([response]).unwrap().resume();
    let sent = retry.request().into_body();
    assert_eq!(cut(&sent, &["params", "inputResponses", "f", "content", "share"]), Some("0.75"));
}

#[test]
fn arguments_are_written_alike_whatever_serde_json_is_built_with() {
    #[derive(Serialize)]
    struct Numbers {
        tenth: f64,
        single: f32,
        whole: f64,
        tiny: f64,
        huge: f64,
        big: i128,
        negative_zero: f64,
        unsigned: u64,
    }
    let numbers = Numbers {
        tenth: 0.1,
        single: 0.1,
        whole: 1.0,
        tiny: 5e-324,
        huge: 1.797_693_134_862_315_7e308,
        big: 1 << 100,
        negative_zero: -0.0,
        unsigned: u64::MAX,
    };
    assert_eq!(
        arguments_of(&call_with(&numbers)),
        r#"{"tenth":0.1,"single":0.1,"whole":1.0,"tiny":5e-324,"huge":1.7976931348623157e308,"big":1267650600228229401496703205376,"negative_zero":-0.0,"unsigned":18446744073709551615}"#
    );
    // One member, for the order of several is a feature's affair.
    for (value, text) in [
        (json!({"a": 0.25}), r#"{"a":0.25}"#),
        (json!({"a": [1, -1, true, null, "\u{1f600}"]}), "{\"a\":[1,-1,true,null,\"\u{1f600}\"]}"),
        (json!({"a": {}}), r#"{"a":{}}"#),
        (json!({"$serde_json::private::Number": "1"}), r#"{"$serde_json::private::Number":"1"}"#),
        (json!({"a": {"$serde_json::private::RawValue": "[1,"}}), r#"{"a":{"$serde_json::private::RawValue":"[1,"}}"#),
    ] {
        assert_eq!(arguments_of(&call_with(&value)), text);
    }
}

#[test]
fn raw_text_among_arguments_is_sent_as_it_is() {
    for text in ["1.0", "1e400", "-0", r#""\ud800""#, r#"{"b":1,"a":1,"b":2}"#, "[ 1 ]"] {
        let arguments = BTreeMap::from([("raw", raw(text))]);
        assert_eq!(arguments_of(&call_with(&arguments)), format!(r#"{{"raw":{text}}}"#));
        let meta = Meta::new().with("raw", &raw(text)).unwrap();
        let pending = session().call_with(ToolCall::new("book"), meta).unwrap();
        assert_eq!(cut(&pending.request().into_body(), &["params", "_meta", "raw"]), Some(text));
    }
}

#[test]
fn members_keep_their_order_whatever_serde_json_is_built_with() {
    let requests: Vec<_> = ["zeta", "alpha", "10", "9", "mid"].map(form).into();
    let needs = asked(pending(), &asks(&requests.join(","), None));
    let keys_in_order: Vec<_> = needs.requests().map(|request| request.key().to_owned()).collect();
    assert_eq!(keys_in_order, ["zeta", "alpha", "10", "9", "mid"]);
    let sent = answered(needs).resume().request().into_body();
    assert_eq!(
        keys(&sent, &["params", "inputResponses"]),
        [r#""zeta""#, r#""alpha""#, r#""10""#, r#""9""#, r#""mid""#]
    );
}

#[test]
fn marker_names_of_serde_json_are_names_like_any_other() {
    for marker in ["$serde_json::private::RawValue", "$serde_json::private::Number"] {
        for value in [r#""{}""#, r#""1""#, r#""[1,""#, "7", "{}", "null"] {
            let odd = format!(r#"{{"{marker}":{value}}}"#);

            let result = format!(r#"{{"{marker}":{value},"content":[],"structuredContent":{odd},"_meta":{odd}}}"#);
            let complete = completed(pending(), &result);
            assert_eq!(complete.raw(), result);
            let output = output(complete);
            assert_eq!(output.structured_content.unwrap().get(), odd);
            assert_eq!(output.other.get(marker).unwrap().get(), value);

            let requests = format!(r#""{marker}":{odd},{}"#, form("seat"));
            let needs = asked(pending(), &asks(&requests, None));
            let errors = needs.inputs().unwrap_err();
            assert_eq!(errors.iter().map(|error| error.key().to_owned()).collect::<Vec<_>>(), [marker]);

            let ask = format!(
                r#"{{"{marker}":{value},"resultType":"input_required","inputRequests":{{{}}}}}"#,
                roots(marker)
            );
            let retry = answered(asked(pending(), &ask)).resume();
            let sent = retry.request().into_body();
            assert_eq!(keys(&sent, &["params", "inputResponses"]), [format!("\"{marker}\"")]);

            assert_eq!(arguments_of(&call_with_json(&odd)), odd);
            for body in [format!(r#"{{"{marker}":{value},"#), format!(r#"{{"x":{odd},"#)] {
                let message = format!(r#"{body}"jsonrpc":"2.0","id":1,"result":{{}}}}"#);
                assert!(matches!(pending().receive(message.as_bytes()), Ok(Reply::Complete(_))), "{message}");
            }
            // A whole message that is such a wrapper holds no message.
            let _pending = not_ours(pending(), odd.as_bytes()).into_pending();
        }
    }
    let wrapper = r#"{"$serde_json::private::RawValue":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"}"#;
    let _pending = not_ours(pending(), wrapper.as_bytes()).into_pending();
}

// Lone surrogates.

#[test]
fn a_lone_surrogate_in_a_text_settles_its_own_call_and_no_other() {
    let session = session();
    let bad = session.call(ToolCall::new("book")).unwrap();
    let good = session.call(ToolCall::new("book")).unwrap();
    let result = r#"{"resultType":"complete","content":[{"type":"text","text":"a\ud800b"}]}"#;

    let complete = completed(bad, result);
    assert_eq!(complete.raw(), result);
    let error = complete.into_output().unwrap_err();
    assert!(!error.to_string().contains("d800"), "{error}");
    assert_eq!(error.into_complete().raw(), result, "the text stays readable");

    let good = output(completed(good, r#"{"content":[{"type":"text","text":"fine"}]}"#));
    assert!(matches!(&good.content[..], [ContentBlock::Text(text)] if text.text == "fine"));
}

#[test]
fn a_lone_surrogate_in_opaque_parts_stays_as_it_came() {
    let result = r#"{"content":[],"structuredContent":{"a\udfff":"\ud800"},"_meta":{"x":"\udc00\ud83d"},"\ud800":1}"#;
    let complete = completed(pending(), result);
    let output = output(complete);
    assert_eq!(output.structured_content.unwrap().get(), r#"{"a\udfff":"\ud800"}"#);
    let message = r#"{"\ud800":"\ud800","jsonrpc":"2.0","id":1,"\udfff":{},"result":{"content":[]}}"#;
    assert!(matches!(pending().receive(message.as_bytes()), Ok(Reply::Complete(_))));
}

#[test]
fn a_lone_surrogate_in_a_question_concerns_its_key_alone() {
    let elicit = |params: &str| format!(r#"{{"method":"elicitation/create","params":{params}}}"#);
    let sample = |params: &str| format!(r#"{{"method":"sampling/createMessage","params":{params}}}"#);
    for (key, request) in [
        (r#""a""#, elicit(&format!(r#"{{"message":"a\ud800b","requestedSchema":{FORM}}}"#))),
        (r#""a""#, elicit(r#"{"mode":"url","message":"m","url":"https://example.test/\udfff"}"#)),
        (r#""a""#, elicit(&format!(r#"{{"mode":"\ud83d","message":"m","requestedSchema":{FORM}}}"#))),
        (r#""a""#, r#"{"method":"roots/list\ud800"}"#.to_owned()),
        (r#""a""#, sample(r#"{"messages":[],"maxTokens":1,"systemPrompt":"\ud800"}"#)),
        (
            r#""a\ud800""#,
            format!(r#"{{"method":"elicitation/create","params":{{"message":"m","requestedSchema":{FORM}}}}}"#),
        ),
        (r#""\udfff\ud800""#, r#"{"method":"roots/list"}"#.to_owned()),
    ] {
        let needs = asked(pending(), &asks(&format!("{key}:{request},{}", form("good")), Some(r#""s\ud800""#)));
        let errors = needs.inputs().unwrap_err();
        assert_eq!(errors.iter().count(), 1, "{request}: {errors:?}");
        let error = errors.iter().next().unwrap();
        assert_eq!(error.request().raw(), request);
        if key != r#""a""# {
            assert!(matches!(error.problem(), InputProblem::UndecodableKey));
        }
        if !request.contains("elicitation") {
            needs.abandon();
            continue;
        }
        let retry = needs
            .into_dynamic()
            .answer(|input| match input {
                ManualInput::Form(form) => form.accept(&json!({"seat": "14C"})),
                ManualInput::Unreadable(unreadable) => unreadable.decline(),
                other => panic!("{other:?}"),
            })
            .unwrap()
            .resume();
        let sent = retry.request().into_body();
        assert_eq!(keys(&sent, &["params", "inputResponses"]), [key, "\"good\""]);
        assert_eq!(cut(&sent, &["params", "requestState"]), Some(r#""s\ud800""#));
    }
}

#[test]
fn a_lone_surrogate_in_a_schema_leaves_the_other_keys_and_the_state_alone() {
    // Whether the choice is refused is the schema's affair.
    let schema = r#"{"type":"object","properties":{"p":{"type":"string","enum":["a","\ud800"]}}}"#;
    let bad =
        format!(r#""bad":{{"method":"elicitation/create","params":{{"message":"m","requestedSchema":{schema}}}}}"#);
    let needs = asked(pending(), &asks(&format!("{bad},{}", form("good")), Some("\"s\"")));
    if let Err(errors) = needs.inputs() {
        assert!(errors.iter().all(|error| error.key() == "bad"));
    }
    let by_hand = needs.into_dynamic();
    let retry = by_hand.answer(|input| match input {
        ManualInput::Form(form) => form.decline(),
        ManualInput::Unreadable(unreadable) => unreadable.decline(),
        other => panic!("{other:?}"),
    });
    let sent = retry.unwrap().resume().request().into_body();
    assert_eq!(keys(&sent, &["params", "inputResponses"]), ["\"bad\"", "\"good\""]);
    assert!(!String::from_utf8(sent).unwrap().contains("\\ud800"));
}

#[test]
fn a_lone_surrogate_in_an_error_does_not_hide_its_code() {
    let call = pending();
    let message = error_to(&call, r#"{"code":-32602,"message":"a\ud800","data":"\udfff"}"#);
    let Err(ReceiveError::Failed(failed)) = call.receive(&message) else { panic!("the leg failed") };
    let error = failed.error().as_rpc().unwrap();
    assert_eq!((error.code(), error.data().unwrap().get()), (-32602, r#""\udfff""#));
}

#[test]
fn a_lone_surrogate_of_the_callers_own_is_sent_as_it_is() {
    let arguments = r#"{"a\ud800":"\udfff","b":["\ud83d\ude00"]}"#;
    let retry = answered(asked(call_with_json(arguments), &asks(&form("seat"), None))).resume();
    assert_eq!(arguments_of(&retry), arguments);
}

// Depth.

fn nested(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}

fn nested_objects(levels: usize) -> String {
    format!("{}1{}", r#"{"a":"#.repeat(levels), "}".repeat(levels))
}

#[test]
fn an_opaque_result_is_read_at_any_depth() {
    on_a_small_stack(|| {
        for levels in [200, 5_000, 100_000] {
            for deep in [nested(levels), nested_objects(levels)] {
                let result =
                    format!(r#"{{"content":[],"structuredContent":{deep},"_meta":{{"x":{deep}}},"y":{deep}}}"#);
                let complete = completed(pending(), &result);
                assert_eq!(complete.raw().len(), result.len());
                let output = output(complete);
                assert_eq!(output.structured_content.as_deref().unwrap().get(), deep);
                assert!(output.structured::<Vec<u8>>().is_err());
                assert!(!format!("{output:?}").contains("[["));
            }
        }
    });
}

#[test]
fn depth_where_the_protocol_has_a_value_of_its_own_is_an_error() {
    on_a_small_stack(|| {
        for levels in [200, 5_000, 100_000] {
            for deep in [nested(levels), nested_objects(levels)] {
                for result in [
                    format!(r#"{{"resultType":{deep}}}"#),
                    state_only(&deep),
                    format!(r#"{{"resultType":"input_required","inputRequests":{deep},"requestState":7}}"#),
                ] {
                    let failed = failed(pending(), &result);
                    assert!(failed.to_string().len() < 400);
                }
                for (id, rest) in [(&*deep, r#""result":{}"#), ("1", "\"method\":null"), (&*deep, "\"error\":{}")] {
                    let message = format!(r#"{{"jsonrpc":"2.0","id":{id},{rest}}}"#);
                    let _pending = not_ours(pending(), message.as_bytes()).into_pending();
                }
                let _pending = not_ours(pending(), deep.as_bytes()).into_pending();
                let _failed = failed(pending(), &nested(levels));
                let call = pending();
                let message = error_to(&call, &format!(r#"{{"code":-32603,"message":{deep},"data":{deep}}}"#));
                let Err(ReceiveError::Failed(failed)) = call.receive(&message) else { panic!("the leg failed") };
                assert_eq!(failed.error().as_rpc().unwrap().data().unwrap().get().len(), deep.len());
            }
        }
    });
}

#[test]
fn a_deep_question_concerns_its_key_alone() {
    on_a_small_stack(|| {
        for levels in [200, 5_000, 100_000] {
            for deep in [nested(levels), nested_objects(levels)] {
                let schema_path = r#"{"type":"array","items":"#.repeat(levels);
                let deep_schema = format!("{schema_path}{{}}{}", "}".repeat(levels));
                let requests = [
                    deep.clone(),
                    format!(r#"{{"method":{deep}}}"#),
                    format!(r#"{{"method":"elicitation/create","params":{deep}}}"#),
                    format!(
                        r#"{{"method":"elicitation/create","params":{{"message":{deep},"requestedSchema":{FORM}}}}}"#
                    ),
                    format!(r#"{{"method":"elicitation/create","params":{{"mode":{deep}}}}}"#),
                    format!(r#"{{"method":"sampling/createMessage","params":{{"messages":{deep},"maxTokens":1}}}}"#),
                    format!(
                        r#"{{"method":"sampling/createMessage","params":{{"messages":[{{"role":"user","content":{deep}}}],"maxTokens":1}}}}"#
                    ),
                ];
                for request in requests {
                    let needs =
                        asked(pending(), &asks(&format!(r#""deep":{request},{}"#, form("good")), Some("\"s\"")));
                    let errors = needs.inputs().unwrap_err();
                    assert_eq!(errors.iter().map(|error| error.key().to_owned()).collect::<Vec<_>>(), ["deep"]);
                    assert!(errors.to_string().len() < 1_000);
                    assert_eq!(needs.into_dynamic().inputs().unwrap().len(), 2);
                }
                // Whether a schema is refused for its depth is the schema's affair; that it harms nobody is ours.
                for property in [&deep, &deep_schema] {
                    let schema = format!(r#"{{"type":"object","properties":{{"p":{property}}}}}"#);
                    let params = format!(r#"{{"message":"m","requestedSchema":{schema}}}"#);
                    let request = format!(r#""deep":{{"method":"elicitation/create","params":{params}}}"#);
                    let needs = asked(pending(), &asks(&format!("{request},{}", form("good")), Some("\"s\"")));
                    if let Err(errors) = needs.inputs() {
                        assert!(errors.iter().all(|error| error.key() == "deep"));
                    }
                    assert_eq!(needs.into_dynamic().inputs().unwrap().len(), 2);
                }
                let with_extra = format!(r#""r":{{"method":"roots/list","params":{{"_meta":{deep}}},"x":{deep}}}"#);
                let needs = asked(pending(), &asks(&with_extra, None));
                let DynamicInput::Roots(_) = first_input(&needs) else { panic!("roots were asked") };
            }
        }
    });
}

#[test]
fn deep_arguments_are_sent_as_they_are() {
    on_a_small_stack(|| {
        for levels in [200, 5_000, 100_000] {
            let arguments = format!(r#"{{"a":{}}}"#, nested(levels));
            let retry = answered(asked(call_with_json(&arguments), &asks(&form("seat"), None))).resume();
            assert_eq!(arguments_of(&retry), arguments);
        }
    });
}

// Numbers.

#[test]
fn numbers_that_no_rust_type_holds_keep_their_text() {
    for number in [
        "1e400",
        "-1e400",
        "18446744073709551616",
        "9007199254740993.0",
        "1e-400",
        "-0",
        "0.1000",
        "1E+2",
        "1.0",
        "123456789012345678901234567890.123456789012345678901234567890",
    ] {
        let odd = format!(r#"{{"n":{number}}}"#);
        let result = format!(r#"{{"content":[],"structuredContent":{odd},"_meta":{odd},"other":{number}}}"#);
        let output = output(completed(pending(), &result));
        assert_eq!(output.structured_content.unwrap().get(), odd);
        assert_eq!(output.meta.unwrap().raw().get(), odd);
        assert_eq!(output.other.get("other").unwrap().get(), number);

        let message = format!(r#"{{"x":{number},"jsonrpc":"2.0","id":1,"result":{{}},"y":{odd}}}"#);
        assert!(matches!(pending().receive(message.as_bytes()), Ok(Reply::Complete(_))));

        let requests = format!(r#""r":{{"method":"roots/list","params":{odd},"n":{number}}}"#);
        let needs = asked(pending(), &asks(&requests, None));
        let DynamicInput::Roots(roots) = first_input(&needs) else { panic!("roots were asked") };
        assert_eq!(roots.raw_params(), Some(&*odd));

        let retry = answered(asked(call_with_json(&odd), &asks(&form("seat"), None))).resume();
        assert_eq!(arguments_of(&retry), odd);
    }
}

#[test]
fn a_limit_that_no_rust_type_holds_leaves_the_other_keys_alone() {
    let schema = r#"{"type":"object","properties":{"n":{"type":"number","maximum":1e400,"minimum":-1e400}}}"#;
    let odd =
        format!(r#""odd":{{"method":"elicitation/create","params":{{"message":"m","requestedSchema":{schema}}}}}"#);
    let needs = asked(pending(), &asks(&format!("{odd},{}", form("good")), None));
    if let Err(errors) = needs.inputs() {
        assert!(errors.iter().all(|error| error.key() == "odd"));
    }
    assert_eq!(needs.into_dynamic().inputs().unwrap().len(), 2);
}

#[test]
fn an_error_code_that_is_no_integer_is_malformed() {
    for code in ["1e400", "1.5", "\"-32602\"", "null", "[]", "99999999999999999999"] {
        let call = pending();
        let message = error_to(&call, &format!(r#"{{"code":{code},"message":"m"}}"#));
        let Err(ReceiveError::Failed(failed)) = call.receive(&message) else { panic!("the leg failed") };
        let PeerError::Malformed(violation) = failed.error() else { panic!("{code}: {failed:?}") };
        assert_eq!(violation.pointer(), "/error/code");
    }
}

#[test]
fn numbers_that_json_does_not_have_are_no_arguments() {
    #[derive(Serialize)]
    struct One {
        n: f64,
    }
    for n in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = ToolCall::new("book").arguments(&One { n }).unwrap_err();
        assert!(error.to_string().contains("/n"), "{error}");
    }
    for text in [
        r#"{"n":NaN}"#,
        r#"{"n":Infinity}"#,
        r#"{"n":01}"#,
        r#"{"n":.5}"#,
        r#"{"n":1.}"#,
        r#"{"n":0x1}"#,
        r#"{"n":+1}"#,
    ] {
        assert!(Arguments::from_json(text).is_err(), "{text}");
    }
}

// Byte order marks, blanks, and texts that break off.

#[test]
fn a_text_that_breaks_off_within_its_id_answers_nobody() {
    // Cut at any place, an answer to 17 or 1.5 is none to 1.
    for other in ["17", "1.5", "1e1", "10", "\"1\"", "11111111111111111111", "1 7", "1\u{0}7", "1x"] {
        for message in [
            format!(r#"{{"jsonrpc":"2.0","id":{other},"result":{{"content":[]}}}}"#),
            format!(r#"{{"result":{{"content":[]}},"jsonrpc":"2.0","id":{other}}}"#),
            format!(r#"{{"error":{{"code":1,"message":"m"}},"jsonrpc":"2.0","id":{other}}}"#),
        ] {
            let from = message.find(r#""id""#).unwrap();
            for end in from..message.len() {
                let call = pending();
                assert_eq!(cut(&call.request().into_body(), &["id"]), Some("1"));
                let _pending = not_ours(call, &message.as_bytes()[..end]).into_pending();
            }
        }
    }
    // Behind its id the answer is known to be ours, however it ends.
    let message = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;
    let Err(ReceiveError::Failed(_)) = pending().receive(&message.as_bytes()[..24]) else {
        panic!("{}", &message[..24])
    };
}

#[test]
fn a_byte_order_mark_and_blanks_around_a_message_are_ignored() {
    let text = |message: Vec<u8>| String::from_utf8(message).unwrap();
    let done = text(answer_to(&pending(), DONE));
    for message in [
        format!("\u{feff}{done}"),
        format!("{done}\r\n"),
        format!("\r\n\r\n {done}\n\n"),
        format!("\u{feff}\r\n{done}\r\n"),
        format!("\t{done} \t"),
        "{\r\n\t\"jsonrpc\" : \"2.0\",\r\n\t\"id\"\r\n:\r\n1 ,\n\"result\": {\n}\r}\r\n".to_owned(),
    ] {
        assert!(matches!(pending().receive(message.as_bytes()), Ok(Reply::Complete(_))), "{message:?}");
    }
}

#[test]
fn a_byte_order_mark_is_ignored_once_and_at_the_edge_alone() {
    let done = String::from_utf8(answer_to(&pending(), DONE)).unwrap();
    for message in [format!("\u{feff}\u{feff}{done}"), format!(" \u{feff}{done}")] {
        let _pending = not_ours(pending(), message.as_bytes()).into_pending();
    }
    // Behind the message it is no blank: the answer is ours, and damaged.
    let Err(ReceiveError::Failed(_)) = pending().receive(format!("{done}\u{feff}").as_bytes()) else {
        panic!("damaged")
    };
}

#[test]
fn a_damaged_message_settles_the_call_that_it_names_with_or_without_a_mark() {
    for mark in [&b""[..], b"\xef\xbb\xbf"] {
        let mut message = mark.to_vec();
        message.extend_from_slice(
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"\xff\"}]}}",
        );
        let Err(ReceiveError::Failed(failed)) = pending().receive(&message) else { panic!("the leg failed") };
        let PeerError::Malformed(violation) = failed.error() else { panic!("{failed:?}") };
        assert_eq!(violation.problem(), &Problem::NotUtf8);
    }
}

#[test]
fn every_code_point_inside_a_string_stays() {
    let result = "{\"content\":[{\"type\":\"text\",\"text\":\"\u{feff}a\\u0000b\u{feff}\u{2028}\u{85}\"}]}";
    let output = output(completed(pending(), result));
    assert!(
        matches!(&output.content[..], [ContentBlock::Text(text)] if text.text == "\u{feff}a\0b\u{feff}\u{2028}\u{85}")
    );

    for token in [
        "\"\u{feff}state\"",
        "\"\u{feff}\"",
        r#""\ufeffstate""#,
        "\" \"",
        r#""\r\n""#,
        "\"\u{2028}\u{2029}\u{85}\u{7f}\"",
    ] {
        let retry = answered(asked(pending(), &state_only(token))).resume();
        let sent = retry.request().into_body();
        assert_eq!(cut(&sent, &["params", "requestState"]), Some(token));
    }
}

#[test]
fn a_blank_line_is_no_message_and_ends_nothing() {
    let mut call = pending();
    for blank in [&b""[..], b"\n", b"\r\n", b" ", b"\xef\xbb\xbf", b"\0"] {
        call = not_ours(call, blank).into_pending();
    }
    let _done = completed(call, DONE);
}

#[test]
fn a_message_is_always_one_line() {
    let arguments = "\r\n{\r\n \"a\"\n:\r1 ,\n\"b\\n\":\t\"\\r\\n\u{2028}\"\r}\n";
    let one_line = "{   \"a\" : 1 , \"b\\n\":\t\"\\r\\n\u{2028}\" }";
    let meta = Meta::new().with("x", &raw("[\n1,\r\n2]")).unwrap();
    let session = session().with_extension("com.example/x", &raw("{\n}")).unwrap();
    let call = ToolCall::new("line\nbreak").arguments_json(arguments).unwrap();
    let pending = session.call_with(call, meta).unwrap();

    let mut message = CreateMessageResult::text("m\n", "a\r\nb");
    let mut other = Members::new();
    other.set("x\n", raw("{\n\r}"));
    message.other = other;
    let requests = format!("{},{}", form("seat"), sampling("model")).replace("{", "{\r\n").replace(",", "\n,");
    let retry = asked(pending, &asks(&requests, Some("\"s\"")))
        .answer(|input| match input {
            DynamicInput::Form(form) => form.accept(&json!({"seat": "14\r\nC"})),
            DynamicInput::Sampling(sampling) => sampling.respond(message.clone()),
            other => any_answer(other),
        })
        .unwrap()
        .resume();
    assert_eq!(arguments_of(&retry), one_line);
    let sent = retry.request().into_body();
    assert!(!sent.iter().any(|byte| b"\r\n".contains(byte)), "{}", String::from_utf8_lossy(&sent));
    serde_json::from_slice::<serde::de::IgnoredAny>(&sent).unwrap();
    let cancelled = retry.cancel(Some("first\nsecond\r")).into_body();
    assert!(!cancelled.iter().any(|byte| b"\r\n".contains(byte)));
}

#[test]
fn outputs_of_all_methods_are_read_whatever_serde_json_is_built_with() {
    let text = r#"{"contents":[{"uri":"doc://x","text":"t","n":1e400}],"messages":[{"role":"user","content":{"type":"text","text":"t","annotations":{"priority":0.5}}}],"content":[{"type":"later","x":0.5}]}"#;
    let tool: CallToolResult = serde_json::from_str(text).unwrap();
    assert!(
        matches!(&tool.content[..], [ContentBlock::Other(block)] if block.raw().get() == r#"{"type":"later","x":0.5}"#)
    );
    let resource: ReadResourceResult = serde_json::from_str(text).unwrap();
    assert_eq!(resource.contents.len(), 1);
    let prompt: GetPromptResult = serde_json::from_str(text).unwrap();
    let ContentBlock::Text(block) = &prompt.messages[0].content else { panic!("a text") };
    assert_eq!(block.annotations.as_ref().unwrap().priority, Some(0.5));
}
