//! Event streams, as bytes arrive.
//!
//! A reader of our own, since those at hand keep any amount of a line or an event, and fail on lines that the standard
//! says to ignore. It does no I/O.
//!
//! Source: <https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation>

const BOM: &[u8] = "\u{feff}".as_bytes();
const DATA: &[u8] = b"data:";

/// The data of the events of one stream. Names, ids, retry times and comments say nothing about a message and are
/// passed over.
pub(super) struct Events {
    limit: usize,
    /// The line that is being read, as far as it can be one of data.
    line: Vec<u8>,
    skipping_line: bool,
    /// The line ended with a carriage return, so that a line feed belongs to its end.
    after_return: bool,
    at_start: bool,
    /// The lines of data of the event that is being read.
    data: Option<Vec<u8>>,
}

/// An event that is longer than the limit.
#[derive(Debug)]
pub(super) struct TooLong;

impl Events {
    /// `limit` is the most bytes of data that an event may have.
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, line: Vec::new(), skipping_line: false, after_return: false, at_start: true, data: None }
    }

    /// Reads on in `bytes` up to the end of the next event that has data, and takes off what has been read.
    pub(super) fn next(&mut self, bytes: &mut &[u8]) -> Result<Option<Vec<u8>>, TooLong> {
        if self.after_return && !bytes.is_empty() {
            *bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
            self.after_return = false;
        }
        while let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (piece, rest) = bytes.split_at(end);
            self.extend_line(piece)?;
            *bytes = if let Some(rest) = rest.strip_prefix(b"\r") {
                self.after_return = rest.is_empty();
                rest.strip_prefix(b"\n").unwrap_or(rest)
            } else {
                rest.strip_prefix(b"\n").unwrap_or(rest)
            };
            if let Some(data) = self.end_line()? {
                return Ok(Some(data));
            }
        }
        self.extend_line(bytes)?;
        *bytes = &[];
        Ok(None)
    }

    fn extend_line(&mut self, piece: &[u8]) -> Result<(), TooLong> {
        if self.skipping_line {
            return Ok(());
        }
        let kept = self.data.as_ref().map_or(0, Vec::len).saturating_add(self.line.len());
        // A line that is none of data may be of any length, and is known by its first bytes.
        let fits = kept.saturating_add(piece.len()) <= self.limit.saturating_add(DATA.len() + 1 + BOM.len());
        let taken = if fits { piece } else { piece.get(..DATA.len() + BOM.len()).unwrap_or(piece) };
        self.line.extend_from_slice(taken);
        if self.at_start && self.line.len() >= BOM.len() {
            self.at_start = false;
            if self.line.starts_with(BOM) {
                self.line.drain(..BOM.len());
            }
        }
        if !self.at_start && !self.line.iter().zip(DATA).all(|(byte, expected)| byte == expected) {
            self.skipping_line = true;
            self.line = Vec::new();
        } else if !fits {
            return Err(TooLong);
        }
        Ok(())
    }

    /// The data of the event that the line ends, if it is blank.
    fn end_line(&mut self) -> Result<Option<Vec<u8>>, TooLong> {
        self.at_start = false;
        if std::mem::take(&mut self.skipping_line) {
            return Ok(None);
        }
        let mut line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return Ok(self.data.take());
        }
        if let Some(value) = line.strip_prefix(DATA) {
            let value = value.strip_prefix(b" ").unwrap_or(value).len();
            line.drain(..line.len() - value);
        } else if line == b"data" {
            line.clear();
        } else {
            return Ok(None);
        }
        if let Some(data) = &mut self.data {
            data.push(b'\n');
            data.append(&mut line);
        } else {
            self.data = Some(line);
        }
        if self.data.as_ref().is_some_and(|data| data.len() > self.limit) { Err(TooLong) } else { Ok(None) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn read(pieces: &[&[u8]], limit: usize) -> Result<Vec<String>, TooLong> {
        let mut events = Events::new(limit);
        let mut seen = Vec::new();
        for piece in pieces {
            let mut rest = *piece;
            while let Some(data) = events.next(&mut rest)? {
                seen.push(String::from_utf8(data).unwrap());
            }
            assert!(rest.is_empty());
        }
        Ok(seen)
    }

    /// However the stream is cut in two, and byte by byte.
    fn everywhere(text: &str, expected: &[&str]) {
        let bytes = text.as_bytes();
        for at in 0..=bytes.len() {
            let (first, second) = bytes.split_at(at);
            assert_eq!(read(&[first, second], 1000).unwrap(), expected, "{text:?} cut at {at}");
        }
        let single = bytes.chunks(1).collect::<Vec<_>>();
        assert_eq!(read(&single, 1000).unwrap(), expected, "{text:?}");
    }

    #[test]
    fn every_line_end_is_one() {
        for end in ["\n", "\r\n", "\r"] {
            let text = "data: a\ndata:b\n\ndata:  c\n\n".replace('\n', end);
            everywhere(&text, &["a\nb", " c"]);
        }
        everywhere("data: a\r\n\rdata: b\n\r\ndata: c\r\r", &["a", "b", "c"]);
    }

    #[test]
    fn lines_that_are_not_data_are_passed_over() {
        everywhere(
            ": keep-alive\n\nevent: message\nid: 7\nretry: soon\nid: 8\nother\ndat\ndatas: x\n: c\ndata: a\n\n",
            &["a"],
        );
    }

    #[test]
    fn an_event_without_data_is_none() {
        everywhere("event: ping\n\n\n\ndata: a\n\n", &["a"]);
        everywhere("data\n\ndata:\n\ndata\ndata\n\n", &["", "", "\n"]);
    }

    #[test]
    fn a_byte_order_mark_counts_only_in_front() {
        everywhere("\u{feff}data: a\n\n\u{feff}data: b\n\n", &["a"]);
        everywhere("\u{feff}\u{feff}data: a\n\ndata: \u{feff}\n\n", &["\u{feff}"]);
        everywhere("\u{feff}\n\ndata: a\n\n", &["a"]);
    }

    #[test]
    fn only_returns_and_line_feeds_end_lines() {
        let text = "\u{2028}\u{2029}\u{85}\u{b}\u{c}\0";
        everywhere(&format!("data: {text}\n\n"), &[text]);
    }

    #[test]
    fn an_event_that_is_not_ended_is_none() {
        everywhere("data: a\n\ndata: b\n", &["a"]);
        everywhere("data: a\n\ndata: b", &["a"]);
    }

    #[test]
    fn an_event_may_be_as_long_as_the_limit() {
        for end in ["\n", "\r\n"] {
            for head in ["data: ", "\u{feff}data: ", "data:"] {
                let stream = |data: &str| format!("{head}{data}{end}{end}");
                assert_eq!(read(&[stream("12345").as_bytes()], 5).unwrap(), ["12345"]);
                assert!(read(&[stream("123456").as_bytes()], 5).is_err());
            }
        }
        assert!(read(&[b"data: 123\ndata: 4\n\n"], 5).is_ok());
        assert!(read(&[b"data: 123\ndata: 45\n\n"], 5).is_err());
        assert!(read(&[&b"data\n".repeat(7)], 5).is_err());
        // Without waiting for its end.
        assert!(read(&[b"data: 1234567890123456"], 5).is_err());
        let single = [&b"data: "[..]].into_iter().chain(std::iter::repeat_n(&b"1"[..], 20)).collect::<Vec<_>>();
        assert!(read(&single, 5).is_err());
    }

    #[test]
    fn a_comment_of_any_length_takes_no_memory() {
        let mut events = Events::new(5);
        for mut piece in [b": ".as_slice(), &vec![b'x'; 1 << 20], &vec![b'x'; 1 << 20], b"\n\n"] {
            assert!(events.next(&mut piece).unwrap().is_none());
            assert!(events.line.capacity() < 64);
        }
        assert_eq!(read(&[b"event:1234567890123456789012345\ndata:1\n\n"], 5).unwrap(), ["1"]);
        assert_eq!(read(&[b"\xef\xbb\xbf: 34567890123456789012345\ndata:1\n\n"], 5).unwrap(), ["1"]);
    }
}
