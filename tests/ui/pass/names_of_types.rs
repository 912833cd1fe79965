//! Keys and properties with the names of types of the standard library, of generated types, and of each other.

macro_rules! ask {
    ($name:ident, $json:literal) => {
        #[derive(mrtr::Call)]
        #[mcp(tool = "t", inputs_json = $json)]
        struct $name;
    };
}

ask!(Answer, r#"{
    "result": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {
        "option": {"type": "string", "enum": ["a"]}, "vec": {"type": "array", "items": {"type": "string", "enum": ["a"]}},
        "text": {"type": "string"}}, "required": ["option", "vec", "text"]}}},
    "option": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}},
    "string": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}},
    "vec": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}},
    "answer": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}},
    "input": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}},
    "Input": {"method": "roots/list"},
    "form": {"method": "roots/list"}, "url": {"method": "roots/list"}, "self": {"method": "roots/list"}, "": {"method": "roots/list"},
    "result_option": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}},
    "default": {"method": "roots/list"}, "ok": {"method": "roots/list"}, "some": {"method": "roots/list"}
}"#);

// The struct's own name is a keyword where the module's name is made of it.
ask!(Type, r#"{"a": {"method": "roots/list"}}"#);

fn main() {
    use answer::Input as I;
    let _ = |input: I| match input {
        I::Result(form) => {
            let result = answer::Result {
                option: answer::ResultOption::A,
                vec: vec![answer::ResultVec::A],
                text: String::new(),
            };
            form.accept(result)
        }
        I::Option(form) => form.accept(answer::Option { a: None }),
        I::String(form) => form.accept(answer::String { a: Some(String::new()) }),
        I::Vec(form) => form.accept(answer::Vec),
        I::Answer(form) => form.accept(answer::Answer),
        I::Input(form) => form.accept(answer::Input_2),
        I::ResultOption(form) => form.accept(answer::ResultOption_2),
        I::Input_2(roots) | I::Form(roots) | I::Url(roots) | I::Self_(roots) | I::Empty(roots) | I::Default(roots)
        | I::Ok(roots) | I::Some(roots) => roots.respond(mrtr::ListRootsResult::new(Vec::new())),
    };
    let _: Option<type_::Input> = None;
}
