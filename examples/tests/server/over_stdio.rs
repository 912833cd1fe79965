//! Over the standard streams of a child process.

use std::process::Command;

use crate::client::{accept, altered, retry, state, stdio::Server};
use mrtr_examples::server;
use serde_json::{Value, json};

const CALL: &str = "tools/call";
const READ: &str = "resources/read";
const GET: &str = "prompts/get";
const INVALID_PARAMS: i32 = -32602;
const MISSING_CAPABILITY: i32 = -32021;
const UNSUPPORTED_VERSION: i32 = -32022;

fn flight() -> Value {
    json!({ "name": "book_flight", "arguments": { "destination": "Cebu" } })
}

fn seat() -> Value {
    json!({ "seat": accept(json!({ "seat": "14C" })) })
}

fn report() -> Value {
    json!({ "uri": "file:///report.csv" })
}

fn walkthrough() -> Value {
    json!({ "name": "walkthrough", "arguments": { "audience": "pilots" } })
}

// Discovery and lists

#[test]
fn discovery_names_the_only_revision_and_the_capabilities() {
    let found = Server::start().result("server/discover", json!({}));
    assert_eq!(found["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(found["capabilities"], json!({ "prompts": {}, "resources": {}, "tools": {} }));
}

#[test]
fn lists_name_everything_on_offer() {
    let mut server = Server::start();
    let tools = server.result("tools/list", json!({}));
    let names: Vec<&str> =
        tools["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["book_flight", "plan_trip", "team_offsite", "slow_report", "connect_calendar", "echo_arguments", "meet",],
    );
    assert_eq!(server.result("resources/list", json!({}))["resources"][0]["uri"], "file:///report.csv");
    assert_eq!(server.result("prompts/list", json!({}))["prompts"][0]["name"], "walkthrough");
}

#[test]
fn unknown_names_are_invalid_params() {
    let mut server = Server::start();
    for (method, params) in [
        (CALL, json!({ "name": "book_train" })),
        (READ, json!({ "uri": "file:///other.csv" })),
        (GET, json!({ "name": "tour" })),
    ] {
        assert_eq!(server.error(method, params)["code"], INVALID_PARAMS);
    }
}

// book_flight

#[test]
fn flight_asks_for_the_seat_and_names_the_destination() {
    let asked = Server::start().result(CALL, flight());
    assert_eq!(asked["resultType"], "input_required");
    let request = &asked["inputRequests"]["seat"];
    assert_eq!(request["method"], "elicitation/create");
    assert!(request["params"]["message"].as_str().unwrap().contains("Cebu"));
    assert_eq!(
        request["params"]["requestedSchema"],
        json!({ "type": "object", "properties": { "seat": { "type": "string" } }, "required": ["seat"] }),
    );
}

#[test]
fn flight_is_booked_in_the_seat_that_was_answered() {
    let booked = Server::start().answered(CALL, &flight(), seat());
    assert_eq!(booked["resultType"], "complete");
    assert_eq!(booked["structuredContent"], json!({ "booked": true, "destination": "Cebu", "seat": "14C" }));
    assert_eq!(booked["content"][0]["text"], "Booked seat 14C on the flight to Cebu.");
}

#[test]
fn flight_is_not_booked_when_the_seat_is_declined_or_cancelled() {
    let mut server = Server::start();
    for (action, reason) in [("decline", "declined"), ("cancel", "cancelled")] {
        let ended = server.answered(CALL, &flight(), json!({ "seat": { "action": action } }));
        assert_eq!(ended["isError"], false);
        assert_eq!(ended["structuredContent"], json!({ "booked": false, "reason": reason }));
        assert!(ended["content"][0]["text"].as_str().unwrap().contains("Nothing was booked"));
    }
}

#[test]
fn arguments_that_do_not_fit_are_a_result_with_an_error() {
    let unfit = Server::start().result(CALL, json!({ "name": "book_flight", "arguments": { "destination": 7 } }));
    assert_eq!(unfit["isError"], true);
}

#[test]
fn response_that_does_not_fit_is_refused() {
    let mut server = Server::start();
    let asked = server.result(CALL, flight());
    for response in [
        json!({ "action": "accept" }),
        accept(json!({})),
        accept(json!({ "seat": 14 })),
        json!({ "action": "perhaps" }),
        json!({ "roots": [] }),
    ] {
        let error = server.error(CALL, retry(&flight(), &asked, json!({ "seat": response })));
        assert_eq!(error["code"], INVALID_PARAMS);
    }
}

#[test]
fn missing_response_is_asked_for_again_and_unknown_one_ignored() {
    let mut server = Server::start();
    let again = server.answered(CALL, &flight(), json!({ "meal": accept(json!({ "meal": "fish" })) }));
    assert!(again["inputRequests"]["seat"].is_object());
    let booked = server.result(CALL, retry(&flight(), &again, seat()));
    assert_eq!(booked["structuredContent"]["booked"], true);
}

// Request state

#[test]
fn altered_state_is_refused() {
    let mut server = Server::start();
    let asked = server.result(CALL, flight());
    let mut params = retry(&flight(), &asked, seat());
    for bad in [altered(state(&asked)), String::new(), format!("{} ", state(&asked)), "rs1.AAAA.AAAA".to_owned()] {
        params["requestState"] = bad.into();
        assert_eq!(server.error(CALL, params.clone())["code"], INVALID_PARAMS);
    }
}

#[test]
fn state_is_refused_with_other_arguments() {
    let mut server = Server::start();
    let asked = server.result(CALL, flight());
    for arguments in [json!({ "destination": "Oslo" }), json!({ "destination": "Cebu", "class": "first" })] {
        let mut params = retry(&flight(), &asked, seat());
        params["arguments"] = arguments;
        assert_eq!(server.error(CALL, params)["code"], INVALID_PARAMS);
    }
}

#[test]
fn state_is_refused_in_another_call() {
    let mut server = Server::start();
    let asked = server.result(CALL, flight());
    let mut params = retry(&flight(), &asked, seat());
    params["name"] = "plan_trip".into();
    assert_eq!(server.error(CALL, params)["code"], INVALID_PARAMS);
    assert_eq!(server.error(READ, retry(&report(), &asked, json!({})))["code"], INVALID_PARAMS);
}

#[test]
fn state_of_another_process_is_refused() {
    let asked = Server::start().result(CALL, flight());
    assert_eq!(Server::start().error(CALL, retry(&flight(), &asked, seat()))["code"], INVALID_PARAMS);
}

#[test]
fn responses_without_state_are_refused() {
    let mut server = Server::start();
    for (method, mut params) in [(CALL, flight()), (READ, report()), (GET, walkthrough())] {
        params["inputResponses"] = seat();
        assert_eq!(server.error(method, params)["code"], INVALID_PARAMS);
    }
}

// The other tools

#[test]
fn trip_takes_two_rounds_with_a_state_each() {
    let mut server = Server::start();
    let params = json!({ "name": "plan_trip", "arguments": { "destination": "Cebu" } });
    let first = server.result(CALL, params.clone());
    assert!(first["inputRequests"]["dates"].is_object());
    let dates = json!({ "dates": accept(json!({ "from": "2026-08-01", "until": "2026-08-09" })) });
    let second = server.result(CALL, retry(&params, &first, dates));
    assert!(second["inputRequests"]["hotel"].is_object());
    assert_ne!(state(&first), state(&second));

    let unknown = json!({ "hotel": accept(json!({ "hotel": "Grand" })) });
    assert_eq!(server.error(CALL, retry(&params, &second, unknown))["code"], INVALID_PARAMS);
    let hotel = json!({ "hotel": accept(json!({ "hotel": "Old Mill" })) });
    let planned = server.result(CALL, retry(&params, &second, hotel));
    assert_eq!(
        planned["structuredContent"],
        json!({
            "planned": true, "destination": "Cebu", "from": "2026-08-01", "until": "2026-08-09", "hotel": "Old Mill",
        }),
    );

    let declined = server.result(CALL, retry(&params, &second, json!({ "hotel": { "action": "decline" } })));
    assert_eq!(declined["structuredContent"], json!({ "planned": false, "reason": "declined" }));
}

fn offsite_responses() -> Value {
    json!({
        "budget": accept(json!({ "amount": 4000 })),
        "slogan": { "role": "assistant", "content": { "type": "text", "text": "Out together" }, "model": "m" },
        "folders": { "roots": [{ "uri": "file:///plans" }, { "uri": "file:///maps", "name": "Maps" }] },
    })
}

#[test]
fn offsite_asks_a_form_sampling_and_roots_in_one_round() {
    let mut server = Server::start();
    let params = json!({ "name": "team_offsite" });
    let asked = server.result(CALL, params.clone());
    let methods = |key: &str| asked["inputRequests"][key]["method"].clone();
    assert_eq!(methods("budget"), "elicitation/create");
    assert_eq!(methods("slogan"), "sampling/createMessage");
    assert_eq!(methods("folders"), "roots/list");
    let planned = server.result(CALL, retry(&params, &asked, offsite_responses()));
    assert_eq!(
        planned["structuredContent"],
        json!({
            "planned": true, "budget": 4000, "slogan": "Out together", "folders": ["file:///plans", "file:///maps"],
        }),
    );
}

#[test]
fn offsite_with_a_response_missing_is_asked_again_as_a_whole() {
    let mut server = Server::start();
    let mut responses = offsite_responses();
    responses.as_object_mut().unwrap().remove("slogan");
    let again = server.answered(CALL, &json!({ "name": "team_offsite" }), responses);
    assert_eq!(again["inputRequests"].as_object().unwrap().len(), 3);
}

#[test]
fn offsite_without_a_budget_is_not_planned() {
    let mut responses = offsite_responses();
    responses["budget"] = json!({ "action": "cancel" });
    let ended = Server::start().answered(CALL, &json!({ "name": "team_offsite" }), responses);
    assert_eq!(ended["structuredContent"], json!({ "planned": false, "reason": "cancelled" }));
}

#[test]
fn slow_report_returns_two_states_alone_and_then_completes() {
    let mut server = Server::start();
    let mut params = json!({ "name": "slow_report" });
    let mut states = Vec::new();
    for _ in 0..2 {
        let waiting = server.result(CALL, params.clone());
        assert!(waiting.get("inputRequests").is_none());
        states.push(state(&waiting).to_owned());
        params["requestState"] = state(&waiting).into();
    }
    assert_ne!(states[0], states[1]);
    assert_eq!(server.result(CALL, params)["structuredContent"]["ready"], true);
}

#[test]
fn calendar_asks_in_url_mode_and_takes_no_content() {
    let mut server = Server::start();
    let params = json!({ "name": "connect_calendar" });
    let asked = server.result(CALL, params.clone());
    let page = &asked["inputRequests"]["authorize"]["params"];
    assert_eq!(page["mode"], "url");
    assert!(page["url"].as_str().unwrap().starts_with("https://"));
    for (action, outcome) in [
        ("accept", json!({ "connected": true })),
        ("decline", json!({ "connected": false, "reason": "declined" })),
        ("cancel", json!({ "connected": false, "reason": "cancelled" })),
    ] {
        let responses = json!({ "authorize": { "action": action } });
        assert_eq!(server.result(CALL, retry(&params, &asked, responses))["structuredContent"], outcome);
    }
}

#[test]
fn echo_returns_the_arguments_it_got() {
    let mut server = Server::start();
    let confirmed = json!({ "confirm": accept(json!({ "confirmed": true })) });
    for arguments in [json!({ "b": 1.0, "a": [{ "c": "\u{e9}/" }, null] }), json!({})] {
        let params = json!({ "name": "echo_arguments", "arguments": arguments });
        let echoed = server.answered(CALL, &params, confirmed.clone());
        assert_eq!(echoed["structuredContent"], json!({ "confirmed": true, "arguments": arguments }));
    }
    let echoed = server.answered(CALL, &json!({ "name": "echo_arguments" }), confirmed);
    assert_eq!(echoed["structuredContent"]["arguments"], Value::Null);
}

// The resource and the prompt

#[test]
fn report_is_read_with_the_passphrase() {
    let responses = json!({ "passphrase": accept(json!({ "passphrase": server::PASSPHRASE })) });
    let read = Server::start().answered(READ, &report(), responses);
    assert_eq!(read["contents"][0]["mimeType"], "text/csv");
    assert!(read["contents"][0]["text"].as_str().unwrap().starts_with("month,bookings\n"));
}

#[test]
fn report_asks_again_after_a_wrong_passphrase_and_fails_after_three() {
    let mut server = Server::start();
    let wrong = json!({ "passphrase": accept(json!({ "passphrase": "sesame" })) });
    let mut asked = server.result(READ, report());
    for _ in 0..2 {
        asked = server.result(READ, retry(&report(), &asked, wrong.clone()));
        assert!(asked["inputRequests"]["passphrase"].is_object());
    }
    assert_eq!(server.error(READ, retry(&report(), &asked, wrong))["code"], INVALID_PARAMS);
}

#[test]
fn report_stays_locked_when_the_passphrase_is_declined_or_cancelled() {
    let mut server = Server::start();
    let asked = server.result(READ, report());
    for action in ["decline", "cancel"] {
        let responses = json!({ "passphrase": { "action": action } });
        let error = server.error(READ, retry(&report(), &asked, responses));
        assert!(error["message"].as_str().unwrap().contains("stays locked"));
    }
}

#[test]
fn walkthrough_follows_the_confirmed_scope() {
    let mut server = Server::start();
    let asked = server.result(GET, walkthrough());
    let schema = &asked["inputRequests"]["confirm_scope"]["params"]["requestedSchema"];
    assert_eq!(schema["properties"]["scope"], json!({ "type": "string", "enum": ["full", "short"] }));
    let mut text = |response: Value| {
        let messages = server.result(GET, retry(&walkthrough(), &asked, json!({ "confirm_scope": response })));
        messages["messages"][0]["content"]["text"].as_str().unwrap().to_owned()
    };
    let full = text(accept(json!({ "scope": "full" })));
    let short = text(accept(json!({ "scope": "short" })));
    assert!(full.contains("pilots") && short.contains("pilots") && full != short);
    assert_eq!(text(json!({ "action": "decline" })), short);
    let cancelled = json!({ "confirm_scope": { "action": "cancel" } });
    assert_eq!(server.error(GET, retry(&walkthrough(), &asked, cancelled))["code"], INVALID_PARAMS);
}

// Capabilities

#[test]
fn nothing_is_asked_of_a_client_that_did_not_declare_it() {
    let form = json!({ "elicitation": { "form": {} } });
    let url = json!({ "elicitation": { "url": {} } });
    for (declared, tool, required) in [
        (json!({}), "book_flight", form.clone()),
        (url.clone(), "book_flight", form.clone()),
        (form.clone(), "connect_calendar", url.clone()),
        (json!({ "elicitation": {} }), "connect_calendar", url),
        (form, "team_offsite", json!({ "elicitation": { "form": {} }, "sampling": {}, "roots": {} })),
    ] {
        let params = json!({ "name": tool, "arguments": { "destination": "Cebu" } });
        let error = Server::start_with(declared).error(CALL, params);
        assert_eq!(error["code"], MISSING_CAPABILITY);
        assert_eq!(error["data"]["requiredCapabilities"], required);
    }
}

#[test]
fn client_that_names_no_mode_is_asked_forms() {
    let asked = Server::start_with(json!({ "elicitation": {} })).result(CALL, flight());
    assert_eq!(asked["resultType"], "input_required");
}

// Calls side by side

#[test]
fn calls_are_processed_side_by_side() {
    let mut server = Server::start();
    let params = json!({ "name": "meet", "arguments": { "table": "window" } });
    // The first call completes only if the second is taken up while it is in progress.
    let ids = [server.begin(CALL, params.clone()), server.begin(CALL, params)];
    let mut answered = [server.receive(), server.receive()].map(|response| {
        assert_eq!(response["result"]["structuredContent"]["table"], "window", "{response}");
        response["id"].as_u64().unwrap()
    });
    answered.sort_unstable();
    assert_eq!(answered, ids);
}

#[test]
fn call_in_progress_does_not_hold_up_another_one() {
    let mut server = Server::start();
    let params = json!({ "name": "meet", "arguments": { "table": "window" } });
    let waiting = server.begin(CALL, params.clone());
    assert_eq!(server.answered(CALL, &flight(), seat())["structuredContent"]["booked"], true);
    server.begin(CALL, params);
    let ids = [server.receive(), server.receive()].map(|response| response["id"].as_u64().unwrap());
    assert!(ids.contains(&waiting));
}

#[test]
fn cancelled_call_is_not_answered_and_leaves_its_table() {
    let mut server = Server::start();
    let params = json!({ "name": "meet", "arguments": { "table": "window" } });
    let left = server.begin(CALL, params.clone());
    server.cancel(left);
    // Whatever these two find at the table, they meet each other and nobody else answers.
    let ids = [server.begin(CALL, params.clone()), server.begin(CALL, params)];
    let mut answered = [server.receive(), server.receive()].map(|response| response["id"].as_u64().unwrap());
    answered.sort_unstable();
    assert_eq!(answered, ids);
}

#[test]
fn interleaved_calls_do_not_mix() {
    let mut server = Server::start();
    let to = |destination: &str| json!({ "name": "book_flight", "arguments": { "destination": destination } });
    let (cebu, oslo) = (to("Cebu"), to("Oslo"));
    let asked_cebu = server.result(CALL, cebu.clone());
    let asked_oslo = server.result(CALL, oslo.clone());
    assert_eq!(server.error(CALL, retry(&cebu, &asked_oslo, seat()))["code"], INVALID_PARAMS);
    let booked = server.result(CALL, retry(&oslo, &asked_oslo, seat()));
    assert_eq!(booked["structuredContent"]["destination"], "Oslo");
    let booked = server.result(CALL, retry(&cebu, &asked_cebu, seat()));
    assert_eq!(booked["structuredContent"]["destination"], "Cebu");
}

// The process

#[test]
fn process_ends_well_when_its_input_ends() {
    assert!(Server::start().finish().success());
    let mut server = Server::start();
    server.result(CALL, flight());
    assert!(server.finish().success());
}

#[test]
fn client_of_an_earlier_revision_is_told_and_turned_away() {
    let mut server = Server::start();
    let client = json!({ "name": "old", "version": "0" });
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    server.send(&json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }));
    let error = &server.receive()["error"];
    assert_eq!(error["code"], UNSUPPORTED_VERSION);
    assert_eq!(error["data"]["supported"], json!(["2026-07-28"]));
    assert_eq!(server.finish().code(), Some(1));
}

#[test]
fn program_that_is_not_asked_to_serve_goes_on() {
    let status = Command::new(env!("CARGO_BIN_EXE_mrtr-demo-server")).output().unwrap().status;
    assert_eq!(status.code(), Some(2));
}
