//! The members of one schema object, and the reports about them.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::{SchemaError, SchemaErrors, SchemaReason, Warning, WarningReason};
use super::limits;
use crate::json::{self, JsonKind, Malformed};

/// Something could not be read, and why has been reported.
#[derive(Clone, Copy)]
pub(super) struct Reported;

/// Collects what is wrong, about the property being read.
#[derive(Default)]
pub(super) struct Report {
    pub(super) property: Option<String>,
    errors: Vec<SchemaError>,
    omitted: usize,
    warnings: Vec<Warning>,
}

impl Report {
    pub(super) fn error(&mut self, pointer: impl Into<String>, reason: SchemaReason) -> Reported {
        self.error_at(|| pointer.into(), reason)
    }

    /// For loops: a pointer may be much longer than what it points at, and is only made while it is kept.
    pub(super) fn error_at(&mut self, pointer: impl FnOnce() -> String, reason: SchemaReason) -> Reported {
        if self.errors.len() < limits::MAX_REPORTS {
            self.errors.push(SchemaError { pointer: pointer(), property: self.property.clone(), reason });
        } else {
            self.omitted += 1;
        }
        Reported
    }

    pub(super) fn malformed(&mut self, pointer: impl Into<String>, fault: Malformed) -> Reported {
        self.error(pointer, SchemaReason::NotJson { line: fault.line, column: fault.column })
    }

    pub(super) fn warning(&mut self, pointer: impl Into<String>, reason: WarningReason) {
        if self.warnings.len() < limits::MAX_REPORTS {
            self.warnings.push(Warning { pointer: pointer.into(), property: self.property.clone(), reason });
        }
    }

    pub(super) fn finish(self) -> Result<Vec<Warning>, SchemaErrors> {
        if self.errors.is_empty() {
            Ok(self.warnings)
        } else {
            Err(SchemaErrors { errors: self.errors, omitted: self.omitted })
        }
    }

    pub(super) fn expect(
        &mut self,
        expected: JsonKind,
        value: &str,
        pointer: impl FnOnce() -> String,
    ) -> Result<(), Reported> {
        let found = json::kind(value);
        if found == expected {
            Ok(())
        } else {
            Err(self.error_at(pointer, SchemaReason::WrongKind { found, expected }))
        }
    }
}

/// `token`, to be appended to a JSON pointer (RFC 6901).
pub(super) fn step(token: &str) -> String {
    format!("/{}", token.replace('~', "~0").replace('/', "~1"))
}

pub(super) fn is_annotation(keyword: &str) -> bool {
    const ANNOTATIONS: [&str; 9] =
        ["$comment", "$id", "$schema", "deprecated", "description", "examples", "readOnly", "title", "writeOnly"];
    ANNOTATIONS.contains(&keyword)
}

pub(super) struct Keyword<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) value: &'a str,
    /// Whether it stands in the union's member and not beside the union.
    inner: bool,
}

/// The members of a schema object that have not been read yet, in the order of the text.
pub(super) struct Keywords<'a> {
    pointer: String,
    inner_pointer: String,
    list: Vec<Keyword<'a>>,
}

impl<'a> Keywords<'a> {
    /// Reads the members of `object`, whose kind has been checked.
    pub(super) fn read(object: &'a str, pointer: String, report: &mut Report) -> Self {
        let mut keywords = Self { pointer, inner_pointer: String::new(), list: Vec::new() };
        keywords.append(object, false, report);
        keywords
    }

    /// Adds the members of a union's only member that is not `null`. Annotations beside the union win.
    pub(super) fn merge(&mut self, object: &'a str, pointer: String, report: &mut Report) {
        self.inner_pointer = pointer;
        self.append(object, true, report);
    }

    fn append(&mut self, object: &'a str, inner: bool, report: &mut Report) {
        let list = &mut self.list;
        let result = json::members(object, |token, value| {
            let name = json::decode(token).unwrap_or(Cow::Borrowed(token.trim_matches('"')));
            list.push(Keyword { name, value, inner });
            true
        });
        if let Err(fault) = result {
            report.malformed(self.pointer.clone(), fault);
        }
        self.refuse_duplicates(report);
    }

    fn refuse_duplicates(&mut self, report: &mut Report) {
        let mut sorted: Vec<usize> = (0..self.list.len()).collect();
        let name = |at: usize| self.list.get(at).map(|keyword| keyword.name.as_ref());
        sorted.sort_by(|&left, &right| name(left).cmp(&name(right)));
        let mut repeated: Vec<usize> = sorted
            .windows(2)
            .filter_map(|pair| match *pair {
                [left, right] if name(left) == name(right) => Some(right),
                _ => None,
            })
            .collect();
        if repeated.is_empty() {
            return;
        }
        repeated.sort_unstable();
        let mut position = 0;
        let mut repeated = repeated.into_iter().peekable();
        let (pointer, inner_pointer) = (&self.pointer, &self.inner_pointer);
        self.list.retain(|keyword| {
            let is_repeated = repeated.next_if_eq(&position).is_some();
            position += 1;
            if is_repeated && !(keyword.inner && (is_annotation(&keyword.name) || keyword.name == "default")) {
                let base = if keyword.inner { inner_pointer } else { pointer };
                let reason = SchemaReason::DuplicateKeyword { keyword: keyword.name.to_string() };
                report.error_at(|| format!("{base}{}", step(&keyword.name)), reason);
            }
            !is_repeated
        });
    }

    pub(super) fn pointer(&self) -> &str {
        &self.pointer
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.list.iter().any(|keyword| keyword.name == name)
    }

    /// Takes a keyword out.
    pub(super) fn take(&mut self, name: &'static str) -> Option<Taken<'a>> {
        let at = self.list.iter().position(|keyword| keyword.name == name)?;
        let keyword = self.list.remove(at);
        Some(Taken { name, value: keyword.value, inner: keyword.inner })
    }

    /// Where a keyword stands.
    pub(super) fn place(&self, taken: &Taken<'_>) -> String {
        let base = if taken.inner { &self.inner_pointer } else { &self.pointer };
        format!("{base}{}", step(taken.name))
    }

    /// Takes an annotation out that is to be a text. `null`, which some servers write for "none", counts as absent.
    pub(super) fn take_text(&mut self, name: &'static str, report: &mut Report) -> Option<String> {
        let taken = self.take(name)?;
        match json::kind(taken.value) {
            JsonKind::Null => return None,
            JsonKind::String => {
                if let Some(text) = json::decode(taken.value) {
                    return Some(text.into_owned());
                }
            }
            _ => {}
        }
        report.warning(self.place(&taken), WarningReason::BadAnnotation);
        None
    }

    /// The names of what is left and does more than annotate.
    pub(super) fn into_unenforced(self) -> impl Iterator<Item = String> + use<'a> {
        self.list.into_iter().filter(|keyword| !is_annotation(&keyword.name)).map(|keyword| keyword.name.into_owned())
    }
}

/// A keyword that has been taken out to be read.
#[derive(Clone, Copy)]
pub(super) struct Taken<'a> {
    name: &'static str,
    pub(super) value: &'a str,
    inner: bool,
}
