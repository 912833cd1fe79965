//! The corpus of form schemas: see `schemas/README.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use mrtr_core::schema::FormSchema;
use serde_json::value::RawValue;

fn folder(name: &str) -> PathBuf {
    mrtr_tests::repository().join("tests/schemas").join(name)
}

fn files(name: &str) -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(folder(name))
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a file of the corpus")))
        .collect();
    files.sort();
    files
}

/// What a file holds, as raw text.
struct Sample<'a> {
    schema: &'a str,
    members: Vec<(String, &'a RawValue)>,
}

impl<'a> Sample<'a> {
    fn read(text: &'a str) -> Self {
        let members = members(text);
        match members.iter().find(|(name, _)| name == "schema") {
            Some((_, schema)) => Self { schema: schema.get(), members },
            None => Self { schema: text, members: Vec::new() },
        }
    }

    fn list<T: serde::Deserialize<'a>>(&self, name: &str) -> Vec<T> {
        let found = self.members.iter().find(|(member, _)| member == name);
        found.map(|(_, list)| serde_json::from_str(list.get()).expect("a list")).unwrap_or_default()
    }

    fn number(&self, name: &str) -> usize {
        let found = self.members.iter().find(|(member, _)| member == name);
        found.map(|(_, number)| serde_json::from_str(number.get()).expect("a number")).unwrap_or_default()
    }
}

/// The members of an object, without reading their values.
fn members(text: &str) -> Vec<(String, &RawValue)> {
    struct Members;
    impl<'de> serde::de::Visitor<'de> for Members {
        type Value = Vec<(String, &'de RawValue)>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(members)
        }
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    serde::Deserializer::deserialize_map(&mut deserializer, Members).expect("a file is an object")
}

#[test]
fn accepted_schemas_are_read_and_decide_as_stated() {
    let (mut valid, mut invalid, mut rules_seen) = (0, 0, BTreeSet::new());
    let files = files("accept");
    for (name, text) in &files {
        let sample = Sample::read(text);
        let schema = FormSchema::read(sample.schema).unwrap_or_else(|errors| panic!("{name}: {errors}"));
        let warnings: Vec<_> = schema.warnings().iter().map(ToString::to_string).collect();
        assert_eq!(warnings.len(), sample.number("warnings"), "{name}: {warnings:?}");
        if sample.members.iter().any(|(member, _)| member == "unenforced") {
            let found: Vec<_> = schema
                .fields()
                .iter()
                .flat_map(|field| field.unenforced().iter().map(|keyword| format!("{}: {keyword}", field.key())))
                .collect();
            assert_eq!(found, sample.list::<String>("unenforced"), "{name}");
        }
        for (answer, sent) in sample.list::<(&RawValue, &RawValue)>("valid") {
            let text =
                schema.validate(answer.get()).unwrap_or_else(|violations| panic!("{name}: {answer}: {violations}"));
            assert_eq!(text, sent.get(), "{name}");
            valid += 1;
        }
        for (answer, rules) in sample.list::<(&RawValue, Vec<String>)>("invalid") {
            let violations = schema.validate(answer.get()).expect_err(name);
            let found: Vec<_> = violations.iter().map(|violation| format!("{:?}", violation.rule())).collect();
            assert_eq!(found, rules, "{name}: {answer}");
            rules_seen.extend(rules);
            invalid += 1;
        }
    }
    assert!(files.len() >= 22 && valid >= 35 && invalid >= 30, "{} {valid} {invalid}", files.len());
    // All but `Json`: what is no JSON cannot stand in a file of the corpus.
    assert_eq!(rules_seen.len(), 17, "{rules_seen:?}");
}

#[test]
fn rejected_schemas_have_all_their_errors() {
    let files = files("reject");
    for (name, text) in &files {
        let sample = Sample::read(text);
        let errors = FormSchema::read(sample.schema).expect_err(name);
        let found: Vec<_> = errors.iter().map(|error| error.pointer().to_owned()).collect();
        assert_eq!(found, sample.list::<String>("errors"), "{name}: {errors}");
        for error in &errors {
            let place = error.pointer().starts_with("/properties/");
            assert!(error.property().is_some() || !place, "{name}: an error of a property names it: {error}");
        }
    }
    assert!(files.len() >= 35, "{}", files.len());
}

/// The protocol's own example files, where a copy of them is at hand.
#[test]
#[ignore = "needs the specification's files: set MRTR_SPEC_DIR to the folder that holds `examples`"]
fn every_example_of_the_specification_is_read() {
    let root = std::env::var_os("MRTR_SPEC_DIR").expect("MRTR_SPEC_DIR names the folder that holds `examples`");
    let examples = Path::new(&root).join("examples");
    let (mut properties, mut forms) = (0, 0);
    for entry in fs::read_dir(examples).expect("the examples") {
        let folder = entry.expect("an entry").path();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let is_property = name.ends_with("Schema");
        if !is_property && name != "ElicitRequestFormParams" {
            continue;
        }
        for entry in fs::read_dir(&folder).expect("a folder of examples") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("an example");
            let schema = if is_property {
                properties += 1;
                format!(r#"{{"type":"object","properties":{{"p":{text}}},"required":["p"]}}"#)
            } else {
                forms += 1;
                let members = members(&text);
                let found = members.iter().find(|(member, _)| member == "requestedSchema").expect("a form");
                found.1.get().to_owned()
            };
            let schema = FormSchema::read(&schema).unwrap_or_else(|errors| panic!("{}: {errors}", path.display()));
            assert!(schema.warnings().is_empty(), "{}: {:?}", path.display(), schema.warnings());
            let unenforced = schema.fields().iter().map(|field| field.unenforced().len()).sum::<usize>();
            assert_eq!(unenforced, 0, "{}", path.display());
            assert!(!is_property || schema.fields().iter().all(|field| field.default().is_some()));
        }
    }
    assert!(properties >= 7 && forms >= 2, "{properties} {forms}");
}
