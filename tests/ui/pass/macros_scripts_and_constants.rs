//! The name of the struct may come through a macro or be of a script without capitals, and a choice may be spelled like a
//! constant of its enum.
#![deny(warnings, clippy::all)]
#![allow(dead_code, reason = "what is tried is that it compiles")]

macro_rules! calls {
    ($tool:ident, $prompt:ident, $resource:ident, $name:literal) => {
        #[derive(serde::Serialize, mrtr::Call)]
        #[mcp(tool = $name)]
        struct $tool {
            a: String,
        }

        #[derive(serde::Serialize, mrtr::Call)]
        #[mcp(prompt = $name)]
        struct $prompt {
            a: String,
        }

        #[derive(mrtr::Call)]
        #[mcp(resource)]
        struct $resource {
            uri: String,
        }
    };
}
calls!(Tool, Prompt, Resource, "t");

#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{"k": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {
    "type": "object",
    "properties": {
        "c": {"type": "string", "enum": ["A.L.L.", "v a l u e s", "all"]},
        "pi": {"type": "number", "default": 3.14159},
        "f1": {"type": "string"}, "f2": {"type": "string"}, "f3": {"type": "string"}, "f4": {"type": "string"},
        "f5": {"type": "string"}, "f6": {"type": "string"}, "f7": {"type": "string"}, "f8": {"type": "string"}
    },
    "required": ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"]}}}}"#)]
struct Ask;

#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{"r": {"method": "roots/list"}}"#)]
struct 予約;

#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{"r": {"method": "roots/list"}}"#)]
#[allow(non_camel_case_types, reason = "its module is named after it")]
struct small;

fn main() {
    assert_eq!(ask::KC::ALL, [ask::KC::ALL_2, ask::KC::VALUES_2, ask::KC::All]);
    let _: fn(予約_::Input) = drop;
    let _: fn(small_::Input) = drop;
}
