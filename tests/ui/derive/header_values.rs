//~ error[E0277]: `f64` cannot be mirrored as a header
//~ error[E0277]: `Vec<std::string::String>` cannot be mirrored as a header
//~ found `f64`, expected a string, an integer or a boolean
#[derive(serde::Serialize, mrtr::Call)]
#[mcp(tool = "t")]
struct Tool {
    #[mcp(header = "Fine")]
    fine: Option<i64>,
    #[mcp(header = "Ratio")]
    ratio: f64,
    #[mcp(header = "List")]
    list: Vec<String>,
}

fn main() {}
