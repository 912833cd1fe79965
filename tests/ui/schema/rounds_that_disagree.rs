//~ error: the key "seat" is asked for in another `inputs_json` and in this JSON, and its forms differ: property "seat" became required; a key has one form in a call
//~ error: the key "seat" is asked for in another `inputs_json` and in this JSON, and its forms differ: property "row" is new; a key has one form in a call
//~ error: the key "where" is roots in another `inputs_json` and a url in this JSON; a key is of one kind in a call
#[derive(mrtr::Call)]
#[mcp(
    tool = "t",
    inputs_json = r#"{
        "seat": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object",
            "properties": {"seat": {"type": "string"}}}}},
        "where": {"method": "roots/list"}
    }"#,
    inputs_json = r#"{
        "seat": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object",
            "properties": {"seat": {"type": "string"}, "row": {"type": "integer"}}, "required": ["seat"]}}},
        "where": {"method": "elicitation/create", "params": {"mode": "url", "message": "?", "url": "https://a.test/"}}
    }"#
)]
struct Ask;

fn main() {}
