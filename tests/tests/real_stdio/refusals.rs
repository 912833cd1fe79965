//! What the server refuses, what never reaches it, and how a call goes on then.

use mrtr::{Transport, TransportError};
use mrtr_core::{
    AnswerProblem, Capabilities, Failed, NotOursReason, PeerError, ReceiveError, ResponseProblem, RpcErrorKind,
    ToolCall,
};
use serde_json::json;

use crate::support::{Client, Record, accept, booked, flight, form, seat, structured, tool};

fn rpc_kind(failed: &Failed<ToolCall>) -> RpcErrorKind {
    failed.error().as_rpc().unwrap().kind()
}

/// A call whose state was altered on its way to the server.
fn altered(client: &Client) -> Failed<ToolCall> {
    let failed = client.failed(client.ask(flight("Cebu")).answer(seat("14C")).unwrap().resume());
    assert_eq!(rpc_kind(&failed), RpcErrorKind::InvalidParams);
    assert!(failed.error().as_rpc().unwrap().message().contains("state"));
    failed
}

#[test]
fn altered_state_is_refused_and_the_call_completes_after_a_restart() {
    let client = Client::start_behind_tee(["--alter-state"]);
    let needs = client.asked(altered(&client).restart());
    assert_eq!(needs.rounds(), 1);
    assert_eq!(client.finish(needs, seat("3A")), booked("Cebu", "3A"));
}

#[test]
fn altered_state_is_refused_and_a_reissue_sends_it_as_it_was() {
    let client = Client::start_behind_tee(["--alter-state"]);
    let done = client.completed(altered(&client).reissue());
    assert_eq!(structured(done), booked("Cebu", "14C"));
}

#[test]
fn leg_lost_with_its_server_is_reissued_and_the_state_of_another_key_refused() {
    let client = Client::start_behind_tee(["--kill-at", "2"]);
    let pending = client.ask(flight("Cebu")).answer(seat("14C")).unwrap().resume();
    let lost = client.server.exchange(&pending.request());
    assert!(matches!(lost, Err(TransportError::ServerExited(_))), "{lost:?}");

    let client = Client::start();
    let failed = client.failed(pending.reissue());
    assert_eq!(rpc_kind(&failed), RpcErrorKind::InvalidParams);
    let needs = client.asked(failed.restart());
    assert_eq!(client.finish(needs, seat("3A")), booked("Cebu", "3A"));
}

#[test]
fn first_leg_lost_with_its_server_is_reissued() {
    let client = Client::start_behind_tee(["--kill-at", "1"]);
    let pending = client.session.call(flight("Cebu")).unwrap();
    let lost = client.server.exchange(&pending.request());
    assert!(matches!(lost, Err(TransportError::ServerExited(_))), "{lost:?}");

    let client = Client::start();
    let needs = client.asked(pending.reissue());
    assert_eq!(client.finish(needs, seat("14C")), booked("Cebu", "14C"));
}

#[test]
fn answer_that_breaks_the_servers_schema_is_not_sent_and_can_be_given_again() {
    let record = Record::new("answer_that_breaks_the_servers_schema_is_not_sent_and_can_be_given_again");
    let client = Client::start_behind_tee(record.options());
    let mut needs = client.ask(tool("plan_trip", &json!({ "destination": "Oslo" })));
    for content in [
        json!({ "from": "2026-12-01" }),
        json!({ "from": "2026-12-01", "until": "2026-02-30" }),
        json!({ "from": "2026-12-01", "until": 8 }),
        json!({ "from": null, "until": null }),
    ] {
        let refused = needs.answer(accept(&content)).unwrap_err();
        let AnswerProblem::Responses(errors) = refused.problem() else { panic!("{refused}") };
        assert!(matches!(&errors[..], [error] if matches!(error.problem(), ResponseProblem::Invalid(_))), "{refused}");
        needs = refused.into_needs_input();
    }
    let dates = json!({ "from": "2026-12-01", "until": "2026-12-08" });
    needs = client.asked(needs.answer(accept(&dates)).unwrap().resume());
    needs = needs.answer(accept(&json!({ "hotel": "old mill" }))).unwrap_err().into_needs_input();
    let planned = client.finish(needs, accept(&json!({ "hotel": "Old Mill" })));
    assert_eq!(planned["hotel"], "Old Mill");
    client.server.close().unwrap();
    assert_eq!(record.requests().len(), 3);
}

#[test]
fn abandoned_call_sends_nothing() {
    let record = Record::new("abandoned_call_sends_nothing");
    let client = Client::start_behind_tee(record.options());
    let needs = client.ask(flight("Cebu"));
    let inputs = needs.inputs().unwrap();
    needs.abandon();
    // Responses to it have nowhere to go.
    drop(inputs.into_iter().map(seat("14C")).collect::<Vec<_>>());
    assert_eq!(client.finish(client.ask(flight("Oslo")), seat("3A")), booked("Oslo", "3A"));
    client.server.close().unwrap();

    let requests = record.requests();
    let naming = |city: &str| requests.iter().filter(|line| String::from_utf8_lossy(line).contains(city)).count();
    assert_eq!((requests.len(), naming("Cebu"), naming("Oslo")), (3, 1, 2));
}

#[test]
fn answer_to_another_call_is_not_taken_and_the_call_still_waits() {
    let client = Client::start();
    let one = client.session.call(flight("Cebu")).unwrap();
    let other = client.session.call(flight("Oslo")).unwrap();
    let answer = client.server.exchange(&other.request()).unwrap();
    let Err(ReceiveError::NotOurs(not_ours)) = one.receive(&answer) else { panic!("the answer was taken") };
    assert_eq!(not_ours.reason(), &NotOursReason::OtherId);
    let needs = client.asked(not_ours.into_pending());
    assert_eq!(client.finish(needs, seat("14C")), booked("Cebu", "14C"));
}

#[test]
fn capability_that_was_not_declared_is_named_by_the_server() {
    let mut client = Client::start();
    client.session = client.session.with_capabilities(Capabilities::NONE.with_form());
    let failed = client.failed(client.session.call(tool("team_offsite", &json!({}))).unwrap());
    assert_eq!(rpc_kind(&failed), RpcErrorKind::MissingRequiredClientCapability);
    let required = failed.error().as_rpc().unwrap().required_capabilities().unwrap();
    let required = Capabilities::from_json(required.get()).unwrap();
    assert!(required.form() && required.sampling() && required.roots());

    // A form was declared, and is still answered.
    let ended = client.finish(client.ask(flight("Cebu")), |input| form(input).decline());
    assert_eq!(ended["booked"], false);
}

#[test]
fn unknown_tool_fails_with_the_servers_error() {
    let client = Client::start();
    let failed = client.failed(client.session.call(tool("book_train", &json!({}))).unwrap());
    assert!(matches!(failed.error(), PeerError::Rpc(error) if error.message() == "no such tool"));
}
