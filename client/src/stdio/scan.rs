//! Finds the id of a message that is too long to be kept.

use crate::envelope::{Id, decode};

/// The most bytes of a name or value that are kept; no id of ours is longer.
const TOKEN_BYTES: usize = 1024;

/// Reads a JSON object byte by byte in constant memory and keeps its top-level `id`, wherever it stands. Says nothing
/// about text that is not valid JSON.
#[derive(Default)]
pub(super) struct Scan {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The name or value at depth 1 that is being read.
    token: Vec<u8>,
    member: Member,
    id: Id,
    has_method: bool,
}

#[derive(Clone, Copy, Default)]
enum Member {
    #[default]
    Other,
    Id,
    Method,
}

impl Scan {
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.step(*byte);
        }
    }

    /// The id of the response that was read. [`Id::Absent`] for any other message.
    pub(super) fn response_id(self) -> Id {
        if self.has_method { Id::Absent } else { self.id }
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            if self.escaped {
                self.escaped = false;
            } else if byte == b'\\' {
                self.escaped = true;
            } else if byte == b'"' {
                self.in_string = false;
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                if self.depth == 1 {
                    self.end_member();
                }
                self.depth = self.depth.saturating_sub(1);
            }
            b':' if self.depth == 1 => self.begin_value(),
            b',' if self.depth == 1 => self.end_member(),
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth == 1 && self.token.len() < TOKEN_BYTES {
            self.token.push(byte);
        }
    }

    fn begin_value(&mut self) {
        self.member = match self.text().and_then(decode).as_deref() {
            Some("id") => Member::Id,
            Some("method") => Member::Method,
            _ => Member::Other,
        };
        self.token.clear();
    }

    fn end_member(&mut self) {
        match self.member {
            Member::Id => {
                let mut id = core::mem::take(&mut self.id);
                id.add(self.text().unwrap_or_default());
                self.id = id;
            }
            Member::Method => self.has_method = true,
            Member::Other => {}
        }
        self.member = Member::Other;
        self.token.clear();
    }

    fn text(&self) -> Option<&str> {
        core::str::from_utf8(&self.token).ok()
    }
}

#[cfg(test)]
mod tests {
    use mrtr_core::RequestId;

    use super::*;

    fn scanned(text: &str) -> Id {
        let mut scan = Scan::default();
        for piece in text.as_bytes().chunks(3) {
            scan.feed(piece);
        }
        scan.response_id()
    }

    #[test]
    fn the_id_is_found_wherever_it_stands() {
        let seven = Id::Known(RequestId::Number(7));
        assert_eq!(scanned(r#"{"id":7,"result":{"id":8,"a":["}",{"id":9}]}}"#), seven);
        assert_eq!(scanned(r#" { "result" : {"id":8,"b":"\\\"{"} , "\u0069d" : 7 } "#), seven);
        assert_eq!(scanned("\u{feff}{\"id\":7,\"result\":\"cut sho"), seven);
        assert_eq!(scanned(r#"{"id":"7","result":1}"#), Id::Known(RequestId::String("7".into())));
    }

    #[test]
    fn only_a_response_has_an_id_that_counts() {
        assert_eq!(scanned(r#"{"id":7,"method":"ping"}"#), Id::Absent);
        assert_eq!(scanned(r#"{"result":{"id":7}}"#), Id::Absent);
        assert_eq!(scanned(r#"{"id":7,"result":1,"id":7}"#), Id::Odd);
        assert_eq!(scanned(r#"{"id":{"a":7},"result":1}"#), Id::Odd);
        assert_eq!(scanned("}}]]:,\""), Id::Absent);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let mut scan = Scan::default();
        scan.feed(b"{\"id\":\"");
        scan.feed(&vec![b'a'; 1 << 20]);
        assert!(scan.token.capacity() <= 2 * TOKEN_BYTES);
        scan.feed(b"\"}");
        assert_eq!(scan.response_id(), Id::Odd);
    }
}
