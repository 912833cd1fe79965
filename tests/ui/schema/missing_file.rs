//~ error: the file $WORKSPACE/target/tests/trybuild/mrtr-tests/inputs/none.json cannot be read (entity not found); paths start from the folder of this package's Cargo.toml
#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs = "inputs/none.json")]
struct Ask;

fn use_it(session: &mrtr::Session) {
    let _ = session.call(Ask);
}

fn main() {}
