//! What is logged: methods, names, ids and sizes, and nothing that a person or the server's data says.

use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex};

use mrtr::core::{DynamicInput, ListRootsResult, ToolCall};
use mrtr::{Client, TransportError};
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::script::{Script, done, error, lost, result, session};

/// Keeps each event as a line.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {field}={value:?}").unwrap();
    }
}

impl Subscriber for Lines {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(format!("{} {}", event.metadata().level(), event.metadata().target()));
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[test]
fn what_is_logged_names_the_call_and_holds_none_of_its_values() {
    let lines = Lines::default();
    let planted = "planted";
    let round = json!({"resultType": "input_required", "requestState": planted, "inputRequests": {
        "a": {"method": "elicitation/create", "params": {"message": planted, "requestedSchema": {
            "type": "object", "properties": {"v": {"type": "string"}}}}},
        "b": {"method": "roots/list"}}});
    let list = json!({"tools": [{"name": "bad", "inputSchema": {"description": planted, "properties": {
        "p": {"type": "number", "x-mcp-header": "P"}}}}]});
    let client = Client::new(
        session().with_protocol_versions(["2027-01-01", "2026-07-28"]),
        Script::new([
            error(-32022, planted, &json!({"supported": ["2026-07-28"]})),
            result(&round),
            error(-32020, planted, &json!(planted)),
            result(&list),
            lost(TransportError::Other(planted.into())),
            done(),
        ]),
    );
    tracing::subscriber::with_default(lines.clone(), || {
        let call = || ToolCall::new("book").arguments(&json!({"secret": planted})).unwrap();
        let answer = |input: DynamicInput| match input {
            DynamicInput::Form(form) => form.accept(&json!({"v": planted})),
            DynamicInput::Roots(roots) => roots.respond(ListRootsResult::new(Vec::new())),
            other => panic!("{other:?}"),
        };
        assert!(client.call(call(), answer).is_err());
        assert!(client.call(call(), answer).is_err());
        client.call(call(), answer).unwrap();
    });
    let lines = lines.0.lock().unwrap().join("\n");
    assert!(!lines.contains(planted), "{lines}");
    for part in [
        "DEBUG mrtr message=request method=\"tools/call\" name=\"book\" id=1 round=0 bytes=",
        "error=\"UnsupportedProtocolVersion\" code=-32022",
        "INFO mrtr message=another protocol version version=\"2026-07-28\" refused=\"2027-01-01\"",
        "message=input required method=\"tools/call\" name=\"book\" round=1 requests=2",
        "WARN mrtr message=a tool is left out name=\"bad\" reason=x-mcp-header at \"/properties/p\"",
        "message=no answer method=\"tools/call\" id=5 error=\"other\"",
    ] {
        assert!(lines.contains(part), "{part} in\n{lines}");
    }
}
