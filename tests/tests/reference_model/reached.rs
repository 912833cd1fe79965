//! What the conversations have reached, and what they must reach.

use std::collections::{BTreeMap, BTreeSet};

const AT_LEAST: usize = 100;

/// Enums of errors and the files that define them.
const ENUMS: [(&str, &str); 7] = [
    ("PeerError", "error.rs"),
    ("Problem", "error.rs"),
    ("CaptureError", "error.rs"),
    ("NotOursReason", "state/failed.rs"),
    ("ResponseProblem", "input/response.rs"),
    ("InputProblem", "input/error.rs"),
    ("ParkedError", "parked/error.rs"),
];

/// What no conversation can reach, and why.
const UNREACHABLE: [(&str, &str); 1] = [(
    "ParkedError::Invalid",
    "the checksum is looked at first: only a document that somebody made up comes so far. The fuzz target `parked` does",
)];

#[derive(Debug, Default)]
pub struct Reached {
    rows: BTreeMap<(String, String, String), usize>,
    errors: BTreeMap<String, usize>,
}

impl Reached {
    pub fn row(&mut self, state: &str, event: &str, next: &str) {
        *self.rows.entry((state.into(), event.into(), next.into())).or_default() += 1;
    }

    pub fn error(&mut self, name: &str, error: &impl std::fmt::Debug) {
        *self.errors.entry(format!("{name}::{}", super::variant(error))).or_default() += 1;
    }

    pub fn assert_everything(&self) {
        let table = table();
        for row in &table {
            let times = self.rows.get(row).copied().unwrap_or_default();
            assert!(times >= AT_LEAST, "{row:?} was taken {times} times");
        }
        for row in self.rows.keys() {
            assert!(table.contains(row), "{row:?} was taken and is not in the table");
        }
        for (name, file) in ENUMS {
            for variant in variants(name, file) {
                let full = format!("{name}::{variant}");
                let times = self.errors.get(&full).copied().unwrap_or_default();
                let is_unreachable = UNREACHABLE.iter().any(|(unreachable, _)| *unreachable == full);
                assert!((times == 0) == is_unreachable, "{full} was seen {times} times");
            }
        }
    }
}

/// The table of transitions, as the documentation has it: state, event and what comes next.
fn table() -> BTreeSet<(String, String, String)> {
    let source = read("state/mod.rs");
    let lines = source.lines().skip_while(|line| !line.contains("<!-- transitions -->")).skip(3);
    let rows = lines.take_while(|line| line.starts_with("//! |")).map(|line| {
        let cells: Vec<_> = line.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect();
        (cells[1].clone(), cells[2].clone(), cells[4].clone())
    });
    let all: Vec<_> = rows.collect();
    let table: BTreeSet<_> = all.iter().cloned().collect();
    assert!(table.len() == all.len() && table.len() > 20, "a state, an event and what comes next make a row");
    table
}

/// The variants of an enum.
fn variants(name: &str, file: &str) -> Vec<String> {
    let source = read(file);
    let head = format!("pub enum {name} {{");
    let lines = source.lines().skip_while(|line| *line != head).skip(1).take_while(|line| *line != "}");
    let named = lines.filter_map(|line| line.strip_prefix("    ").filter(|line| line.starts_with(char::is_uppercase)));
    let variants: Vec<String> =
        named.map(|line| line.split(|char: char| !char.is_alphanumeric()).next().unwrap().into()).collect();
    assert!(!variants.is_empty(), "{name} is in {file}");
    variants
}

fn read(file: &str) -> String {
    let path = mrtr_tests::repository().join("core/src").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
