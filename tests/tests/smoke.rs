use mrtr_core::{DynamicInput, Implementation, Reply, Session, ToolCall};

#[test]
fn a_round_by_hand() {
    let session = Session::new("demo", Implementation::new("t", "0"));
    let call = ToolCall::new("book_flight").arguments_json(r#"{"b":1.0,"a":1e2,"c":"\u00e9\/"}"#).unwrap();
    let pending = session.call(call).unwrap();
    println!("{}", String::from_utf8_lossy(pending.request().body()));
    let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"seat":{"method":"elicitation/create","params":{"message":"Which?","requestedSchema":{"type":"object","properties":{"seat":{"type":"string"}},"required":["seat"]}}}},"requestState":"a\/\u0000\ud800"}}"#;
    let Ok(Reply::NeedsInput(needs)) = pending.receive(answer) else { panic!() };
    println!("{needs:?}");
    let pending = needs
        .answer(|input| match input {
            DynamicInput::Form(form) => form.accept(&std::collections::BTreeMap::from([("seat", "14C")])),
            _ => panic!(),
        })
        .unwrap()
        .resume();
    println!("{}", String::from_utf8_lossy(pending.request().body()));
    let Ok(Reply::Complete(done)) = pending.receive(br#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#) else {
        panic!()
    };
    println!("{done:?} {:?}", done.cacheable());
}
