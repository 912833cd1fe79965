//! The captured input requests that the examples are compiled from, against those that the server sends.

use std::{fs, path::Path};

use crate::client::{accept, retry, stdio::Server};
use serde_json::{Value, json};

#[track_caller]
fn assert_captured(name: &str, asked: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("inputs").join(name);
    let captured: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    assert_eq!(captured["result"]["inputRequests"], asked["inputRequests"], "{name}");
}

#[test]
fn examples_are_compiled_from_what_the_server_asks() {
    let mut server = Server::start();
    let flight = json!({ "name": "book_flight", "arguments": { "destination": "Cebu" } });
    assert_captured("book_flight.json", &server.result("tools/call", flight));
    assert_captured("team_offsite.json", &server.result("tools/call", json!({ "name": "team_offsite" })));
    assert_captured("read_report.json", &server.result("resources/read", json!({ "uri": "file:///report.csv" })));
    let tour = json!({ "name": "walkthrough", "arguments": { "audience": "pilots" } });
    assert_captured("walkthrough.json", &server.result("prompts/get", tour));

    let trip = json!({ "name": "plan_trip", "arguments": { "destination": "Cebu" } });
    let dates = server.result("tools/call", trip.clone());
    assert_captured("plan_trip_dates.json", &dates);
    let answer = json!({ "dates": accept(json!({ "from": "2026-08-01", "until": "2026-08-09" })) });
    assert_captured("plan_trip_hotel.json", &server.result("tools/call", retry(&trip, &dates, answer)));
}
