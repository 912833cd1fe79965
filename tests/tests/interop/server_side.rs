//! What a server tells, lists and refuses.

use mrtr::{CallFailure, Options, PeerError, RequestError, RpcErrorKind, ToolCall};
use serde_json::{Value, json};

use crate::calls::{BookAnySeat, BookFlight, book_flight, form, structured, tool};
use crate::drivers::Driver;
use crate::peer::{Peer, session};
use crate::server::Refusal;

pub fn server_tells_what_it_speaks<D: Driver>(peer: &Peer<'_, D>) {
    let server = peer.driver().discover().unwrap();
    assert!(server.supported_versions.iter().any(|version| version == "2026-07-28"), "{server:?}");
    assert_eq!(server.server_info().unwrap().name, peer.sdk.server_name());
    let capabilities: Value = serde_json::from_str(server.capabilities.raw().get()).unwrap();
    for capability in ["tools", "resources", "prompts"] {
        assert!(capabilities[capability].is_object(), "{capabilities}");
    }
}

pub fn tools_are_listed<D: Driver>(peer: &Peer<'_, D>) {
    let catalog = peer.driver().tools().unwrap();
    assert!(catalog.dropped().is_empty());
    let mut names: Vec<&str> = catalog.tools().iter().map(mrtr::CatalogTool::name).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["book_flight", "connect_calendar", "echo_arguments", "meet", "plan_trip", "slow_report", "team_offsite",]
    );
    for tool in catalog.tools() {
        assert!(tool.headers().is_empty());
        assert!(tool.read().unwrap().description.is_some());
    }
}

pub fn other_requests_have_results_as_text<D: Driver>(peer: &Peer<'_, D>) {
    let list = |method: &str, member: &str| {
        let result = peer.driver().request(method, &json!({})).unwrap();
        let mut result: Value = serde_json::from_str(&result).unwrap();
        result[member].take().as_array().unwrap_or_else(|| panic!("{method}: {result}")).clone()
    };
    assert_eq!(list("prompts/list", "prompts")[0]["name"], "walkthrough");
    if peer.sdk.lists_report() {
        assert_eq!(list("resources/list", "resources")[0]["uri"], "file:///report.csv");
    } else {
        assert_eq!(list("resources/list", "resources").len(), 0);
        assert_eq!(list("resources/templates/list", "resourceTemplates")[0]["uriTemplate"], "file:///{name}.csv");
    }
}

pub fn unknown_method_is_an_error<D: Driver>(peer: &Peer<'_, D>) {
    let error = peer.driver().request("no/such-method", &json!({})).unwrap_err();
    let RequestError::Peer(PeerError::Rpc(rpc)) = &error else { panic!("{error:?}") };
    assert_eq!(rpc.kind(), RpcErrorKind::MethodNotFound);
}

pub fn unknown_tool_is_refused<D: Driver>(peer: &Peer<'_, D>) {
    let found = match peer.ask_nothing(ToolCall::new("no_such_tool")) {
        Ok(done) => {
            assert!(done.into_output().unwrap().is_error);
            Refusal::Result
        }
        Err(CallFailure::Failed(failed)) => Refusal::Error(failed.error().as_rpc().unwrap().kind()),
        Err(failure) => panic!("{failure}"),
    };
    assert_eq!(found, peer.sdk.unknown_tool());
}

pub fn arguments_that_do_not_fit_are_a_result<D: Driver>(peer: &Peer<'_, D>) {
    let done = peer.ask_nothing(tool("book_flight", &json!({ "destination": 7 }))).unwrap();
    assert_eq!(done.rounds(), 0);
    assert!(done.cacheable());
    assert!(done.into_output().unwrap().is_error);
}

pub fn call_that_declares_too_little_is_told_what_is_missing<D: Driver>(peer: &Peer<'_, D>) {
    let ended = peer.try_call(BookAnySeat { destination: "Cebu" }, |input| match input {});
    let Err(CallFailure::Failed(failed)) = ended else { panic!("{ended:?}") };
    let error = failed.error().as_rpc().unwrap();
    assert_eq!(error.kind(), RpcErrorKind::MissingRequiredClientCapability);
    let required: Value = serde_json::from_str(error.required_capabilities().unwrap().get()).unwrap();
    assert_eq!(required, json!({ "elicitation": { "form": {} } }));
}

/// What the server refuses is what came to it. The call holds what it was given, and sends that.
pub fn altered_state_is_refused_and_the_true_one_still_taken<D: Driver>(peer: &Peer<'_, D>) {
    let own = peer.connect_altering();
    let peer = own.peer();
    let ended = peer.try_call(BookFlight { destination: "Cebu" }, seat);
    let Err(CallFailure::Failed(failed)) = ended else { panic!("{ended:?}") };
    assert_eq!(failed.error().as_rpc().unwrap().kind(), RpcErrorKind::InvalidParams);
    assert_eq!(failed.rounds(), 1);
    let done = peer.drive(failed.reissue(), Options::new(), |_| panic!("asked again")).unwrap();
    assert_eq!(structured(done)["seat"], "14C");
}

fn seat(input: book_flight::Input) -> mrtr::InputResponse<book_flight::Input> {
    let book_flight::Input::Seat(form) = input;
    form.accept(book_flight::Seat { seat: "14C".to_owned() })
}

pub fn version_that_the_server_refuses_is_replaced<D: Driver>(peer: &Peer<'_, D>) {
    let own = peer.connect(session().with_protocol_versions(["2027-01-01", "2026-07-28"]));
    let peer = own.peer();
    assert_eq!(peer.driver().session().protocol_version(), "2026-07-28");
    let call = ToolCall::new("book_flight").arguments_json(r#"{"destination":"Cebu"}"#).unwrap();
    let done = peer.call(call, |input| form(input).accept(&json!({ "seat": "14C" })));
    assert_eq!(structured(done)["booked"], true);
}
