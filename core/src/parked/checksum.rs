//! What finds damage: FNV-1a, 64 bits.

use alloc::string::String;
use core::fmt;

/// A sum over values of which each is taken with its length or in a fixed one.
pub(super) struct Checksum(u64);

impl Checksum {
    pub(super) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn number(&mut self, number: u32) {
        self.bytes(&number.to_le_bytes());
    }

    pub(super) fn length(&mut self, length: usize) {
        self.bytes(&u64::try_from(length).unwrap_or(u64::MAX).to_le_bytes());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.length(text.len());
        self.bytes(text.as_bytes());
    }

    pub(super) fn optional(&mut self, text: Option<&str>) {
        self.number(u32::from(text.is_some()));
        self.text(text.unwrap_or_default());
    }

    pub(super) fn list(&mut self, texts: &[String]) {
        self.length(texts.len());
        for text in texts {
            self.text(text);
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// 16 hexadecimal digits.
impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn it_is_fnv_1a() {
        let mut sum = Checksum::new();
        assert_eq!(sum.to_string(), "cbf29ce484222325");
        sum.bytes(b"foobar");
        assert_eq!(sum.to_string(), "85944171f73967e8");
    }
}
