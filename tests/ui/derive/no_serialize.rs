//~ error[E0277]: the trait bound `Ask: serde::Serialize` is not satisfied
#[derive(mrtr::Call)]
#[mcp(tool = "t")]
struct Ask {
    a: String,
}

fn main() {}
