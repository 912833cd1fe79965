//! Numbers as the text they were written in, compared as decimals.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

/// Exponents are clamped to this, far outside of what an answer may hold and far inside `i64`.
const EXPONENT_CLAMP: i64 = 1_000_000_000_000_000_000;

/// A JSON number, kept as the text it was written in.
///
/// Two numbers are equal when they stand for the same decimal, whatever their spelling: `3`, `3.0` and `30e-1` are
/// one number. Nothing is rounded on the way, so 9007199254740993 and 9007199254740992 differ although they are the
/// same `f64`. Comparing costs time linear in the text, also for `1e999999999`. Exponents beyond ±10^18 count as ±10^18.
///
/// `Debug` does not show the number, because it may be a person's answer; `Display` does.
///
/// ```
/// use mrtr_core::schema::Number;
///
/// let number = Number::parse("3.0").ok_or("not a number")?;
/// assert_eq!(number, Number::from(3));
/// assert!(number.is_integer());
/// assert_eq!(number.as_str(), "3.0");
/// assert!(Number::parse("03").is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone)]
pub struct Number(Box<str>);

impl Number {
    /// Reads the text of one JSON number (RFC 8259, section 6). `None` for anything else, blanks around it included.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        is_json_number(text.as_bytes()).then(|| Self(text.into()))
    }

    /// For text that `serde_json` has found to be a number.
    pub(super) fn of_token(token: &str) -> Self {
        Self(token.into())
    }

    /// The text it was written in.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it has no fractional part: `3`, `3.0` and `1e2` have none.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        Decimal::of(&self.0).is_integer()
    }

    /// Whether an IEEE 754 double can hold it, rounded if need be. `1e400` is beyond.
    #[must_use]
    pub fn is_finite_f64(&self) -> bool {
        self.as_f64().is_finite()
    }

    /// The nearest `f64`, infinite for a number beyond it.
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }

    /// The number, if it is an integer that an `i64` holds.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.to_integer_text()?.parse().ok()
    }

    /// The number, if it is an integer that a `u64` holds.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.to_integer_text()?.parse().ok()
    }

    /// The plain digits of an integer, without fraction, exponent or a sign on zero. `None` for a fraction, and for an
    /// integer of more than 400 digits (an exponent could ask for any amount of zeros).
    pub(super) fn to_integer_text(&self) -> Option<String> {
        const MAX_DIGITS: i64 = 400;
        let decimal = Decimal::of(&self.0);
        if decimal.is_zero() {
            return Some("0".into());
        }
        if !decimal.is_integer() || decimal.point > MAX_DIGITS {
            return None;
        }
        let mut text = String::new();
        if decimal.negative {
            text.push('-');
        }
        let mut digits = decimal.digits();
        for _ in 0..decimal.point {
            text.push(char::from(digits.next().unwrap_or(b'0')));
        }
        Some(text)
    }

    /// The number as a limit of a length or a count: an integer that is not negative. One beyond `u64` limits as much
    /// as the largest `u64`, which no text reaches.
    pub(super) fn to_limit(&self) -> Option<u64> {
        let decimal = Decimal::of(&self.0);
        if decimal.is_zero() {
            return Some(0);
        }
        if decimal.negative || !decimal.is_integer() {
            return None;
        }
        Some(self.as_u64().unwrap_or(u64::MAX))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        Decimal::of(&self.0).cmp(&Decimal::of(&other.0))
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let decimal = Decimal::of(&self.0);
        if decimal.is_zero() {
            return state.write_u8(0);
        }
        state.write_u8(if decimal.negative { 2 } else { 1 });
        state.write_i64(decimal.point);
        decimal.digits().for_each(|digit| state.write_u8(digit));
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Number(..)")
    }
}

macro_rules! from_integers {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Number {
            fn from(value: $integer) -> Self {
                Self(format!("{value}").into())
            }
        }
    )*};
}

from_integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

/// A float that JSON has no number for: an infinity or NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotFinite;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number is not finite, and JSON cannot hold it")
    }
}

impl core::error::Error for NotFinite {}

impl TryFrom<f64> for Number {
    type Error = NotFinite;

    /// The shortest text that reads back as the same `f64`.
    fn try_from(value: f64) -> Result<Self, NotFinite> {
        if value.is_finite() { Ok(Self(format!("{value:?}").into())) } else { Err(NotFinite) }
    }
}

fn is_json_number(text: &[u8]) -> bool {
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    let (integer, rest) = split_digits(unsigned);
    if !matches!(integer, [b'0'] | [b'1'..=b'9', ..]) {
        return false;
    }
    let rest = match rest {
        [b'.', rest @ ..] => {
            let (fraction, rest) = split_digits(rest);
            if fraction.is_empty() {
                return false;
            }
            rest
        }
        rest => rest,
    };
    match rest {
        [] => true,
        [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => {
            !exponent.is_empty() && exponent.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

fn split_digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

/// The decimal `±0.d₁d₂d₃… × 10^point` with d₁ ≠ 0, its digits in up to two slices of the text. Zero has no digits.
struct Decimal<'a> {
    negative: bool,
    integer: &'a [u8],
    fraction: &'a [u8],
    point: i64,
}

impl<'a> Decimal<'a> {
    fn of(text: &'a str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)),
            None => (text, 0),
        };
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut integer = integer.trim_start_matches('0');
        let mut fraction = fraction.trim_end_matches('0');
        let mut point = exponent.saturating_add(length(integer));
        if integer.is_empty() {
            let significant = fraction.trim_start_matches('0');
            point = point.saturating_sub(length(fraction) - length(significant));
            fraction = significant;
        }
        if fraction.is_empty() {
            integer = integer.trim_end_matches('0');
        }
        Self { negative, integer: integer.as_bytes(), fraction: fraction.as_bytes(), point }
    }

    fn digits(&self) -> impl Iterator<Item = u8> + use<'a> {
        self.integer.iter().chain(self.fraction).copied()
    }

    fn is_zero(&self) -> bool {
        self.integer.is_empty() && self.fraction.is_empty()
    }

    fn is_integer(&self) -> bool {
        let digits = self.integer.len().saturating_add(self.fraction.len());
        self.is_zero() || i64::try_from(digits).is_ok_and(|digits| digits <= self.point)
    }

    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return if other.negative { Ordering::Greater } else { Ordering::Less },
            (false, true) => return if self.negative { Ordering::Less } else { Ordering::Greater },
            (false, false) => {}
        }
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            // Neither ends in a zero, so the longer of two with a common start is the larger.
            (false, false) => self.point.cmp(&other.point).then_with(|| self.digits().cmp(other.digits())),
            (true, true) => other.point.cmp(&self.point).then_with(|| other.digits().cmp(self.digits())),
        }
    }
}

fn length(digits: &str) -> i64 {
    i64::try_from(digits.len()).unwrap_or(EXPONENT_CLAMP)
}

fn exponent_of(text: &str) -> i64 {
    let (negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    let mut value = 0_i64;
    for digit in digits {
        value = value.saturating_mul(10).saturating_add(i64::from(digit.saturating_sub(b'0'))).min(EXPONENT_CLAMP);
    }
    if negative { -value } else { value }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    #[test]
    fn only_json_numbers_parse() {
        for text in ["0", "-0", "10", "1.5", "1e400", "1E+2", "-0.0e-0", "1e999999999999999999999999"] {
            assert!(Number::parse(text).is_some(), "{text}");
        }
        for text in ["", "-", "01", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "inf", " 1", "1 ", "1e1.0", "--1", "١"]
        {
            assert!(Number::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn comparison_is_of_decimals_and_exact() {
        let ascending = [
            "-1e999999999999",
            "-1e400",
            "-100.5",
            "-100",
            "-1e-400",
            "0",
            "1e-999999999999",
            "1e-400",
            "0.1",
            "0.10000000000000000001",
            "1",
            "9007199254740992",
            "9007199254740992.5",
            "9007199254740993",
            "18446744073709551615",
            "18446744073709551616",
            "1e400",
            "1.5e400",
            "1e999999999999",
        ];
        for (at, small) in ascending.iter().enumerate() {
            for (other, large) in ascending.iter().enumerate() {
                assert_eq!(number(small).cmp(&number(large)), at.cmp(&other), "{small} {large}");
            }
        }
    }

    #[test]
    fn spellings_of_one_number_are_equal() {
        for group in [
            ["3", "3.0", "30e-1", "0.003E3"],
            ["0", "-0", "0.000", "-0e999999999999999"],
            ["100", "1e2", "100.00e0", "0.1e+3"],
            ["-0.05", "-5e-2", "-0.50e-1", "-0.0500"],
        ] {
            for left in group {
                for right in group {
                    assert_eq!(number(left), number(right), "{left} {right}");
                }
            }
        }
    }

    #[test]
    fn integers_are_told_by_value() {
        for (text, digits) in [
            ("3.0", Some("3")),
            ("1e2", Some("100")),
            ("-0.0", Some("0")),
            ("-1200e-2", Some("-12")),
            ("120.50e1", Some("1205")),
            ("18446744073709551616", Some("18446744073709551616")),
            ("0e99999999999999999999", Some("0")),
            ("3.5", None),
            ("1e-1", None),
            ("1205e-2", None),
            ("1e999999999999999999999", None),
        ] {
            assert_eq!(number(text).to_integer_text().as_deref(), digits, "{text}");
        }
        assert!(number("1e999999999999999999999").is_integer());
        assert_eq!(number("9223372036854775808").as_i64(), None);
        assert_eq!(number("9223372036854775808.0").as_u64(), Some(9_223_372_036_854_775_808));
        assert_eq!(number("-1").as_u64(), None);
    }

    #[test]
    fn limits_are_integers_that_are_not_negative() {
        for (text, limit) in [
            ("3.0", Some(3)),
            ("4294967296", Some(4_294_967_296)),
            ("1e400", Some(u64::MAX)),
            ("-0.0", Some(0)),
            ("-1", None),
            ("2.5", None),
            ("-1e400", None),
        ] {
            assert_eq!(number(text).to_limit(), limit, "{text}");
        }
    }

    #[test]
    fn infinities_and_nan_are_no_numbers() {
        for float in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Number::try_from(float), Err(NotFinite));
        }
        assert_eq!(Number::try_from(1.5).unwrap().as_str(), "1.5");
        assert!(Number::parse("1e308").unwrap().is_finite_f64());
        assert!(!Number::parse("1e309").unwrap().is_finite_f64());
    }

    #[test]
    fn debug_hides_the_number() {
        assert!(!alloc::format!("{:?}", Number::from(4711)).contains("4711"));
    }
}
