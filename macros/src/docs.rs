//! Texts of a server as documentation: shown as they are, without effect as Markdown.

/// Documentation of a title and a description, with `fallback` (ours, in Markdown) where there is neither.
pub(crate) fn text(title: Option<&str>, description: Option<&str>, fallback: &str) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    for text in [title, description].into_iter().flatten() {
        let text = inert(text);
        if !text.is_empty() && !paragraphs.contains(&text) {
            paragraphs.push(text);
        }
    }
    if paragraphs.is_empty() {
        paragraphs.push(fallback.to_owned());
    }
    paragraphs.join("\n\n")
}

/// Escapes all that Markdown, rustdoc or an editor could take for more than text. Line breaks stay, indentation does
/// not: four blanks would be a code block.
pub(crate) fn inert(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']) {
        let mut escaped = String::with_capacity(line.len());
        for char in line.trim().chars() {
            if is_shown(char) {
                if char.is_ascii_punctuation() && !matches!(char, ',' | '\'' | '"' | ';' | '?' | '%') {
                    escaped.push('\\');
                }
                escaped.push(if char.is_whitespace() { ' ' } else { char });
            }
        }
        lines.push(escaped);
    }
    let start = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(start, |last| last + 1);
    lines.get(start..end).unwrap_or_default().join("\n")
}

/// Not controls, and not the characters that turn the direction of text around.
fn is_shown(char: char) -> bool {
    (char == '\t' || !char.is_control())
        && !matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_escaped() {
        assert_eq!(inert("```\npanic!()\n```"), "\\`\\`\\`\npanic\\!\\(\\)\n\\`\\`\\`");
        assert_eq!(inert("    code\n\tcode"), "code\ncode");
        assert_eq!(inert("[a](b) <i> https://a.test"), "\\[a\\]\\(b\\) \\<i\\> https\\:\\/\\/a\\.test");
        assert_eq!(inert("a\u{202e}b\u{0}c"), "abc");
        assert_eq!(inert("\n\n  x \n\n y\n "), "x\n\ny");
    }

    #[test]
    fn a_title_without_text_falls_back() {
        assert_eq!(text(Some(" "), None, "The form `a`."), "The form `a`.");
        assert_eq!(text(Some("A"), Some("A"), ""), "A");
        assert_eq!(text(Some("A"), Some("B"), ""), "A\n\nB");
    }
}
