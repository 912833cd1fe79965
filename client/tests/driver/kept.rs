//! A call that is driven where its caller keeps it outlives a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use mrtr::core::{DynamicInput, Implementation, InputResponse, Meta, Request, RequestId, Session, ToolCall};
use mrtr::{CallFailure, CallFailureKind, Client, Kept, Limits, Options, Transport, TransportError, Unfinished};
use serde_json::json;

use crate::script::{Script, accept, ask, call, client, done, error, lost, nobody, try_accept};

fn begun(client: &Client<Script>) -> Kept<ToolCall> {
    Kept::new(client.begin(call(), Meta::new()).unwrap())
}

/// The driver panics, whatever it does.
fn panics<T>(drive: impl FnOnce() -> T) {
    let payload = catch_unwind(AssertUnwindSafe(drive)).err().expect("it panics");
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"planted"));
}

/// Answers `a`, and panics at anything else.
#[expect(clippy::unnecessary_wraps, reason = "an answer function of a call that may fail")]
fn only_a(input: DynamicInput) -> Result<InputResponse<DynamicInput>, &'static str> {
    if input.key() == "a" { Ok(accept(input)) } else { panic!("planted") }
}

/// Answers anything but `a`.
#[expect(clippy::unnecessary_wraps, reason = "an answer function of a call that may fail")]
fn not_a(input: DynamicInput) -> Result<InputResponse<DynamicInput>, &'static str> {
    assert_ne!(input.key(), "a", "asked again");
    Ok(accept(input))
}

#[test]
fn answers_before_a_panic_are_kept_and_the_others_asked_for() {
    let client = client([ask(&["a", "b", "c"])]);
    let mut kept = begun(&client);
    panics(|| client.drive_in(&mut kept, &Options::new(), only_a));
    assert_eq!(client.transport().count(), 1, "nothing was sent");

    client.transport().then([done()]);
    // No round of its own: it has been counted.
    let options = Options::new().with_limits(Limits::new().with_max_rounds(0));
    assert!(client.drive_in(&mut kept, &options, not_a).is_ok());
    assert!(kept.is_empty());
    let sent = client.transport().sent();
    assert_eq!(sent[1].params()["inputResponses"].as_object().unwrap().len(), 3);
    assert_eq!(sent[1].params()["requestState"], "state");
}

#[test]
fn a_kept_round_can_be_taken_and_answered_by_hand() {
    let client = client([ask(&["a", "b"])]);
    let mut kept = begun(&client);
    panics(|| client.drive_in(&mut kept, &Options::new(), only_a));
    let Some((Unfinished::NeedsInput(needs_input), mut responses)) = kept.take() else { panic!("{kept:?}") };
    assert!(kept.is_empty());
    assert_eq!(responses.iter().map(InputResponse::key).collect::<Vec<_>>(), ["a"]);
    responses.push(accept(needs_input.inputs().unwrap().remove(1)));
    client.transport().then([done()]);
    assert!(client.drive(needs_input.submit(responses).unwrap(), nobody).is_ok());
}

#[test]
fn a_panic_takes_a_call_along_that_nobody_keeps() {
    let client = client([ask(&["a", "b"])]);
    panics(|| client.try_call(call(), only_a));
    assert_eq!(client.transport().count(), 1, "nothing was sent");
    client.transport().then([done()]);
    client.call(call(), accept).unwrap();
}

#[test]
fn a_leg_that_may_have_been_sent_is_another_one_afterwards() {
    let client = client([ask(&["a"]), done()]);
    let mut kept = begun(&client);
    let first = std::sync::Mutex::new(Vec::new());
    let on_leg = |id: &RequestId| {
        let mut first = first.lock().unwrap();
        first.push(id.clone());
        assert!(first.len() != 2, "planted");
    };
    let options = Options::new().with_on_leg(&on_leg);
    assert!(catch_unwind(AssertUnwindSafe(|| client.drive_in(&mut kept, &options, try_accept))).is_err());
    assert!(client.drive_in(&mut kept, &Options::new(), nobody).is_ok());
    let sent = client.transport().sent();
    let ids = first.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    assert_eq!(sent[0].id, ids[0]);
    assert_ne!(sent[1].id, ids[1], "the id was told, and is used up");
    assert_eq!(sent[1].params()["inputResponses"].as_object().unwrap().len(), 1);
}

/// A transport with a defect, in front of a good one.
struct Defect(Script);

impl Transport for Defect {
    fn exchange_within(&self, request: &Request, timeout: Option<Duration>) -> Result<Vec<u8>, TransportError> {
        let outcome = self.0.exchange_within(request, timeout);
        if self.0.count() == 2 { panic!("planted") } else { outcome }
    }

    fn cancel(&self, id: &RequestId) -> Result<(), TransportError> {
        self.0.cancel(id)
    }
}

#[test]
fn a_transport_that_panics_leaves_the_leg() {
    let client = Client::new(crate::script::session(), Defect(Script::new([ask(&["a"]), done(), done()])));
    let mut kept = Kept::new(client.begin(call(), Meta::new()).unwrap());
    panics(|| client.drive_in(&mut kept, &Options::new(), try_accept));
    assert!(client.drive_in(&mut kept, &Options::new(), nobody).is_ok());
    let sent = client.transport().0.sent();
    assert_ne!(sent[1].id, sent[2].id);
    assert_eq!(sent[1].params()["inputResponses"], sent[2].params()["inputResponses"]);
    assert_eq!(sent[1].params()["requestState"], sent[2].params()["requestState"]);
}

#[test]
fn a_refresh_that_is_interrupted_leaves_the_leg() {
    let stale = || error(-32020, "stale", &json!(null));
    let steps = [stale(), lost(TransportError::Closed), stale(), lost(TransportError::Closed), done()];
    let client = Client::new(crate::script::session(), Defect(Script::new(steps)));
    let mut kept = Kept::new(client.begin(call(), Meta::new()).unwrap());
    // At the second request, which is for the list.
    panics(|| client.drive_in(&mut kept, &Options::new(), nobody));
    let failure = client.drive_in(&mut kept, &Options::new(), nobody).unwrap_err();
    assert!(matches!(failure, CallFailure::Failed(_)), "{failure:?}");
    let mut kept = failure.into_kept().unwrap();
    assert!(client.drive_in(&mut kept, &Options::new(), nobody).is_ok());
    let methods: Vec<_> = client.transport().0.sent().into_iter().map(|leg| leg.method).collect();
    assert_eq!(methods, ["tools/call", "tools/list", "tools/call", "tools/list", "tools/call"]);
}

#[test]
fn a_failure_has_the_call_and_the_place_is_empty() {
    let client = client([lost(TransportError::Closed)]);
    let mut kept = begun(&client);
    let failure = client.drive_in(&mut kept, &Options::new(), nobody).unwrap_err();
    assert!(kept.is_empty() && kept.take().is_none());
    let again = client.drive_in(&mut kept, &Options::new(), nobody).unwrap_err();
    assert!(matches!(again, CallFailure::NothingKept), "{again:?}");
    assert_eq!(again.to_string(), "there is no call to drive: it is complete, or was taken out before");
    assert!(matches!(again.into_unfinished().unwrap_err().without_state(), CallFailureKind::NothingKept));
    client.transport().then([done()]);
    assert!(client.drive(failure.into_unfinished().unwrap(), nobody).is_ok());
}

#[test]
fn a_failure_can_be_kept_with_the_answers_so_far() {
    let client = client([ask(&["a", "b"])]);
    let failure =
        client.try_call(call(), |input| if input.key() == "a" { Ok(accept(input)) } else { Err("later") }).unwrap_err();
    let mut kept = failure.into_kept().unwrap();
    // Not the server's: the answers are not lost by that either.
    let other = Client::new(Session::new("hotel", Implementation::new("test", "0")), Script::new([]));
    let failure = other.drive_in(&mut kept, &Options::new(), nobody).unwrap_err();
    let CallFailure::OtherPeer { responses, .. } = &failure else { panic!("{failure:?}") };
    assert_eq!(responses.len(), 1);
    let mut kept = failure.into_kept().unwrap();
    client.transport().then([done()]);
    assert!(client.drive_in(&mut kept, &Options::new(), not_a).is_ok());
    assert!(client.drive_in(&mut kept, &Options::new(), nobody).unwrap_err().into_kept().is_err());
}

#[test]
fn what_is_kept_is_shown_without_its_values() {
    let client = client([ask(&["a"])]);
    let mut kept = begun(&client);
    panics(|| client.drive_in(&mut kept, &Options::new(), |_| -> Result<_, &str> { panic!("planted") }));
    let shown = format!("{kept:?}");
    assert!(shown.contains("NeedsInput") && !shown.contains("Cebu") && !shown.contains("state\""), "{shown}");
}
