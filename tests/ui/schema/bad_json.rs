//~ error: line 3, column 9 of the JSON: found text that is not JSON, expected a map of input requests
#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{
        "seat": {"method": "roots/list"},
        }"#)]
struct Ask;

fn main() {}
