//~ error: line 2, column 59 of the JSON, at /a/params/requestedSchema/properties/twice/enum/1: property "twice": found a choice twice, expected distinct choices; remove one
//~ error: line 3, column 62 of the JSON, at /a/params/requestedSchema/properties/lone/enum/0: property "lone": found an escape that stands for no character; pair the surrogate or remove it
//~ error: line 4, column 25 of the JSON, at /a/params/requestedSchema/properties/free: property "free": found an array without choices, expected `items` with `enum` or titled `anyOf`; list the choices
#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{"a": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {
                "twice": {"type": "string", "enum": ["x", "x"]},
                "lone": {"type": "string",          "enum": ["\ud800"]},
                "free": {"type": "array", "items": {"type": "string"}}
}}}}}"#)]
struct Ask;

fn main() {}
