//! A document that was cut, damaged or edited is told so by the field, and nothing is restored by half.

use mrtr_core::parked::{Parked, ParkedError, ParkedInfo};
use mrtr_core::{Implementation, Meta, ReadResource, Session, ToolCall};
use mrtr_tests::scenario;
use serde_json::{Value, json};

use crate::forge::{FIELDS, Forged, OPTIONAL};

/// Part of every value that no error may show.
const MARK: &str = "hunter2";

fn session() -> Session {
    Session::new("airline", Implementation::new("t", "0"))
}

fn answered() -> Parked<ToolCall> {
    let call = scenario::call().header(mrtr_core::HeaderParam::new("/destination", "Destination"));
    let meta = Meta::new().with("traceparent", "00-1").unwrap().with_progress();
    let pending = scenario::session().call_with(call, meta).unwrap();
    scenario::ask(pending, &["seat", "meal"]).answer(scenario::accept).unwrap().park()
}

fn waiting() -> Parked<ToolCall> {
    scenario::needs_input().park()
}

fn read(forged: &Forged) -> Result<ParkedInfo, serde_json::Error> {
    serde_json::from_str(&forged.text())
}

/// What is said of the document, wherever its fields stand.
fn error(forged: &Forged) -> String {
    let in_order = read(forged).unwrap_err().to_string();
    let by_name = serde_json::from_value::<ParkedInfo>(forged.clone().value()).unwrap_err().to_string();
    assert!(!in_order.contains(MARK) && !by_name.contains(MARK), "{in_order}\n{by_name}");
    assert!(in_order.starts_with(&by_name), "{in_order}\n{by_name}");
    in_order
}

#[test]
fn a_forged_document_is_as_good_as_ours() {
    for document in [answered(), waiting(), scenario::ask(scenario::pending(), &[]).park()] {
        let forged = Forged::of(&document);
        assert_eq!(forged.text(), serde_json::to_string(&document).unwrap());
        assert_eq!(forged.clone().summed().text(), forged.text());
    }
}

#[test]
fn a_cut_is_found_wherever_it_is() {
    for document in [answered(), waiting()] {
        let text = serde_json::to_string(&document).unwrap();
        for cut in 0..text.len() {
            assert!(serde_json::from_str::<ParkedInfo>(&text[..cut]).is_err(), "cut at {cut}");
        }
        let bytes = postcard::to_allocvec(&document).unwrap();
        for cut in 0..bytes.len() {
            assert!(postcard::from_bytes::<ParkedInfo>(&bytes[..cut]).is_err(), "cut at {cut}");
        }
    }
}

#[test]
fn an_edit_is_found_or_changes_nothing() {
    for document in [answered(), waiting()] {
        let text = serde_json::to_string(&document).unwrap();
        for at in 0..text.len() {
            let mut edited = text.clone().into_bytes();
            edited[at] = if edited[at] == b'x' { b'y' } else { b'x' };
            // The name of a field that has no value can be another: the field has none still.
            if let Ok(info) = serde_json::from_slice::<ParkedInfo>(&edited) {
                assert_eq!(serde_json::to_string(&info).unwrap(), text, "edit at {at}");
            }
        }
        let bytes = postcard::to_allocvec(&document).unwrap();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut edited = bytes.clone();
                edited[at] ^= 1 << bit;
                assert!(postcard::from_bytes::<ParkedInfo>(&edited).is_err(), "bit {bit} of byte {at}");
            }
        }
    }
}

#[test]
fn a_missing_field_is_named() {
    for field in FIELDS {
        let shown = error(&Forged::of(&answered()).without(field));
        let expected = match field {
            "format" => "not the document of a parked call".to_owned(),
            field if OPTIONAL.contains(&field) || field == "state" => "damaged or edited".to_owned(),
            field => format!("missing field `{field}`"),
        };
        assert!(shown.contains(&expected), "{field}: {shown}");
    }
}

#[test]
fn a_store_may_drop_what_is_null_and_add_what_it_needs() {
    let pending = scenario::pending_of(ToolCall::new("t"));
    let needs = scenario::ask_for(pending, r#"{"resultType":"input_required","requestState":"s"}"#);
    let document = Forged::of(&needs.park());
    let kept = document.clone().without("arguments").without("requests").without("responses");
    let kept = kept.with("_id", json!({ "$oid": [1, 2.5, null] }));
    let info = read(&kept).unwrap();
    assert_eq!(serde_json::to_string(&info).unwrap(), document.text());
}

#[test]
fn a_field_of_the_wrong_type_is_named_and_its_value_is_not_shown() {
    let wrong = [
        json!({ MARK: MARK }),
        json!([MARK, 7, { MARK: 1 }]),
        json!([[MARK]]),
        json!([[MARK, MARK, MARK]]),
        json!(MARK),
        json!(-7),
        json!(7.5),
        json!(5_000_000_000_u64),
        json!(true),
        json!(null),
    ];
    for field in FIELDS {
        for value in &wrong {
            let fits = match field {
                "progress" => value.is_boolean(),
                "version" | "rounds" | "headers" | "ids" => false,
                "responses" => value.is_null(),
                "arguments" | "requests" | "state" => value.is_null() || value.is_string(),
                _ => value.is_string(),
            };
            if !fits {
                let shown = error(&Forged::of(&answered()).with(field, value.clone()));
                let expected = format!("field {field:?} of the parked call cannot be read");
                assert!(shown.contains(&expected), "{field} {value}: {shown}");
            }
        }
    }
}

#[test]
fn another_value_is_damage_whichever_field_has_it() {
    for field in FIELDS {
        let other = match field {
            "format" | "version" => continue,
            "progress" => json!(false),
            "rounds" => json!(2),
            "ids" => json!(["1", "2"]),
            "headers" => json!([["Destination", "Oslo"]]),
            "responses" => json!(["{}", "{}"]),
            "arguments" | "requests" => json!("{}"),
            _ => json!("\"other\""),
        };
        let document = Forged::of(&answered());
        assert_ne!(document.get(field), &other);
        assert!(error(&document.with(field, other)).contains("damaged or edited"), "{field}");
    }
}

#[test]
fn what_is_no_document_is_told_so_and_not_shown() {
    let quoted = format!("{MARK:?}");
    for text in ["", " ", "null", "true", "7777", "[]", "{}", "{", &quoted, "[\"hunter2\"]", "{\"format\":\"hunter2\"}"]
    {
        let shown = serde_json::from_str::<Parked<ToolCall>>(text).unwrap_err().to_string();
        assert!(!shown.contains(MARK) && !shown.contains("7777"), "{text}: {shown}");
        if !matches!(text, "[]" | "{") {
            assert!(shown.contains("not the document of a parked call"), "{text}: {shown}");
        }
    }
    let other = Forged::of(&answered()).with("format", json!("other"));
    assert!(error(&other).contains("not the document of a parked call"));
}

#[test]
fn an_unknown_version_is_told_before_anything_else() {
    let newer = || Forged::of(&answered()).with("version", json!(2));
    let as_it_may_be = newer().with("arguments", json!({ MARK: 1 })).without("requests").with("checksum", json!(7));
    for document in [newer(), newer().summed(), as_it_may_be, newer().with("version", json!(0))] {
        assert!(error(&document).contains("format version "), "{}", error(&document));
    }
    let text = newer().text();
    let info = serde_json::from_str::<ParkedInfo>(&text).unwrap_err();
    assert!(info.to_string().starts_with("the parked call is of format version 2, which this release does not know"));
}

#[test]
fn a_field_that_is_there_twice_is_named() {
    for field in FIELDS {
        let document = Forged::of(&answered());
        let again = format!("{field:?}:{}}}", document.get(field));
        let text = document.text();
        let text = format!("{},{again}", text.strip_suffix('}').unwrap());
        let shown = serde_json::from_str::<ParkedInfo>(&text).unwrap_err().to_string();
        assert!(shown.contains(&format!("duplicate field `{field}`")), "{shown}");
    }
}

/// What restoring says of a document whose checksum fits.
fn refusal(forged: Forged) -> ParkedError {
    let text = forged.summed().text();
    let parked: Parked<ToolCall> = serde_json::from_str(&text).unwrap();
    let error = parked.restore(&session()).unwrap_err();
    assert!(!error.to_string().contains(MARK) && !format!("{error:?}").contains(MARK));
    let reason = error.error().clone();
    assert_eq!(serde_json::to_string(&error.into_document()).unwrap(), text);
    reason
}

#[test]
fn a_field_that_makes_no_sense_is_named_though_the_checksum_fits() {
    let cases: [(&str, Value); 36] = [
        ("arguments", json!("")),
        ("arguments", json!("[]")),
        ("arguments", json!("{\"hunter2\":")),
        ("arguments", json!("{}{}")),
        ("arguments", json!("{\n}")),
        ("meta", json!("")),
        ("meta", json!("[\"hunter2\"]")),
        ("meta", json!("{\"a\":1,\"a\":2}")),
        ("meta", json!("{\"progressToken\":1}")),
        ("meta", json!("{\"io.modelcontextprotocol/clientInfo\":{}}")),
        ("meta", json!("{\"\\ud800\":1}")),
        ("capabilities", json!("")),
        ("capabilities", json!("7")),
        ("capabilities", json!("{\"roots\":\"hunter2\"}")),
        ("rounds", json!(0)),
        ("ids", json!([])),
        ("ids", json!(["7.0"])),
        ("ids", json!(["1", "null"])),
        ("ids", json!(["\"\\ud800\""])),
        ("requests", json!("")),
        ("requests", json!("[]")),
        ("requests", json!("{\"hunter2\"")),
        ("requests", json!("{\"a\":1,\"\\u0061\":2}")),
        ("state", json!("")),
        ("state", json!("7")),
        ("state", json!("\"")),
        ("state", json!("\"hunter2\" ")),
        ("state", json!("\"a\",\"b\"")),
        ("state", json!("\"a\nb\"")),
        ("state", json!("\"\\x\"")),
        ("responses", json!([])),
        ("responses", json!(["{}"])),
        ("responses", json!(["{}", "{}", "{}"])),
        ("responses", json!(["{}", "hunter2"])),
        ("responses", json!(["{}", "{\n}"])),
        ("responses", json!(["{}", "{},\"hunter2\":{}"])),
    ];
    for (field, value) in cases {
        let reason = refusal(Forged::of(&answered()).with(field, value.clone()));
        assert_eq!(reason, ParkedError::Invalid { field }, "{value}");
    }
}

#[test]
fn a_document_that_asks_for_nothing_is_refused() {
    for requests in [json!(null), json!("{}"), json!(" { } ")] {
        let document = Forged::of(&waiting()).with("state", json!(null)).with("requests", requests);
        assert_eq!(refusal(document.clone()), ParkedError::Invalid { field: "requests" });
        let info = read(&document.summed()).unwrap();
        assert_eq!(info.requests().unwrap_err(), ParkedError::Invalid { field: "requests" });
    }
}

#[test]
fn arguments_that_a_method_cannot_have_are_refused() {
    let document = |method: &str, arguments: &str| {
        let document = Forged::of(&waiting()).with("method", json!(method)).with("arguments", json!(arguments));
        document.summed().text()
    };
    let resource: Parked<ReadResource> = serde_json::from_str(&document("resources/read", "{}")).unwrap();
    assert_eq!(resource.restore(&session()).unwrap_err().error(), &ParkedError::Invalid { field: "arguments" });
    let prompt: Parked<mrtr_core::GetPrompt> = serde_json::from_str(&document("prompts/get", r#"{"a":1}"#)).unwrap();
    assert_eq!(prompt.restore(&session()).unwrap_err().error(), &ParkedError::Invalid { field: "arguments" });
}
