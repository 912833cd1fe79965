//~ error: the file /no-such-folder/inputs.json cannot be read (entity not found); paths start from the folder of this package's Cargo.toml
#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs = "/no-such-folder/inputs.json")]
struct Ask;

fn use_it(session: &mrtr::Session) {
    let _ = session.call(Ask);
}

fn main() {}
