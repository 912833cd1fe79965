//! A child process that does what each request tells it: the test binary, started again with [`CHILD`] set. What the
//! test harness prints there is one more kind of stray line.

use std::io::{BufRead as _, Write as _};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use mrtr_core::{Implementation, Request, RequestId, Session};
use serde_json::{Value, json};

const CHILD: &str = "MRTR_STDIO_TEST_CHILD";
/// Long enough to be reached only by a test that fails.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// What the test `child_entry` of the binary does.
pub(crate) fn child_entry() {
    if std::env::var_os(CHILD).is_some() {
        serve();
        // Without the closing lines of the harness.
        std::process::exit(0);
    }
}

/// Starts the binary as the child.
pub(crate) fn child() -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["child_entry", "--exact", "--nocapture", "--test-threads=2"]).env(CHILD, "1");
    command
}

/// Reports what it receives as notifications, and follows the method of each request.
fn serve() {
    let mut held = Vec::new();
    write_text("\n");
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        let (id, params) = (&message["id"], &message["params"]["with"]);
        match message["method"].as_str().unwrap() {
            "echo" => write_text(&answer(id)),
            "hold" => {
                held.push(id.clone());
                note("held", id);
            }
            "release" => {
                held.push(id.clone());
                for id in held.drain(..).rev() {
                    write_text("==== a banner, not JSON ====\n");
                    write_text(&answer(&id));
                }
            }
            "write" => write_text(params.as_str().unwrap()),
            "write_and_exit" => {
                write_text(params.as_str().unwrap());
                std::process::exit(0);
            }
            "exit" => {
                for number in 0..30 {
                    std::io::stderr().write_all(format!("failing, step {number}\n").as_bytes()).unwrap();
                }
                std::process::exit(i32::try_from(params.as_i64().unwrap()).unwrap());
            }
            "deaf" => {
                write_text(&answer(id));
                loop {
                    thread::park();
                }
            }
            _ => note("received", &Value::from(line)),
        }
    }
}

fn write_text(text: &str) {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(text.as_bytes()).unwrap();
    stdout.flush().unwrap();
}

fn note(method: &str, params: &Value) {
    write_text(&format!("{}\n", json!({"jsonrpc": "2.0", "method": method, "params": params})));
}

/// Starts processes one after another: one that is being started holds the pipes of its neighbours until its program
/// has taken over, which would hide that a server has closed its end.
pub(crate) fn alone<T>(start: impl FnOnce() -> T) -> T {
    static STARTING: Mutex<()> = Mutex::new(());
    let _guard = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    start()
}

fn request_id(id: &Value) -> RequestId {
    match id.as_i64() {
        Some(number) => RequestId::Number(number),
        None => RequestId::String(id.as_str().unwrap().into()),
    }
}

pub(crate) fn request(id: impl Into<Value>, method: &str, params: impl Into<Value>) -> Request {
    let id = id.into();
    let id = request_id(&id);
    let session = Session::new("test", Implementation::new("test", "0")).with_id_source(move || id.clone());
    session.query(method, &json!({"with": params.into()})).unwrap().request()
}

fn answer(id: &Value) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n")
}

/// The answer without its line end, for comparisons.
pub(crate) fn line(id: impl Into<Value>) -> String {
    answer(&id.into()).trim_end().to_owned()
}

/// A process that was reaped has no entry any more; a zombie would have one.
pub(crate) fn assert_reaped(process: u32) {
    if cfg!(target_os = "linux") {
        assert!(!std::path::Path::new(&format!("/proc/{process}")).exists());
    }
}
