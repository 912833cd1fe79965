//! The example programs on a terminal, where they ask a person.

use rexpect::process::WaitStatus;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};

use super::cargo_run;

/// Enough to build an example first.
const TIMEOUT_MS: u64 = 600_000;

const DOWN: &str = "\u{1b}[B";
const ENTER: &str = "\r";
const ESCAPE: &str = "\u{1b}";

/// An example, and the person in front of it.
struct Person(PtySession);

impl Person {
    fn run(example: &str, arguments: &[&str]) -> Self {
        let options = Options::new().timeout_ms(Some(TIMEOUT_MS)).strip_ansi_escape_codes(true);
        Self(spawn_with_options(cargo_run(example, arguments), options).expect("a terminal"))
    }

    /// What is shown up to this text.
    fn reads(&mut self, text: &str) -> String {
        self.0.exp_string(text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn types(&mut self, keys: &str) {
        self.0.send(keys).and_then(|_| self.0.flush()).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Reads to the end, which must be a good one.
    fn leaves(mut self) {
        self.0.exp_eof().unwrap_or_else(|error| panic!("{error}"));
        let status = self.0.process().wait().unwrap();
        assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}");
    }
}

#[test]
fn book_flight_books_the_seat_that_a_person_types() {
    let mut person = Person::run("book_flight", &[]);
    person.reads("called");
    person.reads("Which seat would you like on the flight to Cebu?");
    person.reads("cancel");
    person.types(ENTER);
    person.reads("seat:");
    person.types("3A");
    person.types(ENTER);
    person.reads("answered");
    person.reads("Booked seat 3A on the flight to Cebu.");
    person.leaves();
}

#[test]
fn book_flight_books_nothing_when_the_person_declines() {
    let mut person = Person::run("book_flight", &[]);
    person.reads("cancel");
    person.types(DOWN);
    person.types(ENTER);
    person.reads("Nothing was booked: the question was declined.");
    person.leaves();
}

#[test]
fn book_flight_books_nothing_when_the_person_dismisses_the_form() {
    let mut person = Person::run("book_flight", &[]);
    person.reads("cancel");
    person.types(ESCAPE);
    person.reads("Nothing was booked: the question was cancelled.");
    person.leaves();
}

#[test]
fn read_report_reads_what_a_person_unlocks_without_showing_the_passphrase() {
    let mut person = Person::run("read_report", &[]);
    person.reads("Enter the passphrase of the report.");
    person.reads("cancel");
    person.types(ENTER);
    person.reads("passphrase:");
    person.types("wrong");
    person.types(ENTER);
    person.reads("That is not the passphrase of the report. Try again.");
    person.reads("cancel");
    person.types(ENTER);
    person.reads("passphrase:");
    person.types("hunter2");
    person.types(ENTER);
    let shown = person.reads("completed");
    assert!(!shown.contains("hunter2"), "{shown}");
    person.reads("2026-07,530");
    person.leaves();
}

#[test]
fn walkthrough_covers_what_a_person_chooses() {
    let mut person = Person::run("walkthrough", &[]);
    person.reads("How much should the walkthrough for new colleagues cover?");
    person.reads("cancel");
    person.types(ENTER);
    person.reads("Walk new colleagues through every booking tool");
    person.leaves();
}

#[test]
fn plan_offsite_plans_what_a_person_says() {
    let mut person = Person::run("plan_offsite", &[]);
    person.reads("How much may the offsite cost?");
    person.reads("cancel");
    person.types(ENTER);
    person.reads("amount:");
    person.types("7000");
    person.types(ENTER);
    person.reads("Write as the model?");
    person.reads("cancel");
    person.types(ENTER);
    person.reads("slogan:");
    person.types("Meet more");
    person.types(ENTER);
    person.reads("Planned an offsite for 7000, \"Meet more\"");
    person.reads("When do you travel to Cebu?");
    person.reads("cancel");
    person.types(DOWN);
    person.types(ENTER);
    person.reads("No trip was planned: the question was declined.");
    person.leaves();
}
