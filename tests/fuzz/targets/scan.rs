//! The reader of JSON text takes exactly what `serde_json` takes, and sees the same value in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr_core::{Arguments, CallToolResult, Capabilities, PeerError, ReceiveError, Reply, ToolCall};
use mrtr_fuzz::calls::session;
use mrtr_fuzz::{cut, object, one_line, value};

fuzz_target!(|text: &str| {
    let one_value = value(text);
    arguments(text);
    whole_message(text);
    as_a_part(text, one_value);
    in_a_result(text, one_value);
    in_an_error(text, one_value);
    if one_value.is_none() {
        assert!(CallToolResult::from_json(text).is_err());
        assert!(Capabilities::from_json(text).is_err());
    }
});

fn arguments(text: &str) {
    let expected = object(text);
    assert_eq!(Arguments::from_json(text).is_ok(), expected.is_some());
    if let (Some(expected), Ok(call)) = (expected, ToolCall::new("t").arguments_json(text)) {
        let body = session().call(call).expect("a tool takes any object").request().into_body();
        assert_eq!(cut(&body, &["params", "arguments"]), Some(&*one_line(expected)));
    }
}

fn whole_message(text: &str) {
    let query = session().query("tools/list", &()).expect("a query");
    if query.receive(text.as_bytes()).is_ok() {
        assert!(object(text.strip_prefix('\u{feff}').unwrap_or(text)).is_some(), "what is taken is JSON");
    }
}

fn as_a_part(text: &str, one_value: Option<&str>) {
    let query = session().query("tools/list", &()).expect("a query");
    let message = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{}},"x":{text}}}"#);
    let outcome = query.receive(message.as_bytes());
    assert!(outcome.is_err() || value(&message).is_some(), "what is taken is JSON");
    if one_value.is_some() {
        assert_eq!(outcome.expect("an unknown member may be anything").as_ref(), "{}");
    }
}

fn in_a_result(text: &str, one_value: Option<&str>) {
    let pending = session().call(ToolCall::new("t")).expect("a call");
    let result = format!(r#"{{"structuredContent":{text}}}"#);
    let message = format!(r#" {{"result" : {result}, "id":1,"jsonrpc":"2.0"}} "#);
    match pending.receive(message.as_bytes()) {
        Ok(Reply::Complete(complete)) => {
            assert!(value(&message).is_some(), "what is taken is JSON");
            if one_value.is_some() {
                assert_eq!(complete.raw(), result);
            }
        }
        other => assert!(one_value.is_none(), "{other:?}"),
    }
}

fn in_an_error(text: &str, one_value: Option<&str>) {
    let pending = session().call(ToolCall::new("t")).expect("a call");
    let message = format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":1,"message":"m","data":{text}}}}}"#);
    let outcome = pending.receive(message.as_bytes());
    let Some(data) = one_value else { return };
    match outcome {
        Err(ReceiveError::Failed(failed)) => match failed.error() {
            PeerError::Rpc(error) => assert_eq!(error.data().map_or("null", |data| data.get()), data),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}
