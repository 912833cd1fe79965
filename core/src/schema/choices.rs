//! Reading lists of choices.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::{SchemaReason, WarningReason};
use super::keywords::{Report, Reported, is_annotation};
use super::limits;
use super::model::{Choice, Choices};
use crate::json::{self, JsonKind, Malformed};

/// Reads `enum`, with the labels of `enumNames` (its value and its place).
pub(super) fn read_enum(
    values: &str,
    place: &str,
    nullable: bool,
    names: Option<(&str, String)>,
    report: &mut Report,
) -> Result<Choices, Reported> {
    let mut list = Collected::new(place);
    let mut labels = names.as_ref().and_then(|(names, _)| read_names(names)).map(Vec::into_iter);
    let mut labels_match = labels.is_some();
    report.expect(JsonKind::Array, values, || place.to_owned())?;
    let result = json::elements(values, |element| {
        let title = labels.as_mut().and_then(Iterator::next);
        labels_match &= title.is_some();
        if nullable && json::kind(element) == JsonKind::Null {
            return list.skip(report);
        }
        list.add(element, "", title, report)
    });
    labels_match &= labels.is_some_and(|mut rest| rest.next().is_none());
    if let Some((_, place)) = names.filter(|_| !labels_match) {
        list.titles_off();
        report.warning(place, WarningReason::EnumNamesMismatch);
    }
    list.finish(result, report)
}

fn read_names(names: &str) -> Option<Vec<String>> {
    if json::kind(names) != JsonKind::Array {
        return None;
    }
    let mut read = Some(Vec::new());
    let _ = json::elements(names, |element| {
        match (json::decode(element), &mut read) {
            (Some(name), Some(list)) => list.push(name.into_owned()),
            _ => read = None,
        }
        read.is_some()
    });
    read
}

/// Reads choices of `const` and `title`. `context` names the list in the property's unenforced keywords.
pub(super) fn read_titled(
    values: &str,
    place: &str,
    context: &str,
    nullable: bool,
    unenforced: &mut Vec<String>,
    report: &mut Report,
) -> Result<Choices, Reported> {
    report.expect(JsonKind::Array, values, || place.to_owned())?;
    let mut list = Collected::new(place);
    let mut untitled = 0;
    let mut others = BTreeSet::new();
    let result = json::elements(values, |element| {
        if report.expect(JsonKind::Object, element, || list.pointer("")).is_err() {
            return list.fail(report);
        }
        let option = Titled::read(element, &list, &mut others, report);
        let is_null = option.value.is_some_and(|value| json::kind(value) == JsonKind::Null) || option.is_null_type;
        if nullable && is_null {
            return list.skip(report);
        }
        let Some(value) = option.value else {
            report.error_at(|| list.pointer(""), SchemaReason::MissingConst);
            return list.fail(report);
        };
        let title = option.title.and_then(json::decode).map(alloc::borrow::Cow::into_owned);
        untitled += usize::from(title.is_none());
        list.add(value, "/const", title, report)
    });
    unenforced.extend(others.into_iter().map(|name| format!("{context}/{name}")));
    if untitled > 0 {
        report.warning(place, WarningReason::UntitledChoice { count: untitled });
    }
    list.finish(result, report)
}

/// One `{"const": ..., "title": ...}`, as raw text.
#[derive(Default)]
struct Titled<'a> {
    value: Option<&'a str>,
    title: Option<&'a str>,
    is_null_type: bool,
}

impl<'a> Titled<'a> {
    fn read(element: &'a str, list: &Collected<'_>, others: &mut BTreeSet<String>, report: &mut Report) -> Self {
        let mut option = Self::default();
        let _ = json::members(element, |token, value| {
            let Some(name) = json::decode(token) else { return true };
            let repeated = match name.as_ref() {
                "const" => option.value.replace(value),
                "title" => option.title.replace(value),
                // A choice is a string; to say so again narrows nothing.
                "type" if json::token_eq(value, "string") => None,
                "type" if json::token_eq(value, "null") => {
                    option.is_null_type = true;
                    None
                }
                name if is_annotation(name) => None,
                name => {
                    others.insert(name.to_string());
                    None
                }
            };
            if repeated.is_some() {
                let repeats_title = name == "title";
                let keyword = name.into_owned();
                let place = || list.pointer(if repeats_title { "/title" } else { "/const" });
                report.error_at(place, SchemaReason::DuplicateKeyword { keyword });
            }
            true
        });
        option
    }
}

/// The choices read so far, and the position of the next.
struct Collected<'p> {
    place: &'p str,
    list: Vec<Choice>,
    /// The position in the text of each choice in `list`.
    positions: Vec<usize>,
    next: usize,
    sound: bool,
}

impl<'p> Collected<'p> {
    fn new(place: &'p str) -> Self {
        Self { place, list: Vec::new(), positions: Vec::new(), next: 0, sound: true }
    }

    fn pointer(&self, suffix: &str) -> String {
        format!("{}/{}{suffix}", self.place, self.next)
    }

    fn add(&mut self, value: &str, suffix: &str, title: Option<String>, report: &mut Report) -> bool {
        if report.expect(JsonKind::String, value, || self.pointer(suffix)).is_err() {
            return self.fail(report);
        }
        let Some(value) = json::decode(value) else {
            report.error_at(|| self.pointer(suffix), SchemaReason::LoneSurrogate);
            return self.fail(report);
        };
        self.list.push(Choice { value: value.into_owned(), title });
        self.positions.push(self.next);
        self.skip(report)
    }

    fn fail(&mut self, report: &mut Report) -> bool {
        self.sound = false;
        self.skip(report)
    }

    /// Goes on to the next element, if there may be one.
    fn skip(&mut self, report: &mut Report) -> bool {
        self.next += 1;
        if self.next > limits::MAX_CHOICES {
            self.sound = false;
            report.error(self.place, SchemaReason::TooManyChoices);
            return false;
        }
        true
    }

    fn titles_off(&mut self) {
        for choice in &mut self.list {
            choice.title = None;
        }
    }

    fn finish(self, read: Result<(), Malformed>, report: &mut Report) -> Result<Choices, Reported> {
        if let Err(fault) = read {
            return Err(report.malformed(self.place, fault));
        }
        if !self.sound {
            return Err(Reported);
        }
        if self.list.is_empty() {
            return Err(report.error(self.place, SchemaReason::EmptyChoices));
        }
        Choices::new(self.list).map_err(|repeated| {
            for at in repeated.into_iter().filter_map(|at| self.positions.get(at)) {
                report.error_at(|| format!("{}/{at}", self.place), SchemaReason::DuplicateChoice);
            }
            Reported
        })
    }
}
