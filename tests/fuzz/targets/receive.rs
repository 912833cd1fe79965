//! Whatever bytes come to whatever leg: no panic, nothing lost, and what is given back can finish the call.
//!
//! The first letter of an input says which leg takes the rest. Every leg has id 7; 1 to 3 are ids of earlier ones.
#![no_main]

use std::sync::atomic::{AtomicUsize, Ordering};

use libfuzzer_sys::fuzz_target;
use mrtr_core::parked::{Parked, Restored};
use mrtr_core::{
    Call, CreateMessageResult, DynamicInput, GetPrompt, ListRootsResult, ManualInput, NeedsInput, Pending,
    ReadResource, ReceiveError, ReceiveErrorKind, Reply, RequestId, Session, ToolCall,
};
use mrtr_fuzz::calls::{DONE, finish, session};
use mrtr_fuzz::{cut, value};
use serde_json::value::RawValue;

const ARGUMENT: &str = "argument-of-the-caller";
const ANSWER: &str = "answer-of-the-user";
const STATE: &str = "state-of-the-server";

const ASK: &str = r#"{"resultType":"input_required","requestState":"state-of-the-server","inputRequests":{"seat":{"method":
    "elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"seat":{"type":"string"}}}}}}}"#;

/// A session whose next ids are 1 to `before`, 7, and then 8 and on.
fn session_with(before: usize) -> Session {
    let drawn = AtomicUsize::new(0);
    session().with_id_source(move || {
        let n = drawn.fetch_add(1, Ordering::Relaxed);
        let id = if n < before { n + 1 } else { 7 + n - before };
        RequestId::Number(i64::try_from(id).expect("a small id"))
    })
}

fn retry<C: Call<Input = DynamicInput>>(first: Pending<C>) -> Pending<C> {
    let message = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{ASK}}}"#, first.id());
    let Ok(Reply::NeedsInput(needs)) = first.receive(message.as_bytes()) else { panic!("the round is read") };
    let answered = needs.answer(|input| match input {
        DynamicInput::Form(form) => form.accept(&std::collections::BTreeMap::from([("seat", ANSWER)])),
        other => panic!("{other:?}"),
    });
    answered.expect("the form is filled in").resume()
}

/// A leg of id 7, which letter `leg` stands for.
fn leg<C: Call<Input = DynamicInput>>(leg: u8, call: C) -> Pending<C> {
    let begin = |before, call| session_with(before).call(call).unwrap_or_else(|error| panic!("{error}"));
    match leg % 4 {
        0 => begin(0, call),
        1 => retry(begin(1, call)),
        2 => retry(begin(2, call)).reissue(),
        _ => {
            let failed = retry(begin(2, call)).receive(br#"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":""}}"#);
            let Err(ReceiveError::Failed(failed)) = failed else { panic!("an error fails the leg") };
            failed.restart()
        }
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((letter, message)) = input.split_first() else { return };
    let tool = || ToolCall::new("t").arguments_json(r#"{"a":"argument-of-the-caller"}"#).expect("an object");
    match letter.wrapping_sub(b'a') / 4 {
        0 => both_layers(|| leg(letter - b'a', tool()), message),
        1 => both_layers(|| leg(letter - b'a', ReadResource::new("file:///a")), message),
        2 => both_layers(|| leg(letter - b'a', GetPrompt::new("p")), message),
        _ => query(message),
    }
});

fn both_layers<C: Call<Input = DynamicInput>>(make: impl Fn() -> Pending<C>, message: &[u8]) {
    let leg = make();
    let sent = leg.request().into_body();
    assert_eq!(leg.id(), &RequestId::Number(7));
    let outcome = leg.receive(message);
    let told = format!("{outcome:?}");
    quiet(&told, message);
    settle(outcome, &sent, message);
    assert_eq!(format!("{:?}", make().receive(message)), told, "the same message has the same outcome");

    let Some(text) = std::str::from_utf8(message).ok().and_then(value) else { return };
    let raw = RawValue::from_string(text.to_owned()).expect("JSON");
    settle(make().receive_result(&raw).map_err(ReceiveError::Failed), &sent, message);
    settle(Err(ReceiveError::Failed(make().receive_error(&raw))), &sent, message);
}

fn settle<C: Call<Input = DynamicInput>>(outcome: Result<Reply<C>, ReceiveError<C>>, sent: &[u8], message: &[u8]) {
    match outcome {
        Ok(Reply::Complete(complete)) => {
            let raw = complete.raw().to_owned();
            assert_eq!(value(&raw), Some(&*raw));
            if let Err(error) = complete.into_output() {
                quiet(&format!("{error} {error:?}"), message);
                assert_eq!(error.into_complete().raw(), raw);
            }
        }
        Ok(Reply::NeedsInput(needs)) => go_on(needs, sent, message),
        Err(ReceiveError::NotOurs(error)) => {
            quiet(&format!("{error} {error:?}"), message);
            let pending = error.into_pending();
            assert_eq!(pending.id(), &RequestId::Number(7));
            assert_eq!(pending.request().body(), sent, "the leg is as it was");
            drop(finish(pending));
        }
        Err(ReceiveError::Failed(failed)) => {
            quiet(&format!("{failed} {failed:?}"), message);
            let pending = failed.reissue();
            assert_ne!(pending.id(), &RequestId::Number(7));
            assert_eq!(cut(pending.request().body(), &["params"]), cut(sent, &["params"]));
            let error = br#"{"jsonrpc":"2.0","error":{"code":1,"message":""}}"#;
            let Err(ReceiveError::Failed(failed)) = pending.receive(error) else { panic!("an error fails the leg") };
            let pending = failed.restart();
            let params = pending.request().into_body();
            assert_eq!(cut(&params, &["params", "arguments"]), cut(sent, &["params", "arguments"]));
            assert_eq!(cut(&params, &["params", "inputResponses"]), None);
            assert_eq!(cut(&params, &["params", "requestState"]), None);
            assert!(finish(pending).cacheable());
        }
    }
}

fn go_on<C: Call<Input = DynamicInput>>(needs: NeedsInput<C>, sent: &[u8], message: &[u8]) {
    let shown = format!("{needs:?}");
    quiet(&shown, message);
    if let Err(errors) = needs.inputs() {
        quiet(&format!("{errors} {errors:?}"), message);
        for error in &errors {
            assert!(error.pointer().starts_with("/result/inputRequests/"));
            assert!(value(error.request().raw()).is_some());
        }
    }
    // Parked and taken up again, it is the same round.
    let parked = serde_json::to_string(&needs.park()).expect("a document");
    let document: serde_json::Value = serde_json::from_str(&parked).expect("a document");
    let parked: Parked<C> = serde_json::from_str(&parked).expect("the document is whole");
    let Ok(Restored::NeedsInput(needs)) = parked.restore(&session_with(1)) else { panic!("the round is restored") };
    assert_eq!(format!("{needs:?}"), shown);

    let count = needs.requests().len();
    let needs = if count == 0 {
        needs
    } else {
        let error = needs.submit([]).expect_err("nothing was answered");
        error.into_needs_input()
    };
    assert_eq!(format!("{needs:?}"), shown, "a refused answer leaves the round as it was");
    let answered = needs.into_dynamic().try_answer(|input| {
        Ok(match input {
            ManualInput::Form(form) => {
                let values = mrtr_core::schema::FormValues::prefilled(form.schema());
                if form.check(&values).is_ok() { form.accept(&values) } else { form.decline() }
            }
            ManualInput::Url(url) => url.cancel(),
            ManualInput::Sampling(sampling) => sampling.respond(CreateMessageResult::text("m", "t")),
            ManualInput::Roots(roots) => roots.respond(ListRootsResult::new(Vec::new())),
            ManualInput::Unreadable(unreadable) => {
                let response = unreadable.decline();
                // What cannot be declined ends the call.
                if response.problem().is_some() {
                    return Err(());
                }
                response
            }
        })
    });
    let Ok(answered) = answered else { return };
    let pending = answered.resume();
    let body = pending.request().into_body();
    let text = std::str::from_utf8(&body).expect("a message is UTF-8");
    assert_eq!(value(text), Some(text), "a message is JSON");
    assert!(!text.contains(['\n', '\r']), "a message is one line");
    assert_eq!(cut(&body, &["params", "arguments"]), cut(sent, &["params", "arguments"]));
    assert_eq!(cut(&body, &["params", "inputResponses"]).is_some(), count > 0);
    assert_eq!(cut(&body, &["params", "requestState"]), document["state"].as_str());
    assert!(!finish(pending).cacheable());
}

fn query(message: &[u8]) {
    let query = session_with(0).query("tools/list", &()).expect("a query");
    match query.receive(message) {
        Ok(result) => assert_eq!(value(&result), Some(&*result)),
        Err(error @ (ReceiveErrorKind::NotOurs(_) | ReceiveErrorKind::Failed(_))) => drop(format!("{error} {error:?}")),
    }
    let done = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{DONE}}}"#);
    assert_eq!(query.receive(done.as_bytes()).expect("a query can be answered again").as_ref(), DONE);
}

/// What is shown holds nothing of the user and of the server's state, unless the message itself brings it.
fn quiet(shown: &str, message: &[u8]) {
    for secret in [ARGUMENT, ANSWER, STATE] {
        if shown.contains(secret) {
            let brought = String::from_utf8_lossy(message).contains(secret);
            assert!(brought, "{shown}");
        }
    }
}
