//! What the examples print, and how they ask the person at the terminal.

use std::fmt::Display;
use std::io::{self, IsTerminal};

use dialoguer::{Input, Select};

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
    if let Some(value) = given {
        return Ok(Choice::Accept(value.to_owned()));
    }
    if !has_person() {
        return Ok(Choice::Accept(otherwise.to_owned()));
    }
    Ok(match choose(message, &["fill in the form", "decline", "cancel"])? {
        Some(0) => Choice::Accept(Input::new().with_prompt(printable(field)).interact_text().map_err(io_error)?),
        Some(1) => Choice::Decline,
        _ => Choice::Cancel,
    })
}

/// Asks for one of several choices, where there is a person. The answer is the index of the choice.
///
/// # Errors
///
/// When the terminal cannot be read.
pub fn ask_choice(
    message: &str,
    choices: &[&str],
    given: Option<usize>,
    otherwise: usize,
) -> io::Result<Choice<usize>> {
    if let Some(index) = given {
        return Ok(Choice::Accept(index));
    }
    if !has_person() {
        return Ok(Choice::Accept(otherwise));
    }
    let mut items = choices.to_vec();
    items.extend(["decline", "cancel"]);
    Ok(match choose(message, &items)? {
        Some(index) if index < choices.len() => Choice::Accept(index),
        Some(index) if index == choices.len() => Choice::Decline,
        _ => Choice::Cancel,
    })
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
        assert_eq!(ask_choice("m", &["a", "b"], Some(1), 0).unwrap(), Choice::Accept(1));
    }
}
