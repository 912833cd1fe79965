//! Calls in progress side by side over one connection.

use std::sync::Barrier;
use std::thread;

use mrtr_tests::scan;
use mrtr_tests::transcript::Direction;
use serde_json::json;

use crate::support::{Client, Record, booked, flight, seat, structured, tool};

const BOOKINGS: [(&str, &str); 4] = [("Cebu", "14C"), ("Oslo", "3A"), ("Lima", "27F"), ("Bari", "1D")];

#[test]
fn calls_of_two_threads_are_in_flight_together() {
    let client = Client::start();
    // Neither is answered before both have arrived.
    let meet = || {
        let pending = client.session.call(tool("meet", &json!({ "table": "window" }))).unwrap();
        structured(client.completed(pending))["order"].as_str().unwrap().to_owned()
    };
    let mut orders = thread::scope(|scope| [scope.spawn(meet), scope.spawn(meet)].map(|call| call.join().unwrap()));
    orders.sort();
    assert_eq!(orders, ["first", "second"]);
}

#[test]
fn interleaved_calls_do_not_mix() {
    let client = Client::start();
    let asked = BOOKINGS.map(|(destination, _)| client.ask(flight(destination)));
    // Answered in the order in which they began, resumed in the opposite one.
    let answered: Vec<_> =
        asked.into_iter().zip(BOOKINGS).map(|(needs, (_, chosen))| needs.answer(seat(chosen)).unwrap()).collect();
    for (answered, (destination, chosen)) in answered.into_iter().zip(BOOKINGS).rev() {
        assert_eq!(structured(client.completed(answered.resume())), booked(destination, chosen));
    }
}

#[test]
fn calls_of_several_threads_do_not_mix() {
    let record = Record::new("calls_of_several_threads_do_not_mix");
    let client = Client::start_behind_tee(record.options());
    let all_asked = Barrier::new(BOOKINGS.len());
    thread::scope(|scope| {
        for (destination, chosen) in BOOKINGS {
            let (client, all_asked) = (&client, &all_asked);
            scope.spawn(move || {
                let needs = client.ask(flight(destination));
                all_asked.wait();
                assert_eq!(client.finish(needs, seat(chosen)), booked(destination, chosen));
            });
        }
    });
    client.server.close().unwrap();

    // On the wire too: each retry has the state that answered the first leg with the same arguments.
    let lines = record.lines();
    let with = |direction, path: &'static [&str], text: Vec<u8>| {
        let lines = lines.iter().filter(move |line| line.direction == direction).map(|line| &line.bytes);
        lines.filter(move |line| scan::text(line, path) == Some(&text)).collect::<Vec<_>>()
    };
    for (destination, chosen) in BOOKINGS {
        let arguments = format!(r#"{{"destination":"{destination}"}}"#).into_bytes();
        let legs = with(Direction::ToServer, &["params", "arguments"], arguments);
        let [first, retry] = legs[..] else { panic!("{} legs", legs.len()) };
        let answers = with(Direction::ToClient, &["id"], scan::text(first, &["id"]).unwrap().to_vec());
        let [asked] = answers[..] else { panic!("{} answers", answers.len()) };
        let state = scan::text(asked, &["result", "requestState"]);
        assert!(state.is_some());
        assert_eq!(scan::text(retry, &["params", "requestState"]), state);
        let response = format!(r#"{{"action":"accept","content":{{"seat":"{chosen}"}}}}"#);
        assert_eq!(scan::text(retry, &["params", "inputResponses", "seat"]), Some(response.as_bytes()));
    }
}
