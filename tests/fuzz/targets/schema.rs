//! Form schemas and answers: no panic, the same verdict each time, and one that an independent validator shares.
//!
//! An input that begins with `s` is a schema and answers, divided by [`SEPARATOR`]. Any other is drawn from: a form
//! and an answer of its own, and then the rest of the input as an answer.
#![no_main]

#[path = "../../fixtures/schema_oracle/tests/agree/mod.rs"]
mod agree;
#[path = "../../fixtures/schema_oracle/tests/report/mod.rs"]
mod report;

use agree::{Case, Draw, Kind, Property};
use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use mrtr_core::schema::{FormSchema, FormValues, Format, Rule};
use mrtr_fuzz::{SEPARATOR, object, value};

fuzz_target!(|input: &[u8]| {
    match input.split_first() {
        Some((b's', rest)) => {
            if let Ok(text) = std::str::from_utf8(rest) {
                texts(text);
            }
        }
        Some((_, rest)) => drawn(rest),
        None => {}
    }
});

fn texts(text: &str) {
    let mut parts = text.split(SEPARATOR);
    let schema = parts.next().unwrap_or_default();
    let read = FormSchema::read(schema);
    assert_eq!(format!("{read:?}"), format!("{:?}", FormSchema::read(schema)), "the same text is read the same way");
    let schema = match read {
        Ok(schema) => schema,
        Err(errors) => {
            assert!(errors.iter().next().is_some());
            return drop(errors.to_string());
        }
    };
    assert!(object(schema.raw()).is_some(), "only an object is a form");
    assert!(schema.differences(&schema).is_empty(), "a schema differs from itself in nothing");
    for field in schema.fields() {
        assert_eq!(schema.field(field.key()).map(|found| found.key()), Some(field.key()));
        assert!(value(field.raw()).is_some());
        let choices = field.kind().choices();
        for (n, choice) in choices.into_iter().flat_map(|choices| choices.iter()).enumerate() {
            assert_eq!(choices.and_then(|choices| choices.position(choice.value())), Some(n));
        }
    }
    let prefilled = FormValues::prefilled(&schema).to_json();
    // A default that breaks a rule is no default: what is missing is all that can be wrong.
    if let Err(violations) = schema.validate(&prefilled) {
        let only_missing = |rule| matches!(rule, Rule::Required | Rule::MinItems);
        assert!(violations.iter().all(|violation| only_missing(violation.rule())), "{violations} in {prefilled}");
    }
    for answer in parts.chain([&*prefilled]) {
        validate(&schema, answer);
    }
}

fn validate(schema: &FormSchema, answer: &str) {
    let verdict = schema.validate(answer);
    assert_eq!(verdict, schema.validate(answer), "the same answer has the same verdict");
    match verdict {
        Ok(canonical) => {
            assert!(object(answer).is_some(), "an answer is an object");
            assert_eq!(value(&canonical), Some(&*canonical));
            assert!(!canonical.contains(['\n', '\r']));
            assert_eq!(schema.validate(&canonical), Ok(canonical), "canonical text is a fixed point");
        }
        Err(violations) => {
            assert!(violations.iter().next().is_some());
            drop(format!("{violations} {violations:?}"));
        }
    }
}

fn drawn(bytes: &[u8]) {
    let mut bytes = Unstructured::new(bytes);
    let Ok(case) = case(&mut bytes) else { return };
    let rendered = case.render(&mut report::Reached::default());
    if let Err(fault) = rendered.judge() {
        panic!("{fault}");
    }
    let Ok(answer) = std::str::from_utf8(bytes.take_rest()) else { return };
    if case.properties.iter().any(|property| matches!(property.kind, Kind::Format(Format::Email))) {
        return;
    }
    if let Err(fault) = rendered.judge_any(&case, answer) {
        panic!("{fault}");
    }
}

fn case(bytes: &mut Unstructured<'_>) -> Result<Case> {
    let count = bytes.int_in_range(0..=4)?;
    let properties = (0..count).map(|_| property(bytes)).collect::<Result<_>>()?;
    Ok(Case { properties, closed: bytes.arbitrary()?, whim: bytes.arbitrary()? })
}

fn property(bytes: &mut Unstructured<'_>) -> Result<Property> {
    let draw = |bytes: &mut Unstructured<'_>| {
        Ok(Draw {
            mode: bytes.arbitrary()?,
            anchor: bytes.arbitrary()?,
            delta: bytes.int_in_range(-2..=2)?,
            variety: bytes.int_in_range(0..=255)?,
        })
    };
    Ok(Property {
        kind: kind(bytes)?,
        required: bytes.arbitrary()?,
        nullable: bytes.int_in_range(0..=7)?,
        draw: draw(bytes)?,
    })
}

fn kind(bytes: &mut Unstructured<'_>) -> Result<Kind> {
    let small = |bytes: &mut Unstructured<'_>| Ok(Some(bytes.int_in_range(0..=8_usize)?).filter(|limit| *limit < 8));
    let quarters = |bytes: &mut Unstructured<'_>| {
        Ok(match bytes.arbitrary::<i8>()? {
            i8::MAX => Some(4 * 9_007_199_254_740_993),
            i8::MIN => Some(-4 * 9_007_199_254_740_993),
            none if none % 4 == 3 => None,
            limit => Some(i64::from(limit)),
        })
    };
    Ok(match bytes.int_in_range(0..=5)? {
        0 => Kind::Text { min: small(bytes)?, max: small(bytes)? },
        1 => Kind::Number { integer: bytes.arbitrary()?, min: quarters(bytes)?, max: quarters(bytes)? },
        2 => Kind::Format(*bytes.choose(&[Format::Email, Format::Uri, Format::Date, Format::DateTime])?),
        3 => Kind::Boolean,
        4 => Kind::Single { choices: bytes.int_in_range(1..=6)?, titled: bytes.arbitrary()? },
        _ => Kind::Multi {
            choices: bytes.int_in_range(1..=6)?,
            titled: bytes.arbitrary()?,
            min: small(bytes)?,
            max: small(bytes)?,
            unique: bytes.arbitrary()?,
        },
    })
}
