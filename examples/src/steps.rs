//! What the examples print, and how they ask the person at the terminal.

use std::fmt::Display;
use std::io::{self, IsTerminal};

use dialoguer::{Input, Password, Select};
use mrtr::{CallToolResult, ContentBlock};

/// Prints one step of a call: what happened, and what about it.
pub fn step(what: &str, about: impl Display) {
    println!("{what:<10} {about}");
}

/// What a person did with a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice<T> {
    /// Filled it in.
    Accept(T),
    /// Said no.
    Decline,
    /// Dismissed it.
    Cancel,
}

/// Whether there is a person to ask.
#[must_use]
pub fn has_person() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks for one line of text, where there is a person; without one, or with a value from the command line, that value
/// is the answer.
///
/// # Errors
///
/// When the terminal cannot be read.
pub fn ask(message: &str, field: &str, given: Option<&str>, otherwise: &str) -> io::Result<Choice<String>> {
    answer(given.map(str::to_owned), otherwise.to_owned(), || {
        fill_in(message, || Input::new().with_prompt(printable(field)).interact_text())
    })
}

/// As [`ask`], for a text that is not shown while it is typed.
///
/// # Errors
///
/// When the terminal cannot be read.
pub fn ask_secret(message: &str, field: &str, given: Option<&str>, otherwise: &str) -> io::Result<Choice<String>> {
    answer(given.map(str::to_owned), otherwise.to_owned(), || {
        fill_in(message, || Password::new().with_prompt(printable(field)).interact())
    })
}

/// As [`ask`], for a number.
///
/// # Errors
///
/// When the terminal cannot be read.
pub fn ask_number(message: &str, field: &str, given: Option<i64>, otherwise: i64) -> io::Result<Choice<i64>> {
    answer(given, otherwise, || fill_in(message, || Input::new().with_prompt(printable(field)).interact_text()))
}

/// As [`ask`], for one of several choices, which are shown by their titles.
///
/// # Errors
///
/// When the terminal cannot be read.
pub fn ask_choice<T: Copy>(
    message: &str,
    choices: &[T],
    title: impl Fn(T) -> &'static str,
    given: Option<T>,
    otherwise: T,
) -> io::Result<Choice<T>> {
    answer(given, otherwise, || {
        let mut items: Vec<&str> = choices.iter().map(|choice| title(*choice)).collect();
        items.extend(["decline", "cancel"]);
        Ok(match choose(message, &items)? {
            Some(index) if index == choices.len() => Choice::Decline,
            Some(index) => choices.get(index).map_or(Choice::Cancel, |choice| Choice::Accept(*choice)),
            None => Choice::Cancel,
        })
    })
}

/// The texts of a result, in lines.
#[must_use]
pub fn text(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| match block {
        ContentBlock::Text(text) => Some(printable(&text.text)),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Text of the server as it may be shown on a terminal: control characters and those that change the direction of
/// writing are escaped.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for char in text.chars() {
        let turns =
            matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}');
        if char.is_control() || turns {
            shown.extend(char.escape_unicode());
        } else {
            shown.push(char);
        }
    }
    shown
}

fn answer<T>(given: Option<T>, otherwise: T, ask: impl FnOnce() -> io::Result<Choice<T>>) -> io::Result<Choice<T>> {
    match given {
        Some(value) => Ok(Choice::Accept(value)),
        None if has_person() => ask(),
        None => Ok(Choice::Accept(otherwise)),
    }
}

fn fill_in<T>(message: &str, ask: impl FnOnce() -> dialoguer::Result<T>) -> io::Result<Choice<T>> {
    Ok(match choose(message, &["fill in the form", "decline", "cancel"])? {
        Some(0) => Choice::Accept(ask().map_err(io_error)?),
        Some(1) => Choice::Decline,
        _ => Choice::Cancel,
    })
}

fn choose(message: &str, items: &[&str]) -> io::Result<Option<usize>> {
    let items: Vec<String> = items.iter().map(|item| printable(item)).collect();
    Select::new().with_prompt(printable(message)).items(&items).default(0).interact_opt().map_err(io_error)
}

fn io_error(error: dialoguer::Error) -> io::Error {
    let dialoguer::Error::IO(error) = error;
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown_escaped() {
        assert_eq!(printable("a\u{1b}]52;c;eA==\u{7}b\u{202e}c é"), "a\\u{1b}]52;c;eA==\\u{7}b\\u{202e}c é");
    }

    #[test]
    fn a_value_from_the_command_line_needs_no_person() {
        assert_eq!(ask("m", "f", Some("14C"), "x").unwrap(), Choice::Accept("14C".to_owned()));
        assert_eq!(ask_number("m", "f", Some(7), 0).unwrap(), Choice::Accept(7));
        assert_eq!(ask_choice("m", &[1, 2], |_| "c", Some(2), 1).unwrap(), Choice::Accept(2));
    }
}
