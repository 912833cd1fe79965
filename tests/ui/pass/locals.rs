//! Properties with the names of the generated code's own variables, parameters and methods: each value goes to its name.

#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{"form": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {
    "type": "object",
    "properties": {
        "value": {"type": "string"}, "map": {"type": "string"}, "state": {"type": "string"}, "content": {"type": "string"},
        "action": {"type": "string"}, "key": {"type": "string"}, "__field0": {"type": "string"}, "T": {"type": "string"},
        "D": {"type": "string"}, "E": {"type": "string"}, "new": {"type": "string"}, "build": {"type": "string"},
        "answer": {"type": "string"}, "write": {"type": "string"}, "prefilled": {"type": "string"}, "f": {"type": "string"},
        "request": {"type": "string"}, "input": {"type": "string"}, "with_default": {"type": "string", "default": "set"}
    },
    "required": ["value", "map", "state", "content", "action", "key", "__field0", "T", "D", "E", "new", "build", "answer",
        "write", "prefilled", "f", "request", "input"]
}}}}"#)]
struct Ask;

fn main() {
    let texts: Vec<String> = (0..18).map(|number| number.to_string()).collect();
    let [value, map, state, content, action, key, field0, t, d, e, new, build, answer, write, prefilled, f, request, input] =
        <[String; 18]>::try_from(texts).unwrap();
    let form = ask::Form::prefilled(
        value, map, state, content, action, key, field0, t, d, e, new, build, answer, write, prefilled, f, request, input,
    );
    let sent = mrtr_tests::typed::accepted(Ask, |input| match input {
        ask::Input::Form(asked) => asked.accept(form.clone()),
    });
    assert_eq!(
        sent,
        concat!(
            r#"{"value":"0","map":"1","state":"2","content":"3","action":"4","key":"5","__field0":"6","T":"7","D":"8","#,
            r#""E":"9","new":"10","build":"11","answer":"12","write":"13","prefilled":"14","f":"15","request":"16","#,
            r#""input":"17","with_default":"set"}"#
        )
    );
}
