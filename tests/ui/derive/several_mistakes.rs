//~ error: found option `tols`, expected `tool`, `prompt`, `resource`, `inputs`, `inputs_json`, `output`, `module` or `crate`
//~ error: expected a string literal; a macro call is not expanded here, so write its text out (or name a file: `inputs = "..."`)
//~ error: found `inputs` without a value, expected `inputs = ...`
//~ error: found a second target, expected one of `tool`, `prompt` and `resource`; remove one
//~ error: found option `heading` on a field, expected `header`
//~ error: found `header` twice, expected it once; remove one
//~ error: found no list, expected `#[mcp(...)]`
#[derive(serde::Serialize, mrtr::Call)]
#[mcp(tols = "x", tool = "a", inputs_json = concat!("{", "}"), inputs)]
#[mcp(prompt = "b")]
struct Ask {
    #[mcp(heading = "A")]
    a: String,
    #[mcp(header = "B", header = "C")]
    b: String,
    #[mcp]
    c: String,
}

fn use_it(session: &mrtr::Session, ask: Ask) {
    let _ = session.call(ask);
}

fn main() {}
