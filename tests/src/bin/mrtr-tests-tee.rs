//! Stands between a client and a server on standard streams: starts the server, copies the lines of both directions
//! byte for byte, and does to them what its options say.
//!
//! Usage: `mrtr-tests-tee [--record FILE] [--alter-state] [--kill-at N] PROGRAM [ARGUMENT]...`
//!
//! - `--record FILE` appends every line to a [`transcript`](mrtr_tests::transcript), as it came and before it is passed
//!   on: what a client has received is in the file already.
//! - `--alter-state` changes one character of the first request state that the client sends.
//! - `--kill-at N` kills the server when the client's N-th line has come, instead of passing it on.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio, exit};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use mrtr_tests::scan;
use mrtr_tests::transcript::{Direction, Recorder};

fn main() -> io::Result<()> {
    let Some(Options { record, alter_state, kill_at, mut command }) = Options::read(std::env::args_os().skip(1)) else {
        eprintln!("usage: mrtr-tests-tee [--record FILE] [--alter-state] [--kill-at N] PROGRAM [ARGUMENT]...");
        exit(2);
    };
    let recorder = Arc::new(record.map(Recorder::append_to).transpose()?);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else { exit(2) };
    let child = Arc::new(Mutex::new(child));

    let requests = Requests { server: stdin, child: child.clone(), recorder: recorder.clone(), alter_state, kill_at };
    thread::spawn(move || requests.copy());

    let mut client = io::stdout().lock();
    for_each_line(BufReader::new(stdout), |line| {
        record_line(&recorder, Direction::ToClient, line)?;
        client.write_all(line)?;
        client.flush()
    })?;
    // A server that was killed has no code of its own.
    exit(lock(&child).wait()?.code().unwrap_or(9))
}

struct Options {
    record: Option<OsString>,
    alter_state: bool,
    kill_at: Option<u64>,
    command: Command,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = OsString>) -> Option<Self> {
        let (mut record, mut alter_state, mut kill_at) = (None, false, None);
        loop {
            let argument = arguments.next()?;
            match argument.to_str() {
                Some("--record") => record = Some(arguments.next()?),
                Some("--alter-state") => alter_state = true,
                Some("--kill-at") => kill_at = Some(arguments.next()?.to_str()?.parse().ok()?),
                _ => {
                    let mut command = Command::new(argument);
                    command.args(arguments);
                    return Some(Self { record, alter_state, kill_at, command });
                }
            }
        }
    }
}

/// The way from the client to the server.
struct Requests {
    server: ChildStdin,
    child: Arc<Mutex<Child>>,
    recorder: Arc<Option<Recorder>>,
    alter_state: bool,
    kill_at: Option<u64>,
}

impl Requests {
    /// Returns when the client has closed its end, which closes the server's, or when the server takes no more.
    fn copy(self) -> io::Result<()> {
        let Self { mut server, child, recorder, mut alter_state, kill_at } = self;
        let mut number = 0;
        for_each_line(io::stdin().lock(), |line| {
            record_line(&recorder, Direction::ToServer, line)?;
            number += 1;
            if kill_at == Some(number) {
                lock(&child).kill()?;
                return Ok(());
            }
            if alter_state && scan::alter_state(line) {
                alter_state = false;
            }
            server.write_all(line)?;
            server.flush()
        })
    }
}

fn for_each_line(mut source: impl BufRead, mut each: impl FnMut(&mut [u8]) -> io::Result<()>) -> io::Result<()> {
    let mut line = Vec::new();
    while source.read_until(b'\n', &mut line)? > 0 {
        each(&mut line)?;
        line.clear();
    }
    Ok(())
}

fn record_line(recorder: &Option<Recorder>, direction: Direction, line: &[u8]) -> io::Result<()> {
    recorder.as_ref().map_or(Ok(()), |recorder| recorder.record(direction, line))
}

fn lock(child: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}
