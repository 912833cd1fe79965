#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use alloc::format;
use alloc::string::ToString;

use super::*;

fn report(text: &str) -> UrlReport {
    UrlReport::read(text).unwrap_or_else(|error| unreachable!("{text}: {error}"))
}

fn error(text: &str) -> UrlError {
    match UrlReport::read(text) {
        Ok(report) => unreachable!("{text}: {report:?}"),
        Err(error) => error,
    }
}

#[test]
fn the_host_is_named_as_it_stands_in_the_text() {
    for (text, host) in [
        ("https://example.test", "example.test"),
        ("https://example.test/%7Ea?q=A%2fB", "example.test"),
        ("HTTPS://EXAMPLE.Test?q", "EXAMPLE.Test"),
        ("http://a#f", "a"),
        ("https://example.test.:80/", "example.test."),
        ("https://u:p%40@my_host-1.test:8080/@x:y", "my_host-1.test"),
        ("https://[2001:DB8::1]:443/", "[2001:DB8::1]"),
        ("https://münchen.test/ä?ö#ü", "münchen.test"),
        ("https://192.0.2.7/", "192.0.2.7"),
        ("https://1.2.3.4.test/", "1.2.3.4.test"),
        ("https://0x7f.0xg/", "0x7f.0xg"),
    ] {
        let report = report(text);
        assert_eq!(report.host(), host);
        assert_eq!(text.get(report.host_range()), Some(host), "{text}");
    }
}

#[test]
fn a_plain_https_url_raises_no_flag() {
    let report = report("https://example.test/a/b;c=1,2/(d)?q=a+b&c[]=d/e?#f/[g]?!*'");
    assert!(report.is_https());
    assert_eq!(report.port(), None);
    assert!(!report.has_userinfo() && !report.is_punycode() && !report.is_non_ascii_host());
    assert!(!report.is_ip_address() && !report.is_loopback());
}

#[test]
fn http_is_flagged_as_not_https() {
    assert!(!report("http://example.test/").is_https());
    assert!(report("HttpS://example.test/").is_https());
}

#[test]
fn userinfo_is_flagged_and_is_not_the_host() {
    let with = report("https://good.test@bad.test/");
    assert!(with.has_userinfo());
    assert_eq!(with.host(), "bad.test");
    assert!(report("https://@bad.test/").has_userinfo());
    assert!(report("https://good.test%2Fpath@bad.test/").has_userinfo());
    for text in ["https://a.test/@b", "https://a.test?@b", "https://a.test#@b"] {
        assert!(!report(text).has_userinfo(), "{text}");
        assert_eq!(report(text).host(), "a.test");
    }
}

#[test]
fn userinfo_that_readers_split_differently_is_refused() {
    for text in
        ["https://a@b@c.test/", "https://a@@c.test/", "https://ü@c.test/", "https://a%4@c.test", "https://[@c.test"]
    {
        assert_eq!(error(text), UrlError::Userinfo, "{text}");
    }
}

#[test]
fn punycode_labels_are_flagged() {
    for text in ["https://xn--e1aybc.test/", "https://a.XN--E1AYBC.test/", "https://test.xn--p1ai"] {
        assert!(report(text).is_punycode(), "{text}");
    }
    for text in ["https://axn--b.test/", "https://xn-.test/", "https://a.test/xn--b", "https://xn--a@b.test/"] {
        assert!(!report(text).is_punycode(), "{text}");
    }
}

#[test]
fn hosts_outside_ascii_are_flagged() {
    for host in [
        "аррӏе.test",
        "münchen.test",
        "例え.テスト",
        "उदाहरण.परीक्षा",
        "ไทย่.test",
        "إختبار.test",
        "straße.test",
        "ΒΌΛΟΣ.test",
        "น้ำ.test",
    ] {
        assert!(report(&format!("https://{host}/")).is_non_ascii_host(), "{host}");
    }
    assert!(!report("https://example.test/ü").is_non_ascii_host());
}

#[test]
fn addresses_and_the_own_machine_are_flagged() {
    for host in ["127.0.0.1", "127.255.0.9", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]"] {
        let report = report(&format!("http://{host}:8080/"));
        assert!(report.is_ip_address() && report.is_loopback(), "{host}");
        assert_eq!(report.port(), Some(8080));
    }
    for host in ["192.0.2.1", "[2001:db8::1]", "[::ffff:192.0.2.1]"] {
        let report = report(&format!("http://{host}/"));
        assert!(report.is_ip_address() && !report.is_loopback(), "{host}");
    }
    for host in ["localhost", "LOCALHOST.", "app.localhost"] {
        let report = report(&format!("http://{host}/"));
        assert!(!report.is_ip_address() && report.is_loopback(), "{host}");
    }
    assert!(!report("http://localhost.test/").is_loopback());
}

#[test]
fn relative_references_are_not_absolute() {
    for text in [
        "",
        "/go",
        "//host.test/x",
        "go",
        "?a:b",
        "#a:b",
        "example.test",
        "./a:b",
        ":x",
        "1http://a",
        "é:x",
        "ht%74p://a",
    ] {
        assert_eq!(error(text), UrlError::NotAbsolute, "{text}");
    }
}

#[test]
fn other_schemes_are_refused() {
    for text in [
        "javascript:0",
        "JavaScript://example.test/%0aalert(1)",
        "data:text/plain,x",
        "file:///etc/passwd",
        "ftp://a.test/",
        "ws://a.test/",
        "blob:https://a.test/1",
        "view-source:https://a.test/",
        "about:blank",
        "mailto:a@b.test",
        "example.test:80/x",
        "httpss://a.test",
        "https+x://a.test",
    ] {
        assert_eq!(error(text), UrlError::Scheme, "{text}");
    }
}

#[test]
fn slashes_that_browsers_add_must_be_there() {
    for text in ["https:", "https:example.test", "https:/example.test", "https:?a", "http:@a.test"] {
        assert_eq!(error(text), UrlError::Slashes, "{text}");
    }
}

#[test]
fn a_url_has_a_host() {
    for text in [
        "https://",
        "https:///x",
        "https:////example.test",
        "https://?a",
        "https://#a",
        "https://:80/",
        "https://u@/x",
        "https://u@:80",
    ] {
        assert_eq!(error(text), UrlError::NoHost, "{text}");
    }
}

#[test]
fn blanks_and_controls_are_refused_wherever_they_stand() {
    for (text, at) in [
        (" https://a.test/", 0),
        ("https://a.test/ ", 15),
        ("ht\ttps://a.test/", 2),
        ("https://a.\ntest/", 10),
        ("java\rscript:0", 4),
        ("https://a.test/\0", 15),
        ("https://a.test/\u{7f}", 15),
        ("https://a.test/\u{85}", 15),
        ("https://a.test/\u{a0}", 15),
        ("https://a.test/\u{2028}", 15),
        ("https://a\u{3000}b/", 9),
    ] {
        assert_eq!(error(text), UrlError::Blank { at }, "{text:?}");
    }
}

#[test]
fn invisible_and_bidirectional_characters_are_refused_wherever_they_stand() {
    for character in [
        '\u{ad}',
        '\u{34f}',
        '\u{61c}',
        '\u{115f}',
        '\u{17b4}',
        '\u{180e}',
        '\u{200b}',
        '\u{200d}',
        '\u{200e}',
        '\u{202e}',
        '\u{2066}',
        '\u{2069}',
        '\u{2800}',
        '\u{3164}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{ffa0}',
        '\u{fff9}',
        '\u{e0041}',
        '\u{e0100}',
    ] {
        assert_eq!(error(&format!("https://a{character}.test/")), UrlError::Invisible { at: 9 }, "{character:?}");
        assert_eq!(error(&format!("https://a.test/{character}")), UrlError::Invisible { at: 15 }, "{character:?}");
    }
}

#[test]
fn characters_that_readers_change_are_refused() {
    for (text, at) in [
        ("https:\\\\a.test", 6),
        ("https://a.test\\@b.test", 14),
        ("https://a.test/\\..", 15),
        ("https://a.test/\u{fdd0}", 15),
        ("https://a.test/\u{1ffff}", 15),
        ("https://a.test/<b>", 15),
        ("https://a.test/\"", 15),
        ("https://a.test/{b}", 15),
        ("https://a.test/a|b", 16),
        ("https://a.test/^", 15),
        ("https://a.test/`", 15),
        ("https://a.test/[b]", 15),
        ("https://a.test#a#b", 16),
        ("https://a.test/%", 15),
        ("https://a.test/%4", 15),
        ("https://a.test/ü%4g", 17),
        ("https://a.test?%é1", 15),
    ] {
        assert_eq!(error(text), UrlError::Character { at }, "{text}");
    }
}

#[test]
fn hosts_that_readers_change_are_refused() {
    for host in [
        ".",
        ".a",
        "a..b",
        "a..",
        "ex%61mple.test",
        "a%2eb",
        "a!b",
        "a*b",
        "a,b",
        "a;b",
        "a=b",
        "a'b",
        "a~b",
        "(a)",
        "<a>",
        "a|b",
        "]",
        "a]",
        "a[b]",
        "[::1",
        "[]",
        "[::g]",
        "[fe80::1%25eth0]",
        "[v1.a]",
        "[127.0.0.1]",
        "[::1::]",
    ] {
        let found = error(&format!("https://{host}/"));
        assert!(matches!(found, UrlError::Host { at: 8.. }), "{host}: {found}");
    }
    assert_eq!(error("https://u@good.b*d.test/"), UrlError::Host { at: 15 });
}

#[test]
fn letters_that_stand_for_others_are_refused_in_a_host() {
    for host in [
        "ｇood.test",
        "good。test",
        "good．test",
        "good｡test",
        "Ⓖood.test",
        "𝐠ood.test",
        "goo\u{17f}.test",
        "ﬁne.test",
        "a℀b.test",
        "good⁄evil.test",
        "good∕evil.test",
        "good／evil.test",
        "ªb.test",
        "\u{212a}.test",
        "１27.0.0.1",
        "a\u{301}.test",
        "good\u{2024}test",
        "a\u{fffd}b",
        "\u{e000}",
        "🔒.test",
        "\u{130}.test",
        "µ.test",
        "ϑ.test",
        "STRA\u{1e9e}E.test",
    ] {
        assert!(matches!(error(&format!("https://{host}/")), UrlError::Host { .. }), "{host}");
    }
}

#[test]
fn numbers_that_only_some_readers_take_for_an_address_are_refused() {
    for host in [
        "127.1",
        "2130706433",
        "0x7f000001",
        "0X7F.0.0.1",
        "0x",
        "017700000001",
        "010.0.0.1",
        "127.0.0.01",
        "256.0.0.1",
        "1.2.3.4.5",
        "127.0.0.1.",
        "a.1",
        "a.0x1f",
        "1.2.3",
        "0",
    ] {
        assert_eq!(error(&format!("https://{host}/")), UrlError::Host { at: 8 }, "{host}");
    }
}

#[test]
fn a_port_is_a_plain_number() {
    assert_eq!(report("https://a.test:1/").port(), Some(1));
    assert_eq!(report("https://a.test:65535").port(), Some(65535));
    for port in ["", "0", "00", "080", "65536", "99999999999999999999", "+80", "-1", "8a", "80:80", " 80", "８０"] {
        let found = error(&format!("https://a.test:{port}/"));
        let blank = matches!(found, UrlError::Blank { .. }) && port.contains(' ');
        assert!(found == UrlError::Port || blank, "{port}: {found}");
    }
    assert_eq!(error("https://[::1]80/"), UrlError::Port);
    assert_eq!(error("https://a::1/"), UrlError::Port);
    assert_eq!(error("https://::1/"), UrlError::NoHost);
}

#[test]
fn labels_and_names_have_the_lengths_of_dns() {
    let label = "a".repeat(63);
    assert_eq!(report(&format!("https://{label}.test/")).host().len(), 68);
    assert_eq!(error(&format!("https://b.{label}a.test/")), UrlError::Host { at: 10 });
    let name = format!("{label}.{label}.{label}.{}", "a".repeat(61));
    assert_eq!(report(&format!("https://{name}./")).host().len(), 254);
    assert_eq!(error(&format!("https://{name}a/")), UrlError::Host { at: 8 });
}

#[test]
fn any_text_is_read_without_a_panic() {
    let pieces = [
        "https", "http", ":", "/", "//", "@", "[", "]", "::1", ".", "a", "é", "%", "%41", "?", "#", "\\", "\u{202e}",
        "80", "x n",
    ];
    let mut state: u64 = 7;
    let mut accepted = 0;
    for _ in 0..50_000 {
        let mut text = alloc::string::String::from(if state % 2 == 0 { "https://" } else { "" });
        for _ in 0..state % 9 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = usize::try_from((state >> 33) % 20).unwrap();
            text.push_str(pieces.get(at).unwrap());
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) ^ (state >> 40);
        if let Ok(report) = UrlReport::read(&text) {
            assert_eq!(text.get(report.host_range()), Some(report.host()), "{text}");
            accepted += 1;
        }
    }
    assert!(accepted > 500, "{accepted}");
}

#[test]
fn errors_never_quote_the_url() {
    for text in [
        "secret",
        "secret:x",
        "https:secret",
        "https://secret*/",
        "https://secret:secret/",
        "https://s@e@secret/",
        "https://a/<secret",
    ] {
        let error = error(text);
        assert!(!format!("{error} {error:?}").contains("secret"));
        assert!(!error.to_string().ends_with('.'));
    }
}
