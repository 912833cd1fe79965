//! What a person must know of a URL before consenting to open it.

mod characters;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::ops::Range;

/// What stands in a URL, for an application to show before it asks for consent.
///
/// A report never changes the URL: show, and open, the text that was reported on, byte for byte. Nothing is fetched,
/// resolved, decoded or opened.
///
/// A URL passes only if every reader takes it the same way. RFC 3986 (what the protocol's `format: uri` refers to)
/// and the WHATWG URL Standard (what browsers do) disagree on a good many texts: browsers drop tabs, take `\` for
/// `/`, add missing slashes, decode `%2e` in a host and read `0x7f.1` as an address. Whatever they disagree on is a
/// [`UrlError`], so that the host named here is the host that a browser would go to.
///
/// Beyond RFC 3986, `[` and `]` may stand in a query or fragment, and characters outside ASCII in the host (see
/// [`is_non_ascii_host`](Self::is_non_ascii_host)), path, query and fragment, since browsers agree on them.
///
/// Source: [Elicitation, Safe URL Handling][spec].
///
/// [spec]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
///
/// ```
/// use mrtr_core::UrlReport;
///
/// let text = "https://pay.example.test:8443/orders/7?lang=en";
/// let report = UrlReport::read(text)?;
/// assert_eq!(report.host(), "pay.example.test");
/// assert_eq!(&text[report.host_range()], "pay.example.test");
/// assert_eq!(report.port(), Some(8443));
/// assert!(report.is_https() && !report.has_userinfo() && !report.is_punycode());
/// # Ok::<(), mrtr_core::UrlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlReport {
    host: Box<str>,
    host_start: usize,
    port: Option<u16>,
    ip: Option<IpAddr>,
    https: bool,
    userinfo: bool,
}

impl UrlReport {
    /// Reads an absolute `http` or `https` URL.
    ///
    /// # Errors
    ///
    /// [`UrlError`] if `text` is anything else, or a URL that browsers and RFC 3986 read differently.
    ///
    /// ```
    /// use mrtr_core::{UrlError, UrlReport};
    ///
    /// assert_eq!(UrlReport::read("javascript:0"), Err(UrlError::Scheme));
    /// assert_eq!(UrlReport::read("/go"), Err(UrlError::NotAbsolute));
    /// ```
    pub fn read(text: &str) -> Result<Self, UrlError> {
        characters::check(text)?;
        let (scheme, rest) = text.split_once(':').ok_or(UrlError::NotAbsolute)?;
        if !is_scheme(scheme) {
            return Err(UrlError::NotAbsolute);
        }
        let https = scheme.eq_ignore_ascii_case("https");
        if !https && !scheme.eq_ignore_ascii_case("http") {
            return Err(UrlError::Scheme);
        }
        let rest = rest.strip_prefix("//").ok_or(UrlError::Slashes)?;
        let start = text.len() - rest.len();
        let (authority, tail) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        characters::check_tail(tail, start + authority.len())?;

        let (userinfo, place) = match authority.rsplit_once('@') {
            Some((userinfo, place)) => (Some(userinfo), place),
            None => (None, authority),
        };
        if let Some(userinfo) = userinfo {
            characters::check_userinfo(userinfo)?;
        }
        let host_start = start + authority.len() - place.len();
        let (host, port) = split_port(place, host_start)?;
        let ip = check_host(host, host_start)?;
        let port = if port.is_empty() { None } else { Some(read_port(port)?) };
        Ok(Self { host: host.into(), host_start, port, ip, https, userinfo: userinfo.is_some() })
    }

    /// The host as it stands in the text: not lower-cased, not decoded, an IPv6 address with its brackets.
    ///
    /// The domain is what a person should see first; see [`host_range`](Self::host_range).
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Where the host stands in the text, in bytes, so that it can be highlighted within the full URL.
    #[must_use]
    pub fn host_range(&self) -> Range<usize> {
        self.host_start..self.host_start + self.host.len()
    }

    /// The port that the text names, `None` if it names none.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Whether the scheme is `https`. Anything else travels readable and changeable by others on its way.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.https
    }

    /// Whether something stands before an `@` ahead of the host. Nearly always a disguise:
    /// `https://good.test@bad.test/` goes to `bad.test`.
    #[must_use]
    pub fn has_userinfo(&self) -> bool {
        self.userinfo
    }

    /// Whether a label of the host begins with `xn--`, so that a browser may show other letters, perhaps look-alikes of
    /// a well-known name. Whether the rest of the label is valid is not checked.
    #[must_use]
    pub fn is_punycode(&self) -> bool {
        let prefix = |label: &str| label.as_bytes().get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"xn--"));
        self.host.split('.').any(prefix)
    }

    /// Whether the host has letters outside ASCII, which may look like others.
    #[must_use]
    pub fn is_non_ascii_host(&self) -> bool {
        !self.host.is_ascii()
    }

    /// Whether the host is an IPv4 or IPv6 address and no name.
    #[must_use]
    pub fn is_ip_address(&self) -> bool {
        self.ip.is_some()
    }

    /// Whether the host is, by its text alone, the user's own machine: `localhost` or a name under it, a loopback
    /// address, or the unspecified address, which most systems connect to themselves. Other names may lead there as
    /// well.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        match self.ip {
            Some(IpAddr::V4(ip)) => is_own(ip),
            Some(IpAddr::V6(ip)) => ip.is_loopback() || ip.is_unspecified() || ip.to_ipv4_mapped().is_some_and(is_own),
            None => {
                let name = self.host.strip_suffix('.').unwrap_or(&self.host);
                name.rsplit('.').next().is_some_and(|last| last.eq_ignore_ascii_case("localhost"))
            }
        }
    }
}

/// Why a text is no URL that may be offered to a person. Positions are byte offsets into the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UrlError {
    /// It has no scheme: a relative reference, a bare host name, or no URL at all.
    NotAbsolute,
    /// The scheme is neither `http` nor `https`.
    Scheme,
    /// The scheme is not followed by two slashes. Browsers add them, and take what follows for the host.
    Slashes,
    /// There is no host: nothing stands between `//` and the path, or before the port. Given a third slash, browsers
    /// take the path for the host.
    NoHost,
    /// What stands before the host's `@` is not valid there, such as a second `@`.
    Userinfo,
    /// The host is not a plain name or address: an empty, overlong or escaped label, a character that does not stand
    /// for itself in a name, or a number that only some readers take for an address (`127.1`, `0x7f000001`,
    /// `010.0.0.1`).
    Host {
        /// Where the part in question begins.
        at: usize,
    },
    /// The port is not a number from 1 to 65535 in its plain spelling.
    Port,
    /// A control character, a blank, or a line or paragraph separator.
    Blank {
        /// Where it stands.
        at: usize,
    },
    /// A character that is not seen or that changes the order in which others are seen, such as a zero-width space or
    /// a bidirectional control.
    Invisible {
        /// Where it stands.
        at: usize,
    },
    /// A character that must not stand in a URL, or not at this place: a backslash, `<`, a `%` that begins no escape.
    Character {
        /// Where it stands.
        at: usize,
    },
}

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAbsolute => f.write_str("not an absolute URL"),
            Self::Scheme => f.write_str("the scheme of the URL is neither http nor https"),
            Self::Slashes => f.write_str("the scheme of the URL is not followed by two slashes"),
            Self::NoHost => f.write_str("the URL has no host"),
            Self::Userinfo => f.write_str("what stands before the host of the URL is not valid"),
            Self::Host { at } => write!(f, "the host of the URL is not a plain name or address at byte {at}"),
            Self::Port => f.write_str("the port of the URL is not a number from 1 to 65535"),
            Self::Blank { at } => write!(f, "the URL has a control character or a blank at byte {at}"),
            Self::Invisible { at } => write!(f, "the URL has an invisible character at byte {at}"),
            Self::Character { at } => write!(f, "the URL has a character that must not stand there at byte {at}"),
        }
    }
}

impl core::error::Error for UrlError {}

/// RFC 3986 section 3.1.
fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// Splits `host:port` into the host and what follows it, colon included.
fn split_port(place: &str, at: usize) -> Result<(&str, &str), UrlError> {
    let end = if place.starts_with('[') {
        place.find(']').ok_or(UrlError::Host { at })? + 1
    } else {
        place.find(':').unwrap_or(place.len())
    };
    Ok(place.split_at(end))
}

/// Reads `:port`. Leading zeros and the bare colon are valid by RFC 3986, and are spelled otherwise by browsers.
fn read_port(text: &str) -> Result<u16, UrlError> {
    let digits = text.strip_prefix(':').ok_or(UrlError::Port)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.starts_with('0') {
        return Err(UrlError::Port);
    }
    digits.parse().map_err(|_| UrlError::Port)
}

fn check_host(host: &str, at: usize) -> Result<Option<IpAddr>, UrlError> {
    if host.is_empty() {
        return Err(UrlError::NoHost);
    }
    if let Some(address) = host.strip_prefix('[') {
        let address = address.strip_suffix(']').and_then(|address| address.parse::<Ipv6Addr>().ok());
        return address.map(|ip| Some(ip.into())).ok_or(UrlError::Host { at });
    }
    let name = host.strip_suffix('.').unwrap_or(host);
    // Limits of DNS, in letters: how long a name outside ASCII becomes in DNS is not known here.
    if name.chars().count() > 253 {
        return Err(UrlError::Host { at });
    }
    let mut label_at = at;
    let mut last = "";
    for label in name.split('.') {
        if label.is_empty() || label.chars().count() > 63 || !label.chars().all(characters::is_of_host) {
            return Err(UrlError::Host { at: label_at });
        }
        label_at += label.len() + 1;
        last = label;
    }
    if is_number(last) {
        return host.parse::<Ipv4Addr>().map(|ip| Some(ip.into())).map_err(|_| UrlError::Host { at });
    }
    Ok(None)
}

/// Whether browsers take a host whose last label this is for an IPv4 address, in whatever spelling.
fn is_number(label: &str) -> bool {
    let hexadecimal = label.strip_prefix("0x").or_else(|| label.strip_prefix("0X"));
    hexadecimal.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
        || label.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_own(ip: Ipv4Addr) -> bool {
    ip.is_loopback() || ip.is_unspecified()
}
