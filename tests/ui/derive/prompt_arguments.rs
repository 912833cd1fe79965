//~ error[E0277]: `u32` cannot be an argument of a prompt
//~ error[E0277]: `Vec<std::string::String>` cannot be an argument of a prompt
//~ error[E0277]: `bool` cannot be an argument of a prompt
//~ found `u32`, expected a string
//~ the arguments of a prompt are strings: `String`, `&str`, `Cow<str>`, or an `Option` of these
#[derive(serde::Serialize, mrtr::Call)]
#[mcp(prompt = "p")]
struct Prompt<'a> {
    fine: &'a str,
    page: u32,
    list: Vec<String>,
    flag: Option<bool>,
}

fn main() {}
