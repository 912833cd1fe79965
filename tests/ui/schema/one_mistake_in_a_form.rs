//~ error: line 3, column 47 of the JSON, at /seat/params/requestedSchema/properties/from: property "from": found an object, expected a flat property; lift its members into the form
#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{
    "seat": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object",
        "properties": {               "from": {"type": "object", "properties": {}},
            "row": {"type": "integer"},
            "class": {"type": "string", "enum": ["aisle", "window"]}},
        "required": ["row"]}}}
}"#)]
struct Ask;

// No follow-up: the properties without mistakes are there.
fn answer(input: ask::Input) -> mrtr::InputResponse<ask::Input> {
    match input {
        ask::Input::Seat(form) => form.accept(ask::Seat { row: 7, class: Some(ask::SeatClass::Window) }),
    }
}

fn main() {}
