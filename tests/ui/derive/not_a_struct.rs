//~ error: found an enum, expected a struct whose fields are the arguments
//~ error: found a union, expected a struct whose fields are the arguments
//~ error: found a tuple struct, expected named fields; arguments have names
//~ error: found an empty text, expected the name or URI that the server knows
#[derive(mrtr::Call)]
#[mcp(tool = "a")]
enum A {}

#[derive(mrtr::Call)]
#[mcp(tool = "b")]
union B {
    a: u8,
}

#[derive(serde::Serialize, mrtr::Call)]
#[mcp(tool = "c")]
struct C(String, String);

#[derive(mrtr::Call)]
#[mcp(tool = "")]
struct D;

fn use_them(session: &mrtr::Session, a: A, b: B, c: C, d: D) {
    let _ = (session.call(a), session.call(b), session.call(c), session.call(d));
}

fn main() {}
