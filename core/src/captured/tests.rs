use super::*;

const MAP: &str = r#"{"seat":{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{}}}},"where":{"method":"roots/list"}}"#;

fn keys(text: &str) -> Vec<String> {
    let captured = Captured::read(text);
    assert!(captured.faults.is_empty(), "{:?}", captured.faults);
    captured.requests.into_iter().map(|request| request.key).collect()
}

fn faults(text: &str) -> Vec<String> {
    let faults = Captured::read(text).faults.into_iter();
    faults.map(|fault| format!("{} {}:{} {}", fault.pointer, fault.line, fault.column, fault.message)).collect()
}

#[test]
fn every_shape_of_capture_is_read() {
    for text in [
        MAP.to_string(),
        format!("\u{feff}\n{MAP}\n"),
        format!(r#"{{"inputRequests":{MAP}}}"#),
        format!(r#"{{"resultType":"input_required","inputRequests":{MAP},"requestState":"s"}}"#),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"input_required","inputRequests":{MAP},"_meta":{{}}}}}}"#
        ),
    ] {
        assert_eq!(keys(&text), ["seat", "where"], "{text}");
    }
}

#[test]
fn keys_named_as_members_of_a_result_are_keys() {
    let text = r#"{"result":{"method":"roots/list"},"inputRequests":{"method":"roots/list"},"jsonrpc":{"method":"roots/list"}}"#;
    assert_eq!(keys(text), ["result", "inputRequests", "jsonrpc"]);
}

#[test]
fn a_result_with_a_state_alone_asks_for_nothing() {
    assert_eq!(keys(r#"{"resultType":"input_required","requestState":"s"}"#), [""; 0]);
}

#[test]
fn a_request_with_a_mistake_is_of_the_kind_that_its_method_names() {
    let text = r#"{
            "roots": {"method": "roots/list", "method": "roots/list"},
            "sampling": {"method": "sampling/createMessage", "params": {}},
            "url": {"method": "elicitation/create", "params": {"mode": "url", "message": "?"}},
            "form": {"method": "elicitation/create", "params": {
                "requestedSchema": {"type": "object", "properties": {"x": {"type": "boolean"}}}}},
            "partly": {"method": "elicitation/create", "params": {
                "requestedSchema": {"type": "object", "properties": {"x": {"type": "boolean"}, "y": {}}}}},
            "bare": {"method": "elicitation/create"},
            "other": {"method": "tools/list"},
            "none": {}
        }"#;
    let captured = Captured::read(text);
    let found: Vec<_> = captured
        .requests
        .iter()
        .map(|request| {
            let kind = match &request.kind {
                Some(CapturedKind::Form(schema)) => format!("form of {}", schema.fields().len()),
                Some(CapturedKind::UnreadableForm(schema)) => format!("part of {}", schema.fields().len()),
                Some(CapturedKind::Url) => "url".to_string(),
                Some(CapturedKind::Sampling { .. }) => "sampling".to_string(),
                Some(CapturedKind::Roots) => "roots".to_string(),
                None => "nothing".to_string(),
            };
            format!("{}: {kind}", request.key)
        })
        .collect();
    assert_eq!(
        found,
        [
            "roots: roots",
            "sampling: sampling",
            "url: url",
            "form: form of 1",
            "partly: part of 1",
            "bare: part of 0",
            "other: nothing",
            "none: nothing"
        ]
    );
    assert_eq!(captured.faults.len(), 9, "{:#?}", captured.faults);
}

#[test]
fn what_a_running_call_refuses_is_a_fault() {
    for (members, fault) in [
        (format!(r#""inputRequests":{MAP},"inputRequests":{MAP}"#), "/inputRequests: twice"),
        (
            format!(r#""resultType":"input_required","resultType":"complete","inputRequests":{MAP}"#),
            "/resultType: twice",
        ),
        (format!(r#""inputRequests":{MAP},"requestState":"a","requestState":"a""#), "/requestState: twice"),
        (format!(r#""inputRequests":{MAP},"requestState":1"#), "/requestState: found a number, expected a string"),
        (r#""resultType":"input_required","requestState":{}"#.to_string(), "/requestState: found an object"),
        (r#""resultType":"input_required","requestState":null"#.to_string(), "/inputRequests: nothing"),
        (r#""requestState":null"#.to_string(), "/inputRequests: nothing"),
    ] {
        let (pointer, message) = fault.split_once(": ").unwrap();
        for (base, text) in [
            ("", format!("{{{members}}}")),
            ("/result", format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{{members}}}}}"#)),
        ] {
            let found = Captured::read(&text).faults;
            assert_eq!(found.len(), 1, "{text}: {found:#?}");
            assert_eq!(found[0].pointer, format!("{base}{pointer}"), "{text}");
            assert!(found[0].message.contains(message), "{text}: {}", found[0].message);
        }
    }
    assert_eq!(keys(&format!(r#"{{"inputRequests":{MAP},"requestState":null}}"#)), ["seat", "where"]);
    assert_eq!(keys(r#"{"inputRequests":null,"requestState":"s"}"#), [""; 0]);
}

#[test]
fn what_is_no_capture_is_a_fault() {
    assert_eq!(faults("{}").len(), 1);
    assert_eq!(faults("[]"), [" 1:1 found an array, expected an object"]);
    assert!(faults("{\"a\":\n x}")[0].starts_with(" 2:2 found text that is not JSON"));
    assert!(faults(r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}"#)[0].contains("JSON-RPC error"));
    assert!(faults(r#"{"resultType":"complete","content":[]}"#)[0].contains("\"complete\""));
}

#[test]
fn all_faults_are_found_with_their_places() {
    let text = r#"{
  "a": {"method": "elicitation/create", "params": {"message": "?",
    "requestedSchema": {"type": "object", "properties": {
      "x": {"type": "object"},
      "y": {"type": "string", "enum": []}}}}},
  "b": {"method": "tools/list"},
  "b": {"method": "roots/list"}
}"#;
    let found = faults(text);
    assert_eq!(found.len(), 4, "{found:#?}");
    assert!(found[0].starts_with("/a/params/requestedSchema/properties/x 4:12 property \"x\": found an object"));
    assert!(found[1].starts_with("/a/params/requestedSchema/properties/y/enum 5:"));
    assert!(found[2].starts_with("/b/method"));
    assert!(found[3].starts_with("/b 7:"));
}

#[test]
fn of_many_mistakes_the_first_are_told_and_the_others_counted() {
    let requests = |count: usize| {
        let requests: Vec<_> = (0..count).map(|at| format!("\"k{at}\":1")).collect();
        format!("{{{}}}", requests.join(","))
    };
    assert_eq!(faults(&requests(MAX_FAULTS)).len(), MAX_FAULTS);
    assert_eq!(faults(&requests(MAX_FAULTS + 1)).last().unwrap(), " 1:1 and 1 more mistake");
    let found = faults(&requests(10_000));
    assert_eq!(found.len(), MAX_FAULTS + 1);
    assert!(found[0].starts_with("/k0 1:7 "), "{}", found[0]);
    assert_eq!(found[MAX_FAULTS], " 1:1 and 9950 more mistakes");
}

#[test]
fn the_mistakes_of_a_form_count_among_those_of_the_text() {
    let properties: Vec<_> = (0..1_500).map(|at| format!("\"p{at}\":{{}}")).collect();
    let text = format!(
        r#"{{"a":1,"f":{{"method":"elicitation/create","params":{{"message":"?","requestedSchema":{{"type":"object","properties":{{{}}}}}}}}},"b":1}}"#,
        properties.join(",")
    );
    let found = faults(&text);
    assert_eq!(found.len(), MAX_FAULTS + 1);
    assert_eq!(found[MAX_FAULTS], " 1:1 and 1452 more mistakes");
}

#[test]
fn compact_text_keeps_strings() {
    assert_eq!(compact("{ \"a b\\\" \" :\n[ 1 ,\t\"\\\\\" , \" \"]}"), "{\"a b\\\" \":[1,\"\\\\\",\" \"]}");
}
