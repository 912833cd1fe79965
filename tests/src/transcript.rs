//! What went over a connection, line by line, in a file: `>` (to the server) or `<` (to the client), the number of bytes,
//! and the bytes themselves, so that nothing has to be escaped.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Where a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the client to the server.
    ToServer,
    /// From the server to the client.
    ToClient,
}

/// A line, with its end if it had one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it went.
    pub direction: Direction,
    /// What it was.
    pub bytes: Vec<u8>,
}

/// Writes a transcript from several threads.
pub struct Recorder(Mutex<File>);

impl Recorder {
    /// Goes on with the file at `path`, or begins it.
    pub fn append_to(path: impl AsRef<Path>) -> io::Result<Self> {
        File::options().append(true).create(true).open(path).map(|file| Self(Mutex::new(file)))
    }

    /// Adds a line.
    pub fn record(&self, direction: Direction, line: &[u8]) -> io::Result<()> {
        let marker = match direction {
            Direction::ToServer => '>',
            Direction::ToClient => '<',
        };
        let mut record = format!("{marker} {}\n", line.len()).into_bytes();
        record.extend_from_slice(line);
        record.push(b'\n');
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write_all(&record)
    }
}

/// Reads a transcript.
///
/// # Panics
///
/// When the file cannot be read or is no transcript.
pub fn read(path: impl AsRef<Path>) -> Vec<Line> {
    let file = fs::read(path).expect("the transcript can be read");
    let mut rest = &*file;
    let mut lines = Vec::new();
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == b'\n').expect("a header has an end");
        let (marker, count) = std::str::from_utf8(&rest[..end]).unwrap().split_once(' ').expect("a header has a count");
        let direction = match marker {
            ">" => Direction::ToServer,
            "<" => Direction::ToClient,
            other => panic!("no direction: {other}"),
        };
        let (bytes, after) = rest[end + 1..].split_at(count.parse().expect("a count is a number"));
        lines.push(Line { direction, bytes: bytes.to_vec() });
        rest = after.strip_prefix(b"\n").expect("a record has an end");
    }
    lines
}
