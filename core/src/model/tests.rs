//! Rules that hold for all types of the module.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

use serde_json::value::RawValue;

use super::*;
use crate::json::JsonKind;

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_string()).unwrap()
}

fn written<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

fn fault<T: core::fmt::Debug>(read: Result<T, ReadError>) -> (String, ReadFault) {
    let error = read.unwrap_err();
    (error.pointer().to_string(), error.fault())
}

#[test]
fn a_tag_may_come_after_the_other_members() {
    let block = ContentBlock::from_json(r#"{"text":"a","annotations":{"priority":0.5},"type":"text"}"#).unwrap();
    let ContentBlock::Text(block) = block else { panic!("{block:?}") };
    assert_eq!(block.text, "a");
    assert_eq!(block.annotations.unwrap().priority, Some(0.5));
}

#[test]
fn an_unknown_block_stays_text_and_breaks_nothing() {
    let unknown = r#"{"type":"hologram","beam":[1e400, "\ud800"]}"#;
    let text = format!(r#"{{"content":[{unknown},{{"type":"text","text":"a"}}]}}"#);
    let result = CallToolResult::from_json(&text).unwrap();
    let [ContentBlock::Other(block), ContentBlock::Text(_)] = &*result.content else { panic!("{result:?}") };
    assert_eq!(block.kind(), "hologram");
    assert_eq!(block.raw().get(), unknown);
    assert_eq!(written(&result.content), format!(r#"[{unknown},{{"type":"text","text":"a"}}]"#));
}

#[test]
fn null_for_an_optional_member_is_no_member() {
    let result = CallToolResult::from_json(r#"{"content":[],"isError":null,"_meta":null}"#).unwrap();
    assert!(!result.is_error && result.meta.is_none() && result.other.is_empty());
    assert_eq!(written(&result), r#"{"resultType":"complete","content":[]}"#);
}

#[test]
fn null_is_structured_content_like_any_other_value() {
    let result = CallToolResult::from_json(r#"{"content":[],"structuredContent":null}"#).unwrap();
    assert_eq!(result.structured::<Option<u8>>().unwrap(), Some(None));
    let result = CallToolResult::from_json(r#"{"content":[]}"#).unwrap();
    assert_eq!(result.structured::<Option<u8>>().unwrap(), None);
}

#[test]
fn a_required_member_that_is_null_or_absent_is_named() {
    for text in ["{}", r#"{"content":null}"#] {
        assert_eq!(fault(CallToolResult::from_json(text)), ("/content".into(), ReadFault::Missing));
    }
    let text = r#"{"contents":[{"uri":"a:b","text":"x"},{"uri":"a:b","text":null}]}"#;
    assert_eq!(fault(ReadResourceResult::from_json(text)), ("/contents/1".into(), ReadFault::NoContents));
    assert_eq!(fault(ContentBlock::from_json(r#"{"text":"a"}"#)), ("/type".into(), ReadFault::Missing));
}

#[test]
fn another_kind_is_an_error_with_its_place() {
    let text = r#"{"messages":[{"role":"user","content":{"type":"image","data":"","mimeType":[]}}]}"#;
    let kind = ReadFault::Kind { expected: JsonKind::String, found: JsonKind::Array };
    assert_eq!(fault(GetPromptResult::from_json(text)), ("/messages/0/content/mimeType".into(), kind));
    let kind = ReadFault::Kind { expected: JsonKind::Object, found: JsonKind::Array };
    assert_eq!(fault(CallToolResult::from_json("[]")), (String::new(), kind));
    assert_eq!(fault(CallToolResult::from_json(r#"{"content":[],"_meta":[]}"#)), ("/_meta".into(), kind));
}

#[test]
fn two_members_of_one_name_are_an_error() {
    for text in
        [r#"{"content":[],"isError":true,"isError":false}"#, r#"{"content":[],"isError":true,"is\u0045rror":false}"#]
    {
        assert_eq!(fault(CallToolResult::from_json(text)), ("/isError".into(), ReadFault::Duplicate));
    }
    let text = r#"{"content":[],"a/b":1,"c":2,"a/b":1}"#;
    assert_eq!(fault(CallToolResult::from_json(text)), ("/a~1b".into(), ReadFault::Duplicate));
}

#[test]
fn a_final_result_of_another_result_type_is_not_read() {
    let tag = ReadFault::Tag { expected: "complete" };
    for value in [r#""input_required""#, r#""COMPLETE""#, r#""""#] {
        let text = format!(r#"{{"resultType":{value},"content":[],"contents":[],"messages":[]}}"#);
        assert_eq!(fault(CallToolResult::from_json(&text)), ("/resultType".into(), tag));
        assert_eq!(fault(ReadResourceResult::from_json(&text)), ("/resultType".into(), tag));
        assert_eq!(fault(GetPromptResult::from_json(&text)), ("/resultType".into(), tag));
    }
    let kind = ReadFault::Kind { expected: JsonKind::String, found: JsonKind::Null };
    let text = r#"{"resultType":null,"content":[]}"#;
    assert_eq!(fault(CallToolResult::from_json(text)), ("/resultType".into(), kind));
    assert!(CallToolResult::from_json(r#"{"content":[]}"#).is_ok());
}

#[test]
fn a_lone_surrogate_in_a_text_is_an_error_of_that_text() {
    let text = r#"{"content":[{"type":"text","text":"a\ud800b"}]}"#;
    assert_eq!(fault(CallToolResult::from_json(text)), ("/content/0/text".into(), ReadFault::NotUnicode));
}

#[test]
fn a_lone_surrogate_in_an_unknown_name_hides_nothing_and_is_not_written() {
    let result = CallToolResult::from_json(r#"{"a\ud800":1,"content":[],"b":2}"#).unwrap();
    let names: Vec<_> = result.other.iter().map(Member::name).collect();
    assert_eq!(names, [None, Some("b")]);
    let odd = result.other.iter().next().unwrap();
    assert_eq!(odd.undecodable_name().map(RawValue::get), Some(r#""a\ud800""#));
    assert_eq!(odd.value().get(), "1");
    assert!(serde_json::to_string(&result).is_err());
}

#[test]
fn unknown_members_keep_their_order_and_text() {
    let text =
        r#"{"z":1.0,"role":"assistant","y":"\u00e9\/","content":{"type":"text","text":"a","x":[ ]},"model":"m"}"#;
    let message = CreateMessageResult::from_json(text).unwrap();
    let members: Vec<_> = message.other.iter().map(|member| (member.name().unwrap(), member.value().get())).collect();
    assert_eq!(members, [("z", "1.0"), ("y", r#""\u00e9\/""#)]);
    assert_eq!(message.other.get_as::<String>("y").unwrap().as_deref(), Some("\u{e9}/"));
    assert_eq!(message.other.get_as::<u8>("none").unwrap(), None);
    assert_eq!(fault(message.other.get_as::<u8>("y")).0, "/y");
    assert_eq!(
        written(&message),
        r#"{"role":"assistant","content":{"type":"text","text":"a","x":[ ]},"model":"m","z":1.0,"y":"\u00e9\/"}"#
    );
}

#[test]
fn an_additional_member_cannot_double_a_field() {
    let mut message = CreateMessageResult::text("m", "a");
    message.other.set("cost", raw("1"));
    message.other.set("cost", raw("2"));
    assert!(written(&message).ends_with(r#","cost":2}"#));
    message.other.set("stopReason", raw("1"));
    assert!(serde_json::to_string(&message).is_err());
    let mut block = TextContent::new("a");
    block.other.set("type", raw("1"));
    assert!(serde_json::to_string(&block).is_err());
}

#[test]
fn sampling_content_is_one_block_or_several() {
    for (content, blocks) in [
        (r#"{"type":"text","text":"a"}"#, 1),
        (r#"[{"type":"text","text":"a"},{"type":"tool_use","id":"1","name":"n","input":{ "b": 1.0 }}]"#, 2),
        ("[]", 0),
    ] {
        let text = format!(r#"{{"role":"assistant","content":{content},"model":"m"}}"#);
        let message = CreateMessageResult::from_json(&text).unwrap();
        assert_eq!(message.content.len(), blocks);
        assert_eq!(written(&message), text);
    }
    let text = r#"{"role":"assistant","content":[{"type":"text","text":"a"}],"model":"m"}"#;
    let single = r#"{"role":"assistant","content":{"type":"text","text":"a"},"model":"m"}"#;
    assert_eq!(written(&CreateMessageResult::from_json(text).unwrap()), single);
}

#[test]
fn a_tool_result_holds_no_tool_result() {
    let inner = r#"{"type":"tool_result","toolUseId":"2","content":[]}"#;
    let text = format!(r#"{{"type":"tool_result","toolUseId":"1","content":[{inner}],"isError":true}}"#);
    let SamplingContent::ToolResult(block) = SamplingContent::from_json(&text).unwrap() else { panic!() };
    let [ContentBlock::Other(nested)] = &*block.content else { panic!("{block:?}") };
    assert_eq!(nested.raw().get(), inner);
    assert_eq!(written(&block), text);
}

#[test]
fn numbers_are_read_by_value_and_bounded_by_their_type() {
    let read = |max: &str| {
        let text = format!(r#"{{"messages":[],"maxTokens":{max},"temperature":0.25}}"#);
        CreateMessageRequest::from_json(&text).map(|request| (request.max_tokens, request.temperature))
    };
    assert_eq!(read("1e3").unwrap(), (1000, Some(0.25)));
    assert_eq!(read("100.0").unwrap(), (100, Some(0.25)));
    assert_eq!(fault(read("1.5")), ("/maxTokens".into(), ReadFault::NotIntegral));
    assert_eq!(fault(read("18446744073709551616")), ("/maxTokens".into(), ReadFault::OutOfRange));
    let text = r#"{"messages":[],"maxTokens":1,"temperature":1e400}"#;
    assert_eq!(fault(CreateMessageRequest::from_json(text)), ("/temperature".into(), ReadFault::OutOfRange));
}

#[test]
fn a_number_that_json_does_not_have_is_not_written() {
    let annotations = Annotations { priority: Some(f64::NAN), ..Annotations::default() };
    assert!(serde_json::to_string(&annotations).is_err());
}

#[test]
fn an_unknown_word_is_read_but_not_written_into_a_closed_set() {
    let message = PromptMessage::from_json(r#"{"role":"narrator","content":{"type":"text","text":"a"}}"#).unwrap();
    assert_eq!(message.role, Role::Other("narrator".into()));
    assert!(serde_json::to_string(&message).is_err());
    assert_eq!(written(&StopReason::from("pause")), r#""pause""#);
}

#[test]
fn tools_are_absent_or_none_or_some() {
    let read = |tools: &str| {
        let text = format!(r#"{{"messages":[],"maxTokens":1{tools}}}"#);
        CreateMessageRequest::from_json(&text).unwrap().tools.map(|tools| tools.len())
    };
    assert_eq!(read(""), None);
    assert_eq!(read(r#","tools":[]"#), Some(0));
    assert_eq!(read(r#","tools":[{"name":"n","inputSchema":{"type":"object"}}]"#), Some(1));
}

#[test]
fn roots_are_file_uris() {
    for uri in ["file:///home/ann", "file://", "file://server/share/a%20b", "file:///C:/Users"] {
        assert_eq!(Root::new(uri).unwrap().uri.as_str(), uri);
    }
    for uri in [
        "",
        "/home/ann",
        "file:/home",
        "https://example.com",
        " file:///a",
        "FILE:///a",
        "file:///a b",
        "file:///a%2",
        "file:///\u{e9}",
        "file:///a%é",
    ] {
        assert_eq!(Root::new(uri).unwrap_err().into_inner(), uri);
        let text = format!(r#"{{"roots":[{{"uri":{}}}]}}"#, written(&uri));
        assert_eq!(fault(ListRootsResult::from_json(&text)), ("/roots/0/uri".into(), ReadFault::NotFileUri));
    }
}

#[test]
fn debug_and_errors_show_no_values() {
    const SECRET: &str = "s3cr3t";
    let texts = format!(
        r#"{{"type":"text","text":"{SECRET}","_meta":{{"k":"{SECRET}"}},
            "annotations":{{"lastModified":"{SECRET}"}},"k":"{SECRET}"}},
        {{"type":"resource","resource":{{"uri":"{SECRET}","blob":"{SECRET}","mimeType":"{SECRET}"}}}},
        {{"type":"resource_link","uri":"{SECRET}","name":"{SECRET}","icons":[{{"src":"{SECRET}","theme":"{SECRET}"}}]}},
        {{"type":"{SECRET}","k":"{SECRET}"}}"#
    );
    let result =
        CallToolResult::from_json(&format!(r#"{{"content":[{texts}],"structuredContent":"{SECRET}","x":"{SECRET}"}}"#));
    let request = CreateMessageRequest::from_json(&format!(
        r#"{{"messages":[{{"role":"{SECRET}","content":[
            {{"type":"tool_use","id":"{SECRET}","name":"{SECRET}","input":{{"k":"{SECRET}"}}}},
            {{"type":"tool_result","toolUseId":"{SECRET}","content":[{texts}],"structuredContent":["{SECRET}"]}}
        ]}}],"systemPrompt":"{SECRET}","stopSequences":["{SECRET}"],"maxTokens":1,"metadata":{{"k":"{SECRET}"}}}}"#
    ));
    let root = Root::new(format!("file:///{SECRET}")).map(|root| root.with_name(SECRET));
    let stop = StopReason::from(SECRET);
    let refused = Root::new(SECRET).unwrap_err();
    let shown =
        format!("{:?} {:?} {:?} {stop:?} {refused:?} {refused}", result.unwrap(), request.unwrap(), root.unwrap());
    assert!(!shown.contains(SECRET), "{shown}");

    for text in [
        format!(r#"{{"content":"{SECRET}"}}"#),
        format!(r#"{{"content":[],"resultType":"{SECRET}"}}"#),
        format!(r#"{{"content":[],"isError":"{SECRET}"}}"#),
        format!(r#""{SECRET}""#),
    ] {
        let error = CallToolResult::from_json(&text).unwrap_err();
        let through_serde = serde_json::from_str::<CallToolResult>(&text).unwrap_err();
        let shown = format!("{error} {error:?} {through_serde}");
        assert!(!shown.contains(SECRET), "{shown}");
    }
    let structured = format!(r#"{{"content":[],"structuredContent":"{SECRET}"}}"#);
    let error = CallToolResult::from_json(&structured).unwrap().structured::<u8>().unwrap_err();
    assert!(!format!("{error} {error:?}").contains(SECRET));
}

#[test]
fn constructors_write_what_the_protocol_has() {
    let input = JsonObject::new(raw(r#"{"city":"Paris"}"#)).unwrap();
    assert_eq!(
        written(&SamplingContent::from(ToolUseContent::new("1", "get_weather", input))),
        r#"{"type":"tool_use","id":"1","name":"get_weather","input":{"city":"Paris"}}"#
    );
    let contents = TextResourceContents::new("file:///a", "b");
    let blocks: Vec<ContentBlock> = vec![
        ImageContent::new("AA==", "image/png").into(),
        AudioContent::new("AA==", "audio/wav").into(),
        ResourceLink::new("file:///a", "a").into(),
        EmbeddedResource::new(contents).into(),
    ];
    assert_eq!(
        written(&ToolResultContent::new("1", blocks)),
        concat!(
            r#"{"type":"tool_result","toolUseId":"1","content":["#,
            r#"{"type":"image","data":"AA==","mimeType":"image/png"},"#,
            r#"{"type":"audio","data":"AA==","mimeType":"audio/wav"},"#,
            r#"{"type":"resource_link","uri":"file:///a","name":"a"},"#,
            r#"{"type":"resource","resource":{"uri":"file:///a","text":"b"}}]}"#
        )
    );
}

#[test]
fn a_hundred_thousand_members_cost_no_square() {
    let mut text = String::from(r#"{"content":[]"#);
    for index in 0..100_000 {
        write!(text, r#","m{index}":{index}"#).unwrap();
    }
    text.push('}');
    let result = CallToolResult::from_json(&text).unwrap();
    assert_eq!(result.other.len(), 100_000);
    assert_eq!(result.other.get_as::<u32>("m99999").unwrap(), Some(99_999));
}
