//! The example `park_and_resume`: processes that are killed at every step and that race for one call.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;

use rusqlite::Connection;

const DOES_NOT_WAIT: i32 = 3;
const OTHERS_AT_WORK: i32 = 4;

const WAITING: &str = "waiting    call 1: tools/call book_flight, demo server, round 1\n           \
                       seat: Which seat would you like on the flight to Cebu?\n";
const TAKEN: &str = "taken      call 1: tools/call book_flight, demo server, round 1\n           \
                     seat: Which seat would you like on the flight to Cebu?\n";
const ANSWERED: &str = "answered   call 1: tools/call book_flight, demo server, round 1\n           \
                        seat: Which seat would you like on the flight to Cebu?\n";
const COMPLETED: &str = "completed  call 1: Booked seat 14C on the flight to Cebu.\n";

/// The program, built by cargo as for a user, in the folder that cargo builds this test in.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder within the target folder");
        let mut build = Command::new(env!("CARGO"));
        build
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["build", "--quiet", "--locked", "--target-dir"])
            .arg(target);
        build.args(["--package", "mrtr-examples", "--features", "sqlite", "--example", "park_and_resume"]);
        let built = build.arg("--message-format=json").stderr(Stdio::inherit()).output().expect("cargo runs");
        assert!(built.status.success());
        let messages = serde_json::Deserializer::from_slice(&built.stdout).into_iter::<serde_json::Value>();
        let programs = messages.filter_map(|message| Some(message.unwrap()["executable"].as_str()?.into()));
        programs.last().expect("cargo names the program")
    })
}

/// A shelf of its own for each test.
struct Shelf(PathBuf);

/// What a process has said, and how it ended.
struct Ended {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

impl Ended {
    #[track_caller]
    fn well(self) -> String {
        assert!(self.status.success(), "{}\n{}\n{}", self.status, self.stdout, self.stderr);
        self.stdout
    }

    #[track_caller]
    fn with(self, code: i32) -> String {
        assert_eq!(self.status.code(), Some(code), "{}\n{}", self.stdout, self.stderr);
        self.stderr
    }
}

impl Shelf {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("park-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&folder));
        Self(folder)
    }

    /// With one call of `book_flight`.
    fn with_call(name: &str) -> Self {
        let shelf = Self::new(name);
        let said = shelf.run(&["ask", "Cebu"]).well();
        assert!(said.contains("asked      seat: Which seat would you like on the flight to Cebu?\n"), "{said}");
        assert!(said.ends_with("parked     call 1\n"), "{said}");
        shelf
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program());
        command.arg("--folder").arg(&self.0).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> Ended {
        let output = self.command(arguments).output().unwrap();
        Ended {
            status: output.status,
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    fn list(&self) -> String {
        self.run(&["list"]).well()
    }

    /// A process that has come to this step and waits.
    fn paused(&self, arguments: &[&str], at: &str) -> Paused {
        let mut command = self.command(arguments);
        let mut child = command.env("MRTR_EXAMPLE_PAUSE_AT", at).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        let pause = format!("paused     {at}\n");
        while !said.ends_with(&pause) {
            assert_ne!(stdout.read_line(&mut said).unwrap(), 0, "it ended before it was {at}:\n{said}");
        }
        Paused { child, stdout, said }
    }

    fn kill(&self, arguments: &[&str], at: &str) {
        self.paused(arguments, at).kill();
    }

    fn database(&self) -> Connection {
        Connection::open(self.0.join("calls.db")).unwrap()
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            drop(fs::remove_dir_all(&self.0));
        }
    }
}

struct Paused {
    child: Child,
    stdout: BufReader<std::process::ChildStdout>,
    said: String,
}

impl Paused {
    /// Without a chance to tidy up.
    fn kill(mut self) {
        self.child.kill().unwrap();
        assert_eq!(self.child.wait().unwrap().code(), None);
    }

    fn go_on(mut self) -> Self {
        drop(self.child.stdin.take());
        self
    }

    fn end(mut self) -> Ended {
        self.stdout.read_to_string(&mut self.said).unwrap();
        let mut stderr = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        Ended { status: self.child.wait().unwrap(), stdout: self.said, stderr }
    }
}

const ANSWER: [&str; 4] = ["answer", "1", "--seat", "14C"];

#[test]
fn one_process_asks_and_another_answers() {
    let shelf = Shelf::with_call("answer");
    assert_eq!(shelf.list(), WAITING);
    let said = shelf.run(&ANSWER).well();
    assert!(said.ends_with("completed  Booked seat 14C on the flight to Cebu.\n"), "{said}");
    // The first process has used id 1.
    assert!(said.contains("resumed    request 2\n"), "{said}");
    assert_eq!(shelf.list(), COMPLETED);
    assert!(shelf.run(&ANSWER).with(DOES_NOT_WAIT).contains("call 1 does not wait"));
    assert_eq!(shelf.run(&["recover", "--resend"]).well(), "");
}

#[test]
fn a_call_can_be_declined() {
    let shelf = Shelf::with_call("decline");
    let said = shelf.run(&["answer", "1", "--decline"]).well();
    assert!(said.ends_with("completed  Nothing was booked: the question was declined.\n"), "{said}");
}

#[test]
fn a_call_of_two_rounds_waits_twice() {
    let shelf = Shelf::new("rounds");
    shelf.run(&["ask", "--tool", "plan_trip", "Cebu"]).well();
    let dates = ["answer", "1", "--set", "from=2030-01-01", "--set", "until=2030-01-03"];
    let said = shelf.run(&dates).well();
    assert!(said.contains("asked      hotel: Where do you stay in Cebu?\n"), "{said}");
    assert_eq!(
        shelf.list(),
        "waiting    call 1: tools/call plan_trip, demo server, round 2\n           hotel: Where do you stay in Cebu?\n",
    );
    let said = shelf.run(&["answer", "1", "--set", "hotel=Old Mill"]).well();
    assert!(said.contains("resumed    request 3\n"), "{said}");
    let planned = "Planned a trip to Cebu from 2030-01-01 until 2030-01-03, staying at Old Mill.\n";
    assert!(said.ends_with(planned), "{said}");
}

#[test]
fn killed_when_the_server_has_asked_again_the_answers_of_the_round_lead_there_once_more() {
    let shelf = Shelf::new("rounds-killed");
    shelf.run(&["ask", "--tool", "plan_trip", "Cebu"]).well();
    shelf.kill(&["answer", "1", "--set", "from=2030-01-01", "--set", "until=2030-01-03"], "replied");
    assert!(shelf.list().starts_with("answered   call 1: tools/call plan_trip, demo server, round 1\n"));
    let said = shelf.run(&["recover", "--resend"]).well();
    assert!(said.contains("asked      hotel: Where do you stay in Cebu?\n"), "{said}");
    let said = shelf.run(&["answer", "1", "--set", "hotel=Old Mill"]).well();
    assert!(said.ends_with("from 2030-01-01 until 2030-01-03, staying at Old Mill.\n"), "{said}");
}

#[test]
fn answers_that_do_not_fit_leave_the_call_waiting() {
    let shelf = Shelf::new("misfit");
    shelf.run(&["ask", "--tool", "plan_trip", "Cebu"]).well();
    let before = shelf.list();
    for arguments in [
        &["answer", "1", "--set", "from=hunter2", "--set", "until=hunter2"][..],
        &["answer", "1", "--set", "from=2030-01-01"],
        &["answer", "1"],
    ] {
        let ended = shelf.run(arguments);
        assert!(ended.stdout.ends_with("put back   call 1\n"), "{}", ended.stdout);
        let told = ended.with(1);
        assert!(!told.contains("hunter2"), "{told}");
        assert_eq!(shelf.list(), before);
    }
}

#[test]
fn killed_before_it_parks_nothing_waits_and_nothing_was_booked() {
    let shelf = Shelf::new("asked");
    shelf.kill(&["ask", "Cebu"], "asked");
    assert_eq!(shelf.list(), "");
}

#[test]
fn killed_when_it_has_parked_the_call_waits() {
    let shelf = Shelf::new("parked");
    shelf.kill(&["ask", "Cebu"], "parked");
    assert_eq!(shelf.list(), WAITING);
    assert!(shelf.run(&ANSWER).well().ends_with("Booked seat 14C on the flight to Cebu.\n"));
}

#[test]
fn killed_before_it_takes_the_call_waits() {
    let shelf = Shelf::with_call("ready");
    shelf.kill(&ANSWER, "ready");
    assert_eq!(shelf.list(), WAITING);
}

#[test]
fn killed_when_it_has_taken_the_call_is_put_back() {
    let shelf = Shelf::with_call("taken");
    shelf.kill(&ANSWER, "taken");
    assert_eq!(shelf.list(), TAKEN);
    shelf.run(&ANSWER).with(DOES_NOT_WAIT);
    assert_eq!(shelf.run(&["recover"]).well(), "put back   call 1: nothing was sent\n");
    assert_eq!(shelf.list(), WAITING);
    assert!(shelf.run(&ANSWER).well().ends_with("Booked seat 14C on the flight to Cebu.\n"));
}

#[test]
fn killed_when_it_has_answered_the_call_keeps_its_answers() {
    for at in ["answered", "replied"] {
        let shelf = Shelf::with_call(at);
        shelf.kill(&ANSWER, at);
        assert_eq!(shelf.list(), ANSWERED);
        shelf.run(&["answer", "1", "--decline"]).with(DOES_NOT_WAIT);
        let said = shelf.run(&["recover"]).well();
        assert_eq!(said, "unclear    call 1: the server may have acted; `recover --resend` resumes it\n");
        assert_eq!(shelf.list(), ANSWERED);
        let said = shelf.run(&["recover", "--resend"]).well();
        assert_eq!(said, "resumed    request 2\ncompleted  Booked seat 14C on the flight to Cebu.\n");
        assert_eq!(shelf.list(), COMPLETED);
    }
}

#[test]
fn killed_when_it_has_completed_the_result_is_there() {
    let shelf = Shelf::with_call("completed");
    shelf.kill(&ANSWER, "completed");
    assert_eq!(shelf.list(), COMPLETED);
}

#[test]
fn killed_while_it_recovers_a_call_can_be_recovered_again() {
    let shelf = Shelf::with_call("recover");
    shelf.kill(&ANSWER, "answered");
    shelf.kill(&["recover", "--resend"], "replied");
    assert_eq!(shelf.list(), ANSWERED);
    assert!(shelf.run(&["recover", "--resend"]).well().contains("completed  Booked seat 14C"));
}

#[test]
fn nothing_is_recovered_from_a_process_that_is_at_work() {
    let shelf = Shelf::with_call("at-work");
    for at in ["taken", "answered"] {
        let at_work = shelf.paused(&ANSWER, at);
        for arguments in [&["recover"][..], &["recover", "--resend"]] {
            assert!(shelf.run(arguments).with(OTHERS_AT_WORK).contains("another process is at work"));
        }
        // Other calls can be asked and answered beside it.
        if at == "taken" {
            shelf.run(&["ask", "Oslo"]).well();
            shelf.run(&["answer", "2", "--seat", "1A"]).well();
            at_work.kill();
            shelf.run(&["recover"]).well();
        } else {
            assert!(at_work.go_on().end().well().ends_with("completed  Booked seat 14C on the flight to Cebu.\n"));
        }
    }
}

#[test]
fn of_eight_processes_that_answer_one_resumes_the_call() {
    for round in 0..3 {
        let shelf = Shelf::with_call(&format!("race-{round}"));
        let seats: Vec<String> = (1..=8).map(|n| format!("{n}A")).collect();
        let ready: Vec<Paused> =
            seats.iter().map(|seat| shelf.paused(&["answer", "1", "--seat", seat], "ready")).collect();
        let racing: Vec<Paused> = ready.into_iter().map(Paused::go_on).collect();

        let mut booked = Vec::new();
        for (ended, seat) in racing.into_iter().map(Paused::end).zip(&seats) {
            let took = ended.stdout.contains("took       call 1\n");
            let resumed = ended.stdout.contains("resumed ");
            if ended.status.success() {
                assert!(took && resumed, "{}", ended.stdout);
                booked.push(format!("completed  call 1: Booked seat {seat} on the flight to Cebu.\n"));
            } else {
                assert!(!took && !resumed, "{}", ended.stdout);
                assert!(ended.with(DOES_NOT_WAIT).contains("call 1 does not wait"));
            }
        }
        assert_eq!(booked, [shelf.list()]);
    }
}

#[test]
fn of_eight_processes_that_recover_one_resumes_the_call() {
    let shelf = Shelf::with_call("race-recover");
    shelf.kill(&ANSWER, "answered");
    let ready: Vec<Paused> = (0..8).map(|_| shelf.paused(&["recover", "--resend"], "ready")).collect();
    let racing: Vec<Paused> = ready.into_iter().map(Paused::go_on).collect();
    let mut resumed = 0;
    for ended in racing.into_iter().map(Paused::end) {
        resumed += usize::from(ended.stdout.contains("resumed "));
        assert!(matches!(ended.status.code(), Some(0 | OTHERS_AT_WORK)), "{}", ended.stderr);
    }
    assert_eq!(resumed, 1);
    assert_eq!(shelf.list(), COMPLETED);
}

#[test]
fn calls_of_many_processes_have_numbers_of_their_own() {
    let shelf = Shelf::new("ask");
    let ready: Vec<Paused> = (0..8).map(|_| shelf.paused(&["ask", "Cebu"], "asked")).collect();
    let racing: Vec<Paused> = ready.into_iter().map(Paused::go_on).collect();
    racing.into_iter().map(Paused::end).for_each(|ended| drop(ended.well()));
    assert_eq!(shelf.list().matches("waiting ").count(), 8);
    shelf.run(&["forget", "8"]).well();
    assert!(shelf.run(&["ask", "Cebu"]).well().ends_with("parked     call 9\n"));
}

#[test]
fn a_damaged_document_is_told_and_stays() {
    let shelf = Shelf::with_call("damaged");
    shelf.run(&["ask", "Oslo"]).well();
    let edit = "UPDATE calls SET document = replace(document, 'Cebu', 'Rome') WHERE id = 1";
    assert_eq!(shelf.database().execute(edit, []).unwrap(), 1);
    let list = shelf.list();
    assert!(list.starts_with("waiting    call 1: the document of the parked call was damaged or edited"), "{list}");
    assert!(list.contains("waiting    call 2: tools/call book_flight"), "{list}");
    assert!(shelf.run(&ANSWER).with(1).contains("damaged or edited"));
    assert_eq!(shelf.list(), list);
}

#[test]
fn a_call_that_the_server_refuses_keeps_its_answers() {
    let shelf = Shelf::with_call("refused");
    // A server with another key, as if the service had changed it.
    fs::write(shelf.0.join("server.key"), [7; 32]).unwrap();
    let told = shelf.run(&ANSWER).with(1);
    assert!(told.contains("not issued for this request"), "{told}");
    assert_eq!(shelf.list(), ANSWERED);
    assert!(shelf.run(&["recover", "--resend"]).with(1).contains("call 1: "));
    assert_eq!(shelf.run(&["forget", "1"]).well(), "forgot     call 1\n");
    assert_eq!(shelf.list(), "");
}

/// The permissions of a file or folder.
fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn the_files_are_for_their_user_alone_whatever_the_umask() {
    let shelf = Shelf::new("private");
    let mut ask = Command::new("sh");
    ask.args(["-c", "umask 0; exec \"$0\" \"$@\""]).arg(program()).arg("--folder").arg(&shelf.0);
    assert!(ask.args(["ask", "Cebu"]).stdout(Stdio::null()).status().unwrap().success());
    let mut answer = Command::new("sh");
    answer.args(["-c", "umask 0; exec \"$0\" \"$@\""]).arg(program()).arg("--folder").arg(&shelf.0);
    assert!(answer.args(ANSWER).stdout(Stdio::null()).status().unwrap().success());

    assert_eq!(mode(&shelf.0), 0o700);
    // The journal is there while a statement writes.
    let database = shelf.database();
    database.execute_batch("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE calls SET stage = 'waiting'").unwrap();
    let mut names = Vec::new();
    for entry in fs::read_dir(&shelf.0).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(mode(&entry.path()), 0o600, "{:?}", entry.file_name());
        names.push(entry.file_name().into_string().unwrap());
    }
    names.sort();
    assert_eq!(names, ["calls.db", "calls.db-journal", "lock", "server.key"]);
}

#[test]
fn a_database_that_others_may_read_is_refused() {
    let shelf = Shelf::with_call("wide");
    let path = shelf.0.join("calls.db");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    assert!(shelf.run(&["list"]).with(1).contains("take their permissions away"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(shelf.list(), WAITING);
}

#[test]
fn what_is_forgotten_is_not_in_the_files() {
    let shelf = Shelf::with_call("forgotten");
    let holds = |text: &str| {
        let mut files = fs::read_dir(&shelf.0).unwrap();
        files
            .any(|file| fs::read(file.unwrap().path()).unwrap().windows(text.len()).any(|part| part == text.as_bytes()))
    };
    assert!(holds("Cebu"));
    shelf.run(&ANSWER).well();
    assert!(holds("Booked seat 14C") && !holds("Which seat"));
    shelf.run(&["forget", "1"]).well();
    assert!(!holds("Cebu") && !holds("14C"));
}
