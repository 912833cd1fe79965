//! The layer for SDKs with an envelope of their own: `params` out, `result` and `error` in. With text nothing changes;
//! with a parsed value the weaker promises hold that `Pending::receive_result` names.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use mrtr_core::{Call, IdSource, Meta, NeedsInput, Pending, Reply, RequestId, ToolCall};
use mrtr_tests::scenario;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

/// How an SDK passes JSON on.
#[derive(Clone, Copy, Debug)]
enum Passing {
    /// As the text that it is.
    Text,
    /// Through a parsed value.
    Value,
}

impl Passing {
    fn pass(self, json: &str) -> serde_json::Result<Box<RawValue>> {
        match self {
            Self::Text => RawValue::from_string(json.to_owned()),
            Self::Value => to_raw_value(&serde_json::from_str::<Value>(json)?),
        }
    }
}

/// The `params` as they arrive at the server.
fn params<C: Call>(pending: &Pending<C>, passing: Passing) -> BTreeMap<String, Box<RawValue>> {
    let mut params = Vec::new();
    pending.write_params(&mut params, &Meta::new());
    let passed = passing.pass(&String::from_utf8(params).unwrap()).unwrap();
    serde_json::from_str(passed.get()).unwrap()
}

fn asked(passing: Passing, result: &str) -> NeedsInput<ToolCall> {
    let result = passing.pass(result).unwrap();
    match scenario::pending().receive_result(&result).unwrap() {
        Reply::NeedsInput(needs_input) => needs_input,
        Reply::Complete(complete) => panic!("{complete:?}"),
    }
}

/// The second leg of a call whose server asked with [`scenario::STATE`].
fn retry(passing: Passing) -> Pending<ToolCall> {
    let asked = asked(passing, &scenario::input_required(&scenario::forms(&["seat"]), Some(scenario::STATE)));
    asked.answer(scenario::accept).unwrap().resume()
}

fn string(json: &RawValue) -> String {
    serde_json::from_str(json.get()).unwrap()
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

#[test]
fn text_brings_back_the_same_bytes() {
    let params = params(&retry(Passing::Text), Passing::Text);
    assert_eq!(params["requestState"].get(), scenario::STATE);
    assert_eq!(params["arguments"].get(), scenario::ARGUMENTS);
}

#[test]
fn a_parsed_value_brings_back_a_state_that_is_equal_as_a_string() {
    let params = params(&retry(Passing::Value), Passing::Text);
    assert_ne!(params["requestState"].get(), scenario::STATE);
    assert_eq!(string(&params["requestState"]), string(&scenario::raw(scenario::STATE)));
    assert_eq!(params["arguments"].get(), scenario::ARGUMENTS);
}

#[test]
fn parsed_params_bring_arguments_that_are_equal_as_json() {
    for passing in [Passing::Text, Passing::Value] {
        let params = params(&retry(passing), Passing::Value);
        assert_ne!(params["arguments"].get(), scenario::ARGUMENTS);
        assert_eq!(value(params["arguments"].get()), value(scenario::ARGUMENTS));
        assert_eq!(string(&params["requestState"]), string(&scenario::raw(scenario::STATE)));
    }
}

#[test]
fn the_answers_are_the_same_for_text_and_value() {
    let of = |passing| value(params(&retry(passing), passing)["inputResponses"].get());
    assert_eq!(of(Passing::Text), of(Passing::Value));
    assert_eq!(of(Passing::Text), value(r#"{"seat":{"action":"accept","content":{"seat":"14C"}}}"#));
}

#[test]
fn a_lone_surrogate_comes_back_as_text_and_never_gets_to_the_core_as_a_value() {
    let result = scenario::input_required(&scenario::forms(&["seat"]), Some(r#""\ud800""#));
    let retry = asked(Passing::Text, &result).answer(scenario::accept).unwrap().resume();
    assert_eq!(params(&retry, Passing::Text)["requestState"].get(), r#""\ud800""#);
    assert!(Passing::Value.pass(&result).is_err());
}

#[test]
fn numbers_keep_their_text_and_as_a_value_what_a_value_keeps() {
    let result = r#"{"content":[],"structuredContent":{"total":0.30000000000000000001}}"#;
    let read = |passing: Passing| {
        let result = passing.pass(result).unwrap();
        match scenario::pending().receive_result(&result).unwrap() {
            Reply::Complete(complete) => complete.raw().to_owned(),
            Reply::NeedsInput(needs_input) => panic!("{needs_input:?}"),
        }
    };
    assert_eq!(read(Passing::Text), result);
    assert_eq!(value(&read(Passing::Value)), value(result));
    // That is less than the text, unless some crate of the program switches on arbitrary_precision.
    let keeps_digits = value(result) != value(r#"{"content":[],"structuredContent":{"total":0.3}}"#);
    assert_eq!(Passing::Value.pass(r#"{"content":[],"structuredContent":1e400}"#).is_ok(), keeps_digits);
}

#[test]
fn a_key_that_occurs_twice_is_an_error_as_text_and_one_of_them_as_a_value() {
    let form = scenario::forms(&["seat"]);
    let member = &form[1..form.len() - 1];
    let result = scenario::input_required(&format!("{{{member},{member}}}"), None);
    let text = Passing::Text.pass(&result).unwrap();
    assert!(scenario::pending().receive_result(&text).is_err());
    assert_eq!(asked(Passing::Value, &result).requests().len(), 1);
}

#[test]
fn the_order_of_input_requests_is_the_servers_as_text() {
    let keys = ["window", "aisle"];
    let result = scenario::input_required(&scenario::forms(&keys), None);
    let order =
        |passing| asked(passing, &result).requests().map(|request| request.key().to_owned()).collect::<Vec<_>>();
    assert_eq!(order(Passing::Text), keys);
    let mut as_a_value = order(Passing::Value);
    as_a_value.sort();
    assert_eq!(as_a_value, ["aisle", "window"]);
}

#[test]
fn every_rule_of_the_protocol_holds_for_values() {
    let retry = retry(Passing::Value);
    assert_eq!(retry.rounds(), 1);
    assert_ne!(*retry.id(), RequestId::from(1));
    let error = Passing::Value.pass(r#"{"code":-32603,"message":"try again"}"#).unwrap();
    let failed = retry.receive_error(&error);
    assert_eq!(failed.error().as_rpc().unwrap().message(), "try again");
    let reissued = params(&failed.reissue(), Passing::Value);
    assert_eq!(string(&reissued["requestState"]), string(&scenario::raw(scenario::STATE)));

    let bad = Passing::Value.pass(r#"{"resultType":"later"}"#).unwrap();
    assert!(scenario::pending().receive_result(&bad).is_err());
}

#[test]
fn calls_and_the_sdks_own_requests_never_share_an_id() {
    #[derive(Clone, Default)]
    struct Ids(Arc<AtomicI64>);
    impl IdSource for Ids {
        fn next(&self) -> RequestId {
            self.0.fetch_add(1, Ordering::Relaxed).into()
        }
    }

    let ids = Ids::default();
    let session = scenario::session().with_id_source(ids.clone());
    let first = session.call(scenario::call()).unwrap();
    let own = ids.next();
    let second = scenario::ask(session.call(scenario::call()).unwrap(), &["seat"]);
    let retry = second.answer(scenario::accept).unwrap().resume();
    assert_eq!(*first.id(), RequestId::from(0));
    assert_eq!(own, RequestId::from(1));
    assert_eq!(*retry.id(), RequestId::from(3));
}
