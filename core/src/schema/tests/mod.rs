//! Rules of forms, one test each.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic fails the test")]

mod answers;
mod bounds;
mod drift;
mod reading;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;

fn form(properties: &str) -> FormSchema {
    read(&format!(r#"{{"type":"object","properties":{{{properties}}}}}"#))
}

fn required_form(properties: &str, required: &str) -> FormSchema {
    read(&format!(r#"{{"type":"object","properties":{{{properties}}},"required":[{required}]}}"#))
}

#[track_caller]
fn read(schema: &str) -> FormSchema {
    FormSchema::read(schema).unwrap_or_else(|errors| panic!("{errors}"))
}

/// A form of one property `p`.
#[track_caller]
fn one(property: &str) -> FormSchema {
    read(&format!(r#"{{"type":"object","properties":{{"p":{property}}}}}"#))
}

fn field(schema: &FormSchema) -> &Field {
    schema.field("p").unwrap()
}

/// What is wrong with a form of one property `p`: pointers within the property and reasons.
fn faults(property: &str) -> Vec<(String, SchemaReason)> {
    let schema = format!(r#"{{"type":"object","properties":{{"p":{property}}}}}"#);
    let errors = FormSchema::read(&schema).unwrap_err();
    errors
        .iter()
        .map(|error| {
            assert_eq!(error.property(), Some("p"), "{error}");
            (error.pointer().strip_prefix("/properties/p").unwrap().to_string(), error.reason().clone())
        })
        .collect()
}

#[track_caller]
fn refused(property: &str, pointer: &str, reason: &SchemaReason) {
    let found = faults(property);
    assert_eq!(found, [(pointer.to_string(), reason.clone())], "{property}");
}

/// The rules that an answer breaks, with their places.
fn broken(schema: &FormSchema, answer: &str) -> Vec<(String, Rule)> {
    match schema.validate(answer) {
        Ok(_) => Vec::new(),
        Err(violations) => {
            violations.iter().map(|violation| (violation.pointer().to_string(), violation.rule())).collect()
        }
    }
}

#[track_caller]
fn fits(schema: &FormSchema, answer: &str, canonical: &str) {
    match schema.validate(answer) {
        Ok(text) => assert_eq!(text, canonical),
        Err(violations) => panic!("{answer}: {violations}"),
    }
}

#[track_caller]
fn breaks(schema: &FormSchema, answer: &str, rules: &[Rule]) {
    let found: Vec<Rule> = broken(schema, answer).into_iter().map(|(_, rule)| rule).collect();
    assert_eq!(found, rules, "{answer}");
}
