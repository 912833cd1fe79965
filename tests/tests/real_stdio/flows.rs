//! Everything that the demo server offers, with every answer that a person can give.

use mrtr_core::{
    Complete, ContentBlock, CreateMessageResult, DynamicInput, GetPrompt, GetPromptResult, ListRootsResult,
    ReadResource, ResourceContents, Role, Root, RpcErrorKind, SamplingContent, ToolCall,
};
use mrtr_examples::server::PASSPHRASE;
use serde_json::{Value, json};

use crate::support::{Answer, Client, REFUSALS, Response, accept, booked, flight, form, seat, structured, tool, url};

fn text(done: Complete<ToolCall>) -> String {
    match &*done.into_output().unwrap().content {
        [ContentBlock::Text(block)] => block.text.clone(),
        other => panic!("{other:?}"),
    }
}

// book_flight

#[test]
fn flight_is_booked_in_the_seat_that_was_answered() {
    let client = Client::start();
    let needs = client.ask(flight("Cebu"));
    assert_eq!((needs.name(), needs.rounds(), needs.is_state_only()), ("book_flight", 1, false));
    let mut asked = Vec::new();
    let answered = needs.answer(|input| {
        let form = form(input);
        asked.push((form.key().to_owned(), form.message().to_owned()));
        form.accept(&json!({ "seat": "14C" }))
    });
    assert_eq!(asked, [("seat".to_owned(), "Which seat would you like on the flight to Cebu?".to_owned())]);
    let done = client.completed(answered.unwrap().resume());
    assert_eq!(done.rounds(), 1);
    assert!(!done.cacheable());
    assert_eq!(text(done), "Booked seat 14C on the flight to Cebu.");
}

#[test]
fn flight_is_not_booked_when_the_seat_is_declined_or_cancelled() {
    let client = Client::start();
    for (refuse, reason) in REFUSALS {
        let ended = client.finish(client.ask(flight("Cebu")), refuse);
        assert_eq!(ended, json!({ "booked": false, "reason": reason }));
    }
}

#[test]
fn inputs_are_answered_outside_the_call() {
    let client = Client::start();
    let needs = client.ask(flight("Cebu"));
    let inputs = needs.inputs().unwrap();
    let responses = std::thread::spawn(|| inputs.into_iter().map(seat("3A")).collect::<Vec<_>>()).join().unwrap();
    let done = client.completed(needs.submit(responses).unwrap().resume());
    assert_eq!(structured(done), booked("Cebu", "3A"));
}

#[test]
fn answer_that_the_person_gives_up_leaves_the_call_to_be_answered_later() {
    let client = Client::start();
    let stopped = client.ask(flight("Cebu")).try_answer(|_| Err("the person has left"));
    let needs = stopped.unwrap_err().into_needs_input();
    assert_eq!(client.finish(needs, seat("14C")), booked("Cebu", "14C"));
}

#[test]
fn result_without_input_is_complete_at_once() {
    let client = Client::start();
    let pending = client.session.call(tool("book_flight", &json!({ "destination": 7 }))).unwrap();
    let done = client.completed(pending);
    assert_eq!(done.rounds(), 0);
    assert!(done.cacheable());
    assert!(done.into_output().unwrap().is_error);
}

// plan_trip

fn trip() -> ToolCall {
    tool("plan_trip", &json!({ "destination": "Oslo" }))
}

fn dates(input: DynamicInput) -> Response {
    assert_eq!(input.key(), "dates");
    form(input).accept(&json!({ "from": "2026-12-01", "until": "2026-12-08" }))
}

#[test]
fn trip_is_planned_from_the_answers_of_two_rounds() {
    let client = Client::start();
    let needs = client.ask(trip());
    let needs = client.asked(needs.answer(dates).unwrap().resume());
    assert_eq!(needs.rounds(), 2);
    let answered = needs.answer(|input| {
        assert_eq!(input.key(), "hotel");
        form(input).accept(&json!({ "hotel": "Old Mill" }))
    });
    let done = client.completed(answered.unwrap().resume());
    assert_eq!(done.rounds(), 2);
    assert_eq!(
        structured(done),
        json!({
            "planned": true, "destination": "Oslo", "from": "2026-12-01", "until": "2026-12-08", "hotel": "Old Mill",
        }),
    );
}

#[test]
fn trip_is_not_planned_when_either_round_is_declined_or_cancelled() {
    let client = Client::start();
    for (refuse, reason) in REFUSALS {
        let unplanned = json!({ "planned": false, "reason": reason });
        let needs = client.ask(trip());
        assert_eq!(client.finish(needs, refuse), unplanned);

        let needs = client.ask(trip());
        let needs = client.asked(needs.answer(dates).unwrap().resume());
        assert_eq!(client.finish(needs, refuse), unplanned);
    }
}

// team_offsite

fn offsite() -> ToolCall {
    tool("team_offsite", &json!({}))
}

/// Answers what is no form.
fn offsite_input(input: DynamicInput, budget: Answer) -> Response {
    match input {
        DynamicInput::Sampling(sampling) => {
            assert_eq!(sampling.key(), "slogan");
            assert_eq!(sampling.params().max_tokens, 40);
            match &*sampling.params().messages[0].content {
                [SamplingContent::Text(text)] => assert!(text.text.contains("slogan")),
                other => panic!("{other:?}"),
            }
            sampling.respond(CreateMessageResult::text("test-model", "Away, together, \"ahead\""))
        }
        DynamicInput::Roots(roots) => {
            assert_eq!(roots.key(), "folders");
            let folders = ["file:///home/ann/plans", "file:///srv/caf%C3%A9"].map(|uri| Root::new(uri).unwrap());
            roots.respond(ListRootsResult::new(folders.into()))
        }
        other => {
            assert_eq!(other.key(), "budget");
            budget(other)
        }
    }
}

#[test]
fn offsite_is_planned_from_a_form_a_message_and_roots_of_one_round() {
    let client = Client::start();
    let needs = client.ask(offsite());
    assert_eq!(needs.requests().len(), 3);
    let planned =
        client.finish(needs, |input| offsite_input(input, |input| form(input).accept(&json!({ "amount": 1200 }))));
    assert_eq!(
        planned,
        json!({
            "planned": true,
            "budget": 1200,
            "slogan": "Away, together, \"ahead\"",
            "folders": ["file:///home/ann/plans", "file:///srv/caf%C3%A9"],
        }),
    );
}

#[test]
fn offsite_is_not_planned_when_the_budget_is_declined_or_cancelled() {
    let client = Client::start();
    for (refuse, reason) in REFUSALS {
        let needs = client.ask(offsite());
        let ended = client.finish(needs, |input| offsite_input(input, refuse));
        assert_eq!(ended, json!({ "planned": false, "reason": reason }));
    }
}

#[test]
fn responses_of_one_round_are_taken_in_any_order() {
    let client = Client::start();
    let needs = client.ask(offsite());
    let budget: Answer = |input| form(input).accept(&json!({ "amount": 0 }));
    let inputs = needs.inputs().unwrap().into_iter().rev();
    let responses: Vec<Response> = inputs.map(|input| offsite_input(input, budget)).collect();
    let done = client.completed(needs.submit(responses).unwrap().resume());
    assert_eq!(structured(done)["budget"], 0);
}

// slow_report

#[test]
fn round_with_a_state_alone_goes_straight_through() {
    let client = Client::start();
    let mut needs = client.ask(tool("slow_report", &json!({})));
    assert!(needs.is_state_only());
    needs = client.asked(needs.answer(|input| panic!("asked for {}", input.key())).unwrap().resume());
    assert!(needs.is_state_only());
    assert_eq!(needs.rounds(), 2);
    let done = client.completed(needs.submit([]).unwrap().resume());
    assert_eq!(done.rounds(), 2);
    assert_eq!(structured(done), json!({ "ready": true, "bookings": 1323 }));
}

// connect_calendar

#[test]
fn page_is_visited_with_consent_alone() {
    let client = Client::start();
    let answers: [(Answer, Value); 3] = [
        (|input| url(input).consent(), json!({ "connected": true })),
        (|input| url(input).decline(), json!({ "connected": false, "reason": "declined" })),
        (|input| url(input).cancel(), json!({ "connected": false, "reason": "cancelled" })),
    ];
    for (answer, outcome) in answers {
        let needs = client.ask(tool("connect_calendar", &json!({})));
        match &needs.inputs().unwrap()[..] {
            [DynamicInput::Url(url)] => {
                assert_eq!(url.key(), "authorize");
                assert_eq!(url.url(), "https://calendar.example/authorize?client=mrtr-demo-server");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(client.finish(needs, answer), outcome);
    }
}

// echo_arguments

#[test]
fn arguments_stay_with_the_server_when_their_return_is_declined_or_cancelled() {
    let client = Client::start();
    for (refuse, reason) in REFUSALS {
        let needs = client.ask(tool("echo_arguments", &json!({ "a": 1 })));
        let ended = client.finish(needs, refuse);
        assert_eq!(ended, json!({ "confirmed": false, "reason": reason }));
    }
}

#[test]
fn users_own_false_is_an_answer() {
    let client = Client::start();
    let needs = client.ask(tool("echo_arguments", &json!({ "a": 1 })));
    let echoed = client.finish(needs, accept(&json!({ "confirmed": false })));
    assert_eq!(echoed, json!({ "confirmed": false, "arguments": { "a": 1 } }));
}

// file:///report.csv

fn report() -> ReadResource {
    ReadResource::new("file:///report.csv")
}

#[test]
fn report_is_read_with_the_passphrase() {
    let client = Client::start();
    let answered = client.ask(report()).answer(accept(&json!({ "passphrase": PASSPHRASE })));
    let done = client.completed(answered.unwrap().resume());
    match &*done.into_output().unwrap().contents {
        [ResourceContents::Text(report)] => {
            assert_eq!(report.uri, "file:///report.csv");
            assert_eq!(report.mime_type.as_deref(), Some("text/csv"));
            assert!(report.text.starts_with("month,bookings\n"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn wrong_passphrase_is_asked_for_again_and_the_right_one_still_opens() {
    let client = Client::start();
    let mut needs = client.ask(report());
    for (round, wrong) in [(2, "hunter1"), (3, "")] {
        needs = client.asked(needs.answer(accept(&json!({ "passphrase": wrong }))).unwrap().resume());
        assert_eq!(needs.rounds(), round);
        assert!(matches!(&needs.inputs().unwrap()[..], [DynamicInput::Form(form)] if form.message().contains("again")));
    }
    let done = client.completed(needs.answer(accept(&json!({ "passphrase": PASSPHRASE }))).unwrap().resume());
    assert_eq!(done.rounds(), 3);
}

#[test]
fn three_wrong_passphrases_fail_the_call_and_a_restart_begins_at_the_first_round() {
    let client = Client::start();
    let wrong = json!({ "passphrase": "hunter1" });
    let mut needs = client.ask(report());
    for _ in 0..2 {
        needs = client.asked(needs.answer(accept(&wrong)).unwrap().resume());
    }
    let failed = client.failed(needs.answer(accept(&wrong)).unwrap().resume());
    let error = failed.error().as_rpc().unwrap();
    assert_eq!(error.kind(), RpcErrorKind::InvalidParams);
    assert!(error.message().contains("three wrong passphrases"));
    assert_eq!(failed.rounds(), 3);

    let needs = client.asked(failed.restart());
    assert_eq!(needs.rounds(), 1);
    let done = client.completed(needs.answer(accept(&json!({ "passphrase": PASSPHRASE }))).unwrap().resume());
    assert_eq!(done.rounds(), 1);
}

#[test]
fn report_stays_locked_when_the_passphrase_is_declined_or_cancelled() {
    let client = Client::start();
    for (refuse, reason) in REFUSALS {
        let answered = client.ask(report()).answer(refuse);
        let failed = client.failed(answered.unwrap().resume());
        assert!(failed.error().as_rpc().unwrap().message().contains(reason));
    }
}

// walkthrough

fn walkthrough() -> GetPrompt {
    GetPrompt::new("walkthrough").arguments(&json!({ "audience": "pilots" })).unwrap()
}

fn only_message(got: &GetPromptResult) -> &str {
    match &*got.messages {
        [message] if message.role == Role::User => match &message.content {
            ContentBlock::Text(block) => &block.text,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn walkthrough_has_the_scope_that_was_answered_and_is_short_when_declined() {
    let client = Client::start();
    let (full, short) = ("Walk pilots through every booking tool", "Show pilots how to book a flight");
    let answers: [(Answer, &str); 3] = [
        (|input| form(input).accept(&json!({ "scope": "full" })), full),
        (|input| form(input).accept(&json!({ "scope": "short" })), short),
        (|input| form(input).decline(), short),
    ];
    for (answer, start) in answers {
        let done = client.completed(client.ask(walkthrough()).answer(answer).unwrap().resume());
        assert!(only_message(&done.into_output().unwrap()).starts_with(start));
    }
}

#[test]
fn walkthrough_fails_when_cancelled() {
    let client = Client::start();
    let answered = client.ask(walkthrough()).answer(|input| form(input).cancel());
    let failed = client.failed(answered.unwrap().resume());
    assert!(failed.error().as_rpc().unwrap().message().contains("cancelled"));
}
