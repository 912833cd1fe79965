//~ error: found a field of a resource call, expected none but `uri`; a resource is read by its URI alone, so remove the field or put it into the URI
//~ error: found a field `uri` beside `resource = "..."`, expected one of them; remove one
//~ error: found no URI, expected `resource = "uri"` or a field `uri` that is a string; add one of them
#[derive(mrtr::Call)]
#[mcp(resource)]
struct A {
    uri: String,
    page: u32,
}

#[derive(mrtr::Call)]
#[mcp(resource = "file:///a")]
struct B {
    uri: String,
}

#[derive(mrtr::Call)]
#[mcp(resource)]
struct C;

fn main() {}
