//! Pauses, the deadline of a call, and the timeout of each request.

use std::time::Duration;

use mrtr::core::Meta;
use mrtr::{CallFailure, Limits, Options, RequestError, TransportError, Unfinished};

use crate::script::{accept, ask, call, client, done, lost, nobody, result, state_only, try_accept};

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn rounds_that_ask_nothing_are_answered_after_growing_pauses() {
    let client = client((0..6).map(|_| state_only()).chain([done()]));
    client.call(call(), |_| unreachable!()).unwrap();
    assert_eq!(client.transport().clock.pauses(), [50, 100, 200, 250, 250, 250]);
}

#[test]
fn a_question_begins_the_pauses_anew() {
    let client = client([state_only(), state_only(), ask(&["a"]), state_only(), done()]);
    client.call(call(), accept).unwrap();
    assert_eq!(client.transport().clock.pauses(), [50, 100, 50]);
}

#[test]
fn each_leg_has_the_time_that_is_left() {
    let steps = [ask(&["a"]).takes(SECOND * 3), ask(&["a"]).takes(SECOND * 2), done().takes(SECOND)];
    let client = client(steps).with_limits(Limits::new().with_deadline(SECOND * 20));
    client
        .call(call(), |input| {
            client.transport().clock.advance(SECOND * 5);
            accept(input)
        })
        .unwrap();
    let timeouts: Vec<_> = client.transport().sent().iter().map(|leg| leg.timeout).collect();
    assert_eq!(timeouts, [Some(SECOND * 20), Some(SECOND * 12), Some(SECOND * 5)]);
}

#[test]
fn without_limits_the_transport_has_its_own_timeout() {
    let client = client([done()]);
    client.call(call(), accept).unwrap();
    assert_eq!(client.transport().sent()[0].timeout, None);
}

#[test]
fn a_leg_has_its_own_timeout_until_less_is_left() {
    let limits = Limits::new().with_leg_timeout(SECOND * 4).with_deadline(SECOND * 6);
    let client = client([ask(&["a"]).takes(SECOND * 3), done()]).with_limits(limits);
    client.call(call(), accept).unwrap();
    let timeouts: Vec<_> = client.transport().sent().iter().map(|leg| leg.timeout).collect();
    assert_eq!(timeouts, [Some(SECOND * 4), Some(SECOND * 3)]);
}

#[test]
fn the_end_of_the_legs_own_timeout_is_not_the_deadline() {
    let limits = Limits::new().with_leg_timeout(SECOND).with_deadline(SECOND * 6);
    let client = client([done().takes(SECOND * 2)]).with_limits(limits);
    let failure = client.call(call(), accept).unwrap_err();
    let CallFailure::Transport { error: TransportError::Timeout { after }, .. } = failure else {
        panic!("{failure:?}")
    };
    assert_eq!(after, SECOND);
}

#[test]
fn a_transport_that_gives_up_earlier_is_not_the_deadline() {
    let early = lost(TransportError::Timeout { after: SECOND });
    let client = client([early]).with_limits(Limits::new().with_deadline(SECOND * 6));
    let failure = client.call(call(), accept).unwrap_err();
    assert!(matches!(failure, CallFailure::Transport { error: TransportError::Timeout { .. }, .. }), "{failure:?}");
}

#[test]
fn a_leg_that_outlives_the_call_ends_it_and_can_be_sent_again() {
    let client = client([ask(&["a"]), done().takes(SECOND * 9)]).with_limits(Limits::new().with_deadline(SECOND));
    let failure = client.try_call(call(), try_accept).unwrap_err();
    let CallFailure::Deadline { state: Unfinished::Pending(pending), limit, .. } = failure else {
        panic!("{failure:?}")
    };
    assert_eq!(limit, SECOND);
    client.transport().then([done()]);
    assert!(client.drive(pending, nobody).is_ok());
    let sent = client.transport().sent();
    assert_ne!(sent[1].id, sent[2].id);
    assert_eq!(sent[1].params()["inputResponses"], sent[2].params()["inputResponses"]);
}

#[test]
fn nobody_is_asked_when_the_time_is_over() {
    let client = client([ask(&["a"]).takes(SECOND)]).with_limits(Limits::new().with_deadline(SECOND));
    let failure = client.try_call(call(), nobody).unwrap_err();
    assert!(matches!(failure, CallFailure::Deadline { state: Unfinished::NeedsInput(_), .. }), "{failure:?}");
}

#[test]
fn answers_that_came_too_late_are_kept_and_not_sent() {
    let client = client([ask(&["a"])]).with_limits(Limits::new().with_deadline(SECOND));
    let failure = client
        .call(call(), |input| {
            client.transport().clock.advance(SECOND);
            accept(input)
        })
        .unwrap_err();
    let CallFailure::Deadline { state: state @ Unfinished::Answered(_), .. } = failure else { panic!("{failure:?}") };
    assert_eq!(client.transport().count(), 1);
    client.transport().then([done()]);
    assert!(client.drive(state, nobody).is_ok());
}

#[test]
fn a_pause_ends_with_the_call() {
    let limits = Limits::new().with_deadline(Duration::from_millis(70));
    let client = client([state_only(), state_only()]).with_limits(limits);
    let failure = client.call(call(), |_| unreachable!()).unwrap_err();
    assert!(matches!(failure, CallFailure::Deadline { .. }), "{failure:?}");
    assert_eq!(client.transport().clock.pauses(), [50, 20]);
}

#[test]
fn a_call_may_have_limits_of_its_own() {
    let client = client([done()]).with_limits(Limits::new().with_deadline(SECOND));
    let pending = client.begin(call(), Meta::new()).unwrap();
    let options = Options::new().with_limits(Limits::new().with_leg_timeout(SECOND * 3));
    assert!(client.drive_with(pending, &options, nobody).is_ok());
    assert_eq!(client.transport().sent()[0].timeout, Some(SECOND * 3));
}

#[test]
fn the_pages_of_a_list_share_one_deadline() {
    let page = serde_json::json!({"tools": [], "nextCursor": "2"});
    let steps = [result(&page).takes(SECOND * 2), result(&page).takes(SECOND * 9)];
    let client = client(steps).with_limits(Limits::new().with_deadline(SECOND * 5));
    let error = client.tools().unwrap_err();
    assert!(matches!(error, RequestError::Deadline { limit } if limit == SECOND * 5), "{error:?}");
    let timeouts: Vec<_> = client.transport().sent().iter().map(|leg| leg.timeout).collect();
    assert_eq!(timeouts, [Some(SECOND * 5), Some(SECOND * 3)]);
}
