//! Numbers from their text, so that no feature of `serde_json` has a say in them.

use super::ReadFault;

/// The number as an `f64`, rounded to the nearest.
pub(super) fn finite(token: &str) -> Result<f64, ReadFault> {
    match token.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(ReadFault::OutOfRange),
    }
}

/// The number as a `u64`, exactly, however it is written: `100`, `100.0` and `1e2` are the same number.
pub(super) fn unsigned(token: &str) -> Result<u64, ReadFault> {
    let (negative, unsigned) = match token.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, token),
    };
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));

    let digits = || whole.bytes().chain(fraction.bytes());
    let trailing_zeros = digits().rev().take_while(|digit| *digit == b'0').count();
    let significant = (whole.len() + fraction.len()).saturating_sub(trailing_zeros);
    if significant == 0 {
        return Ok(0);
    }

    // The number is `digits * 10^scale`, where `digits` does not end in zero.
    let scale = power(exponent).saturating_sub(length(fraction.len())).saturating_add(length(trailing_zeros));
    if scale < 0 {
        return Err(ReadFault::NotIntegral);
    }
    if negative {
        return Err(ReadFault::OutOfRange);
    }
    let mantissa = digits()
        .take(significant)
        .try_fold(0_u64, |number, digit| number.checked_mul(10)?.checked_add(u64::from(digit.wrapping_sub(b'0'))));
    let factor = u32::try_from(scale).ok().and_then(|scale| 10_u64.checked_pow(scale));
    mantissa.zip(factor).and_then(|(mantissa, factor)| mantissa.checked_mul(factor)).ok_or(ReadFault::OutOfRange)
}

fn power(exponent: &str) -> i64 {
    exponent.parse().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX })
}

fn length(len: usize) -> i64 {
    i64::try_from(len).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_however_they_are_written() {
        for (token, number) in [
            ("0", 0),
            ("-0", 0),
            ("-0.0e99999999999999999999", 0),
            ("100", 100),
            ("100.0", 100),
            ("100.000e0", 100),
            ("1e2", 100),
            ("1E+2", 100),
            ("1000e-1", 100),
            ("0.1e3", 100),
            ("12.5e1", 125),
            ("18446744073709551615", u64::MAX),
            ("18446744073709551615.0", u64::MAX),
            ("1.8446744073709551615e19", u64::MAX),
            ("9007199254740993.0", 9_007_199_254_740_993),
        ] {
            assert_eq!(unsigned(token), Ok(number), "{token}");
        }
    }

    #[test]
    fn fractions_are_not_rounded() {
        for token in ["0.5", "-0.5", "1e-1", "1e-400", "1.5e0", "12345678901234567890123.5", "1e-99999999999999999999"]
        {
            assert_eq!(unsigned(token), Err(ReadFault::NotIntegral), "{token}");
        }
    }

    #[test]
    fn numbers_beyond_the_type_are_out_of_range() {
        for token in ["-1", "18446744073709551616", "1e20", "1e400", "2e19", "1e99999999999999999999"] {
            assert_eq!(unsigned(token), Err(ReadFault::OutOfRange), "{token}");
        }
        assert_eq!(finite("1e400"), Err(ReadFault::OutOfRange));
        assert_eq!(finite("-1e400"), Err(ReadFault::OutOfRange));
        assert_eq!(finite("0.25"), Ok(0.25));
        assert_eq!(finite("1e-400"), Ok(0.0));
    }
}
