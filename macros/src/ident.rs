//! Names: from any text to a Rust name, by rules that look at the text alone.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span};

/// How names are written, and what happens to one that Rust reserves or that is taken.
///
/// A name that Rust reserves gets an underscore at its end; a name that is taken gets a number. Neither form can come
/// out of a text: natural names of types have no underscore, those of fields none at their end and no two in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// `SeatClass`, for types and variants. Numbered: `SeatClass_2`.
    Pascal,
    /// `seat_class`, for fields and modules. Numbered: `seat_class__2`.
    Snake,
}

/// The names of one scope, given in the order of the text, so that what is appended changes none before it.
pub(crate) struct Names {
    style: Style,
    given: BTreeMap<String, u32>,
}

impl Names {
    pub(crate) fn new(style: Style, reserved: &[&str]) -> Self {
        Self { style, given: reserved.iter().map(|name| ((*name).to_owned(), 1)).collect() }
    }

    /// The name for a text, different from all before.
    pub(crate) fn give(&mut self, text: &str) -> Ident {
        self.give_compound(&[text])
    }

    /// The name for several texts in a row, different from all before.
    pub(crate) fn give_compound(&mut self, texts: &[&str]) -> Ident {
        let natural = compound(texts, self.style);
        let count = self.given.entry(natural.clone()).or_insert(0);
        *count += 1;
        let name = match (*count, self.style) {
            (1, _) => natural,
            (count, Style::Pascal) => format!("{natural}_{count}"),
            (count, Style::Snake) => format!("{natural}__{count}"),
        };
        Ident::new(&name, Span::mixed_site())
    }
}

/// The name for a text where nothing is taken.
pub(crate) fn natural(text: &str, style: Style) -> String {
    compound(&[text], style)
}

fn compound(texts: &[&str], style: Style) -> String {
    let mut name = String::new();
    for word in texts.iter().flat_map(|text| words(text)) {
        match style {
            Style::Pascal => {
                let mut chars = word.chars();
                name.extend(chars.next().map(upper));
                name.extend(chars.map(lower));
            }
            Style::Snake => {
                if !name.is_empty() {
                    name.push('_');
                }
                name.extend(word.chars().map(lower));
            }
        }
    }
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        name.insert(0, if style == Style::Pascal { 'N' } else { 'n' });
    }
    if is_reserved(&name) {
        name.push('_');
    }
    name
}

/// Letters and digits make words. A word ends at any other character, before a capital that follows a small letter or a
/// digit, and before the last of several capitals where a small letter follows.
fn words(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut words = Words::default();
    let mut previous = None;
    for (at, &char) in chars.iter().enumerate() {
        let next = chars.get(at + 1).copied();
        if is_word(char) {
            let ends = previous.is_some_and(|previous: char| {
                char.is_uppercase() && (!previous.is_uppercase() || next.is_some_and(char::is_lowercase))
            });
            if ends {
                words.end();
            }
            words.word.push(char);
            previous = Some(char);
        } else if char == '\'' || char == '’' {
            // "don't" is one word.
        } else {
            words.end();
            let is_minus = char == '-' && previous.is_none() && next.is_some_and(|next| next.is_ascii_digit());
            if is_minus {
                words.whole("minus");
            } else if let Some(name) = symbol(char) {
                words.whole(name);
            } else if !is_separator(char) {
                words.whole(&code_point(char));
            }
            previous = None;
        }
    }
    words.end();
    if words.list.is_empty() {
        for char in chars {
            words.whole(&separator(char).map_or_else(|| code_point(char), str::to_owned));
        }
    }
    if words.list.is_empty() {
        words.whole("empty");
    }
    words.list
}

#[derive(Default)]
struct Words {
    list: Vec<String>,
    word: String,
}

impl Words {
    fn end(&mut self) {
        if !self.word.is_empty() {
            self.list.push(std::mem::take(&mut self.word));
        }
    }

    fn whole(&mut self, word: &str) {
        self.list.push(word.to_owned());
    }
}

fn code_point(char: char) -> String {
    format!("u{:x}", u32::from(char))
}

/// ASCII letters and digits, and the letters of scripts in wide use that any compiler takes in an identifier and leaves
/// as they are: precomposed, without marks that combine. Other letters are written by their code point.
pub(crate) fn is_word(char: char) -> bool {
    const LETTERS: [(char, char); 14] = [
        ('\u{c0}', '\u{d6}'),
        ('\u{d8}', '\u{f6}'),
        ('\u{f8}', '\u{148}'),
        ('\u{14a}', '\u{17e}'),
        ('\u{386}', '\u{386}'),
        ('\u{388}', '\u{38a}'),
        ('\u{38e}', '\u{3a1}'),
        ('\u{3a3}', '\u{3ce}'),
        ('\u{400}', '\u{481}'),
        ('\u{5d0}', '\u{5ea}'),
        ('\u{621}', '\u{63a}'),
        ('\u{641}', '\u{64a}'),
        ('\u{4e00}', '\u{9fa5}'),
        ('\u{ac00}', '\u{d7a3}'),
    ];
    const KANA: [(char, char); 2] = [('\u{3041}', '\u{3096}'), ('\u{30a1}', '\u{30fa}')];
    char.is_ascii_alphanumeric()
        || (!char.is_ascii() && LETTERS.iter().chain(&KANA).any(|&(first, last)| (first..=last).contains(&char)))
}

fn upper(char: char) -> char {
    single(char, char.to_uppercase())
}

fn lower(char: char) -> char {
    single(char, char.to_lowercase())
}

/// A letter whose other case is several characters keeps its case.
fn single(char: char, mut changed: impl Iterator<Item = char>) -> char {
    match (changed.next(), changed.next()) {
        (Some(changed), None) if is_word(changed) => changed,
        _ => char,
    }
}

/// Symbols that tell names apart ("c", "c++", "c#") are spelled wherever they stand.
fn symbol(char: char) -> Option<&'static str> {
    Some(match char {
        '+' => "plus",
        '<' => "less",
        '>' => "greater",
        '=' => "equal",
        '#' => "hash",
        '$' => "dollar",
        '%' => "percent",
        '&' => "and",
        '@' => "at",
        _ => return None,
    })
}

/// Blanks and punctuation separate words. They are spelled only in a text that has nothing else.
fn is_separator(char: char) -> bool {
    char.is_ascii() || char.is_whitespace() || ('\u{2000}'..='\u{206f}').contains(&char)
}

fn separator(char: char) -> Option<&'static str> {
    Some(match char {
        ' ' => "blank",
        '\t' => "tab",
        '\n' => "newline",
        '\r' => "return",
        '_' => "underscore",
        '-' => "dash",
        '.' => "dot",
        ',' => "comma",
        ':' => "colon",
        ';' => "semicolon",
        '/' => "slash",
        '\\' => "backslash",
        '|' => "pipe",
        '!' => "bang",
        '?' => "question",
        '*' => "star",
        '^' => "caret",
        '~' => "tilde",
        '`' => "backtick",
        '"' => "quote",
        '\'' | '’' => "apostrophe",
        '(' => "open",
        ')' => "close",
        '[' => "openbracket",
        ']' => "closebracket",
        '{' => "openbrace",
        '}' => "closebrace",
        _ => return None,
    })
}

/// The keywords of all editions, those that cannot be raw identifiers included, so that a name is the same in each.
fn is_reserved(name: &str) -> bool {
    const KEYWORDS: [&str; 53] = [
        "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
        "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
        "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct",
        "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while",
        "yield", "_",
    ];
    KEYWORDS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn give(style: Style, texts: &[&str]) -> Vec<String> {
        let mut names = Names::new(style, &[]);
        texts.iter().map(|text| names.give(text).to_string()).collect()
    }

    fn pascal(texts: &[&str]) -> Vec<String> {
        give(Style::Pascal, texts)
    }

    fn snake(texts: &[&str]) -> Vec<String> {
        give(Style::Snake, texts)
    }

    #[test]
    fn words_end_where_a_reader_sees_them_end() {
        assert_eq!(
            pascal(&["aisle", "first class", "extra-leg_room", "payPal", "HTTPServer", "USD", "v0001", "2nd"]),
            ["Aisle", "FirstClass", "ExtraLegRoom", "PayPal", "HttpServer", "Usd", "V0001", "N2nd"]
        );
        assert_eq!(
            snake(&["firstName", "HTTPPort", "a.b", "2nd", "don't"]),
            ["first_name", "http_port", "a_b", "n2nd", "dont"]
        );
    }

    #[test]
    fn symbols_are_spelled() {
        assert_eq!(pascal(&["=", "≠", ">"]), ["Equal", "U2260", "Greater"]);
        assert_eq!(pascal(&["+1", "-1"]), ["Plus1", "Minus1"]);
        assert_eq!(
            pascal(&["c", "c++", "c#", "$ref", "50%", "Q&A"]),
            ["C", "CPlusPlus", "CHash", "DollarRef", "N50Percent", "QAndA"]
        );
        assert_eq!(
            pascal(&["", " ", "_", "--", "?!", "\u{1}"]),
            ["Empty", "Blank", "Underscore", "DashDash", "QuestionBang", "U1"]
        );
        assert_eq!(snake(&["♥", "", "_", "$ref"]), ["u2665", "empty", "underscore", "dollar_ref"]);
    }

    #[test]
    fn each_symbol_has_its_word() {
        let symbols = ["+", "<", ">", "=", "#", "$", "%", "&", "@"];
        let words = ["plus", "less", "greater", "equal", "hash", "dollar", "percent", "and", "at"];
        assert_eq!(snake(&symbols), words);
        assert_eq!(
            snake(&symbols.map(|symbol| format!("a{symbol}b")).each_ref().map(String::as_str)),
            words.map(|word| format!("a_{word}_b"))
        );
    }

    #[test]
    fn punctuation_is_spelled_where_it_stands_alone_and_else_separates() {
        let separators = [
            " ", "\t", "\n", "\r", "_", "-", ".", ",", ":", ";", "/", "\\", "|", "!", "?", "*", "^", "~", "`", "\"",
            "(", ")", "[", "]", "{", "}",
        ];
        let words = "blank tab newline return_ underscore dash dot comma colon semicolon slash backslash pipe bang question \
                     star caret tilde backtick quote open close openbracket closebracket openbrace closebrace";
        assert_eq!(snake(&separators), words.split(' ').collect::<Vec<_>>());
        for separator in separators {
            assert_eq!(pascal(&[&format!("a{separator}b")]), ["AB"], "{separator:?}");
        }
        assert_eq!(snake(&["'", "’"]), ["apostrophe", "apostrophe__2"]);
    }

    #[test]
    fn blanks_and_dashes_beyond_ascii_separate_and_other_characters_are_words() {
        assert_eq!(pascal(&["a\u{3000}b", "c\u{2014}d", "e♥f"]), ["AB", "CD", "EU2665F"]);
        assert_eq!(pascal(&["\u{2014}"]), ["U2014"]);
    }

    #[test]
    fn letters_of_scripts_in_wide_use_are_kept() {
        assert_eq!(snake(&["Größe", "Ширина", "Ύψος", "座席", "좌석"]), ["größe", "ширина", "ύψος", "座席", "좌석"]);
        assert_eq!(pascal(&["größe", "é"]), ["Größe", "É"]);
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number_that_no_text_leads_to() {
        assert_eq!(pascal(&["a-b", "a_b", "aB"]), ["AB", "AB_2", "AB_3"]);
        assert_eq!(pascal(&["", "X2", " "]), ["Empty", "X2", "Blank"]);
        assert_eq!(pascal(&["x", "X", "X_2", "x 2", "x2"]), ["X", "X_2", "X2", "X2_2", "X2_3"]);
        assert_eq!(pascal(&["1", "01"]), ["N1", "N01"]);
        assert_eq!(
            snake(&["fooBar", "foo_bar", "foo bar", "foo_bar_2"]),
            ["foo_bar", "foo_bar__2", "foo_bar__3", "foo_bar_2"]
        );
    }

    #[test]
    fn what_is_appended_renames_nothing() {
        let texts = ["a", "A", "a_2", "self", "", "Self", "ä", "A!", "a 2", "empty"];
        let all = pascal(&texts);
        for end in 0..texts.len() {
            assert_eq!(pascal(texts.get(..end).unwrap_or_default()), all.get(..end).unwrap_or_default());
        }
    }

    #[test]
    fn reserved_words_get_an_underscore() {
        assert_eq!(
            snake(&["type", "self", "Self", "super", "crate", "gen", "async"]),
            ["type_", "self_", "self___2", "super_", "crate_", "gen_", "async_"]
        );
        assert_eq!(pascal(&["self", "Self_", "type"]), ["Self_", "Self__2", "Type"]);
    }

    #[test]
    fn any_text_gives_an_identifier() {
        // Beyond are no letters that are kept: every name is a code point.
        for code in 0..=0x2_ffff {
            let Some(char) = char::from_u32(code) else { continue };
            for style in [Style::Pascal, Style::Snake] {
                let name = natural(&char.to_string(), style);
                let mut chars = name.chars();
                assert!(chars.next().is_some_and(unicode_ident::is_xid_start), "{code:x} {name}");
                assert!(chars.all(unicode_ident::is_xid_continue), "{code:x} {name}");
                assert!(unicode_normalization::is_nfc(&name), "{code:x} {name}");
            }
        }
    }

    #[test]
    fn several_texts_make_one_name() {
        let mut names = Names::new(Style::Pascal, &[]);
        let given = [["seat", "class"], ["self", "2nd"], ["a", "self"], ["", ""], ["seat", "Class"]]
            .map(|texts| names.give_compound(&texts).to_string());
        assert_eq!(given, ["SeatClass", "Self2nd", "ASelf", "EmptyEmpty", "SeatClass_2"]);
    }

    #[test]
    fn long_texts_stay_names() {
        let long = "x".repeat(300);
        assert_eq!(snake(&[&long]), [long]);
    }
}
