//~ error: line 2, column 27 of the JSON, at /a/method: the server may not ask with method "tools/list", expected "elicitation/create", "sampling/createMessage" or "roots/list"
//~ error: line 3, column 16 of the JSON, at /b: found a number, expected an object
//~ error: line 4, column 68 of the JSON, at /c/params/mode: expected "form" or "url"
//~ error: line 5, column 16 of the JSON, at /d/method: found no such member, expected one; add it
//~ error: line 7, column 16 of the JSON, at /e: found the key twice, expected it once; remove one
#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{
          "a": {"method": "tools/list"},
          "b": 1,
          "c": {"method": "elicitation/create", "params": {"mode": "telepathy", "message": "?"}},
          "d": {},
          "e": {"method": "roots/list"},
          "e": {"method": "roots/list"}
}"#)]
struct Ask;

fn main() {}
