//! Documents as anybody can make them who has read what the format is.

use serde_json::{Map, Value};

/// The fields of version 1, in their order.
pub(crate) const FIELDS: [&str; 17] = [
    "format",
    "version",
    "peer",
    "protocol_version",
    "method",
    "name",
    "arguments",
    "meta",
    "progress",
    "capabilities",
    "headers",
    "rounds",
    "ids",
    "requests",
    "state",
    "responses",
    "checksum",
];

/// The fields that may be without a value.
pub(crate) const OPTIONAL: [&str; 3] = ["arguments", "requests", "responses"];

/// A document whose fields can be changed.
#[derive(Clone)]
pub(crate) struct Forged(Map<String, Value>);

impl Forged {
    pub(crate) fn of(document: &impl serde::Serialize) -> Self {
        match serde_json::to_value(document).unwrap() {
            Value::Object(fields) => Self(fields),
            other => panic!("{other}"),
        }
    }

    pub(crate) fn get(&self, field: &str) -> &Value {
        &self.0[field]
    }

    pub(crate) fn with(mut self, field: &str, value: Value) -> Self {
        self.0.insert(field.to_owned(), value);
        self
    }

    pub(crate) fn without(mut self, field: &str) -> Self {
        self.0.remove(field).unwrap();
        self
    }

    /// The checksum that fits the fields.
    pub(crate) fn summed(self) -> Self {
        let checksum = format!("{:016x}", fnv(&self.summands()));
        self.with("checksum", checksum.into())
    }

    /// As text with the fields in their order, which a map of `serde_json` does not keep.
    pub(crate) fn text(&self) -> String {
        let mut fields: Vec<(&String, &Value)> = self.0.iter().collect();
        fields.sort_by_key(|(name, _)| FIELDS.iter().position(|field| field == name));
        let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("{:?}:{value}", name)).collect();
        format!("{{{}}}", fields.join(","))
    }

    pub(crate) fn value(self) -> Value {
        Value::Object(self.0)
    }

    fn summands(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for field in &FIELDS[..16] {
            match (*field, &self.0[*field]) {
                ("headers", value) => {
                    let pairs = value.as_array().unwrap();
                    length(&mut bytes, pairs.len());
                    pairs.iter().for_each(|pair| pair.as_array().unwrap().iter().for_each(|one| text(&mut bytes, one)));
                }
                ("ids" | "responses", Value::Array(list)) => {
                    if *field == "responses" {
                        number(&mut bytes, 1);
                    }
                    length(&mut bytes, list.len());
                    list.iter().for_each(|one| text(&mut bytes, one));
                }
                ("arguments" | "requests" | "state", value @ Value::String(_)) => {
                    number(&mut bytes, 1);
                    text(&mut bytes, value);
                }
                ("arguments" | "requests" | "state" | "responses", Value::Null) => {
                    number(&mut bytes, 0);
                    length(&mut bytes, 0);
                }
                (_, value @ Value::String(_)) => text(&mut bytes, value),
                (_, Value::Bool(flag)) => number(&mut bytes, u32::from(*flag)),
                (_, Value::Number(value)) => number(&mut bytes, value.as_u64().unwrap().try_into().unwrap()),
                (field, value) => panic!("{field}: {value}"),
            }
        }
        bytes
    }
}

fn number(bytes: &mut Vec<u8>, number: u32) {
    bytes.extend(number.to_le_bytes());
}

fn length(bytes: &mut Vec<u8>, length: usize) {
    bytes.extend((length as u64).to_le_bytes());
}

fn text(bytes: &mut Vec<u8>, value: &Value) {
    let text = value.as_str().unwrap();
    length(bytes, text.len());
    bytes.extend(text.bytes());
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
