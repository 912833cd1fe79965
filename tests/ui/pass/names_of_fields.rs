//! Every name of a property gives a field, and the answer has the exact name.

#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{"f": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {
    "type": "object",
    "properties": {
        "type": {"type": "integer"}, "self": {"type": "integer"}, "Self": {"type": "integer"},
        "super": {"type": "integer"}, "crate": {"type": "integer"}, "_": {"type": "integer"},
        "gen": {"type": "integer"}, "async": {"type": "integer"}, "2nd": {"type": "integer"},
        "♥": {"type": "integer"}, "a b": {"type": "integer"}, "a.b": {"type": "integer"},
        "$ref": {"type": "integer"}, "": {"type": "integer"}, "fooBar": {"type": "integer"},
        "foo_bar": {"type": "integer"}, "foo bar": {"type": "integer"}, "Type": {"type": "integer"},
        "größe": {"type": "integer"}, "大きさ": {"type": "integer"}, "a/b~c\"\\": {"type": "integer"}
    },
    "required": ["type", "self", "Self", "super", "crate", "_", "gen", "async", "2nd", "♥", "a b", "a.b", "$ref", "",
        "fooBar", "foo_bar", "foo bar", "Type", "größe", "大きさ", "a/b~c\"\\"]
}}}}"#)]
struct Names;

/// What a server asks with these names it gets back with these names.
fn main() {
    let form = names::F {
        type_: 1,
        self_: 2,
        self___2: 3,
        super_: 4,
        crate_: 5,
        underscore: 6,
        gen_: 7,
        async_: 8,
        n2nd: 9,
        u2665: 10,
        a_b: 11,
        a_b__2: 12,
        dollar_ref: 13,
        empty: 14,
        foo_bar: 15,
        foo_bar__2: 16,
        foo_bar__3: 17,
        type___2: 18,
        größe: 19,
        大きさ: 20,
        a_b_c: 21,
    };
    let sent = mrtr_tests::typed::accepted(Names, |input| match input {
        names::Input::F(asked) => asked.accept(form.clone()),
    });
    assert_eq!(
        sent,
        concat!(
            r#"{"type":1,"self":2,"Self":3,"super":4,"crate":5,"_":6,"gen":7,"async":8,"2nd":9,"♥":10,"a b":11,"#,
            r#""a.b":12,"$ref":13,"":14,"fooBar":15,"foo_bar":16,"foo bar":17,"Type":18,"größe":19,"大きさ":20,"#,
            r#""a/b~c\"\\":21}"#
        )
    );
}
