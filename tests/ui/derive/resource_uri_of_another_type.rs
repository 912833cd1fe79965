//~ error[E0277]: the trait bound `u32: AsRef<str>` is not satisfied
#[derive(mrtr::Call)]
#[mcp(resource)]
struct Read {
    uri: u32,
}

fn main() {}
