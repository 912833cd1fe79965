//! The four string formats of a form, each by a small strict checker.

use core::fmt;
use core::net::{Ipv4Addr, Ipv6Addr};

/// A `format` that is checked. Any other name is an annotation, listed by
/// [`Field::unenforced`](super::Field::unenforced).
///
/// Source: the specification's page on elicitation, section "Requested Schema".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// `email`: a mailbox of RFC 5321, section 4.1.2, with the internationalized characters of RFC 6531.
    ///
    /// The local part is a dot-atom or a quoted string of at most 64 octets. The domain is a host name of at most 253
    /// octets in labels of at most 63 (letters, digits and inner hyphens; one label is enough), or an address literal
    /// `[192.0.2.1]`, `[IPv6:2001:db8::1]`. The whole has at most 254 octets. Beyond ASCII any character is accepted
    /// that is neither a control nor a blank; whether a name exists, or is valid Punycode, is not looked at.
    Email,
    /// `uri`: a URI of RFC 3986, that is, with a scheme. A fragment may follow. Characters beyond ASCII must be
    /// percent-encoded.
    Uri,
    /// `date`: a `full-date` of RFC 3339 that exists in the Gregorian calendar.
    Date,
    /// `date-time`: a `date-time` of RFC 3339, with an offset or `Z`. The separator is `T`, in either case; a blank is
    /// refused. Second 60 is accepted where it is 23:59:60 in UTC, on any day: no table of leap seconds reaches into
    /// the future.
    DateTime,
}

impl Format {
    /// The format of that name, if it is checked.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "email" => Some(Self::Email),
            "uri" => Some(Self::Uri),
            "date" => Some(Self::Date),
            "date-time" => Some(Self::DateTime),
            _ => None,
        }
    }

    /// The name in a schema.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }

    /// Whether `text` has this format.
    ///
    /// ```
    /// use mrtr_core::schema::Format;
    ///
    /// assert!(Format::Date.accepts("2024-02-29"));
    /// assert!(!Format::Date.accepts("2023-02-29"));
    /// ```
    #[must_use]
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Self::Email => is_email(text),
            Self::Uri => is_uri(text),
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

fn is_email(text: &str) -> bool {
    // A quoted local part may hold `@`, a domain may not.
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    text.len() <= 254 && local.len() <= 64 && is_local_part(local) && is_mail_domain(domain)
}

fn is_local_part(local: &str) -> bool {
    if let Some(quoted) = local.strip_prefix('"') {
        return quoted.strip_suffix('"').is_some_and(is_quoted_content);
    }
    local.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_atom_character))
}

fn is_atom_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c) || is_international(c)
}

fn is_quoted_content(content: &str) -> bool {
    let mut characters = content.chars();
    while let Some(c) = characters.next() {
        let sound = match c {
            '\\' => matches!(characters.next(), Some(' '..='~')),
            '"' => false,
            _ => matches!(c, ' '..='~') || is_international(c),
        };
        if !sound {
            return false;
        }
    }
    true
}

fn is_mail_domain(domain: &str) -> bool {
    if let Some(literal) = domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return match literal.split_at_checked(5) {
            Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => address.parse::<Ipv6Addr>().is_ok(),
            _ => literal.parse::<Ipv4Addr>().is_ok(),
        };
    }
    domain.len() <= 253 && domain.split('.').all(is_host_label)
}

fn is_host_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || is_international(c))
}

fn is_international(c: char) -> bool {
    !c.is_ascii() && !c.is_control() && !c.is_whitespace()
}

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    if !is_scheme(scheme.as_bytes()) {
        return false;
    }
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (hierarchy, query) = rest.split_once('?').unwrap_or((rest, ""));
    if !consists_of(fragment, b":@/?") || !consists_of(query, b":@/?") {
        return false;
    }
    match hierarchy.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            is_authority(authority) && consists_of(path, b":@/")
        }
        None => consists_of(hierarchy, b":@/"),
    }
}

fn is_scheme(scheme: &[u8]) -> bool {
    scheme.first().is_some_and(u8::is_ascii_alphabetic)
        && scheme.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
}

fn is_authority(authority: &str) -> bool {
    let (user, host_and_port) = authority.split_once('@').unwrap_or(("", authority));
    if !consists_of(user, b":") {
        return false;
    }
    let (host_is_sound, port) = if let Some(rest) = host_and_port.strip_prefix('[') {
        let Some((literal, port)) = rest.split_once(']') else { return false };
        (literal.parse::<Ipv6Addr>().is_ok() || is_future_address(literal), port)
    } else {
        let (host, port) = host_and_port.split_at(host_and_port.find(':').unwrap_or(host_and_port.len()));
        (consists_of(host, b""), port)
    };
    let port_is_sound = match port.strip_prefix(':') {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_digit()),
        None => port.is_empty(),
    };
    host_is_sound && port_is_sound
}

/// `IPvFuture` of RFC 3986.
fn is_future_address(literal: &str) -> bool {
    let Some((version, address)) = literal.strip_prefix(['v', 'V']).and_then(|rest| rest.split_once('.')) else {
        return false;
    };
    !version.is_empty()
        && version.bytes().all(|byte| byte.is_ascii_hexdigit())
        && !address.is_empty()
        && !address.contains('%')
        && consists_of(address, b":")
}

/// Unreserved characters, sub-delimiters, percent-encoded octets and `extra`.
fn consists_of(text: &str, extra: &[u8]) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let sound = match byte {
            b'%' => {
                [bytes.next(), bytes.next()].iter().all(|digit| digit.is_some_and(|digit| digit.is_ascii_hexdigit()))
            }
            _ => byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte) || extra.contains(&byte),
        };
        if !sound {
            return false;
        }
    }
    true
}

fn is_date(text: &str) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else { return false };
    let (Some(century), Some(year), Some(month), Some(day)) =
        (two_digits(y1, y2), two_digits(y3, y4), two_digits(m1, m2), two_digits(d1, d2))
    else {
        return false;
    };
    let year = u16::from(century) * 100 + u16::from(year);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => return false,
    };
    (1..=days).contains(&day)
}

fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't']) else { return false };
    let Some((clock, rest)) = time.as_bytes().split_first_chunk::<8>() else { return false };
    let [h1, h2, b':', m1, m2, b':', s1, s2] = *clock else { return false };
    let (Some(hour), Some(minute), Some(second)) = (two_digits(h1, h2), two_digits(m1, m2), two_digits(s1, s2)) else {
        return false;
    };
    let Some(offset) = after_fraction(rest).and_then(offset_minutes) else { return false };
    if !is_date(date) || hour > 23 || minute > 59 || second > 60 {
        return false;
    }
    let utc = (i16::from(hour) * 60 + i16::from(minute) - offset).rem_euclid(24 * 60);
    second < 60 || utc == 23 * 60 + 59
}

fn after_fraction(rest: &[u8]) -> Option<&[u8]> {
    let Some(fraction) = rest.strip_prefix(b".") else { return Some(rest) };
    let digits = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { None } else { fraction.get(digits..) }
}

fn offset_minutes(text: &[u8]) -> Option<i16> {
    match *text {
        [b'Z' | b'z'] => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let (hours, minutes) = (two_digits(h1, h2)?, two_digits(m1, m2)?);
            let offset = i16::from(hours) * 60 + i16::from(minutes);
            (hours <= 23 && minutes <= 59).then_some(if sign == b'-' { -offset } else { offset })
        }
        _ => None,
    }
}

fn two_digits(tens: u8, ones: u8) -> Option<u8> {
    (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| (tens - b'0') * 10 + (ones - b'0'))
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    fn all(format: Format, accepted: &[&str], refused: &[&str]) {
        for text in accepted {
            assert!(format.accepts(text), "{format} should accept {text:?}");
        }
        for text in refused {
            assert!(!format.accepts(text), "{format} should refuse {text:?}");
        }
    }

    #[test]
    fn email_is_a_mailbox() {
        all(
            Format::Email,
            &[
                "user@example.com",
                "a@b",
                "first.last+tag@sub.example.co",
                "!#$%&'*+-/=?^_`{|}~@example.com",
                "\"a@b c\"@example.com",
                "\"\"@example.com",
                "\"a\\\"b\\ \"@example.com",
                "user@[192.0.2.1]",
                "user@[IPv6:2001:db8::1]",
                "jörg@müller.example",
                "用户@例子.公司",
                "u@1.2",
            ],
            &[
                "",
                "@",
                "a",
                "a@",
                "@b",
                "a@b@c",
                "a b@c",
                ".a@c",
                "a.@c",
                "a..b@c",
                "a@.c",
                "a@c.",
                "a@b..c",
                "a@-b.c",
                "a@b-.c",
                "a@b_c",
                "a@b c",
                "a\n@b",
                "a@b\n",
                " a@b",
                "\"a@b",
                "\"a\"b\"@c",
                "\"a\\\"@c",
                "\"\t\"@c",
                "a@[192.0.2.256]",
                "a@[192.0.2.1",
                "a@[2001:db8::1]",
                "a@[IPv6:192.0.2.1]",
                "a@[]",
                "A <a@b.c>",
                "a\u{a0}b@c",
                "a\u{85}@c",
            ],
        );
        let local = "l".repeat(64);
        let label = "d".repeat(63);
        assert!(Format::Email.accepts(&format!("{local}@{label}.example")));
        assert!(!Format::Email.accepts(&format!("{local}l@example")));
        assert!(!Format::Email.accepts(&format!("a@{label}d.example")));
        let domain = format!("{label}.{label}.{label}.{}", "d".repeat(60));
        assert!(Format::Email.accepts(&format!("a@{domain}")));
        assert!(!Format::Email.accepts(&format!("ab@{domain}")));
    }

    #[test]
    fn uri_has_a_scheme_and_only_uri_characters() {
        all(
            Format::Uri,
            &[
                "https://example.test/%7Ea?q=A%2fB#f",
                "urn:isbn:0451450523",
                "mailto:a@b.c",
                "file:///etc/hosts",
                "x:",
                "a+b-c.1://",
                "http://user:pw@host:8080/p;x=1",
                "http://[2001:db8::1]:80/",
                "http://[v1.a:b]/",
                "http://host:",
                "http://a//b",
                "http:?q",
                "http:#f?/",
                "https://good.test@bad.test/",
                "tel:+1-816-555-1212",
            ],
            &[
                "",
                "/go",
                "example.com",
                "//host/p",
                "1http://a",
                ":a",
                "http://a b",
                "http://a/\u{e4}",
                "http://\u{e4}/",
                "http://a/%",
                "http://a/%4",
                "http://a/%zz",
                "http://a:b/",
                "http://a:1:2/",
                "http://[::1",
                "http://[::g]/",
                "http://[::1]x/",
                "http://[v1.]/",
                "http://[vg.a]/",
                "http://a@b@c/",
                "http://a#b#c",
                "http://a/<>",
                "http://a/\\",
                "http://a/[b]",
                "http://a/{b}",
                "http://a/^",
                "http://a\n",
                "ht_tp://a",
            ],
        );
    }

    #[test]
    fn date_exists_in_the_calendar() {
        all(
            Format::Date,
            &["2024-02-29", "2000-02-29", "0000-02-29", "9999-12-31", "2023-04-30", "2023-01-31"],
            &[
                "",
                "2023-02-29",
                "1900-02-29",
                "2023-04-31",
                "2023-00-10",
                "2023-13-01",
                "2023-01-00",
                "2023-01-32",
                "2023-1-01",
                "23-01-01",
                "02023-01-01",
                "2023/01/01",
                "2023-01-01T00:00:00Z",
                " 2023-01-01",
                "2023-01-01\n",
                "２０２３-01-01",
                "+023-01-01",
            ],
        );
    }

    #[test]
    fn date_time_has_an_offset() {
        all(
            Format::DateTime,
            &[
                "2023-01-01T00:00:00Z",
                "2023-01-01t23:59:59z",
                "2023-01-01T00:00:00.5+01:00",
                "2023-01-01T00:00:00.123456789012-23:59",
                "2023-01-01T00:00:00-00:00",
                "2016-12-31T23:59:60Z",
                "2016-12-31T15:59:60-08:00",
                "2017-01-01T00:59:60.9+01:00",
            ],
            &[
                "",
                "2023-01-01",
                "2023-01-01T00:00:00",
                "2023-01-01 00:00:00Z",
                "2023-01-01T24:00:00Z",
                "2023-01-01T00:60:00Z",
                "2023-01-01T00:00:61Z",
                "2023-01-01T00:00:60Z",
                "2016-12-31T23:59:60-08:00",
                "2023-01-01T00:00Z",
                "2023-01-01T00:00:00.Z",
                "2023-01-01T00:00:00+24:00",
                "2023-01-01T00:00:00+00:60",
                "2023-01-01T00:00:00+0100",
                "2023-01-01T00:00:00+01",
                "2023-01-01T00:00:00Zx",
                "2023-02-29T00:00:00Z",
                "2023-01-01T00:00:00 Z",
                "2023-01-01TT00:00:00Z",
            ],
        );
    }

    #[test]
    fn names_are_those_of_the_specification() {
        for format in [Format::Email, Format::Uri, Format::Date, Format::DateTime] {
            assert_eq!(Format::from_name(format.as_str()), Some(format));
        }
        assert_eq!(Format::from_name("Email"), None);
        assert_eq!(Format::from_name("uuid"), None);
    }
}
