//! Which character may stand where in a URL.

use super::UrlError;

/// What must not stand anywhere in a URL, looked for first: each of these makes the rest mean something else to some
/// reader.
pub(super) fn check(text: &str) -> Result<(), UrlError> {
    for (at, character) in text.char_indices() {
        if character.is_control() || character.is_whitespace() {
            return Err(UrlError::Blank { at });
        }
        if is_invisible(character) {
            return Err(UrlError::Invisible { at });
        }
        if character == '\\' || is_noncharacter(character) {
            return Err(UrlError::Character { at });
        }
    }
    Ok(())
}

/// Path, query and fragment, which begin at byte `start` of the text.
pub(super) fn check_tail(tail: &str, start: usize) -> Result<(), UrlError> {
    let mut in_query = false;
    let mut in_fragment = false;
    for (offset, character) in tail.char_indices() {
        let allowed = match character {
            '/' | '@' | ':' => true,
            '?' => {
                in_query = true;
                true
            }
            '#' => !core::mem::replace(&mut in_fragment, true),
            '[' | ']' => in_query || in_fragment,
            '%' => is_escape(tail, offset),
            _ => !character.is_ascii() || is_plain(character),
        };
        if !allowed {
            return Err(UrlError::Character { at: start + offset });
        }
    }
    Ok(())
}

pub(super) fn check_userinfo(text: &str) -> Result<(), UrlError> {
    let valid = text.char_indices().all(|(at, character)| match character {
        ':' => true,
        '%' => is_escape(text, at),
        _ => is_plain(character),
    });
    if valid { Ok(()) } else { Err(UrlError::Userinfo) }
}

/// What may stand in a label of a host name. Of the characters outside ASCII, letters, digits and the marks that some
/// scripts cannot do without, provided that they stand for themselves.
pub(super) fn is_of_host(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || matches!(character, '-' | '_');
    }
    // Brahmic scripts write their names with marks that Unicode does not count as alphabetic.
    let of_script = matches!(character, '\u{900}'..='\u{109f}' | '\u{1780}'..='\u{17ff}');
    (character.is_alphanumeric() || of_script) && !stands_for_others(character)
}

/// Unreserved characters and sub-delimiters of RFC 3986 section 2.
fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-._~!$&'()*+,;=".contains(character)
}

fn is_escape(text: &str, at: usize) -> bool {
    matches!(text.as_bytes().get(at..), Some([b'%', high, low, ..])
        if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// Default-ignorable characters, bidirectional controls and other characters without a form of their own.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

fn is_noncharacter(character: char) -> bool {
    matches!(character, '\u{fdd0}'..='\u{fdef}') || u32::from(character) & 0xfffe == 0xfffe
}

/// Letters and digits that IDNA (UTS 46) replaces by others, plain ASCII mostly: full-width, circled, superscript and
/// mathematical letters, ligatures, compatibility forms. A host written with them is not the host that a browser goes
/// to. Some neighbours that stand for themselves are refused with their block. Not among them are capitals, whose
/// replacement is the same name, and the Thai and Lao vowel AM, whose replacement looks the same.
fn stands_for_others(character: char) -> bool {
    matches!(
        character,
        '\u{aa}'
            | '\u{b2}'..='\u{b3}'
            | '\u{b5}'
            | '\u{b9}'..='\u{ba}'
            | '\u{bc}'..='\u{be}'
            | '\u{130}'
            | '\u{132}'..='\u{133}'
            | '\u{13f}'..='\u{140}'
            | '\u{149}'
            | '\u{17f}'
            | '\u{1c4}'..='\u{1cc}'
            | '\u{1f1}'..='\u{1f3}'
            | '\u{2b0}'..='\u{2b8}'
            | '\u{2e0}'..='\u{2e4}'
            | '\u{37a}'
            | '\u{3d0}'..='\u{3d6}'
            | '\u{3f0}'..='\u{3f2}'
            | '\u{3f4}'..='\u{3f5}'
            | '\u{3f9}'
            | '\u{587}'
            | '\u{675}'..='\u{678}'
            | '\u{edc}'..='\u{edd}'
            | '\u{f0c}'
            | '\u{f77}'
            | '\u{f79}'
            | '\u{10fc}'
            | '\u{1d2c}'..='\u{1d6a}'
            | '\u{1d78}'
            | '\u{1d9b}'..='\u{1dbf}'
            | '\u{1e9a}'..='\u{1e9b}'
            | '\u{1e9e}'
            | '\u{2070}'..='\u{209f}'
            | '\u{2100}'..='\u{218f}'
            | '\u{2460}'..='\u{24ff}'
            | '\u{2c7c}'..='\u{2c7d}'
            | '\u{2d6f}'
            | '\u{3038}'..='\u{303a}'
            | '\u{309f}'
            | '\u{30ff}'
            | '\u{3130}'..='\u{319f}'
            | '\u{3200}'..='\u{33ff}'
            | '\u{a69c}'..='\u{a69d}'
            | '\u{a770}'
            | '\u{a7f2}'..='\u{a7f4}'
            | '\u{a7f8}'..='\u{a7f9}'
            | '\u{ab5c}'..='\u{ab5f}'
            | '\u{ab69}'
            | '\u{f900}'..='\u{fdff}'
            | '\u{fe70}'..='\u{ffef}'
            | '\u{10780}'..='\u{107bf}'
            | '\u{1d400}'..='\u{1d7ff}'
            | '\u{1ee00}'..='\u{1eeff}'
            | '\u{1f100}'..='\u{1f2ff}'
            | '\u{1fbf0}'..='\u{1fbf9}'
            | '\u{2f800}'..='\u{2fa1f}'
    )
}
