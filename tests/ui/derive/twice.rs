//~ error: found `output` twice, expected it once; remove one
//~ error: found `crate` twice, expected it once; remove one
//~ error: found `module` twice, expected it once; remove one
//~ error: found a second target, expected one of `tool`, `prompt` and `resource`; remove one
//~ error: found `module` without inputs, expected `inputs = "..."`; there is no module
#[derive(mrtr::Call)]
#[mcp(tool = "a", tool = "b", output = u8, output = u16, crate = ::mrtr, crate = mrtr, module = a, module = b)]
struct Ask;

fn main() {}
