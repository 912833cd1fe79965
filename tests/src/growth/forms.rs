//! What a server asks for, and what it is answered with.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mrtr_core::schema::{FormSchema, FormValues};
use mrtr_core::{DynamicInput, InputResponse, Pending, ToolCall};
use serde::Serialize;

use super::{Dimension, Work, work};
use crate::scenario;

pub(super) fn dimensions() -> Vec<Dimension> {
    vec![
        Dimension {
            name: "input_requests",
            smallest: 60,
            prepare: |size| answered(&requests((0..size).map(|n| format!("key {n}"))), BTreeMap::from([("a", "b")])),
        },
        Dimension {
            name: "input_requests_that_sort_badly",
            smallest: 60,
            prepare: |size| {
                let keys = alike(size).rev().map(|key| key.replace('k', "\\u006b"));
                answered(&requests(keys), BTreeMap::from([("a", "b")]))
            },
        },
        Dimension {
            name: "fields",
            smallest: 600,
            prepare: |size| {
                let names: Vec<String> = (0..size).map(|n| format!("field {n}")).collect();
                answered(&form(&fields(&names)), InOrder(names))
            },
        },
        Dimension {
            name: "fields_that_sort_badly",
            smallest: 600,
            prepare: |size| {
                let names: Vec<String> = alike(size).collect();
                let backwards = names.iter().rev().cloned().collect();
                answered(&form(&fields(&names)), InOrder(backwards))
            },
        },
        Dimension {
            name: "choices_all_of_them_chosen",
            smallest: 1_000,
            prepare: |size| {
                let choices: Vec<String> = alike(size).collect();
                let list = serde_json::to_string(&choices).unwrap();
                let property = format!(r#"{{"type":"array","items":{{"type":"string","enum":{list}}}}}"#);
                let backwards: Vec<String> = choices.into_iter().rev().collect();
                answered(&form(&format!("\"many\":{property}")), BTreeMap::from([("many", backwards)]))
            },
        },
        Dimension {
            name: "message_of_escapes",
            smallest: 4 << 10,
            prepare: |size| {
                let message = r"\u00e9\n".repeat(size / 8);
                let requests = form("\"a\":{\"type\":\"string\"}").replace("Which?", &message);
                answered(&requests, BTreeMap::from([("a", "b")]))
            },
        },
        Dimension {
            name: "answer_of_escapes",
            smallest: 4 << 10,
            prepare: |size| {
                answered(&form("\"a\":{\"type\":\"string\"}"), BTreeMap::from([("a", "\u{0}\"é".repeat(size / 4))]))
            },
        },
        Dimension {
            name: "mistakes_of_a_schema",
            smallest: 600,
            prepare: |size| {
                let schema = schema(&fields(&alike(size).collect::<Vec<_>>()).replace("string", "object"));
                work(move || FormSchema::read(&schema).unwrap_err())
            },
        },
        Dimension {
            name: "mistakes_of_an_answer",
            smallest: 600,
            prepare: |size| {
                let schema = FormSchema::read(&schema(&fields(&alike(size).collect::<Vec<_>>()))).unwrap();
                let unknown: BTreeMap<String, u8> = alike(size).map(|name| (format!("{name}?"), 1)).collect();
                let answer = serde_json::to_string(&unknown).unwrap();
                work(move || schema.validate(&answer).unwrap_err())
            },
        },
        Dimension {
            name: "differences_of_schemas",
            smallest: 600,
            prepare: |size| {
                let names: Vec<String> = alike(size).collect();
                let backwards: Vec<String> = names.iter().rev().map(|name| format!("{name}?")).collect();
                let [old, new] = [names, backwards].map(|names| FormSchema::read(&schema(&fields(&names))).unwrap());
                work(move || old.differences(&new))
            },
        },
        Dimension {
            name: "values_set_and_taken_away",
            smallest: 600,
            prepare: |size| {
                work(move || {
                    let mut values = FormValues::new();
                    for name in alike(size).rev() {
                        values.set(name, true);
                    }
                    for name in alike(size).rev() {
                        values.remove(&name);
                    }
                    values
                })
            },
        },
    ]
}

/// A round that asks for this, answered with the same content for each form.
fn answered(requests: &str, content: impl Serialize + 'static) -> Work {
    let pending = scenario::pending();
    let message = scenario::response(pending.id(), &scenario::input_required(requests, None));
    work(move || -> (Pending<ToolCall>, Vec<u8>) {
        let accept = |input| -> InputResponse<DynamicInput> {
            match input {
                DynamicInput::Form(form) => form.accept(&content),
                other => panic!("{other:?}"),
            }
        };
        let pending = scenario::received(pending, &message).answer(accept).unwrap().resume();
        let body = pending.request().into_body();
        (pending, body)
    })
}

/// Names that differ in their last characters only.
fn alike(size: usize) -> impl DoubleEndedIterator<Item = String> {
    (0..size).map(|n| format!("{}{n:06}", "k".repeat(40)))
}

/// Input requests under these keys, given as the inside of JSON strings.
fn requests(keys: impl Iterator<Item = String>) -> String {
    let mut requests = String::new();
    for key in keys {
        let separator = if requests.is_empty() { "{" } else { "," };
        let request = request("\"a\":{\"type\":\"string\"}");
        write!(requests, "{separator}\"{key}\":{request}").unwrap();
    }
    requests + "}"
}

/// Input requests that ask for one form with these properties.
fn form(properties: &str) -> String {
    format!(r#"{{"form":{}}}"#, request(properties))
}

fn request(properties: &str) -> String {
    let schema = schema(properties);
    format!(r#"{{"method":"elicitation/create","params":{{"message":"Which?","requestedSchema":{schema}}}}}"#)
}

fn schema(properties: &str) -> String {
    format!(r#"{{"type":"object","properties":{{{properties}}}}}"#)
}

fn fields(names: &[String]) -> String {
    let fields: Vec<String> = names.iter().map(|name| format!(r#""{name}":{{"type":"string"}}"#)).collect();
    fields.join(",")
}

/// An object with these members, in this order.
struct InOrder(Vec<String>);

impl Serialize for InOrder {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|name| (name, "value")))
    }
}
