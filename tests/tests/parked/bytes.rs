//! What is sent after a restart is what would have been sent before.

use mrtr_core::parked::{Parked, ParkedInfo, Restored};
use mrtr_core::{DynamicInput, HeaderParam, Implementation, LogLevel, Meta, NeedsInput, Reply, Session, ToolCall};

const ARGUMENTS: &str = r#"{"b":1.0,"a":1e2,"c":"\u00e9\/","b":"\ud800","region":"eu"}"#;
const STATE: &str = r#""a\/\u0000\ud800\"""#;

fn session() -> Session {
    Session::new("airline", Implementation::new("t", "0"))
}

fn needs_input(requests: &str) -> NeedsInput<ToolCall> {
    let call = ToolCall::new("book\"flight").arguments_json(ARGUMENTS).unwrap();
    let call = call.header(HeaderParam::new("/region", "Region"));
    let meta = Meta::new().with("traceparent", "00-1").unwrap().with_log_level(LogLevel::Info).unwrap();
    let pending = session().call_with(call, meta.with_progress()).unwrap();
    let answer = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"input_required","inputRequests":{requests},"requestState":{STATE}}}}}"#
    );
    match pending.receive(answer.as_bytes()).unwrap() {
        Reply::NeedsInput(needs) => needs,
        Reply::Complete(_) => panic!("complete"),
    }
}

const ROOTS: &str = r#"{"r\u0061\/":{"method":"roots/list"}}"#;

fn answered(needs: NeedsInput<ToolCall>) -> mrtr_core::Answered<ToolCall> {
    needs
        .answer(|input| match input {
            DynamicInput::Roots(roots) => roots.respond(mrtr_core::model::ListRootsResult::new(Vec::new())),
            other => panic!("{other:?}"),
        })
        .unwrap()
}

fn retry(needs: NeedsInput<ToolCall>) -> mrtr_core::Request {
    answered(needs).resume().request()
}

fn restored(parked: Parked<ToolCall>) -> NeedsInput<ToolCall> {
    match parked.restore(&session().with_id_source(|| mrtr_core::RequestId::Number(2))).unwrap() {
        Restored::NeedsInput(needs) => needs,
        Restored::Answered(_) => panic!("answered"),
    }
}

fn same(left: &mrtr_core::Request, right: &mrtr_core::Request) {
    assert_eq!(String::from_utf8_lossy(left.body()), String::from_utf8_lossy(right.body()));
    assert_eq!(left.headers(), right.headers());
    assert_eq!((left.method(), left.name(), left.id()), (right.method(), right.name(), right.id()));
    assert_eq!(left.protocol_version(), right.protocol_version());
}

#[test]
fn a_parked_call_sends_the_same_bytes() {
    let expected = retry(needs_input(ROOTS));
    let body = String::from_utf8_lossy(expected.body()).into_owned();
    assert!(body.contains(ARGUMENTS) && body.contains(&format!("\"requestState\":{STATE}")), "{body}");
    assert_eq!(expected.headers()[0].value(), "eu");

    let text = serde_json::to_string(&needs_input(ROOTS).park()).unwrap();
    same(&retry(restored(serde_json::from_str(&text).unwrap())), &expected);
}

#[test]
fn a_round_that_the_server_wrote_over_lines_is_restored() {
    let requests = ROOTS.replace(':', " :\r\n\t");
    let expected = retry(needs_input(&requests));
    let text = serde_json::to_string(&needs_input(&requests).park()).unwrap();
    same(&retry(restored(serde_json::from_str(&text).unwrap())), &expected);
    let text = serde_json::to_string(&answered(needs_input(&requests)).park()).unwrap();
    let parked: Parked<ToolCall> = serde_json::from_str(&text).unwrap();
    assert!(parked.restore(&session()).is_ok());
}

#[test]
fn a_value_and_a_format_without_names_keep_every_byte() {
    let expected = retry(needs_input(ROOTS));
    let value = serde_json::to_value(needs_input(ROOTS).park()).unwrap();
    same(&retry(restored(serde_json::from_value(value).unwrap())), &expected);
    let bytes = postcard::to_allocvec(&needs_input(ROOTS).park()).unwrap();
    same(&retry(restored(postcard::from_bytes(&bytes).unwrap())), &expected);
}

#[test]
fn input_requests_of_several_lines_survive() {
    let requests = "{\r\n  \"r\": {\n \"method\":\t\"roots/list\"\r }\n}";
    let expected = retry(needs_input(requests));
    let text = serde_json::to_string(&needs_input(requests).park()).unwrap();
    same(&retry(restored(serde_json::from_str(&text).unwrap())), &expected);
    let text = serde_json::to_string(&answered(needs_input(requests)).park()).unwrap();
    let parked: Parked<ToolCall> = serde_json::from_str(&text).unwrap();
    assert_eq!(parked.info().requests().unwrap().len(), 1);
    let Restored::Answered(answered) = parked.restore(&session()).unwrap() else { panic!("needs input") };
    same(&answered.resume().request(), &expected);
}

#[test]
fn an_answered_call_keeps_its_responses() {
    let expected = retry(needs_input(ROOTS));
    let text = serde_json::to_string(&answered(needs_input(ROOTS)).park()).unwrap();
    let parked: Parked<ToolCall> = serde_json::from_str(&text).unwrap();
    assert!(parked.info().is_answered());
    let Restored::Answered(answered) = parked.restore(&session()).unwrap() else { panic!("needs input") };
    let pending = answered.resume();
    // The session of the new process counts from 1 too, and 1 was used by the first leg.
    assert_eq!(pending.id(), expected.id());
    same(&pending.request(), &expected);
}

#[test]
fn a_late_answer_of_the_former_process_is_an_earlier_leg() {
    let text = serde_json::to_string(&answered(needs_input(ROOTS)).park()).unwrap();
    let parked: Parked<ToolCall> = serde_json::from_str(&text).unwrap();
    let Restored::Answered(answered) = parked.restore(&session()).unwrap() else { panic!("needs input") };
    let error = answered.resume().receive(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#).unwrap_err();
    let mrtr_core::ReceiveError::NotOurs(error) = error else { panic!("{error:?}") };
    assert!(matches!(error.reason(), mrtr_core::NotOursReason::EarlierLeg { .. }));
}

#[test]
fn a_list_of_what_waits_needs_no_type() {
    let text = serde_json::to_string(&needs_input(ROOTS).park()).unwrap();
    let info: ParkedInfo = serde_json::from_str(&text).unwrap();
    assert_eq!((info.peer_label(), info.method(), info.name()), ("airline", "tools/call", "book\"flight"));
    assert_eq!((info.rounds(), info.is_answered()), (1, false));
    let requests = info.requests().unwrap();
    assert_eq!((requests.len(), requests[0].key(), requests[0].method()), (1, "ra/", Some("roots/list")));
    let shown = format!("{info:?}");
    assert!(!shown.contains("eu") && !shown.contains("u0000"), "{shown}");
}
