//~ error: found the header name "", expected letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, token)
//~ error: found the header name "a b", expected letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, token)
//~ error: found a header name with `Mcp-Param-`, expected the part behind it; remove the prefix
//~ error: found the header "region" twice (letter case makes no difference)
//~ error: found a header of a field that is no argument of its own: serde skips this field
//~ error: found a header of a field that is no argument of its own: serde flattens this field
//~ error: found a header of a call that is no tool call; servers ask for headers of tools only
#[derive(serde::Serialize, mrtr::Call)]
#[mcp(tool = "t")]
struct Tool {
    #[mcp(header = "")]
    a: String,
    #[mcp(header = "a b")]
    b: String,
    #[mcp(header = "Mcp-Param-Region")]
    c: String,
    #[mcp(header = "Region")]
    d: String,
    #[mcp(header = "region")]
    e: String,
    #[serde(skip)]
    #[mcp(header = "F")]
    f: String,
    #[serde(flatten)]
    #[mcp(header = "G")]
    g: std::collections::BTreeMap<String, String>,
}

#[derive(serde::Serialize, mrtr::Call)]
#[mcp(prompt = "p")]
struct Prompt {
    #[mcp(header = "A")]
    a: String,
}

fn main() {}
