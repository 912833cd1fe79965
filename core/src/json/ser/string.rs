use alloc::vec::Vec;
use core::fmt;

/// Appends a decimal integer.
pub(crate) fn push_integer(out: &mut Vec<u8>, number: i64) {
    // Writing into a vector does not fail.
    let _: fmt::Result = fmt::Write::write_fmt(&mut Plain(out), format_args!("{number}"));
}

/// Appends `text` as a JSON string token, escaping only what RFC 8259 section 7 demands.
pub(crate) fn push_string(out: &mut Vec<u8>, text: &str) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    push_escaped(out, text);
    out.push(b'"');
}

fn push_escaped(out: &mut Vec<u8>, text: &str) {
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        let (run, tail) = rest.split_at(at);
        out.extend_from_slice(run);
        let Some((&byte, tail)) = tail.split_first() else { return };
        push_escape(out, byte);
        rest = tail;
    }
    out.extend_from_slice(rest);
}

fn push_escape(out: &mut Vec<u8>, byte: u8) {
    let short = match byte {
        0x08 => b'b',
        0x09 => b't',
        0x0a => b'n',
        0x0c => b'f',
        0x0d => b'r',
        b'"' | b'\\' => byte,
        _ => {
            let low = byte & 0x0f;
            let digit = if low < 10 { b'0' + low } else { b'a' + (low - 10) };
            out.extend_from_slice(&[b'\\', b'u', b'0', b'0', b'0' + (byte >> 4), digit]);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

/// Formatted text as it is. Never fails by itself.
pub(super) struct Plain<'a>(pub(super) &'a mut Vec<u8>);

impl fmt::Write for Plain<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// Formatted text as the inside of a string token. Never fails by itself.
pub(super) struct Escaped<'a>(pub(super) &'a mut Vec<u8>);

impl fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        push_escaped(self.0, text);
        Ok(())
    }
}
