//! Everything that the demo server offers, with every answer that a person can give.

use mrtr::{
    CallFailure, ContentBlock, CreateMessageResult, DynamicInput, GetPrompt, GetPromptResult, InputResponse,
    ListRootsResult, Options, ReadResource, ResourceContents, Role, Root, RpcErrorKind, SamplingContent, ToolCall,
};
use mrtr_examples::server::PASSPHRASE;
use serde_json::{Value, json};

use crate::calls::{
    BookFlight, PlanTrip, REFUSALS, Report, SlowReport, TeamOffsite, Walkthrough, book_flight, form, plan_trip, report,
    structured, team_offsite, tool, walkthrough,
};
use crate::drivers::{Driver, Leave, Outcome};
use crate::peer::Peer;

fn booked(destination: &str, seat: &str) -> Value {
    json!({ "booked": true, "destination": destination, "seat": seat })
}

/// The message of the error that a call has failed with.
fn refused<C: mrtr::Call>(outcome: Outcome<C>) -> String {
    let Err(CallFailure::Failed(failed)) = outcome else { panic!("not refused: {outcome:?}") };
    let error = failed.error().as_rpc().unwrap();
    assert_eq!(error.kind(), RpcErrorKind::InvalidParams);
    error.message().to_owned()
}

// book_flight

pub fn flight_is_booked_in_the_seat_that_was_answered<D: Driver>(peer: &Peer<'_, D>) {
    let done = peer.call(BookFlight { destination: "Cebu" }, |input| match input {
        book_flight::Input::Seat(form) => {
            assert_eq!(form.message(), "Which seat would you like on the flight to Cebu?");
            form.accept(book_flight::Seat { seat: "14C".to_owned() })
        }
    });
    assert_eq!(done.rounds(), 1);
    assert!(!done.cacheable());
    assert_eq!(structured(done), booked("Cebu", "14C"));
}

pub fn seat_is_declined_or_cancelled<D: Driver>(peer: &Peer<'_, D>) {
    let declined = peer.call(BookFlight { destination: "Cebu" }, |book_flight::Input::Seat(form)| form.decline());
    assert_eq!(structured(declined), json!({ "booked": false, "reason": "declined" }));
    let cancelled = peer.call(BookFlight { destination: "Cebu" }, |book_flight::Input::Seat(form)| form.cancel());
    assert_eq!(structured(cancelled), json!({ "booked": false, "reason": "cancelled" }));
}

/// The call is parked as text, as if for another process, and goes on from there.
pub fn call_that_a_person_has_left_goes_on_later<D: Driver>(peer: &Peer<'_, D>) {
    let call = || tool("book_flight", &json!({ "destination": "Oslo" }));
    let stopped = peer.drive(peer.driver().begin(call(), peer.meta()), Options::new(), |_| Err(Leave));
    let Err(CallFailure::Stopped { needs_input, responses, error: Leave }) = stopped else { panic!("{stopped:?}") };
    assert!(responses.is_empty());
    let document = serde_json::to_string(&needs_input.park()).unwrap();
    let parked: mrtr::parked::Parked<ToolCall> = serde_json::from_str(&document).unwrap();
    let restored = parked.restore(&peer.driver().session()).unwrap();
    let done = peer.drive(restored, Options::new(), |input| Ok(form(input).accept(&json!({ "seat": "1A" })))).unwrap();
    assert_eq!(structured(done), booked("Oslo", "1A"));
}

// plan_trip

fn trip(hotel: plan_trip::HotelHotel) -> impl FnMut(plan_trip::Input) -> InputResponse<plan_trip::Input> {
    move |input| match input {
        plan_trip::Input::Dates(form) => form.accept(dates()),
        plan_trip::Input::Hotel(form) => form.accept(plan_trip::Hotel { hotel }),
    }
}

fn dates() -> plan_trip::Dates {
    plan_trip::Dates { from: "2026-12-01".to_owned(), until: "2026-12-08".to_owned() }
}

fn planned() -> Value {
    json!({
        "planned": true, "destination": "Oslo", "from": "2026-12-01", "until": "2026-12-08", "hotel": "Old Mill",
    })
}

pub fn trip_is_planned_from_the_answers_of_two_rounds<D: Driver>(peer: &Peer<'_, D>) {
    let done = peer.call(PlanTrip { destination: "Oslo" }, trip(plan_trip::HotelHotel::OldMill));
    assert_eq!(done.rounds(), 2);
    assert_eq!(structured(done), planned());
}

pub fn trip_is_declined_or_cancelled_in_either_round<D: Driver>(peer: &Peer<'_, D>) {
    let outcomes = [
        peer.call(PlanTrip { destination: "Oslo" }, |input| match input {
            plan_trip::Input::Dates(form) => form.decline(),
            plan_trip::Input::Hotel(_) => panic!("asked for a hotel"),
        }),
        peer.call(PlanTrip { destination: "Oslo" }, |input| match input {
            plan_trip::Input::Dates(form) => form.cancel(),
            plan_trip::Input::Hotel(_) => panic!("asked for a hotel"),
        }),
        peer.call(PlanTrip { destination: "Oslo" }, |input| match input {
            plan_trip::Input::Dates(form) => form.accept(dates()),
            plan_trip::Input::Hotel(form) => form.decline(),
        }),
        peer.call(PlanTrip { destination: "Oslo" }, |input| match input {
            plan_trip::Input::Dates(form) => form.accept(dates()),
            plan_trip::Input::Hotel(form) => form.cancel(),
        }),
    ];
    let expected = [(1, "declined"), (1, "cancelled"), (2, "declined"), (2, "cancelled")];
    for (done, (rounds, reason)) in outcomes.into_iter().zip(expected) {
        assert_eq!(done.rounds(), rounds);
        assert_eq!(structured(done), json!({ "planned": false, "reason": reason }));
    }
}

pub fn round_too_many_asks_nobody_and_the_call_goes_on<D: Driver>(peer: &Peer<'_, D>) {
    let options = Options::new().with_limits(mrtr::Limits::new().with_max_rounds(1));
    let pending = peer.driver().begin(PlanTrip { destination: "Oslo" }, peer.meta());
    let ended = peer.drive(pending, options, |input| match input {
        plan_trip::Input::Dates(form) => Ok(form.accept(dates())),
        plan_trip::Input::Hotel(_) => panic!("asked for a hotel"),
    });
    let Err(CallFailure::TooManyRounds { needs_input, limit: 1 }) = ended else { panic!("{ended:?}") };
    let mut hotel = trip(plan_trip::HotelHotel::OldMill);
    let done = peer.drive(needs_input, Options::new(), |input| Ok(hotel(input))).unwrap();
    assert_eq!(structured(done), planned());
}

// team_offsite

pub fn offsite_is_planned_from_a_form_a_message_and_roots_of_one_round<D: Driver>(peer: &Peer<'_, D>) {
    let done = peer.call(TeamOffsite, |input| match input {
        team_offsite::Input::Budget(form) => form.accept(team_offsite::Budget { amount: 1200 }),
        team_offsite::Input::Slogan(sampling) => {
            assert_eq!(sampling.params().max_tokens, 40);
            match &*sampling.params().messages[0].content {
                [SamplingContent::Text(text)] => assert!(text.text.contains("slogan")),
                other => panic!("{other:?}"),
            }
            sampling.respond(CreateMessageResult::text("test-model", "Away, \"together\" \u{2028}ahead"))
        }
        team_offsite::Input::Folders(roots) => {
            let folders = ["file:///home/ann/plans", "file:///srv/caf%C3%A9"].map(|uri| Root::new(uri).unwrap());
            roots.respond(ListRootsResult::new(folders.into()))
        }
    });
    assert_eq!(done.rounds(), 1);
    assert_eq!(
        structured(done),
        json!({
            "planned": true,
            "budget": 1200,
            "slogan": "Away, \"together\" \u{2028}ahead",
            "folders": ["file:///home/ann/plans", "file:///srv/caf%C3%A9"],
        }),
    );
}

pub fn budget_is_declined_or_cancelled<D: Driver>(peer: &Peer<'_, D>) {
    for (refuse, reason) in REFUSALS {
        let mut asked = Vec::new();
        let done = peer.call(tool("team_offsite", &json!({})), |input| {
            asked.push(input.key().to_owned());
            match input {
                DynamicInput::Sampling(sampling) => sampling.respond(CreateMessageResult::text("test-model", "Go")),
                DynamicInput::Roots(roots) => roots.respond(ListRootsResult::new(Vec::new())),
                other => refuse(other),
            }
        });
        asked.sort();
        assert_eq!(asked, ["budget", "folders", "slogan"]);
        assert_eq!(structured(done), json!({ "planned": false, "reason": reason }));
    }
}

// slow_report

pub fn rounds_that_ask_nothing_go_straight_through<D: Driver>(peer: &Peer<'_, D>) {
    let done = peer.call(SlowReport, |input| match input {});
    assert_eq!(done.rounds(), 2);
    assert_eq!(structured(done), json!({ "ready": true, "bookings": 1323 }));
}

// connect_calendar

pub fn page_is_visited_with_consent_alone<D: Driver>(peer: &Peer<'_, D>) {
    type Visit = fn(mrtr::Url<DynamicInput>) -> InputResponse<DynamicInput>;
    let answers: [(Visit, Value); 3] = [
        (|url| url.consent(), json!({ "connected": true })),
        (|url| url.decline(), json!({ "connected": false, "reason": "declined" })),
        (|url| url.cancel(), json!({ "connected": false, "reason": "cancelled" })),
    ];
    for (visit, outcome) in answers {
        let done = peer.call(ToolCall::new("connect_calendar"), |input| {
            let DynamicInput::Url(url) = input else { panic!("{input:?}") };
            assert_eq!(url.key(), "authorize");
            assert_eq!(url.url(), "https://calendar.example/authorize?client=mrtr-demo-server");
            visit(url)
        });
        assert_eq!(structured(done), outcome);
    }
}

// echo_arguments

/// A retry repeats them to the letter: a server that compares them with those that its state is bound to finds them
/// equal, however particular it is.
pub fn arguments_are_the_same_on_every_leg<D: Driver>(peer: &Peer<'_, D>) {
    let sent = r#"{ "n":2,"whole":2.0, "exponent":1E2,"zero":-0.0,"big":9007199254740993,"text":"caf\u00e9 \/\u2028\u0001 🛫 \ud83d\udeeb",
        "deep":[[[{"":null}]]],"":{}, "__proto__":{"x":[]}, "z":1,"a":2 }"#
        .replace('\n', " ");
    let call = ToolCall::new("echo_arguments").arguments_json(&sent).unwrap();
    let done = peer.call(call, |input| form(input).accept(&json!({ "confirmed": false })));
    let mut echoed = structured(done);
    assert_eq!(echoed["confirmed"], false);
    let mut expected: Value = serde_json::from_str(&sent).unwrap();
    if !peer.sdk.keeps_arguments() {
        let expected = expected.as_object_mut().unwrap();
        expected.remove("__proto__");
        for (name, number) in [("whole", 2), ("exponent", 100), ("zero", 0), ("big", 9_007_199_254_740_992_i64)] {
            expected.insert(name.to_owned(), number.into());
        }
    }
    assert_eq!(echoed["arguments"].take(), expected);
}

pub fn return_of_the_arguments_is_declined_or_cancelled<D: Driver>(peer: &Peer<'_, D>) {
    for (refuse, reason) in REFUSALS {
        let done = peer.call(tool("echo_arguments", &json!({ "a": 1 })), refuse);
        assert_eq!(structured(done), json!({ "confirmed": false, "reason": reason }));
    }
}

// file:///report.csv

fn passphrase(passphrase: &str) -> report::Passphrase {
    report::Passphrase { passphrase: passphrase.to_owned() }
}

fn is_report(contents: &[ResourceContents]) {
    let [ResourceContents::Text(report)] = contents else { panic!("{contents:?}") };
    assert_eq!(report.uri, "file:///report.csv");
    assert_eq!(report.mime_type.as_deref(), Some("text/csv"));
    assert!(report.text.starts_with("month,bookings\n"));
}

pub fn report_is_read_with_the_second_passphrase<D: Driver>(peer: &Peer<'_, D>) {
    let mut tries = ["hunter1", PASSPHRASE].into_iter();
    let mut messages = Vec::new();
    let done = peer.call(Report, |report::Input::Passphrase(form)| {
        messages.push(form.message().to_owned());
        form.accept(passphrase(tries.next().unwrap()))
    });
    assert!(!messages[0].contains("again") && messages[1].contains("again"), "{messages:?}");
    assert_eq!(done.rounds(), 2);
    is_report(&done.into_output().unwrap().contents);
}

pub fn report_stays_locked_and_a_restart_begins_at_the_first_round<D: Driver>(peer: &Peer<'_, D>) {
    let call = || ReadResource::new("file:///report.csv");
    for (refuse, reason) in REFUSALS {
        let message = refused(peer.try_call(call(), refuse));
        assert!(message.contains(reason), "{message}");
    }
    let ended = peer.try_call(call(), |input| form(input).accept(&json!({ "passphrase": "" })));
    let Err(CallFailure::Failed(failed)) = ended else { panic!("{ended:?}") };
    assert!(failed.error().as_rpc().unwrap().message().contains("three wrong passphrases"));
    assert_eq!(failed.rounds(), 3);
    let open = json!({ "passphrase": PASSPHRASE });
    let done = peer.drive(failed.restart(), Options::new(), |input| Ok(form(input).accept(&open))).unwrap();
    assert_eq!(done.rounds(), 1);
    is_report(&done.into_output().unwrap().contents);
}

// walkthrough

fn only_message(got: &GetPromptResult) -> &str {
    match &*got.messages {
        [message] if message.role == Role::User => match &message.content {
            ContentBlock::Text(block) => &block.text,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

pub fn walkthrough_has_the_scope_that_was_answered<D: Driver>(peer: &Peer<'_, D>) {
    for (scope, start) in [
        (walkthrough::ConfirmScopeScope::Full, "Walk pilots through every booking tool"),
        (walkthrough::ConfirmScopeScope::Short, "Show pilots how to book a flight"),
    ] {
        let done = peer.call(Walkthrough { audience: "pilots" }, |walkthrough::Input::ConfirmScope(form)| {
            form.accept(walkthrough::ConfirmScope { scope })
        });
        assert_eq!(done.rounds(), 1);
        let got = done.into_output().unwrap();
        assert!(only_message(&got).starts_with(start), "{got:?}");
    }
}

pub fn walkthrough_is_short_when_declined_and_fails_when_cancelled<D: Driver>(peer: &Peer<'_, D>) {
    let call = || GetPrompt::new("walkthrough").arguments(&json!({ "audience": "pilots" })).unwrap();
    let done = peer.call(call(), |input| form(input).decline());
    assert!(only_message(&done.into_output().unwrap()).starts_with("Show pilots"));
    let message = refused(peer.try_call(call(), |input| form(input).cancel()));
    assert!(message.contains("cancelled"), "{message}");
}

// meet

/// A table of its own for each flow: those of one server run at the same time.
fn table<D: Driver>(peer: &Peer<'_, D>, flow: &str) -> ToolCall {
    let driver = std::any::type_name::<D>();
    tool("meet", &json!({ "table": format!("{flow} {driver} {:?}", peer.meta()) }))
}

pub fn calls_that_wait_for_each_other_run_side_by_side<D: Driver>(peer: &Peer<'_, D>) {
    let calls = [(); 2].map(|()| table(peer, "window"));
    let mut orders = peer.both(calls).map(|done| structured(done)["order"].as_str().unwrap().to_owned());
    orders.sort();
    assert_eq!(orders, ["first", "second"]);
}

/// Whether the server has noticed yet that the first request was given up is its own affair.
pub fn call_without_an_answer_is_given_up_in_time_and_goes_on<D: Driver>(peer: &Peer<'_, D>) {
    let short = std::time::Duration::from_millis(300);
    let options = Options::new().with_limits(mrtr::Limits::new().with_deadline(short));
    let pending = peer.driver().begin(table(peer, "corner"), peer.meta());
    let ended = peer.drive(pending, options, |_| Err(Leave));
    let Err(CallFailure::Deadline { state, limit, .. }) = ended else { panic!("{ended:?}") };
    assert_eq!(limit, short);

    // Others are not concerned.
    rounds_that_ask_nothing_go_straight_through(peer);
    let mrtr::Unfinished::Pending(again) = state else { panic!("{state:?}") };
    std::thread::scope(|scope| {
        let again = scope.spawn(|| peer.drive(again, Options::new(), |_| Err(Leave)).unwrap());
        let limits = mrtr::Limits::new().with_leg_timeout(short);
        while !again.is_finished() {
            let pending = peer.driver().begin(table(peer, "corner"), peer.meta());
            match peer.drive(pending, Options::new().with_limits(limits), |_| Err(Leave)) {
                Ok(_) | Err(CallFailure::Transport { error: mrtr::TransportError::Timeout { .. }, .. }) => {}
                Err(failure) => panic!("{failure}"),
            }
        }
        assert!(matches!(structured(again.join().unwrap())["order"].as_str(), Some("first" | "second")));
    });
}
