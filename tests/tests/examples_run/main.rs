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
