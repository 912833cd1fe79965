//! The one table of all transitions. Each row drives a real state; a pair of state and transition that has no row is
//! proved not to exist by compiling; the documentation shows this table and a picture of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use mrtr_core::parked::{Parked, RestoreError, Restored};
use mrtr_core::{
    AnswerError, Answered, Call, CallError, Complete, Failed, GetPrompt, Implementation, NeedsInput, NotOurs,
    OutputError, Pending, ReadResource, ReceiveError, Reply, Session, ToolCall, TryAnswerError,
};
use mrtr_tests::scenario::{self, accept, raw};

/// What a call is after a transition, told by the type of what came back.
type Next = &'static str;

const END: Next = "the end";

struct Row {
    state: &'static str,
    transition: &'static str,
    when: &'static str,
    next: Next,
    /// Brings a real call into the state, makes the transition, and tells what the call is then.
    drive: fn() -> Next,
}

const fn row(
    state: &'static str,
    transition: &'static str,
    when: &'static str,
    next: Next,
    drive: fn() -> Next,
) -> Row {
    Row { state, transition, when, next, drive }
}

const TABLE: &[Row] = &[
    row("Session", "call", "the call can be captured", "Pending", || next(scenario::session().call(scenario::call()))),
    row("Session", "call", "it cannot", "the call itself", || {
        let arguments = r#"{"not":["strings"]}"#;
        next(scenario::session().call(GetPrompt::new("walkthrough").arguments_json(arguments).unwrap()))
    }),
    row("Pending", "receive", "a complete result", "Complete", || {
        let pending = scenario::pending();
        let message = scenario::response(pending.id(), scenario::COMPLETE);
        next(pending.receive(&message))
    }),
    row("Pending", "receive", "a result that asks for input", "NeedsInput", || {
        let pending = scenario::pending();
        let message = scenario::response(pending.id(), &asks());
        next(pending.receive(&message))
    }),
    row("Pending", "receive", "an error, or a result that breaks the protocol", "Failed", || {
        let pending = scenario::pending();
        let error = scenario::error(pending.id(), -32603, "try again");
        let after_error = next(pending.receive(&error));

        let pending = scenario::pending();
        let message = scenario::response(pending.id(), r#"{"resultType":"input_required"}"#);
        assert_eq!(next(pending.receive(&message)), after_error);
        after_error
    }),
    row("Pending", "receive", "a message that does not answer this leg", "NotOurs", || {
        next(scenario::pending().receive(&scenario::response(&"another".into(), scenario::COMPLETE)))
    }),
    row("Pending", "receive_result", "a complete result", "Complete", || {
        next(scenario::pending().receive_result(&raw(scenario::COMPLETE)))
    }),
    row("Pending", "receive_result", "a result that asks for input", "NeedsInput", || {
        next(scenario::pending().receive_result(&raw(&asks())))
    }),
    row("Pending", "receive_result", "a result that breaks the protocol", "Failed", || {
        next(scenario::pending().receive_result(&raw(r#"{"resultType":null}"#)))
    }),
    row("Pending", "receive_error", "always", "Failed", || {
        next(scenario::pending().receive_error(&raw(r#"{"code":-32603,"message":"try again"}"#)))
    }),
    row("Pending", "reissue", "always", "Pending", || next(scenario::pending().reissue())),
    row("Pending", "cancel", "always", END, || {
        let pending = scenario::pending();
        let id = pending.id().clone();
        assert_eq!(pending.cancel(None).id(), &id);
        END
    }),
    row("NeedsInput", "answer", "every response is taken", "Answered", || next(scenario::needs_input().answer(accept))),
    row("NeedsInput", "answer", "an input request is unreadable, or a response is refused", "NeedsInput", || {
        let unreadable = scenario::input_required(r#"{"a":{"method":"tools/call"}}"#, None);
        let unread = next(scenario::ask_for(scenario::pending(), &unreadable).answer(accept));

        let mut others = scenario::needs_input().inputs().unwrap();
        let refused = next(scenario::needs_input().answer(|_| accept(others.remove(0))));
        assert_eq!(unread, refused);
        refused
    }),
    row("NeedsInput", "try_answer", "every response is taken", "Answered", || {
        next(scenario::needs_input().try_answer(|input| Ok::<_, Leave>(accept(input))))
    }),
    row("NeedsInput", "try_answer", "the closure stops, or as for `answer`", "NeedsInput", || {
        let stopped = next(scenario::needs_input().try_answer(|_| Err(Leave)));

        let mut others = scenario::needs_input().inputs().unwrap();
        let refused = next(scenario::needs_input().try_answer(|_| Ok::<_, Leave>(accept(others.remove(0)))));
        assert_eq!(stopped, refused);
        refused
    }),
    row("NeedsInput", "submit", "every response is taken", "Answered", || {
        let needs_input = scenario::needs_input();
        let responses: Vec<_> = needs_input.inputs().unwrap().into_iter().map(accept).collect();
        next(needs_input.submit(responses))
    }),
    row("NeedsInput", "submit", "a response is refused", "NeedsInput", || next(scenario::needs_input().submit([]))),
    row("NeedsInput", "into_dynamic", "always", "NeedsInput", || next(scenario::needs_input().into_dynamic())),
    row("NeedsInput", "park", "always", "Parked", || next(scenario::needs_input().park())),
    row("NeedsInput", "abandon", "always", END, || {
        let () = scenario::needs_input().abandon();
        END
    }),
    row("Answered", "resume", "always", "Pending", || next(scenario::answered().resume())),
    row("Answered", "park", "always", "Parked", || next(scenario::answered().park())),
    row("Parked", "restore", "it has no responses", "NeedsInput", || {
        next(scenario::needs_input().park().restore(&scenario::session()))
    }),
    row("Parked", "restore", "it has its responses", "Answered", || {
        next(scenario::answered().park().restore(&scenario::session()))
    }),
    row("Parked", "restore", "it belongs to another peer", "Parked", || {
        let hotel = Session::new("hotel", Implementation::new("tests", "0.0.0"));
        next(scenario::needs_input().park().restore(&hotel))
    }),
    row("Failed", "reissue", "always", "Pending", || next(scenario::failed().reissue())),
    row("Failed", "reissue_in_version", "always", "Pending", || {
        next(scenario::failed().reissue_in_version("2026-07-28"))
    }),
    row("Failed", "restart", "always", "Pending", || next(scenario::failed().restart())),
    row("NotOurs", "into_pending", "always", "Pending", || next(scenario::not_ours().into_pending())),
    row("Complete", "into_output", "the output can be read", END, || {
        assert_eq!(scenario::complete().into_output().unwrap().content.len(), 1);
        END
    }),
    row("Complete", "into_output", "the output cannot be read", "Complete", || {
        // A tool's result is no resource.
        let complete = scenario::finish(scenario::pending_of(ReadResource::new("file:///report.csv")));
        match complete.into_output() {
            Ok(_) => END,
            Err(error) => error.next(),
        }
    }),
];

/// Says what a value makes of a call.
trait Transition {
    fn next(self) -> Next;
}

fn next(value: impl Transition) -> Next {
    value.next()
}

macro_rules! states {
    ($($State:ident)*) => {
        const STATES: &[&str] = &[$(stringify!($State)),*];

        $(impl<C> Transition for $State<C> {
            fn next(self) -> Next {
                stringify!($State)
            }
        })*
    };
}

states! { Pending NeedsInput Answered Complete Failed NotOurs Parked }

impl<C: Call> Transition for Reply<C> {
    fn next(self) -> Next {
        match self {
            Self::Complete(complete) => complete.next(),
            Self::NeedsInput(needs_input) => needs_input.next(),
        }
    }
}

impl<T: Transition, E: Transition> Transition for Result<T, E> {
    fn next(self) -> Next {
        match self {
            Ok(value) => value.next(),
            Err(error) => error.next(),
        }
    }
}

impl<C> Transition for Restored<C> {
    fn next(self) -> Next {
        match self {
            Self::NeedsInput(needs_input) => needs_input.next(),
            Self::Answered(answered) => answered.next(),
        }
    }
}

impl<C> Transition for RestoreError<Parked<C>> {
    fn next(self) -> Next {
        self.into_document().next()
    }
}

impl<C> Transition for CallError<C> {
    fn next(self) -> Next {
        "the call itself"
    }
}

impl<C> Transition for ReceiveError<C> {
    fn next(self) -> Next {
        match self {
            Self::NotOurs(not_ours) => not_ours.next(),
            Self::Failed(failed) => failed.next(),
        }
    }
}

impl<C: Call> Transition for AnswerError<C> {
    fn next(self) -> Next {
        self.into_needs_input().next()
    }
}

impl<C: Call, E> Transition for TryAnswerError<C, E> {
    fn next(self) -> Next {
        self.into_needs_input().next()
    }
}

impl<C> Transition for OutputError<C> {
    fn next(self) -> Next {
        self.into_complete().next()
    }
}

struct Leave;

fn asks() -> String {
    scenario::input_required(&scenario::forms(&["seat"]), None)
}

/// Pairs of state and transition that do not exist. A method of a state comes before one of a trait, so that a line here
/// compiles only while the state has no such method.
macro_rules! absent {
    ($($State:ident: $($transition:ident)*;)*) => {
        const ABSENT: &[(&str, &str)] = &[$($((stringify!($State), stringify!($transition)),)*)*];

        /// Never called: compiling it is the proof.
        #[allow(dead_code, reason = "compiled, not called")]
        mod absent {
            use super::*;

            $(#[allow(non_snake_case, reason = "named after the state")]
            fn $State(state: fn() -> $State<ToolCall>) {
                $(let NoSuchMethod = state().$transition();)*
            })*
        }
    };
}

struct NoSuchMethod;

macro_rules! transitions {
    ($($transition:ident)*) => {
        const TRANSITIONS: &[&str] = &[$(stringify!($transition)),*];

        #[allow(dead_code, reason = "compiled, not called")]
        trait AnyState: Sized {
            $(fn $transition(self) -> NoSuchMethod {
                NoSuchMethod
            })*
        }

        impl<T> AnyState for T {}
    };
}

transitions! {
    receive receive_result receive_error reissue cancel
    answer try_answer submit into_dynamic park abandon
    resume restore reissue_in_version restart into_pending into_output
}

absent! {
    Pending: answer try_answer submit into_dynamic park abandon resume restore reissue_in_version restart into_pending
        into_output;
    NeedsInput: receive receive_result receive_error reissue cancel resume restore reissue_in_version restart
        into_pending into_output;
    Answered: receive receive_result receive_error reissue cancel answer try_answer submit into_dynamic abandon
        restore reissue_in_version restart into_pending into_output;
    Complete: receive receive_result receive_error reissue cancel answer try_answer submit into_dynamic park abandon
        resume restore reissue_in_version restart into_pending;
    Failed: receive receive_result receive_error cancel answer try_answer submit into_dynamic park abandon
        resume restore into_pending into_output;
    NotOurs: receive receive_result receive_error reissue cancel answer try_answer submit into_dynamic park abandon
        resume restore reissue_in_version restart into_output;
    Parked: receive receive_result receive_error reissue cancel answer try_answer submit into_dynamic park abandon
        resume reissue_in_version restart into_pending into_output;
}

#[test]
fn every_row_leads_where_it_says() {
    for row in TABLE {
        assert_eq!((row.drive)(), row.next, "{} {} {}", row.state, row.transition, row.when);
    }
}

#[test]
fn every_pair_of_state_and_transition_is_in_the_table_or_does_not_exist() {
    for state in STATES {
        for transition in TRANSITIONS {
            let pair = (*state, *transition);
            let rows = TABLE.iter().filter(|row| (row.state, row.transition) == pair).count();
            let absent = ABSENT.iter().filter(|absent| **absent == pair).count();
            assert!((rows > 0) != (absent == 1), "{pair:?} has {rows} rows and is absent {absent} times");
        }
    }
    for row in TABLE {
        assert!(STATES.contains(&row.state) || row.state == "Session", "{}", row.state);
        assert!(TRANSITIONS.contains(&row.transition) || row.transition == "call", "{}", row.transition);
    }
}

/// Where the methods of the states are.
const SOURCES: &[&str] = &[
    "core/src/state/pending.rs",
    "core/src/state/needs_input.rs",
    "core/src/state/answered.rs",
    "core/src/state/complete.rs",
    "core/src/state/failed.rs",
    "core/src/parked/mod.rs",
];

/// What consumes a state and leaves nothing of it, so that it is no transition.
const NOT_TRANSITIONS: &[&str] = &["without_state"];

#[test]
fn every_method_that_takes_a_state_is_a_transition_of_the_table() {
    let mut known: BTreeSet<(String, String)> =
        TABLE.iter().map(|row| (row.state.to_owned(), row.transition.to_owned())).collect();
    known.retain(|(state, _)| state != "Session");
    let mut found = BTreeSet::new();
    for file in SOURCES {
        let source = read(file);
        let lines: Vec<&str> = source.lines().collect();
        let mut state = None;
        for (n, line) in lines.iter().enumerate() {
            if line.starts_with("impl") {
                state =
                    STATES.iter().find(|state| line.ends_with(&format!("> {state}<C> {{")) && !line.contains(" for "));
            }
            // A long signature has `self` on a line of its own.
            let rest = if line.ends_with('(') { lines.get(n + 1).map_or("", |next| next.trim_start()) } else { "" };
            let signature = format!("{line}{rest}");
            let takes_self = signature.contains("(self") || signature.contains("(mut self");
            let method = line.trim_start().strip_prefix("pub fn ").and_then(|rest| rest.split_once(['(', '<']));
            if let (Some(state), Some((method, _)), true) = (state, method, takes_self)
                && !NOT_TRANSITIONS.contains(&method)
            {
                found.insert(((*state).to_owned(), method.to_owned()));
            }
        }
    }
    assert_eq!(found, known);
}

#[test]
fn the_documentation_shows_the_table() {
    let mut table = String::from("| state | event | when | next |\n|---|---|---|---|\n");
    for row in TABLE {
        let next = if STATES.contains(&row.next) { format!("`{}`", row.next) } else { row.next.to_owned() };
        table.push_str(&format!("| `{}` | `{}` | {} | {next} |\n", row.state, row.transition, row.when));
    }
    assert_eq!(block("core/src/state/mod.rs", "transitions"), table);
}

#[test]
fn the_picture_is_the_same_everywhere() {
    let picture = block("core/src/state/mod.rs", "states");
    assert_eq!(block("core/src/lib.rs", "states"), picture);
    assert_eq!(block("README.md", "states"), picture);
}

#[test]
fn the_picture_names_every_state_and_transition() {
    let picture = block("core/src/state/mod.rs", "states");
    let mut words = BTreeMap::<&str, usize>::new();
    for word in picture.split(|char: char| !char.is_alphanumeric() && char != '_') {
        *words.entry(word).or_default() += 1;
    }
    for name in STATES.iter().chain(TRANSITIONS).chain(&["session", "call"]) {
        assert!(words.contains_key(name), "{name}");
    }
    // `reissue` is a transition of two states.
    assert_eq!(words["reissue"], 2);
}

/// The lines between `<!-- name -->` and `<!-- /name -->` of a file of the repository.
fn block(path: &str, name: &str) -> String {
    let text = read(path);
    let mut lines = text.lines().map(|line| line.strip_prefix("//! ").or(line.strip_prefix("//!")).unwrap_or(line));
    assert!(lines.any(|line| line == format!("<!-- {name} -->")), "{path} has no {name}");
    let end = format!("<!-- /{name} -->");
    lines.take_while(|line| *line != end).flat_map(|line| [line, "\n"]).collect()
}

fn read(path: &str) -> String {
    let path = mrtr_tests::repository().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
