//! What a process can do beside answering badly.

use std::process::Command;

use mrtr::stdio::Stdio;
use mrtr::{CallFailure, Limits, Meta, Options, ToolCall, TransportError, Unfinished};
use serde_json::json;

use crate::drivers::{Blocking, Driver};
use crate::support::{Client, LONG, SHORT, is_good};

crate::with_both_drivers! {
    stdio:
    no_answer_is_a_timeout_and_the_call_goes_on
    late_answer_is_nobodys
    answer_given_twice_counts_once
    answer_may_come_byte_by_byte
    floods_end_no_call_but_their_own
    flood_of_stderr_stalls_no_answer
    process_that_ends_fails_the_call_and_all_later_ones
    process_that_ends_behind_its_answer_has_answered
    server_that_stops_reading_stalls_nobody_beyond_the_timeout
    closed_output_is_the_end
}

fn no_answer_is_a_timeout_and_the_call_goes_on<D: Driver>() {
    let client = Client::<D>::stdio();
    for _ in 0..2 {
        drop(client.times_out("silent"));
        client.works();
    }
    let failure = client.fails("silent", Limits::new().with_deadline(SHORT));
    assert!(matches!(failure, CallFailure::Deadline { limit: SHORT, .. }), "{failure:?}");
    client.works();
}

/// The server answers as soon as it hears that the answer is not wanted any more.
fn late_answer_is_nobodys<D: Driver>() {
    let client = Client::<D>::stdio();
    drop(client.times_out("late"));
    for _ in 0..3 {
        client.works();
    }
}

fn answer_given_twice_counts_once<D: Driver>() {
    let client = Client::<D>::stdio();
    for _ in 0..3 {
        is_good(client.call("twice").unwrap());
        client.works();
    }
}

fn answer_may_come_byte_by_byte<D: Driver>() {
    let client = Client::<D>::stdio();
    is_good(client.call("byte_by_byte").unwrap());
    client.works();
}

fn floods_end_no_call_but_their_own<D: Driver>() {
    let client = Client::<D>::stdio();
    for flood in ["endless_notifications", "endless_blanks", "endless_line"] {
        drop(client.times_out(flood));
        client.works();
    }
}

fn flood_of_stderr_stalls_no_answer<D: Driver>() {
    let client = Client::<D>::stdio();
    is_good(client.call("endless_stderr").unwrap());
    client.works();
}

fn process_that_ends_fails_the_call_and_all_later_ones<D: Driver>() {
    for end in ["exit", "half_then_exit"] {
        let client = Client::<D>::stdio();
        let (state, error) = client.lost(end, Limits::new());
        let TransportError::ServerExited(exit) = &error else { panic!("{error:?}") };
        assert_eq!(exit.status().code(), Some(3));
        let (_, error) = client.lost("good", Limits::new());
        assert!(matches!(error, TransportError::ServerExited(_)), "{error:?}");
        // What the call holds is not bound to the process.
        let other = Client::<D>::stdio();
        let Unfinished::Pending(pending) = state else { panic!("{state:?}") };
        assert_eq!(pending.name(), end);
        drop(pending);
        other.works();
    }
}

fn process_that_ends_behind_its_answer_has_answered<D: Driver>() {
    for end in ["answer_then_exit", "without_line_end"] {
        let client = Client::<D>::stdio();
        is_good(client.call(end).unwrap());
        let (_, error) = client.lost("good", Limits::new());
        assert!(matches!(error, TransportError::ServerExited(_) | TransportError::Io(_)), "{error:?}");
    }
}

fn server_that_stops_reading_stalls_nobody_beyond_the_timeout<D: Driver>() {
    let client = Client::<D>::stdio();
    drop(client.times_out("deaf"));
    // More than a pipe holds.
    let call = ToolCall::new("good").arguments(&json!({ "text": "x".repeat(1 << 20) })).unwrap();
    let pending = client.driver.begin(call, Meta::new());
    let options = Options::new().with_limits(Limits::new().with_leg_timeout(SHORT));
    let outcome = client.driver.drive(pending, &options, |input| panic!("{input:?}"));
    let Err(CallFailure::Transport { error, .. }) = outcome else { panic!("{outcome:?}") };
    assert!(matches!(error, TransportError::Timeout { after: SHORT }), "{error:?}");
    drop(client.times_out("good"));
}

fn closed_output_is_the_end<D: Driver>() {
    if !cfg!(unix) {
        return;
    }
    // It lives on, and reads.
    let mut command = Command::new("sh");
    command.args(["-c", "exec >&-; while read -r line; do :; done"]);
    let client = Client::<D>::of(command);
    for _ in 0..2 {
        let (_, error) = client.lost("good", Limits::new());
        assert!(matches!(error, TransportError::Closed), "{error:?}");
    }
}

#[test]
fn server_that_ignores_every_sign_is_killed() {
    if !cfg!(unix) {
        return;
    }
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' TERM; while :; do sleep 1; done"]);
    let server = Stdio::builder(command).timeout(LONG).shutdown_grace(SHORT / 3).on_stderr(|_| {}).spawn().unwrap();
    let status = server.close().unwrap();
    assert!(!status.success());
}

#[test]
fn program_that_is_no_server_is_a_typed_error() {
    for program in ["true", "false"] {
        let client = Client::<Blocking>::of(Command::new(program));
        let (_, error) = client.lost("good", Limits::new());
        assert!(matches!(error, TransportError::ServerExited(_) | TransportError::Io(_)), "{error:?}");
    }
}
