//! One pass over JSON text: a cursor that checks every byte once and hands out raw slices.
//!
//! It accepts exactly the texts that RFC 8259 allows, to any depth and without recursion. Strings are checked and not
//! decoded, numbers are checked and not converted.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use serde_json::error::Category;

use super::raw::Malformed;

/// A place in a JSON text.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

/// A string token, quotes included, and whether it holds no escape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    is_plain: bool,
}

impl<'a> Token<'a> {
    /// Whether the token holds no escape.
    pub(crate) fn is_plain(self) -> bool {
        self.is_plain
    }

    /// What the token stands for. `None` when it holds a lone surrogate.
    #[inline]
    pub(crate) fn decode(self) -> Option<Cow<'a, str>> {
        if self.is_plain {
            let end = self.text.len().wrapping_sub(1);
            return self.text.get(1..end).map(Cow::Borrowed);
        }
        super::raw::decode(self.text)
    }
}

/// What a scan step gives: a fault is only its place, and is named when the scan is over.
pub(crate) type Scan<T> = Result<T, Fault>;

/// Where a text stops being JSON, or stops being what was expected there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    at: usize,
    category: Category,
}

impl Fault {
    /// The fault with line and column, from 1.
    #[cold]
    pub(crate) fn named(self, text: &str) -> Malformed {
        let before = text.as_bytes().get(..self.at).unwrap_or_default();
        let line = before.split(|byte| *byte == b'\n').count();
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        Malformed { category: self.category, line, column: before.len() - start + 1 }
    }
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next byte after blanks, without taking it.
    #[inline]
    pub(crate) fn peek(&mut self) -> Scan<u8> {
        loop {
            match self.byte() {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                Some(byte) => return Ok(byte),
                None => return Err(self.fault()),
            }
        }
    }

    /// Takes the next value, whatever it is, and gives its text.
    pub(crate) fn value(&mut self) -> Scan<&'a str> {
        match self.peek()? {
            b'"' => Ok(self.string()?.text),
            b'{' | b'[' => self.nested(),
            _ => {
                let start = self.at;
                self.scalar()?;
                Ok(self.since(start))
            }
        }
    }

    /// Takes a string.
    #[inline]
    pub(crate) fn string(&mut self) -> Scan<Token<'a>> {
        self.expect(b'"')?;
        let start = self.at - 1;
        let is_plain = self.string_rest()?;
        Ok(Token { text: self.since(start), is_plain })
    }

    /// Takes an object and gives its text. `visit` is called for every member with its name and
    /// the cursor before its value; it takes the value, or leaves it to be skipped.
    pub(crate) fn object(&mut self, mut visit: impl FnMut(Token<'a>, &mut Self) -> Scan<()>) -> Scan<&'a str> {
        self.expect(b'{')?;
        let start = self.at - 1;
        if self.peek()? == b'}' {
            self.at += 1;
            return Ok(self.since(start));
        }
        loop {
            self.peek()?;
            let name = self.string()?;
            self.expect(b':')?;
            self.peek()?;
            self.visited(|cursor| visit(name, cursor))?;
            match self.peek()? {
                b',' => self.at += 1,
                b'}' => {
                    self.at += 1;
                    return Ok(self.since(start));
                }
                _ => return Err(self.fault()),
            }
        }
    }

    /// Takes an array and gives its text. `visit` is called before every element, as with [`object`](Self::object).
    pub(crate) fn array(&mut self, mut visit: impl FnMut(&mut Self) -> Scan<()>) -> Scan<&'a str> {
        self.expect(b'[')?;
        let start = self.at - 1;
        if self.peek()? == b']' {
            self.at += 1;
            return Ok(self.since(start));
        }
        loop {
            self.peek()?;
            self.visited(&mut visit)?;
            match self.peek()? {
                b',' => self.at += 1,
                b']' => {
                    self.at += 1;
                    return Ok(self.since(start));
                }
                _ => return Err(self.fault()),
            }
        }
    }

    /// Checks that the next value begins with this byte.
    pub(crate) fn of_kind(&mut self, first: u8) -> Scan<()> {
        match self.peek()? {
            byte if byte == first => Ok(()),
            b'"' | b'{' | b'[' | b't' | b'f' | b'n' | b'-' | b'0'..=b'9' => Err(self.unexpected()),
            _ => Err(self.fault()),
        }
    }

    /// Checks that nothing but blanks is left.
    pub(crate) fn end(&mut self) -> Scan<()> {
        match self.peek() {
            Ok(_) => Err(self.fault()),
            Err(_) => Ok(()),
        }
    }

    /// A value of another kind than was expected at this place.
    pub(crate) fn unexpected(&self) -> Fault {
        Fault { at: self.at, category: Category::Data }
    }

    /// Lets `visit` take the value at this place, and skips it where it was left.
    #[inline]
    fn visited(&mut self, visit: impl FnOnce(&mut Self) -> Scan<()>) -> Scan<()> {
        let before = self.at;
        visit(self)?;
        if self.at == before {
            self.value()?;
        }
        Ok(())
    }

    /// Takes an object or array to its end, whatever is in it. The kinds of the open ones are bits: 1 is an object.
    fn nested(&mut self) -> Scan<&'a str> {
        let start = self.at;
        let mut open = Open::default();
        loop {
            // Before a value.
            match self.peek()? {
                b'{' => {
                    self.at += 1;
                    open.push(true);
                    if self.peek()? == b'}' {
                        self.at += 1;
                        open.pop();
                    } else {
                        self.name()?;
                        continue;
                    }
                }
                b'[' => {
                    self.at += 1;
                    open.push(false);
                    if self.peek()? == b']' {
                        self.at += 1;
                        open.pop();
                    } else {
                        continue;
                    }
                }
                b'"' => {
                    self.at += 1;
                    self.string_rest()?;
                }
                _ => self.scalar()?,
            }
            // After a value: close what ends here, then go to the next.
            loop {
                let Some(is_object) = open.last() else { return Ok(self.since(start)) };
                match self.peek()? {
                    b',' => {
                        self.at += 1;
                        if is_object {
                            self.peek()?;
                            self.name()?;
                        }
                        break;
                    }
                    b'}' if is_object => open.pop(),
                    b']' if !is_object => open.pop(),
                    _ => return Err(self.fault()),
                }
                self.at += 1;
            }
        }
    }

    /// Takes a member's name and the colon.
    #[inline]
    fn name(&mut self) -> Scan<()> {
        self.expect(b'"')?;
        self.string_rest()?;
        // The colon follows at once, nearly always.
        if self.byte() == Some(b':') {
            self.at += 1;
            return Ok(());
        }
        self.expect(b':')
    }

    /// Takes a number, `true`, `false` or `null`.
    #[inline]
    fn scalar(&mut self) -> Scan<()> {
        match self.byte() {
            Some(b't') => self.word(b"true"),
            Some(b'f') => self.word(b"false"),
            Some(b'n') => self.word(b"null"),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &[u8]) -> Scan<()> {
        for expected in word {
            if self.byte() != Some(*expected) {
                return Err(self.fault());
            }
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Scan<()> {
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        match self.byte() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err(self.fault()),
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.some_digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            self.some_digits()?;
        }
        Ok(())
    }

    fn some_digits(&mut self) -> Scan<()> {
        let before = self.at;
        self.digits();
        if self.at == before { Err(self.fault()) } else { Ok(()) }
    }

    #[inline]
    fn digits(&mut self) {
        while let Some(b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
    }

    /// Takes a string from behind its first quote, and tells whether it holds no escape.
    #[inline]
    fn string_rest(&mut self) -> Scan<bool> {
        let mut is_plain = true;
        loop {
            self.plain();
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(is_plain);
                }
                Some(b'\\') => {
                    is_plain = false;
                    self.at += 1;
                    self.escape()?;
                }
                // A control character, or the end.
                _ => return Err(self.fault()),
            }
        }
    }

    /// Moves to the next quote, backslash or control character, eight bytes at a time.
    #[inline]
    fn plain(&mut self) {
        let bytes = self.text.as_bytes();
        let mut rest = bytes.get(self.at..).unwrap_or_default();
        while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
            let special = special(u64::from_le_bytes(*chunk));
            if special != 0 {
                self.at += special.trailing_zeros() as usize / 8;
                return;
            }
            self.at += 8;
            rest = after;
        }
        for byte in rest {
            if matches!(byte, b'"' | b'\\' | 0..=0x1f) {
                return;
            }
            self.at += 1;
        }
    }

    fn escape(&mut self) -> Scan<()> {
        match self.byte() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.byte().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        return Err(self.fault());
                    }
                    self.at += 1;
                }
            }
            _ => return Err(self.fault()),
        }
        Ok(())
    }

    /// Takes this byte, after blanks.
    #[inline]
    fn expect(&mut self, byte: u8) -> Scan<()> {
        if self.peek()? != byte {
            return Err(self.fault());
        }
        self.at += 1;
        Ok(())
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    #[cold]
    fn fault(&self) -> Fault {
        let category = if self.at >= self.text.len() { Category::Eof } else { Category::Syntax };
        Fault { at: self.at, category }
    }
}

/// The high bit of each byte of `word` that is a quote, a backslash or a control character; bits above the lowest set
/// one may be wrong.
#[inline]
const fn special(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    let quote = word ^ (ONES * b'"' as u64);
    let backslash = word ^ (ONES * b'\\' as u64);
    let found = quote.wrapping_sub(ONES) & !quote
        | backslash.wrapping_sub(ONES) & !backslash
        | word.wrapping_sub(ONES * 0x20) & !word;
    found & HIGH
}

/// Which containers are open: a stack of bits, on the heap only beyond 64.
#[derive(Default)]
struct Open {
    depth: usize,
    top: u64,
    below: Vec<u64>,
}

impl Open {
    #[inline]
    fn push(&mut self, is_object: bool) {
        if self.depth > 0 && self.depth % 64 == 0 {
            self.below.push(self.top);
        }
        self.top = self.top << 1 | u64::from(is_object);
        self.depth += 1;
    }

    #[inline]
    fn pop(&mut self) {
        self.depth -= 1;
        self.top >>= 1;
        if self.depth > 0 && self.depth % 64 == 0 {
            self.top = self.below.pop().unwrap_or_default();
        }
    }

    #[inline]
    fn last(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.top & 1 == 1)
    }
}

#[cfg(test)]
mod tests;
