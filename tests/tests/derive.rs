//! The derive, driven against scripted answers of a server.

use mrtr::{Capabilities, Implementation, Reply, Session};
use serde::Serialize;

#[derive(Serialize, mrtr::Call)]
#[mcp(
    tool = "book_flight",
    inputs_json = r#"{
        "seat": {"method": "elicitation/create", "params": {"message": "Which seat?", "requestedSchema": {
            "type": "object", "properties": {"seat": {"type": "string"}}, "required": ["seat"]}}}
    }"#
)]
struct BookFlight {
    destination: String,
}

fn session() -> Session {
    Session::new("airline", Implementation::new("tests", "1.0.0"))
}

#[test]
fn the_documented_loop_compiles_and_answers() {
    let session = session();
    let mut pending = session.call(BookFlight { destination: "Cebu".into() }).unwrap();
    assert!(String::from_utf8_lossy(pending.request().body()).contains(r#""elicitation":{"form":{}}"#));
    let ask = |id: &str| format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","requestState":"s","inputRequests":{{
            "seat":{{"method":"elicitation/create","params":{{"message":"Which seat?","requestedSchema":{{
            "type":"object","properties":{{"seat":{{"type":"string"}}}},"required":["seat"]}}}}}}}}}}}}"#
    );
    let mut rounds = 0;
    let booking = loop {
        let id = pending.id().to_string();
        let bytes = if rounds == 0 {
            ask(&id)
        } else {
            let sent = String::from_utf8_lossy(pending.request().body()).into_owned();
            assert!(sent.contains(r#"{"seat":{"action":"accept","content":{"seat":"14C"}}}"#), "{sent}");
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"ok"}}]}}}}"#)
        };
        rounds += 1;
        pending = match pending.receive(bytes.as_bytes()).unwrap() {
            Reply::Complete(done) => break done.into_output().unwrap(),
            Reply::NeedsInput(needs) => needs
                .answer(|input| match input {
                    book_flight::Input::Seat(form) => form.accept(book_flight::Seat { seat: "14C".into() }),
                })
                .unwrap()
                .resume(),
        };
    };
    assert_eq!(booking.content.len(), 1);
    assert_eq!(<BookFlight as mrtr::Call>::CAPABILITIES, Some(Capabilities::NONE.with_form()));
}
