//~ error: line 1, column 54 of the JSON, at /result/resultType: found a result of type "complete", expected "input_required"; capture the answer that asks for input
//~ error: line 1, column 38 of the JSON, at /error: found a JSON-RPC error, expected a result of type "input_required"; capture the answer that asks for input
//~ error: line 1, column 1 of the JSON: found nothing that is asked for, expected input requests; leave `inputs` out
//~ error: line 1, column 1 of the JSON: found an array, expected an object
#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "content": []}}"#)]
struct A;

#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no"}}"#)]
struct B;

#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = "{}")]
struct C;

#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = "[]")]
struct D;

fn main() {}
