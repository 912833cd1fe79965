//~ error: found no `#[mcp(...)]`, expected what is called; add `#[mcp(tool = "name")]`, `#[mcp(prompt = "name")]` or `#[mcp(resource = "uri")]`
#[derive(mrtr::Call)]
struct Ask;

// No follow-up: the type is a call all the same.
fn use_it(session: &mrtr::Session) {
    let _ = session.call(Ask);
}

fn main() {}
