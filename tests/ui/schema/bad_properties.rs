//~ error: line 3, column 47 of the JSON, at /seat/params/requestedSchema/properties/from: property "from": found an object, expected a flat property; lift its members into the form
//~ error: line 4, column 66 of the JSON, at /seat/params/requestedSchema/properties/class/enum: property "class": found no choice, expected at least one; add choices or remove the list
//~ error: line 5, column 42 of the JSON, at /seat/params/requestedSchema/required/0: property "ghost": required but not declared; declare it in `properties` or remove it from `required`
#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{
    "seat": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object",
        "properties": {               "from": {"type": "object", "properties": {}},
                             "class": {"type": "string", "enum": []}},
        "required":                     ["ghost"]}}},
    "where": {"method": "roots/list"}
}"#)]
struct Ask;

// No follow-up: what could be read is there.
fn answer(input: ask::Input) -> mrtr::InputResponse<ask::Input> {
    match input {
        ask::Input::Seat(form) => form.decline(),
        ask::Input::Where(roots) => roots.respond(mrtr::ListRootsResult::new(Vec::new())),
    }
}

fn use_it(session: &mrtr::Session) {
    let _ = session.call(Ask);
}

fn main() {}
