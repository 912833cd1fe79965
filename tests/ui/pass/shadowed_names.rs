//! Every name of the standard prelude, and of primitive types, means something else where the derive stands.
#![allow(dead_code, non_camel_case_types, non_snake_case, unused_macros)]

mod shadow {
    pub struct Result;
    pub struct Option;
    pub struct String;
    pub struct Vec;
    pub struct Box;

    pub struct Call;
    pub struct Input;
    pub trait Clone {}
    pub trait Debug {}
    pub trait TryFrom {}
    pub trait From {}
    pub trait AsRef {}
    pub fn Ok() {}
    pub fn Err() {}
    pub fn Some() {}
    pub struct None;
}

mod primitive {
    pub struct str;
    pub struct u8;
    pub struct i64;
    pub struct f64;
    pub struct bool;
    pub struct usize;
}

/// Methods of the names that generated code calls, on everything.
pub trait Everywhere: Sized {
    fn clone(&self) {}
    fn into(self) {}
    fn map(self) {}
    fn key(&self) {}
    fn fmt(&self) {}
    fn write(&self) {}
    fn arguments(&self) {}
    fn as_str(&self) {}
    fn with_form(&self) {}
    fn unknown_key(&self) {}
    fn read(&self) {}
}
impl<T> Everywhere for T {}

macro_rules! vec { () => { compile_error!() } }
macro_rules! concat { () => { compile_error!() } }
macro_rules! include_bytes { () => { compile_error!() } }

mod calls {
    use super::Everywhere as _;
    use super::shadow::*;

    #[derive(serde::Serialize, mrtr::Call)]
    #[mcp(tool = "t", output = ::serde_json::Value, inputs_json = r#"{
        "f": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {
            "a": {"type": "string", "enum": ["x", "y"], "default": "x"}, "b": {"type": "array", "items": {"type": "string", "enum": ["x"]}},
            "c": {"type": "string"}, "d": {"type": "integer"}, "e": {"type": "number"}, "g": {"type": "boolean"}}}}},
        "u": {"method": "elicitation/create", "params": {"mode": "url", "message": "?", "url": "https://a.test/"}}
    }"#)]
    pub struct Tool {
        #[mcp(header = "Region")]
        pub region: ::std::string::String,
    }

    #[derive(serde::Serialize, mrtr::Call)]
    #[mcp(prompt = "p")]
    pub struct Prompt {
        pub a: ::std::option::Option<::std::string::String>,
    }

    #[derive(mrtr::Call)]
    #[mcp(resource)]
    pub struct Resource {
        pub uri: ::std::string::String,
    }

    #[derive(mrtr::Call)]
    #[mcp(tool = "n")]
    pub struct Nothing;
}

/// serde's own derive does not compile here.
mod primitives {
    use super::primitive::*;

    #[derive(mrtr::Call)]
    #[mcp(tool = "n", inputs_json = r#"{"f": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object",
        "properties": {"a": {"type": "string", "oneOf": [{"const": "x", "title": "X"}]}, "b": {"type": "boolean"}, "c": {"type": "string"},
            "d": {"type": "integer", "default": 1}, "e": {"type": "number"}}, "required": ["a", "b", "c", "e"]}}}}"#)]
    pub struct Nothing;

    #[derive(mrtr::Call)]
    #[mcp(resource)]
    pub struct Resource {
        pub uri: ::std::string::String,
    }
}

fn main() {
    let form = primitives::nothing::F::prefilled(primitives::nothing::FA::X, true, String::new(), 0.5);
    assert_eq!(form.d, Some(1));
    let session = mrtr::Session::new("s", mrtr::Implementation::new("a", "1"));
    let tool = session.call(calls::Tool { region: "eu".to_string() }).unwrap_or_else(|_| unreachable!());
    assert_eq!(tool.name(), "t");
    assert!(session.call(calls::Nothing).is_ok());
    assert!(session.call(calls::Prompt { a: None }).is_ok());
}
