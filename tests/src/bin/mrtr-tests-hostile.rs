//! A server on standard streams that answers as no server should: see [`mrtr_tests::hostile`] for what it answers, and
//! below for how.
//!
//! Usage: `mrtr-tests-hostile [ANSWER]`; every request gets the `ANSWER`, if there is one.

use std::io::{self, BufRead, Write};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use mrtr_tests::hostile::{GOOD, Server};
use mrtr_tests::scan;

const NOTIFICATION: &str = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}\n";

fn main() -> io::Result<()> {
    let answer = std::env::args().nth(1);
    let mut server = Server::default();
    let mut flood: Option<Flood> = None;
    let mut late = None;
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        let text = |path: &[&str]| {
            scan::text(&line, path).map(|text| String::from_utf8_lossy(text).trim_matches('"').to_owned())
        };
        if text(&["method"]).as_deref() == Some("notifications/cancelled") {
            if let Some(answer) = late.take() {
                write(answer)?;
            }
            continue;
        }
        let id = text(&["id"]).unwrap_or_default();
        if let Some(answer) = &answer {
            write(answer.replace("$ID", &id) + "\n")?;
            continue;
        }
        if let Some(flood) = flood.take() {
            flood.end();
        }
        let good = GOOD.replace("$ID", &id) + "\n";
        match text(&["params", "name"]).as_deref() {
            Some("silent") => {}
            Some("late") => late = Some(good),
            Some("half_then_exit") => {
                write(&good[..good.len() / 2])?;
                exit(3);
            }
            Some("exit") => exit(3),
            Some("answer_then_exit") => {
                write(good)?;
                exit(3);
            }
            Some("endless_notifications") => flood = Some(Flood::start(NOTIFICATION)),
            Some("endless_blanks") => flood = Some(Flood::start("\n\r\n")),
            Some("endless_line") => flood = Some(Flood::start("{\"endless\":[")),
            Some("endless_stderr") => {
                io::stderr().write_all(&vec![b'x'; 8 << 20])?;
                write(good)?;
            }
            Some("deaf") => loop {
                thread::park();
            },
            Some("byte_by_byte") => {
                for byte in good.bytes() {
                    write([byte])?;
                }
            }
            Some("twice") => write(good.clone() + &good)?,
            Some("without_line_end") => {
                write(good.trim_end())?;
                exit(0);
            }
            _ => {
                for message in server.answer(&line, true) {
                    write([message, b"\n".to_vec()].concat())?;
                }
            }
        }
    }
    Ok(())
}

fn write(text: impl AsRef<[u8]>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_ref())?;
    stdout.flush()
}

/// The same text again and again, until the next request comes.
struct Flood {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<io::Result<()>>,
}

impl Flood {
    fn start(text: &str) -> Self {
        let (is_over, text) = (Arc::new(AtomicBool::new(false)), text.repeat(100));
        let over = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            while !over.load(Ordering::SeqCst) {
                write(&text)?;
            }
            write("\n")
        });
        Self { is_over, thread }
    }

    fn end(self) {
        self.is_over.store(true, Ordering::SeqCst);
        // A client that has gone away has ended it before.
        drop(self.thread.join());
    }
}
