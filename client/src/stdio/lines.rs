//! Lines of the server's output, in bounded memory.

use std::io::{self, BufRead, Read as _};

use super::scan::Scan;
use crate::envelope::Id;
use crate::incoming::trimmed;

/// How much of a line that is too long is kept for diagnostics.
const START_BYTES: usize = 1024;
/// How much of it is read at once.
const PIECE_BYTES: u64 = 64 * 1024;

/// One line without its end. Blank lines are passed over.
pub(super) enum Line {
    Whole(Vec<u8>),
    /// Skipped to its end.
    TooLong {
        start: Vec<u8>,
        id: Id,
    },
}

pub(super) struct Lines<R> {
    reader: R,
    limit: usize,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R, limit: usize) -> Self {
        Self { reader, limit }
    }

    /// The next line that is not blank; `None` at the end.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let most = u64::try_from(self.limit).unwrap_or(u64::MAX).saturating_add(1);
        loop {
            let mut line = Vec::new();
            if self.reader.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            if line.len() > self.limit && line.last() != Some(&b'\n') {
                return self.skip(line).map(Some);
            }
            trim(&mut line);
            if !line.is_empty() {
                return Ok(Some(Line::Whole(line)));
            }
        }
    }

    fn skip(&mut self, mut piece: Vec<u8>) -> io::Result<Line> {
        let start = piece.iter().take(START_BYTES).copied().collect();
        let mut scan = Scan::default();
        loop {
            scan.feed(&piece);
            if piece.last() == Some(&b'\n') {
                break;
            }
            // A new buffer for the first piece was as long as the limit.
            piece = Vec::new();
            if self.reader.by_ref().take(PIECE_BYTES).read_until(b'\n', &mut piece)? == 0 {
                break;
            }
        }
        Ok(Line::TooLong { start, id: scan.response_id() })
    }
}

/// Trims in place: a line may be large.
fn trim(line: &mut Vec<u8>) {
    let kept = line.trim_ascii_end().len();
    line.truncate(kept);
    let text = trimmed(line).len();
    line.drain(..kept - text);
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use mrtr_core::RequestId;

    use super::*;

    fn whole(text: &str) -> Vec<String> {
        let mut lines = Lines::new(text.as_bytes(), 100);
        let mut seen = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            let Line::Whole(line) = line else { panic!("too long") };
            seen.push(String::from_utf8(line).unwrap());
        }
        seen
    }

    #[test]
    fn edges_are_trimmed_and_the_inside_stays() {
        assert_eq!(
            whole("\u{feff}{}\r\n\r\n  \n\n{\"a\":\"\u{feff}\u{a0}\\u0000\"}\n"),
            ["{}", "{\"a\":\"\u{feff}\u{a0}\\u0000\"}"]
        );
        assert_eq!(whole("\u{feff}\n\u{feff} {}"), ["{}"]);
    }

    #[test]
    fn a_last_line_without_end_counts() {
        assert_eq!(whole("{}\n{"), ["{}", "{"]);
        assert!(whole("").is_empty());
    }

    #[test]
    fn a_line_of_the_limit_is_whole_and_one_more_is_not() {
        let text = format!("{}\n{}\n{{}}\n", "a".repeat(8), "b".repeat(9));
        let mut lines = Lines::new(text.as_bytes(), 8);
        assert!(matches!(lines.next_line().unwrap(), Some(Line::Whole(line)) if line == b"aaaaaaaa"));
        assert!(matches!(lines.next_line().unwrap(), Some(Line::TooLong { start, .. }) if start == b"bbbbbbbbb"));
        assert!(matches!(lines.next_line().unwrap(), Some(Line::Whole(line)) if line == b"{}"));
        assert!(lines.next_line().unwrap().is_none());
    }

    #[test]
    fn the_id_of_a_skipped_line_is_found_at_its_end() {
        let text = format!("{{\"result\":\"{}\",\"id\":7}}\n{{}}\n", "a".repeat(200_000));
        let mut lines = Lines::new(text.as_bytes(), 10);
        let Some(Line::TooLong { start, id }) = lines.next_line().unwrap() else { panic!("not too long") };
        assert_eq!((start.len(), id), (11, Id::Known(RequestId::Number(7))));
        assert!(matches!(lines.next_line().unwrap(), Some(Line::Whole(_))));
    }

    #[test]
    fn a_skipped_line_may_be_the_last() {
        let mut lines = Lines::new(&b"{\"id\":7,\"result\":\"cut"[..], 4);
        assert!(matches!(lines.next_line().unwrap(), Some(Line::TooLong { id: Id::Known(_), .. })));
        assert!(lines.next_line().unwrap().is_none());
    }
}
