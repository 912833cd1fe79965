//! A call that waits for its answer in a database: one process asks and ends, and others answer, whenever that may be.
//!
//! ```text
//! park_and_resume ask Cebu              calls `book_flight` and parks the call where the server asks for a seat
//! park_and_resume list                  shows what waits
//! park_and_resume answer 1 --seat 14C   answers call 1 and finishes it; or `--decline`
//! park_and_resume recover               puts back what a crash has left between two stages, see `mrtr_examples::shelf`
//! park_and_resume forget 1              removes call 1
//! ```
//!
//! `ask --tool plan_trip Cebu` makes a call of two rounds, which `answer 2 --set from=2030-01-01 --set
//! until=2030-01-03` and `answer 2 --set hotel="Old Mill"` finish. `recover --resend` resumes calls that may have been
//! resumed already.
//! The database lies in `~/.mrtr-park-and-resume` or `--folder`.
//!
//! `answer` exits with status 3 when the call does not wait, `recover` with 4 while another process is at work.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mrtr::Transport;
use mrtr::core::parked::{Parked, ParkedInfo, Restored};
use mrtr::core::{
    Answered, CallToolResult, ContentBlock, DynamicForm, DynamicInput, InputResponse, NeedsInput, Pending, Reply,
    ToolCall,
};
use mrtr::stdio::Stdio;
use mrtr_examples::shelf::{Entry, Shelf, Stage};
use mrtr_examples::steps::{Choice, ask as ask_person, has_person, printable, step};
use mrtr_examples::{connect, server};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const DOES_NOT_WAIT: u8 = 3;
const OTHERS_AT_WORK: u8 = 4;

const USAGE: &str = "usage: ask DESTINATION | list | answer ID [--seat SEAT | --set FIELD=VALUE... | --decline] \
                     | recover [--resend] | forget ID";

fn main() -> ExitCode {
    server::run_if_asked();
    run().unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::FAILURE
    })
}

fn run() -> Result<ExitCode> {
    let Arguments { folder, command } = Arguments::read()?;
    let shelf = Shelf::open(&folder)?;
    let desk = Desk { shelf, key: folder.join("server.key") };
    match command {
        Command::Ask { tool, destination } => desk.ask(&tool, &destination),
        Command::List => desk.list(),
        Command::Answer { id, answer } => desk.answer(id, &answer),
        Command::Recover { resend } => desk.recover(resend),
        Command::Forget { id } => desk.forget(id),
    }
}

/// The shelf, and the key of the server whose calls are on it.
struct Desk {
    shelf: Shelf,
    key: PathBuf,
}

impl Desk {
    fn ask(&self, tool: &str, destination: &str) -> Result<ExitCode> {
        let arguments = BTreeMap::from([("destination", destination)]);
        let pending = connect::session().call(ToolCall::new(tool).arguments(&arguments)?)?;
        step("called", format_args!("{} {}, request {}", pending.method(), pending.name(), pending.id()));
        match exchange(&self.server()?, pending)? {
            Reply::Complete(done) => step("completed", text(&done.into_output()?)),
            Reply::NeedsInput(needs) => {
                show_questions(&needs)?;
                pause("asked");
                let id = self.shelf.put(&serde_json::to_string(&needs.park())?)?;
                step("parked", format_args!("call {id}"));
                pause("parked");
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn list(&self) -> Result<ExitCode> {
        for Entry { id, stage, document } in self.shelf.entries()? {
            if stage == Stage::Completed {
                step(stage.as_str(), format_args!("call {id}: {}", text(&serde_json::from_str(&document)?)));
                continue;
            }
            // What type of call it is does not matter here.
            match serde_json::from_str::<ParkedInfo>(&document) {
                Ok(info) => {
                    let (peer, method, name) = (info.peer_label(), info.method(), printable(info.name()));
                    step(stage.as_str(), format_args!("call {id}: {method} {name}, {peer}, round {}", info.rounds()));
                    for request in info.requests()? {
                        let about: About = request.params_as().unwrap_or_default();
                        step("", format_args!("{}: {}", printable(request.key()), printable(&about.message)));
                    }
                }
                Err(error) => step(stage.as_str(), format_args!("call {id}: {error}")),
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn answer(&self, id: i64, answer: &Answer) -> Result<ExitCode> {
        pause("ready");
        let at_work = self.shelf.at_work()?;
        let Some(document) = self.shelf.take(id, &at_work)? else {
            eprintln!("call {id} does not wait");
            return Ok(ExitCode::from(DOES_NOT_WAIT));
        };
        step("took", format_args!("call {id}"));
        pause("taken");
        let answered = match restore_and_answer(&document, answer) {
            Ok(answered) => answered,
            Err(error) => {
                self.shelf.put_back(id)?;
                step("put back", format_args!("call {id}"));
                return Err(error);
            }
        };
        self.shelf.keep_answers(id, &serde_json::to_string(&answered)?)?;
        step("answered", format_args!("call {id}"));
        pause("answered");
        self.resume(id, answered)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Sends the retry of a call whose answers are kept.
    fn resume(&self, id: i64, answered: Parked<ToolCall>) -> Result<()> {
        let Restored::Answered(answered) = answered.restore(&connect::session())? else {
            return Err(format!("call {id} has no answers").into());
        };
        let pending = answered.resume();
        step("resumed", format_args!("request {}", pending.id()));
        // What the server refuses stays on the shelf with its answers, as does what it may not have received.
        match exchange(&self.server()?, pending)? {
            Reply::Complete(done) => {
                pause("replied");
                self.shelf.complete(id, done.raw())?;
                pause("completed");
                step("completed", text(&done.into_output()?));
            }
            Reply::NeedsInput(needs) => {
                pause("replied");
                show_questions(&needs)?;
                self.shelf.wait_again(id, &serde_json::to_string(&needs.park())?)?;
                step("parked", format_args!("call {id}"));
            }
        }
        Ok(())
    }

    fn resend(&self, id: i64, document: &str) -> Result<()> {
        self.resume(id, serde_json::from_str(document)?)
    }

    fn recover(&self, resend: bool) -> Result<ExitCode> {
        pause("ready");
        let Some(_alone) = self.shelf.alone()? else {
            eprintln!("another process is at work");
            return Ok(ExitCode::from(OTHERS_AT_WORK));
        };
        let mut status = ExitCode::SUCCESS;
        for Entry { id, stage, document } in self.shelf.entries()? {
            match stage {
                Stage::Waiting | Stage::Completed => {}
                Stage::Taken => {
                    self.shelf.put_back(id)?;
                    step("put back", format_args!("call {id}: nothing was sent"));
                }
                Stage::Answered if resend => {
                    if let Err(error) = self.resend(id, &document) {
                        eprintln!("call {id}: {error}");
                        status = ExitCode::FAILURE;
                    }
                }
                Stage::Answered => {
                    step(
                        "unclear",
                        format_args!("call {id}: the server may have acted; `recover --resend` resumes it"),
                    );
                }
            }
        }
        Ok(status)
    }

    fn forget(&self, id: i64) -> Result<ExitCode> {
        if self.shelf.forget(id)? {
            step("forgot", format_args!("call {id}"));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// A demo server of this process, with the key of those before it: it takes the states that they have sealed.
    fn server(&self) -> Result<Stdio> {
        server::create_key_file(&self.key)?;
        let mut command = server::command()?;
        command.env(server::KEY_FILE, &self.key);
        Ok(Stdio::spawn(command)?)
    }
}

fn exchange(server: &Stdio, pending: Pending<ToolCall>) -> Result<Reply<ToolCall>> {
    let answer = server.exchange(&pending.request())?;
    Ok(pending.receive(&answer)?)
}

/// The call of a document with its answers, as a document again. Nothing is sent.
fn restore_and_answer(document: &str, answer: &Answer) -> Result<Parked<ToolCall>> {
    let parked: Parked<ToolCall> = serde_json::from_str(document)?;
    let answered: Answered<ToolCall> = match parked.restore(&connect::session())? {
        Restored::NeedsInput(needs) => needs.try_answer(|input| match input {
            DynamicInput::Form(form) => fill_in(form, answer),
            other => Err(format!("this program cannot answer {}", other.key()).into()),
        })?,
        Restored::Answered(answered) => answered,
    };
    Ok(answered.park())
}

fn fill_in(form: DynamicForm<DynamicInput>, answer: &Answer) -> Result<InputResponse<DynamicInput>> {
    let Answer::Values(given) = answer else { return Ok(form.decline()) };
    let mut values = BTreeMap::new();
    for field in form.schema().fields() {
        let key = field.key();
        if !given.contains_key(key) && !has_person() {
            return Err(format!("there is no value for {key}, and nobody to ask: give --set {key}=VALUE").into());
        }
        match ask_person(form.message(), key, given.get(key).map(String::as_str), "")? {
            Choice::Accept(value) => values.insert(key.to_owned(), value),
            Choice::Decline => return Ok(form.decline()),
            Choice::Cancel => return Ok(form.cancel()),
        };
    }
    Ok(form.accept(&values))
}

/// What a request says to the person, where it says something.
#[derive(Default, serde::Deserialize)]
struct About {
    #[serde(default)]
    message: String,
}

fn show_questions(needs: &NeedsInput<ToolCall>) -> Result<()> {
    for request in needs.requests() {
        let about: About = request.params_as().unwrap_or_default();
        step("asked", format_args!("{}: {}", printable(request.key()), printable(&about.message)));
    }
    Ok(())
}

fn text(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| match block {
        ContentBlock::Text(text) => Some(printable(&text.text)),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Where the tests stop this program, to kill it or to let it go on: it waits until its standard input ends.
fn pause(at: &str) {
    if std::env::var("MRTR_EXAMPLE_PAUSE_AT").is_ok_and(|step| step == at) {
        step("paused", at);
        drop(io::stdout().flush());
        drop(io::copy(&mut io::stdin().lock(), &mut io::sink()));
    }
}

struct Arguments {
    folder: PathBuf,
    command: Command,
}

enum Command {
    Ask { tool: String, destination: String },
    List,
    Answer { id: i64, answer: Answer },
    Recover { resend: bool },
    Forget { id: i64 },
}

enum Answer {
    /// Values by field; a person is asked for what is not among them.
    Values(BTreeMap<String, String>),
    Decline,
}

impl Arguments {
    fn read() -> Result<Self> {
        use lexopt::prelude::*;

        let mut folder = None;
        let mut tool = None;
        let (mut decline, mut resend, mut values) = (false, false, BTreeMap::new());
        let mut words = Vec::new();
        let mut arguments = lexopt::Parser::from_env();
        while let Some(argument) = arguments.next()? {
            match argument {
                Long("folder") => folder = Some(PathBuf::from(arguments.value()?)),
                Long("tool") => tool = Some(arguments.value()?.string()?),
                Long("seat") => drop(values.insert("seat".to_owned(), arguments.value()?.string()?)),
                Long("set") => {
                    let value = arguments.value()?.string()?;
                    let (field, value) = value.split_once('=').ok_or("--set takes FIELD=VALUE")?;
                    values.insert(field.to_owned(), value.to_owned());
                }
                Long("decline") => decline = true,
                Long("resend") => resend = true,
                Value(word) => words.push(word.string()?),
                other => return Err(other.unexpected().into()),
            }
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let command = match words[..] {
            ["ask", destination] => {
                let tool = tool.unwrap_or_else(|| "book_flight".to_owned());
                Command::Ask { tool, destination: destination.to_owned() }
            }
            ["list"] => Command::List,
            ["answer", id] => {
                let answer = if decline { Answer::Decline } else { Answer::Values(values) };
                Command::Answer { id: id.parse()?, answer }
            }
            ["recover"] => Command::Recover { resend },
            ["forget", id] => Command::Forget { id: id.parse()? },
            _ => return Err(USAGE.into()),
        };
        let folder = match folder {
            Some(folder) => folder,
            None => default_folder().ok_or("there is no home folder: give --folder")?,
        };
        Ok(Self { folder, command })
    }
}

fn default_folder() -> Option<PathBuf> {
    std::env::home_dir().as_deref().map(|home: &Path| home.join(".mrtr-park-and-resume"))
}
