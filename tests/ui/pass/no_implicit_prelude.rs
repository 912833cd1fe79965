//! Without any prelude.
#![no_implicit_prelude]

#[::core::prelude::v1::derive(::serde::Serialize, ::mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{
    "f": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {
        "a": {"type": "string", "enum": ["x", "y"], "default": "x"}, "b": {"type": "array", "items": {"type": "string", "enum": ["x"]}, "default": ["x"]},
        "c": {"type": "string", "default": "d"}, "d": {"type": "integer"}, "e": {"type": "number"}, "g": {"type": "boolean"}}, "required": ["d"]}}},
    "u": {"method": "elicitation/create", "params": {"mode": "url", "message": "?", "url": "https://a.test/"}},
    "s": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1}},
    "r": {"method": "roots/list"}
}"#)]
struct All {
    #[mcp(header = "Region")]
    region: ::std::string::String,
}

#[::core::prelude::v1::derive(::serde::Serialize, ::mrtr::Call)]
#[mcp(prompt = "p", crate = mrtr_core)]
struct Prompt<'a> {
    a: &'a ::core::primitive::str,
}

#[::core::prelude::v1::derive(::mrtr::Call)]
#[mcp(resource)]
struct Resource {
    uri: ::std::string::String,
}

#[::core::prelude::v1::derive(::mrtr::Call)]
#[mcp(tool = "t")]
struct Nothing;

fn main() {
    let form = all::F::prefilled(1);
    ::core::assert!(::core::matches!(form.a, ::core::option::Option::Some(all::FA::X)));
}
