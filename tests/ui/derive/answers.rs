//~ error[E0308]: mismatched types
//~ error[E0560]: struct `Seat` has no field named `sear`
//~ error[E0063]: missing field `class` in initializer of `Seat`
//~ error[E0308]: mismatched types
//~ error[E0599]: no method named `respond` found for struct `mrtr::Form<T>` in the current scope
#[derive(mrtr::Call)]
#[mcp(
    tool = "t",
    inputs_json = r#"{"seat": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object",
        "properties": {"seat": {"type": "string"}, "class": {"type": "string", "enum": ["eco"]}}, "required": ["seat", "class"]}}}}"#
)]
struct Ask;

#[derive(mrtr::Call)]
#[mcp(tool = "t", module = other, inputs_json = r#"{"where": {"method": "roots/list"}}"#)]
struct Other;

fn wrong_type(ask::Input::Seat(form): ask::Input) -> mrtr::InputResponse<ask::Input> {
    form.accept(ask::Seat { seat: 14, class: ask::SeatClass::Eco })
}

fn unknown_field(ask::Input::Seat(form): ask::Input) -> mrtr::InputResponse<ask::Input> {
    form.accept(ask::Seat { sear: String::new(), seat: String::new(), class: ask::SeatClass::Eco })
}

fn missing_field(ask::Input::Seat(form): ask::Input) -> mrtr::InputResponse<ask::Input> {
    form.accept(ask::Seat { seat: String::new() })
}

fn response_of_another_call(ask::Input::Seat(form): ask::Input) -> mrtr::InputResponse<other::Input> {
    form.decline()
}

fn another_kind(ask::Input::Seat(form): ask::Input) -> mrtr::InputResponse<ask::Input> {
    form.respond(mrtr::ListRootsResult::new(Vec::new()))
}

fn main() {}
