use super::{
    Case,
    Expected::{
        self, Complete, Malformed, NoOutput, NothingAsked, Rpc, Stray, TooLarge, UnknownResultType, Unreadable,
    },
    GOOD, MAX_MESSAGE_BYTES,
};

/// All of them.
pub fn cases() -> Vec<Case> {
    [strays(), errors(), results(), input_requests(), outputs(), oddities(), sizes()].into_iter().flatten().collect()
}

fn case(name: &'static str, expected: Expected, answers: fn() -> Vec<Vec<u8>>) -> Case {
    Case { name, expected, answers }
}

fn message(text: impl Into<Vec<u8>>) -> Vec<Vec<u8>> {
    vec![text.into()]
}

fn result(result: &str) -> Vec<Vec<u8>> {
    message(response(result))
}

fn response(result: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":$ID,"result":{result}}}"#).into_bytes()
}

fn error(error: &str) -> Vec<Vec<u8>> {
    message(format!(r#"{{"jsonrpc":"2.0","id":$ID,"error":{error}}}"#))
}

/// Asks for these members of `inputRequests`.
fn asks(requests: &str) -> Vec<Vec<u8>> {
    vec![ask(requests)]
}

fn ask(requests: &str) -> Vec<u8> {
    response(&format!(r#"{{"resultType":"input_required","requestState":"s","inputRequests":{{{requests}}}}}"#))
}

/// Asks for a form of this schema, behind a request that can be read.
fn form(schema: &str) -> Vec<Vec<u8>> {
    elicitation(&format!(r#"{{"message":"?","requestedSchema":{schema}}}"#))
}

fn elicitation(params: &str) -> Vec<Vec<u8>> {
    asks(&format!(r#""good":{{"method":"roots/list"}},"bad":{{"method":"elicitation/create","params":{params}}}"#))
}

fn property(property: &str) -> Vec<Vec<u8>> {
    form(&format!(r#"{{"type":"object","properties":{{"p":{property}}}}}"#))
}

/// A result with this text in a place that nobody looks into.
fn opaque(value: &str) -> Vec<Vec<u8>> {
    result(&format!(r#"{{"resultType":"complete","content":[],"structuredContent":{{"opaque":{value}}}}}"#))
}

fn nested(open: &str, close: &str) -> String {
    format!("{}{}", open.repeat(5_000), close.repeat(5_000))
}

fn strays() -> Vec<Case> {
    vec![
        case("text", Stray, || message("ready")),
        case("empty_object", Stray, || message("{}")),
        case("empty_array", Stray, || message("[]")),
        case("null", Stray, || message("null")),
        case("string", Stray, || message(r#""result""#)),
        case("number", Stray, || message("$ID")),
        case("batch", Stray, || message(format!("[{GOOD}]"))),
        case("batch_of_two", Stray, || message(format!("[{GOOD},{GOOD}]"))),
        case("two_answers_at_once", Stray, || message(format!("{GOOD}{GOOD}"))),
        case("two_answers_with_a_comma", Stray, || message(format!("{GOOD},{GOOD}"))),
        case("text_behind", Stray, || message(format!("{GOOD} done"))),
        case("brace_behind", Stray, || message(format!("{GOOD}}}"))),
        case("text_before", Stray, || message(format!("answer: {GOOD}"))),
        case("half", Stray, || message(&GOOD.as_bytes()[..GOOD.len() / 2])),
        case("all_but_the_end", Stray, || message(&GOOD.as_bytes()[..GOOD.len() - 1])),
        case("trailing_comma", Stray, || message(r#"{"jsonrpc":"2.0","id":$ID,"result":{},}"#)),
        case("comment", Stray, || message(r#"{"jsonrpc":"2.0","id":$ID,/**/"result":{}}"#)),
        case("single_quotes", Stray, || message("{'jsonrpc':'2.0','id':$ID,'result':{}}")),
        case("not_a_number", Stray, || message(r#"{"jsonrpc":"2.0","id":$ID,"result":NaN}"#)),
        case("id_as_string", Stray, || message(r#"{"jsonrpc":"2.0","id":"$ID","result":{}}"#)),
        case("id_as_fraction", Stray, || message(r#"{"jsonrpc":"2.0","id":$ID.0,"result":{}}"#)),
        case("id_with_exponent", Stray, || message(r#"{"jsonrpc":"2.0","id":$IDe0,"result":{}}"#)),
        case("id_in_an_array", Stray, || message(r#"{"jsonrpc":"2.0","id":[$ID],"result":{}}"#)),
        case("id_in_an_object", Stray, || message(r#"{"jsonrpc":"2.0","id":{"id":$ID},"result":{}}"#)),
        case("id_true", Stray, || message(r#"{"jsonrpc":"2.0","id":true,"result":{}}"#)),
        case("id_null", Stray, || message(r#"{"jsonrpc":"2.0","id":null,"result":{}}"#)),
        case("no_id", Stray, || message(r#"{"jsonrpc":"2.0","result":{}}"#)),
        case("id_in_capitals", Stray, || message(r#"{"jsonrpc":"2.0","ID":$ID,"result":{}}"#)),
        case("id_twice", Stray, || message(r#"{"jsonrpc":"2.0","id":$ID,"result":{},"id":$ID}"#)),
        case("id_beyond_all_numbers", Stray, || message(r#"{"jsonrpc":"2.0","id":1e400,"result":{}}"#)),
        case("id_of_no_text", Stray, || message(r#"{"jsonrpc":"2.0","id":"\ud800","result":{}}"#)),
        case("id_of_nobody", Stray, || message(r#"{"jsonrpc":"2.0","id":987654321,"result":{}}"#)),
        case("id_of_nobody_negative", Stray, || message(r#"{"jsonrpc":"2.0","id":-$ID,"result":{}}"#)),
        case("error_of_nobody", Stray, || {
            message(r#"{"jsonrpc":"2.0","id":987654321,"error":{"code":-32603,"message":"m"}}"#)
        }),
        case("log_line", Stray, || message(r#"{"error":{"code":1},"level":"warn"}"#)),
        case("request_of_the_server", Stray, || {
            message(r#"{"jsonrpc":"2.0","id":$ID,"method":"elicitation/create","params":{"message":"?"}}"#)
        }),
        case("request_of_the_server_with_a_result", Stray, || {
            message(r#"{"jsonrpc":"2.0","id":$ID,"method":"ping","result":{"content":[]}}"#)
        }),
        case("notification", Stray, || message(r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#)),
        case("notification_of_no_method", Stray, || message(r#"{"jsonrpc":"2.0","method":7}"#)),
        case("cancellation", Stray, || {
            message(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":$ID}}"#)
        }),
        case("not_utf_8", Stray, || {
            message(b"{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"a\":\"\xff\"}}".as_slice())
        }),
        case("surrogate_in_utf_8", Stray, || {
            message(b"{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"a\":\"\xed\xa0\x80\"}}".as_slice())
        }),
        case("overlong_utf_8", Stray, || {
            message(b"{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"a\":\"\xc0\xaf\"}}".as_slice())
        }),
        case("utf_16", Stray, || message(GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>())),
        case("nul_bytes", Stray, || message([0; 100])),
        case("control_character", Stray, || message("{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":\"\u{1}\"}")),
        case("deep_and_open", Stray, || message("[".repeat(100_000))),
        case("deep_objects_and_open", Stray, || message("{\"a\":".repeat(100_000))),
        case("answer_of_the_first_leg", Stray, || {
            vec![ask(r#""r":{"method":"roots/list"}"#), GOOD.replace("$ID", "$FIRST").into_bytes()]
        }),
        case("round_of_the_first_leg", Stray, || {
            let round = ask(r#""r":{"method":"roots/list"}"#);
            let again = String::from_utf8_lossy(&round).replace("$ID", "$FIRST").into_bytes();
            vec![round, again]
        }),
    ]
}

fn errors() -> Vec<Case> {
    vec![
        case("error", Rpc(-32603), || error(r#"{"code":-32603,"message":"m"}"#)),
        case("error_of_a_later_leg", Rpc(-32602), || {
            let refusal = r#"{"jsonrpc":"2.0","id":$ID,"error":{"code":-32602,"message":"state"}}"#;
            vec![ask(r#""r":{"method":"roots/list"}"#), refusal.into()]
        }),
        case("error_without_id", Rpc(-32700), || message(r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}"#)),
        case("error_with_id_null", Rpc(-32600), || {
            message(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}"#)
        }),
        case("error_beside_null", Rpc(-1), || {
            message(r#"{"jsonrpc":"2.0","id":$ID,"result":null,"error":{"code":-1,"message":"m"}}"#)
        }),
        case("error_with_odd_data", Rpc(-32603), || {
            error(&format!(r#"{{"code":-32603,"message":"m","data":[1e400,"\ud800",{}]}}"#, nested("[", "]")))
        }),
        case("error_of_the_lowest_code", Rpc(i64::MIN), || error(r#"{"code":-9223372036854775808,"message":""}"#)),
        case("error_beside_a_result", Malformed, || {
            message(r#"{"jsonrpc":"2.0","id":$ID,"result":{},"error":{"code":-1,"message":"m"}}"#)
        }),
        case("error_that_is_text", Malformed, || error(r#""no""#)),
        case("error_that_is_true", Malformed, || error("true")),
        case("error_that_is_an_array", Malformed, || error("[]")),
        case("error_that_is_empty", Malformed, || error("{}")),
        case("error_without_code", Malformed, || error(r#"{"message":"m"}"#)),
        case("error_code_as_text", Malformed, || error(r#"{"code":"-32603","message":"m"}"#)),
        case("error_code_beyond_all_numbers", Malformed, || error(r#"{"code":1e400,"message":"m"}"#)),
        case("error_code_beyond_64_bits", Malformed, || error(r#"{"code":-9223372036854775809,"message":"m"}"#)),
        case("error_code_twice", Rpc(2), || error(r#"{"code":1,"code":2,"message":"m"}"#)),
        case("error_without_message", Rpc(-32603), || error(r#"{"code":-32603}"#)),
        case("error_message_of_no_text", Rpc(-32603), || error(r#"{"code":-32603,"message":"a\ud800"}"#)),
        case("error_twice", Malformed, || {
            message(r#"{"jsonrpc":"2.0","id":$ID,"error":{"code":1,"message":"m"},"error":{"code":2,"message":"m"}}"#)
        }),
        case("neither_result_nor_error", Malformed, || message(r#"{"jsonrpc":"2.0","id":$ID}"#)),
        case("error_null", Malformed, || error("null")),
        case("no_version", Malformed, || message(r#"{"id":$ID,"result":{"content":[]}}"#)),
        case("other_version", Malformed, || message(r#"{"jsonrpc":"1.0","id":$ID,"result":{"content":[]}}"#)),
        case("version_as_number", Malformed, || message(r#"{"jsonrpc":2.0,"id":$ID,"result":{"content":[]}}"#)),
    ]
}

fn results() -> Vec<Case> {
    vec![
        case("result_null", Malformed, || result("null")),
        case("result_true", Malformed, || result("true")),
        case("result_text", Malformed, || result(r#""complete""#)),
        case("result_number", Malformed, || result("1e400")),
        case("result_array", Malformed, || result(r#"[{"content":[]}]"#)),
        case("result_deep", Malformed, || result(&nested("[", "]"))),
        case("result_twice", Malformed, || message(r#"{"jsonrpc":"2.0","id":$ID,"result":{},"result":{}}"#)),
        case("type_task", UnknownResultType, || result(r#"{"resultType":"task","task":{}}"#)),
        case("type_in_capitals", UnknownResultType, || result(r#"{"resultType":"COMPLETE","content":[]}"#)),
        case("type_empty", UnknownResultType, || result(r#"{"resultType":"","content":[]}"#)),
        case("type_null", UnknownResultType, || result(r#"{"resultType":null,"content":[]}"#)),
        case("type_number", UnknownResultType, || result(r#"{"resultType":1,"content":[]}"#)),
        case("type_array", UnknownResultType, || result(r#"{"resultType":["complete"],"content":[]}"#)),
        case("type_of_no_text", UnknownResultType, || result(r#"{"resultType":"\ud800","content":[]}"#)),
        case("type_twice", Malformed, || result(r#"{"resultType":"complete","resultType":"complete","content":[]}"#)),
        case("nothing_asked", NothingAsked, || result(r#"{"resultType":"input_required"}"#)),
        case("no_request_asked", NothingAsked, || result(r#"{"resultType":"input_required","inputRequests":{}}"#)),
        case("null_asked", NothingAsked, || {
            result(r#"{"resultType":"input_required","inputRequests":null,"requestState":null}"#)
        }),
        case("requests_as_array", Malformed, || {
            result(r#"{"resultType":"input_required","inputRequests":[{"method":"roots/list"}]}"#)
        }),
        case("requests_as_text", Malformed, || {
            result(r#"{"resultType":"input_required","inputRequests":"{}","requestState":"s"}"#)
        }),
        case("state_as_number", Malformed, || result(r#"{"resultType":"input_required","requestState":7}"#)),
        case("state_as_object", Malformed, || result(r#"{"resultType":"input_required","requestState":{}}"#)),
        case("state_true", Malformed, || result(r#"{"resultType":"input_required","requestState":true}"#)),
        case("state_twice", Malformed, || {
            result(r#"{"resultType":"input_required","requestState":"a","requestState":"b"}"#)
        }),
        case("key_twice", Malformed, || asks(r#""r":{"method":"roots/list"},"r":{"method":"roots/list"}"#)),
        case("key_twice_in_two_spellings", Malformed, || {
            asks(r#""r":{"method":"roots/list"},"\u0072":{"method":"roots/list"}"#)
        }),
        case("requests_beyond_all_patience", Malformed, || {
            asks(&(0..10_001).map(|n| format!(r#""k{n}":{{"method":"roots/list"}}"#)).collect::<Vec<_>>().join(","))
        }),
        case("malformed_round_of_a_later_leg", Malformed, || {
            vec![ask(r#""r":{"method":"roots/list"}"#), response(r#"{"resultType":"input_required","requestState":7}"#)]
        }),
    ]
}

fn input_requests() -> Vec<Case> {
    vec![
        case("request_null", Unreadable, || asks(r#""bad":null"#)),
        case("request_text", Unreadable, || asks(r#""bad":"roots/list""#)),
        case("request_array", Unreadable, || asks(r#""bad":["roots/list"]"#)),
        case("request_empty", Unreadable, || asks(r#""bad":{}"#)),
        case("request_deep", Unreadable, || asks(&format!(r#""bad":{}"#, nested("[", "]")))),
        case("method_unknown", Unreadable, || asks(r#""bad":{"method":"tools/call"}"#)),
        case("method_number", Unreadable, || asks(r#""bad":{"method":7}"#)),
        case("method_of_no_text", Unreadable, || asks(r#""bad":{"method":"\ud800"}"#)),
        case("method_twice", Unreadable, || asks(r#""bad":{"method":"roots/list","method":"roots/list"}"#)),
        case("one_of_two_unknown", Unreadable, || asks(r#""good":{"method":"roots/list"},"bad":{"method":"x"}"#)),
        case("key_of_no_text", Unreadable, || asks(r#""\ud800":{"method":"roots/list"}"#)),
        case("elicitation_without_params", Unreadable, || asks(r#""bad":{"method":"elicitation/create"}"#)),
        case("elicitation_params_as_array", Unreadable, || elicitation("[]")),
        case("elicitation_without_schema", Unreadable, || elicitation(r#"{"message":"?"}"#)),
        case("elicitation_of_unknown_mode", Unreadable, || elicitation(r#"{"mode":"voice","message":"?"}"#)),
        case("elicitation_message_as_number", Unreadable, || {
            elicitation(r#"{"message":7,"requestedSchema":{"type":"object","properties":{}}}"#)
        }),
        case("url_missing", Unreadable, || elicitation(r#"{"mode":"url","message":"?"}"#)),
        case("url_number", Unreadable, || elicitation(r#"{"mode":"url","message":"?","url":7}"#)),
        case("sampling_without_params", Unreadable, || asks(r#""bad":{"method":"sampling/createMessage"}"#)),
        case("sampling_without_limit", Unreadable, || {
            asks(r#""bad":{"method":"sampling/createMessage","params":{"messages":[]}}"#)
        }),
        case("sampling_limit_beyond_all_numbers", Unreadable, || {
            asks(r#""bad":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1e400}}"#)
        }),
        case("sampling_with_tools_that_nobody_declared", Unreadable, || {
            asks(r#""bad":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":5,"tools":[]}}"#)
        }),
        case("schema_true", Unreadable, || form("true")),
        case("schema_array", Unreadable, || form(r#"{"type":"array","items":{"type":"string"}}"#)),
        case("schema_reference", Unreadable, || form(r##"{"$ref":"#/definitions/x"}"##)),
        case("schema_deep", Unreadable, || property(&nested(r#"{"type":"array","items":"#, "}").replace(":}", ":{}}"))),
        case("property_true", Unreadable, || property("true")),
        case("property_object", Unreadable, || property(r#"{"type":"object","properties":{}}"#)),
        case("property_of_unknown_type", Unreadable, || property(r#"{"type":"binary"}"#)),
        case("property_without_choices", Unreadable, || property(r#"{"type":"string","enum":[]}"#)),
        case("property_with_limits_crossed", Complete, || property(r#"{"type":"integer","minimum":2,"maximum":1}"#)),
        case("choice_of_no_text", Unreadable, || property(r#"{"type":"string","enum":["a","\ud800"]}"#)),
        case("required_property_missing", Unreadable, || {
            form(r#"{"type":"object","properties":{},"required":["absent"]}"#)
        }),
    ]
}

fn outputs() -> Vec<Case> {
    vec![
        case("content_text", NoOutput, || result(r#"{"resultType":"complete","content":"done"}"#)),
        case("content_null", NoOutput, || result(r#"{"resultType":"complete","content":null}"#)),
        case("content_of_numbers", NoOutput, || result(r#"{"content":[1,2]}"#)),
        case("content_missing", NoOutput, || result("{}")),
        case("block_without_text", NoOutput, || result(r#"{"content":[{"type":"text"}]}"#)),
        case("block_with_a_lone_surrogate", NoOutput, || result(r#"{"content":[{"type":"text","text":"a\ud800b"}]}"#)),
        case("is_error_as_text", NoOutput, || result(r#"{"content":[],"isError":"false"}"#)),
    ]
}

fn oddities() -> Vec<Case> {
    vec![
        case("deep_array", Complete, || opaque(&nested("[", "]"))),
        case("deep_object", Complete, || opaque(&nested(r#"{"a":"#, "}").replace(":}", ":{}}"))),
        case("number_beyond_all_numbers", Complete, || opaque("[1e400,-1e400,1e-400,18446744073709551616]")),
        case("long_number", Complete, || opaque(&"9".repeat(100_000))),
        case("lone_surrogates", Complete, || opaque(r#"{"\ud800":"\udfff","\ud800x":"\ud83d"}"#)),
        case("members_twice", Complete, || opaque(r#"{"a":1,"a":2}"#)),
        case("marker_keys", Complete, || {
            opaque(r#"{"$serde_json::private::RawValue":"1","$serde_json::private::Number":"x"}"#)
        }),
        case("line_separators", Complete, || opaque("\"\u{2028}\u{2029}\u{85}\u{feff}\"")),
        case("byte_order_mark", Complete, || message(format!("\u{feff}{GOOD}"))),
        case("blanks_around", Complete, || message(format!(" \t{GOOD} \t"))),
        case("blanks_within", Complete, || message(GOOD.replace(':', " : ").replace(',', "\t,\t"))),
        case("escaped_names", Complete, || {
            message(
                r#"{"\u006asonrpc":"\u0032.0","\u0069d":$ID,"r\u0065sult":{"resultType":"complet\u0065","content":[]}}"#,
            )
        }),
        case("id_last", Complete, || message(r#"{"result":{"content":[]},"jsonrpc":"2.0","id":$ID}"#)),
        case("more_members", Complete, || {
            message(
                r#"{"jsonrpc":"2.0","x":{"id":0},"id":$ID,"\ud800":1e400,"result":{"content":[],"y":[{}]},"error":null}"#,
            )
        }),
        case("no_result_type", Complete, || result(r#"{"content":[],"inputRequests":{"r":{}},"requestState":7}"#)),
        case("asked_with_content", Complete, || {
            let request = r#"{"r":{"method":"roots/list","id":9,"jsonrpc":"2.0"}}"#;
            let rest = r#""content":[],"isError":true,"_meta":{"k":1}"#;
            result(&format!(r#"{{"resultType":"input_required",{rest},"inputRequests":{request}}}"#))
        }),
        case("odd_keys", Complete, || {
            let keys = ["", "0", "__proto__", "undefined", "$serde_json::private::RawValue", "\\u0000", "\\/", "🛫"];
            asks(&keys.map(|key| format!(r#""{key}":{{"method":"roots/list"}}"#)).join(","))
        }),
        case("odd_state", Complete, || {
            result(r#"{"resultType":"input_required","requestState":"\ud800\/\u0000\ufeff$ID"}"#)
        }),
        case("state_of_nothing", Complete, || result(r#"{"resultType":"input_required","requestState":""}"#)),
        case("url_of_no_scheme", Unreadable, || {
            elicitation(r#"{"mode":"url","message":"?","url":"java\tscript:alert(1)//\u202e"}"#)
        }),
        case("message_that_rewrites_the_terminal", Complete, || {
            elicitation(
                r#"{"message":"\u001b]0;x\u0007\u202e","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}}}"#,
            )
        }),
        case("number_limit_beyond_all_numbers", Complete, || property(r#"{"type":"number","maximum":1e400}"#)),
    ]
}

fn sizes() -> Vec<Case> {
    vec![
        case("long_text", Complete, || opaque(&format!(r#""{}""#, "x".repeat(1 << 20)))),
        case("long_blanks", Complete, || message(format!("{}{GOOD}", " ".repeat(1 << 20)))),
        case("long_key", Complete, || asks(&format!(r#""{}":{{"method":"roots/list"}}"#, "k".repeat(10 << 20)))),
        case("long_state", Complete, || {
            result(&format!(r#"{{"resultType":"input_required","requestState":"{}"}}"#, "s".repeat(1 << 20)))
        }),
        case("long_message_of_an_error", Rpc(-1), || {
            error(&format!(r#"{{"code":-1,"message":"{}"}}"#, "m".repeat(1 << 20)))
        }),
        case("many_requests", Complete, || {
            asks(&(0..1_000).map(|n| format!(r#""k{n}":{{"method":"roots/list"}}"#)).collect::<Vec<_>>().join(","))
        }),
        case("many_choices", Complete, || {
            let choices = (0..10_000).map(|n| format!(r#""c{n}""#)).collect::<Vec<_>>().join(",");
            property(&format!(r#"{{"type":"string","enum":[{choices}]}}"#))
        }),
        case("too_long", TooLarge, || opaque(&format!(r#""{}""#, "x".repeat(MAX_MESSAGE_BYTES)))),
        case("too_long_with_id_last", TooLarge, || {
            let text = "x".repeat(MAX_MESSAGE_BYTES);
            message(format!(r#"{{"jsonrpc":"2.0","result":{{"content":[],"text":"{text}\"}}"}},"id":$ID}}"#))
        }),
        case("too_many_brackets", TooLarge, || message(response(&"[".repeat(MAX_MESSAGE_BYTES)))),
    ]
}
