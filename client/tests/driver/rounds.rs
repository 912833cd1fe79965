//! Rounds: how many, what is sent in each, and where the driver joins.

use mrtr::core::parked::Parked;
use mrtr::core::{DynamicInput, Meta, Reply, ToolCall};
use mrtr::{CallFailure, Limits, Options};
use serde_json::{Value, json};

use crate::script::{Answer, accept, ask, call, client, done, nobody, result, state_only, try_accept};

#[test]
fn a_call_without_questions_is_one_request() {
    let client = client([done()]);
    let output = client.call(call(), |_| unreachable!()).unwrap();
    assert_eq!(output.content.len(), 1);
    assert_eq!(client.transport().sent().len(), 1);
}

#[test]
fn every_leg_carries_the_same_arguments_and_the_answers_of_its_own_round() {
    let client = client([ask(&["a", "b"]), ask(&["c"]), done()]);
    client.call(call(), accept).unwrap();
    let sent = client.transport().sent();
    let keys = |n: usize| match &sent[n].params()["inputResponses"] {
        Value::Object(responses) => responses.keys().cloned().collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    assert_eq!([keys(0), keys(1), keys(2)], [vec![], vec!["a".to_owned(), "b".to_owned()], vec!["c".to_owned()]]);
    for leg in &sent {
        assert_eq!(leg.params()["arguments"], json!({"to": "Cebu", "n": 1.5}));
    }
    assert!(sent[0].id != sent[1].id && sent[1].id != sent[2].id && sent[0].id != sent[2].id);
    let answer = json!({"action": "accept", "content": {"value": "14C"}});
    assert_eq!(sent[1].params()["inputResponses"]["a"], answer);
    assert_eq!(sent[1].params()["requestState"], "state");
}

#[test]
fn the_limit_counts_questions_and_lets_exactly_as_many_through() {
    for (asked, through) in [(3, true), (4, true), (5, false)] {
        let steps = (0..asked).map(|_| ask(&["a"])).chain(through.then(done));
        let client = client(steps).with_limits(Limits::new().with_max_rounds(4));
        let mut prompts = 0;
        let outcome = client.call(call(), |input| {
            prompts += 1;
            accept(input)
        });
        assert_eq!(outcome.is_ok(), through, "{asked}");
        assert_eq!(prompts, asked.min(4), "nobody is asked in the round that is too many");
        let Err(failure) = outcome else { continue };
        let CallFailure::TooManyRounds { needs_input, limit: 4 } = failure else { panic!("{failure:?}") };
        assert_eq!(needs_input.rounds(), 5);
    }
}

#[test]
fn rounds_that_ask_nothing_count_too() {
    for (asked, through) in [(3, true), (4, true), (5, false)] {
        let steps = (0..asked).map(|_| state_only()).chain(through.then(done));
        let client = client(steps).with_limits(Limits::new().with_max_rounds(4));
        let outcome = client.call(call(), |_| unreachable!());
        assert_eq!(outcome.is_ok(), through, "{asked}");
        if let Err(failure) = outcome {
            assert!(matches!(failure, CallFailure::TooManyRounds { limit: 4, .. }), "{failure:?}");
        }
    }
}

#[test]
fn ten_rounds_are_the_default() {
    let client = client((0..11).map(|_| state_only()));
    let failure = client.call(call(), |_| unreachable!()).unwrap_err();
    assert!(matches!(failure, CallFailure::TooManyRounds { limit: 10, .. }), "{failure:?}");
    assert_eq!(client.transport().sent().len(), 11);
}

#[test]
fn a_call_with_too_many_rounds_can_go_on() {
    let client = client([ask(&["a"]), ask(&["a"]), done()]).with_limits(Limits::new().with_max_rounds(1));
    let failure = client.try_call(call(), try_accept).unwrap_err();
    let complete = client.drive(failure.into_unfinished().unwrap(), try_accept).unwrap();
    assert_eq!(complete.rounds(), 2);
}

#[test]
fn no_rounds_at_all_is_a_limit_as_well() {
    let client = client([state_only()]).with_limits(Limits::new().with_max_rounds(0));
    let failure = client.call(call(), |_| unreachable!()).unwrap_err();
    assert!(matches!(failure, CallFailure::TooManyRounds { limit: 0, .. }), "{failure:?}");
}

#[test]
fn a_call_is_joined_in_any_state() {
    let client = client([done()]);
    let pending = client.begin(call(), Meta::new()).unwrap();
    assert!(client.drive(pending, nobody).is_ok());

    let round = |request: &mrtr::core::Request| {
        let Answer::Result(text) = ask(&["a"]).answer else { unreachable!() };
        format!(r#"{{"jsonrpc":"2.0","id":{},"result":{text}}}"#, request.id()).into_bytes()
    };
    for answered in [false, true] {
        client.transport().then([ask(&["b"]), done()]);
        let pending = client.begin(call(), Meta::new()).unwrap();
        let message = round(&pending.request());
        let Ok(Reply::NeedsInput(needs_input)) = pending.receive(&message) else { panic!() };
        let complete = if answered {
            client.drive(needs_input.answer(accept).unwrap(), try_accept)
        } else {
            client.drive(needs_input, try_accept)
        };
        assert_eq!(complete.unwrap().rounds(), 2);
    }
    let sent = client.transport().sent();
    assert_eq!(sent.len(), 5);
    assert!(sent[1].params()["inputResponses"]["a"].is_object());
}

#[test]
fn a_parked_call_is_driven_to_its_end_by_another_client() {
    let before = client([ask(&["a"])]).with_limits(Limits::new().with_max_rounds(0));
    let failure = before.try_call(call(), nobody).unwrap_err();
    let CallFailure::TooManyRounds { needs_input, .. } = failure else { panic!("{failure:?}") };
    let document = serde_json::to_string(&needs_input.park()).unwrap();

    let after = client([done()]);
    let parked: Parked<ToolCall> = serde_json::from_str(&document).unwrap();
    let restored = parked.restore(&after.session()).unwrap();
    assert_eq!(after.drive(restored, try_accept).unwrap().rounds(), 1);
    let sent = after.transport().sent();
    assert_eq!(sent[0].params()["arguments"], before.transport().sent()[0].params()["arguments"]);
    assert_eq!(sent[0].params()["requestState"], "state");
}

#[test]
fn decline_and_cancel_carry_no_content() {
    let client = client([ask(&["a", "b"]), done()]);
    client
        .call(call(), |input| match input {
            DynamicInput::Form(form) if form.key() == "a" => form.decline(),
            DynamicInput::Form(form) => form.cancel(),
            other => panic!("{other:?}"),
        })
        .unwrap();
    let responses = json!({"a": {"action": "decline"}, "b": {"action": "cancel"}});
    assert_eq!(client.transport().sent()[1].params()["inputResponses"], responses);
}

#[test]
fn a_result_that_answers_a_retry_is_not_cacheable() {
    let page = json!({"resultType": "complete", "content": [], "ttlMs": 60_000});
    let client = client([result(&page), ask(&["a"]), result(&page)]);
    for cacheable in [true, false] {
        let pending = client.begin(call(), Meta::new()).unwrap();
        assert_eq!(client.drive(pending, try_accept).unwrap().cacheable(), cacheable);
    }
}

#[test]
fn each_leg_is_told_before_it_is_sent_and_is_its_progress_token() {
    let client = client([ask(&["a"]), done()]);
    let told = std::sync::Mutex::new(Vec::new());
    let on_leg = |id: &mrtr::core::RequestId| told.lock().unwrap().push((id.clone(), client.transport().count()));
    let pending = client.begin(call(), Meta::new().with_progress()).unwrap();
    assert!(client.drive_with(pending, &Options::new().with_on_leg(&on_leg), try_accept).is_ok());
    let sent = client.transport().sent();
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 2);
    for (n, (leg, (id, before))) in sent.iter().zip(told.iter()).enumerate() {
        assert_eq!((&leg.id, n), (id, *before));
        assert_eq!(leg.params()["_meta"]["progressToken"], leg.body["id"]);
    }
}

#[test]
fn meta_of_the_caller_goes_with_every_leg() {
    let client = client([ask(&["a"]), done()]);
    client.call_with(call(), Meta::new().with("traceparent", "00-1").unwrap(), accept).unwrap();
    for leg in client.transport().sent() {
        assert_eq!(leg.params()["_meta"]["traceparent"], "00-1");
    }
}
