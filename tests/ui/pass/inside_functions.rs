//! Calls that are declared inside functions, several of one name in one file.

fn first() -> &'static str {
    #[derive(mrtr::Call)]
    #[mcp(tool = "first", inputs_json = r#"{"a": {"method": "roots/list"}}"#)]
    struct Ask;
    fn answer(input: ask::Input) -> mrtr::InputResponse<ask::Input> {
        match input {
            ask::Input::A(roots) => roots.respond(mrtr::ListRootsResult::new(Vec::new())),
        }
    }
    let _ = answer;
    mrtr::Call::target(&Ask).to_owned().leak()
}

fn second() -> &'static str {
    #[derive(mrtr::Call)]
    #[mcp(tool = "second", inputs_json = r#"{"b": {"method": "roots/list"}}"#)]
    struct Ask;
    let _ = |input: ask::Input| match input {
        ask::Input::B(roots) => roots.key().to_owned(),
    };
    mrtr::Call::target(&Ask).to_owned().leak()
}

fn main() {
    assert_eq!((first(), second()), ("first", "second"));
}
