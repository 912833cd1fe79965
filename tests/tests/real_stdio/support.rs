use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mrtr::Transport;
use mrtr::stdio::Stdio;
use mrtr_core::{
    Call, Complete, DynamicForm, DynamicInput, Failed, Implementation, InputResponse, NeedsInput, Pending,
    ReceiveError, Reply, Session, ToolCall, Url,
};
use mrtr_tests::transcript::{self, Direction, Line};
use serde::Serialize;
use serde_json::{Value, json};

pub type Response = InputResponse<DynamicInput>;

/// How an input is answered, whatever it is about.
pub type Answer = fn(DynamicInput) -> Response;

/// A session, and the connection to a server.
pub struct Client {
    pub session: Session,
    pub server: Stdio,
}

impl Client {
    /// A client of a demo server of its own.
    pub fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mrtr-tests-server"));
        command.arg(mrtr_examples::server::SERVE);
        Self::of(command)
    }

    /// As [`start`](Self::start), with a program in between that these options are for.
    pub fn start_behind_tee<O: AsRef<OsStr>>(options: impl IntoIterator<Item = O>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mrtr-tests-tee"));
        command.args(options);
        command.args([env!("CARGO_BIN_EXE_mrtr-tests-server"), mrtr_examples::server::SERVE]);
        Self::of(command)
    }

    pub fn of(command: Command) -> Self {
        let session = Session::new("server under test", Implementation::new("mrtr-tests", "0"));
        Self { session, server: Stdio::spawn(command).unwrap() }
    }

    /// Sends a leg and takes what comes back.
    pub fn exchange<C: Call>(&self, pending: Pending<C>) -> Result<Reply<C>, ReceiveError<C>> {
        let answer = self.server.exchange(&pending.request()).unwrap();
        pending.receive(&answer)
    }

    /// Sends a leg whose server asks for input.
    pub fn asked<C: Call>(&self, pending: Pending<C>) -> NeedsInput<C> {
        match self.exchange(pending) {
            Ok(Reply::NeedsInput(needs)) => needs,
            Ok(Reply::Complete(done)) => panic!("complete: {done:?}"),
            Err(error) => panic!("{error}"),
        }
    }

    /// Sends a leg whose server finishes.
    pub fn completed<C: Call>(&self, pending: Pending<C>) -> Complete<C> {
        match self.exchange(pending) {
            Ok(Reply::Complete(done)) => done,
            Ok(Reply::NeedsInput(needs)) => panic!("asked: {needs:?}"),
            Err(error) => panic!("{error}"),
        }
    }

    /// Sends a leg that its server refuses.
    pub fn failed<C: Call>(&self, pending: Pending<C>) -> Failed<C> {
        match self.exchange(pending) {
            Err(ReceiveError::Failed(failed)) => failed,
            Err(error) => panic!("{error}"),
            Ok(Reply::Complete(done)) => panic!("complete: {done:?}"),
            Ok(Reply::NeedsInput(needs)) => panic!("asked: {needs:?}"),
        }
    }

    /// Begins a call whose server asks for input.
    pub fn ask<C: Call>(&self, call: C) -> NeedsInput<C> {
        self.asked(self.session.call(call).unwrap_or_else(|error| panic!("{error}")))
    }

    /// Answers a round, after which the server finishes.
    pub fn finish(&self, needs: NeedsInput<ToolCall>, answer: impl FnMut(DynamicInput) -> Response) -> Value {
        structured(self.completed(needs.answer(answer).unwrap().resume()))
    }
}

/// What went over a connection, kept in a file that is gone when the test is.
pub struct Record(PathBuf);

impl Record {
    /// `name` must be that of the test.
    pub fn new(name: &str) -> Self {
        Self(fresh_file(name, "transcript"))
    }

    /// The options for the program in between.
    pub fn options(&self) -> [&OsStr; 2] {
        [OsStr::new("--record"), self.0.as_os_str()]
    }

    pub fn lines(&self) -> Vec<Line> {
        transcript::read(&self.0)
    }

    /// What the client has sent.
    pub fn requests(&self) -> Vec<Vec<u8>> {
        self.towards(Direction::ToServer)
    }

    /// What the server has sent.
    pub fn answers(&self) -> Vec<Vec<u8>> {
        self.towards(Direction::ToClient)
    }

    fn towards(&self, direction: Direction) -> Vec<Vec<u8>> {
        self.lines().into_iter().filter(|line| line.direction == direction).map(|line| line.bytes).collect()
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        // What a failed test has recorded is worth a look.
        if !std::thread::panicking() {
            let _ = fs::remove_file(&self.0);
        }
    }
}

/// The path of a file that does not exist, for this test in this process alone.
pub fn fresh_file(name: &str, extension: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.{extension}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

pub fn tool(name: &str, arguments: &Value) -> ToolCall {
    ToolCall::new(name).arguments(arguments).unwrap()
}

pub fn flight(destination: &str) -> ToolCall {
    tool("book_flight", &json!({ "destination": destination }))
}

/// The seat, for [`flight`].
pub fn seat(seat: &str) -> impl FnMut(DynamicInput) -> Response {
    let content = json!({ "seat": seat });
    move |input| form(input).accept(&content)
}

pub fn booked(destination: &str, seat: &str) -> Value {
    json!({ "booked": true, "destination": destination, "seat": seat })
}

pub fn form(input: DynamicInput) -> DynamicForm<DynamicInput> {
    match input {
        DynamicInput::Form(form) => form,
        other => panic!("no form: {other:?}"),
    }
}

pub fn url(input: DynamicInput) -> Url<DynamicInput> {
    match input {
        DynamicInput::Url(url) => url,
        other => panic!("no url: {other:?}"),
    }
}

pub fn accept<T: Serialize>(content: &T) -> impl FnMut(DynamicInput) -> Response + '_ {
    move |input| form(input).accept(content)
}

/// The two ways to say no to a form, and what the demo server makes of them.
pub const REFUSALS: [(Answer, &str); 2] =
    [(|input| form(input).decline(), "declined"), (|input| form(input).cancel(), "cancelled")];

/// What a tool returned for programs.
pub fn structured(done: Complete<ToolCall>) -> Value {
    done.into_output().unwrap().structured().unwrap().expect("structured content")
}
