//! Servers that never come to an end.

use std::time::{Duration, Instant};

use mrtr::{CallFailure, Limits, Meta, Options, ToolCall};

use crate::drivers::Driver;
use crate::http_server::{Then, event, response, send};
use crate::support::{Client, EVENTS, SHORT, answer, good, id};

crate::with_both_drivers! {
    rounds:
    endless_rounds_end_at_the_limit_and_go_on
    rounds_that_ask_nothing_are_paused_between
    deadline_ends_rounds_that_ask_nothing
    deadline_holds_over_legs_that_are_each_quick
}

const FORM: &str = r#""inputRequests":{"r":{"method":"roots/list"}},"requestState":"s""#;
const NOTHING: &str = r#""requestState":"s""#;

/// Asks this for ever.
fn asking<D: Driver>(asked: &'static str) -> Client<D> {
    Client::http(move |received, stream| {
        let result = format!(r#"{{"resultType":"input_required",{asked}}}"#);
        let message = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id(received));
        let is_good = received.body.contains(r#""name":"good""#);
        let body = event(&if is_good { good(received) } else { message });
        send(stream, response(200, EVENTS, &body).as_bytes());
        Then::Keep
    })
}

fn requests<D: Driver>(client: &Client<D>) -> usize {
    client.works();
    let mut count = 0;
    while !client.server().request().body.contains(r#""name":"good""#) {
        count += 1;
    }
    count
}

fn endless_rounds_end_at_the_limit_and_go_on<D: Driver>() {
    let client = asking::<D>(FORM);
    let mut asked = 0;
    let pending = client.driver.begin(ToolCall::new("endless"), Meta::new());
    let outcome = client.driver.drive(pending, &Options::new(), |input| {
        asked += 1;
        Ok(answer(input))
    });
    let Err(CallFailure::TooManyRounds { needs_input, limit: 10 }) = outcome else { panic!("{outcome:?}") };
    assert_eq!((asked, needs_input.rounds()), (10, 11));
    assert_eq!(requests(&client), 11);
    let options = Options::new().with_limits(Limits::new().with_max_rounds(2));
    let outcome = client.driver.drive(needs_input, &options, |input| Ok(answer(input)));
    assert!(matches!(outcome, Err(CallFailure::TooManyRounds { limit: 2, .. })), "{outcome:?}");
    assert_eq!(requests(&client), 2);
}

fn rounds_that_ask_nothing_are_paused_between<D: Driver>() {
    let client = asking::<D>(NOTHING);
    let began = Instant::now();
    let failure = client.fails("endless", Limits::new().with_max_rounds(3));
    assert!(matches!(failure, CallFailure::TooManyRounds { limit: 3, .. }), "{failure:?}");
    assert!(began.elapsed() >= Duration::from_millis(50 + 100 + 200), "{:?}", began.elapsed());
    assert_eq!(requests(&client), 4);
}

fn deadline_ends_rounds_that_ask_nothing<D: Driver>() {
    let client = asking::<D>(NOTHING);
    let limits = Limits::new().with_max_rounds(u32::MAX).with_deadline(SHORT);
    let failure = client.fails("endless", limits);
    assert!(matches!(failure, CallFailure::Deadline { limit: SHORT, .. }), "{failure:?}");
    // 50, 100 and 200 ms of pauses leave time for three, whatever they take.
    assert!((1..=3).contains(&requests(&client)));
}

fn deadline_holds_over_legs_that_are_each_quick<D: Driver>() {
    let client = asking::<D>(FORM);
    let limits = Limits::new().with_max_rounds(u32::MAX).with_deadline(SHORT).with_leg_timeout(SHORT * 100);
    let failure = client.fails("endless", limits);
    assert!(matches!(failure, CallFailure::Deadline { limit: SHORT, .. }), "{failure:?}");
    client.works();
}
