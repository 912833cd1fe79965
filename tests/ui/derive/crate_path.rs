//~ error: found a path that starts with `self`, expected one that starts with `::`, `crate` or the name of a crate; the path is used inside a module as well
//~ error: found a path that starts with `super`, expected one that starts with `::`, `crate` or the name of a crate; the path is used inside a module as well
#[derive(mrtr::Call)]
#[mcp(tool = "a", crate = self::mrtr)]
struct A;

#[derive(mrtr::Call)]
#[mcp(tool = "a", crate = super::mrtr)]
struct B;

fn main() {}
