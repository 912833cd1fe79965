//! The example programs, built and run by cargo as a user runs them.

#[cfg(unix)]
mod terminal;

use std::path::Path;
use std::process::{Command, Stdio};

/// `cargo run` of an example in the folder that cargo builds this test in, so that little is built again.
fn cargo_run(example: &str, arguments: &[&str]) -> Command {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder within the target folder");
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["run", "--quiet", "--locked", "--target-dir"]).arg(target);
    command.args(["--package", "mrtr-examples", "--example", example, "--"]).args(arguments);
    command
}

/// Runs an example without a terminal; its output must have these parts, in this order.
fn assert_output(example: &str, arguments: &[&str], parts: &[&str]) {
    let output = cargo_run(example, arguments).stdin(Stdio::null()).output().expect("cargo runs");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{example} {arguments:?}: {}\n{stdout}\n{stderr}", output.status);
    let mut rest = &*stdout;
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => panic!("{example} {arguments:?} prints no {part:?} where it should:\n{stdout}\n{stderr}"),
        }
    }
}

#[test]
fn book_flight_books_the_seat_of_the_command_line() {
    assert_output(
        "book_flight",
        &["--seat", "3A"],
        &[
            "called     tools/call book_flight, request 1\n",
            "asked      seat: Which seat would you like on the flight to Cebu?\n",
            "answered   round 1\n",
            "resumed    request 2\n",
            "completed  Booked seat 3A on the flight to Cebu.\n",
        ],
    );
}

#[test]
fn book_flight_runs_through_without_a_terminal() {
    assert_output(
        "book_flight",
        &[],
        &["called", "asked", "answered", "resumed", "completed", "Booked seat 14C on the flight to Cebu."],
    );
}

#[test]
fn read_report_opens_the_report_with_the_passphrase_of_the_command_line() {
    assert_output(
        "read_report",
        &["--passphrase", "hunter2"],
        &[
            "asked      passphrase: Enter the passphrase of the report.\n",
            "completed  file:///report.csv\n",
            "2026-07,530\n",
        ],
    );
}

#[test]
fn read_report_is_asked_again_after_a_wrong_passphrase() {
    assert_output(
        "read_report",
        &["--passphrase", "wrong"],
        &[
            "asked      passphrase: Enter the passphrase",
            "asked      passphrase: That is not the passphrase",
            "completed",
        ],
    );
}

#[test]
fn walkthrough_covers_the_scope_of_the_command_line() {
    assert_output(
        "walkthrough",
        &["--scope", "full"],
        &[
            "asked      confirm_scope: How much should the walkthrough for new colleagues cover?\n",
            "completed  A guided tour of the booking tools\n",
            "user: Walk new colleagues through every booking tool",
        ],
    );
}

#[test]
fn walkthrough_runs_through_without_a_terminal() {
    assert_output("walkthrough", &[], &["asked", "completed", "Show new colleagues how to book a flight"]);
}

#[test]
fn plan_offsite_answers_several_kinds_in_one_round_and_one_call_in_two_rounds() {
    assert_output(
        "plan_offsite",
        &["--budget", "5000"],
        &[
            "asked      budget: How much may the offsite cost?\n",
            "asked      folders: the folders that the server may know of\n",
            "asked      slogan: at most 40 tokens of the model\n",
            "completed  Planned an offsite for 5000, \"Further together\", with the plans in file:///home/ann/offsite.\n",
            "asked      dates: When do you travel to Cebu?\n",
            "asked      hotel: Where do you stay in Cebu?\n",
            "completed  Planned a trip to Cebu from 2026-09-07 until 2026-09-11, staying at Old Mill.\n",
        ],
    );
}

#[test]
fn custom_transport_serves_both_drivers_and_tells_its_server_of_cancellations() {
    assert_output(
        "custom_transport",
        &[],
        &[
            "blocking   Booked seat 14C on the flight to Cebu.\n",
            "async      Booked seat 3A on the flight to Oslo.\n",
            "timeout    no answer within 20ms\n",
            "cancelled  the request was cancelled\n",
            "server     was told that nobody waits for 2 requests\n",
        ],
    );
}

#[test]
fn embed_sdk_books_a_flight_in_the_envelope_of_another_sdk() {
    assert_output(
        "embed_sdk",
        &[],
        &[
            "sent       tools/call book_flight, request 0\n",
            "asked      seat: Which seat would you like on the flight to Cebu?\n",
            "sent       tools/call book_flight, request 1\n",
            "completed  Booked seat 14C on the flight to Cebu.\n",
        ],
    );
}
