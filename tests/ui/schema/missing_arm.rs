//~ error[E0004]: non-exhaustive patterns: `ask::Input::Bags(_)` not covered
// The file has gained the key "bags".
#[derive(mrtr::Call)]
#[mcp(
    tool = "t",
    inputs_json = r#"{
        "seat": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}},
        "bags": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}}
    }"#
)]
struct Ask;

fn answer(input: ask::Input) -> mrtr::InputResponse<ask::Input> {
    match input {
        ask::Input::Seat(form) => form.accept(ask::Seat),
    }
}

fn main() {}
