//! The server's stderr: forwarded line by line, the last lines kept.

use std::collections::VecDeque;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::ChildStderr;
use std::sync::PoisonError;

use super::OnStderr;
use super::shared::Shared;
use crate::incoming::guarded;

/// The most lines that are kept.
const TAIL_LINES: usize = 20;
/// The most bytes that are kept, and the most that are forwarded as one line.
pub(super) const TAIL_BYTES: usize = 8 * 1024;

/// Where the lines go.
pub(super) enum Sink {
    OwnStderr,
    Callback(OnStderr),
}

/// The last lines, in bounded memory.
#[derive(Default)]
pub(super) struct Tail {
    lines: VecDeque<String>,
    bytes: usize,
}

impl Tail {
    fn push(&mut self, line: String) {
        self.bytes = self.bytes.saturating_add(line.len());
        self.lines.push_back(line);
        while self.lines.len() > TAIL_LINES || (self.bytes > TAIL_BYTES && self.lines.len() > 1) {
            let first = self.lines.pop_front();
            self.bytes = self.bytes.saturating_sub(first.map_or(0, |line| line.len()));
        }
    }

    pub(super) fn text(&self) -> String {
        self.lines.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

pub(super) fn forward(shared: &Shared, stderr: ChildStderr, mut sink: Sink) {
    let mut reader = BufReader::new(stderr);
    let mut line = Vec::new();
    let most = u64::try_from(TAIL_BYTES).unwrap_or(u64::MAX);
    // A failure to read is the end of the text: stderr says nothing about calls.
    while reader.by_ref().take(most).read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        let text = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
        match &mut sink {
            // Our own stderr may be closed; then there is nobody to tell.
            Sink::OwnStderr => drop(io::stderr().lock().write_all(&line)),
            Sink::Callback(callback) => guarded(|| callback(&text)),
        }
        shared.tail.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        line.clear();
    }
    shared.stderr_done();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_keeps_the_last_lines() {
        let mut tail = Tail::default();
        for number in 0..50 {
            tail.push(format!("line {number}"));
        }
        let text = tail.text();
        assert_eq!(text.lines().count(), TAIL_LINES);
        assert_eq!(text.lines().last(), Some("line 49"));
    }

    #[test]
    fn the_tail_is_bounded_in_bytes() {
        let mut tail = Tail::default();
        for _ in 0..10 {
            tail.push("a".repeat(TAIL_BYTES - 1));
            assert_eq!(tail.text().len(), TAIL_BYTES - 1);
        }
    }
}
