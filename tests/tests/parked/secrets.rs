//! A document holds secrets, and nothing that is printed of it does.

use mrtr_core::parked::{Parked, ParkedInfo};
use mrtr_core::{GetPrompt, HeaderParam, Implementation, Meta, Session, ToolCall};
use mrtr_tests::scenario;
use serde_json::json;

use crate::forge::{FIELDS, Forged};

/// Part of every planted value.
const MARK: &str = "hunter2";

fn session(label: &str) -> Session {
    Session::new(label, Implementation::new("t", "0"))
}

fn needs_input() -> mrtr_core::NeedsInput<ToolCall> {
    let call = ToolCall::new("book_flight").arguments(&json!({ "seat": MARK })).unwrap();
    let meta = Meta::new().with("traceparent", MARK).unwrap();
    let pending = session("airline").call_with(call.header(HeaderParam::new("/seat", "Seat")), meta).unwrap();
    let requests = format!(
        r#"{{"seat":{{"method":"elicitation/create","params":{{"message":"{MARK}?","requestedSchema":{{
            "type":"object","properties":{{"seat":{{"type":"string","default":"{MARK}"}}}}}}}}}}}}"#
    );
    scenario::ask_for(pending, &scenario::input_required(&requests, Some(&format!("{MARK:?}"))))
}

fn answered() -> Parked<ToolCall> {
    let content = std::collections::BTreeMap::from([("seat", MARK)]);
    let answered = needs_input().answer(|input| match input {
        mrtr_core::DynamicInput::Form(form) => form.accept(&content),
        other => panic!("{other:?}"),
    });
    answered.unwrap().park()
}

#[track_caller]
fn no_mark(shown: &str) {
    assert!(!shown.is_empty() && !shown.contains(MARK), "{shown}");
}

#[test]
fn a_document_holds_what_is_kept_back() {
    let document = Forged::of(&answered());
    for field in ["arguments", "meta", "headers", "requests", "state", "responses"] {
        assert!(document.get(field).to_string().contains(MARK), "{field}");
    }
}

#[test]
fn nothing_that_is_printed_shows_it() {
    for parked in [needs_input().park(), answered()] {
        no_mark(&format!("{parked:?} {parked:#?} {:?} {:#?}", parked.info(), parked.info()));
        let requests = parked.info().requests().unwrap();
        no_mark(&format!("{requests:?}"));

        let info: ParkedInfo = serde_json::from_value(serde_json::to_value(&parked).unwrap()).unwrap();
        let error = Parked::<GetPrompt>::from_info(info).unwrap_err();
        no_mark(&format!("{error} {error:?} {error:#?} {:?}", error.error()));
        let error = parked.restore(&session("hotel")).unwrap_err();
        no_mark(&format!("{error} {error:?} {error:#?} {:?}", error.error()));
        let restored = error.into_document().restore(&session("airline")).unwrap();
        no_mark(&format!("{restored:?} {restored:#?}"));
    }
}

#[test]
fn no_field_shows_it_when_it_stands_in_the_place_of_another() {
    let document = Forged::of(&answered());
    for field in FIELDS {
        for other in FIELDS {
            let swapped = document.clone().with(field, document.get(other).clone());
            for swapped in [swapped.clone(), swapped.clone().with("checksum", json!("0"))] {
                if let Err(error) = serde_json::from_str::<Parked<ToolCall>>(&swapped.text()) {
                    no_mark(&format!("{error} {error:?}"));
                }
                if let Err(error) = serde_json::from_value::<Parked<ToolCall>>(swapped.value()) {
                    no_mark(&format!("{error} {error:?}"));
                }
            }
        }
    }
}
