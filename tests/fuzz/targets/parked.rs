//! Whatever bytes are read as a parked call: no panic, and never a half-restored call.
//!
//! The first letter of an input says what the rest is:
//!
//! - `d`: a document;
//! - `m`: a document whose checksum is put right first, so that what stands behind it is reached;
//! - `e`: a place in a document, as a number, and bytes that overwrite what stands there;
//! - any other: a plan of a call, which is parked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr_core::parked::{Parked, ParkedError, ParkedInfo, RestoreError, Restored};
use mrtr_core::{Call, DynamicInput, GetPrompt, Implementation, ManualInput, Pending, ReadResource, Session, ToolCall};
use mrtr_fuzz::calls::{Leg, Plan, Player, finish, session};
use mrtr_fuzz::{cut, value};
use serde_json::Value;

fuzz_target!(|input: &[u8]| {
    let Some((letter, rest)) = input.split_first() else { return };
    match letter {
        b'd' => document(rest),
        b'm' => mended(rest),
        b'e' => edited(rest),
        _ => Plan::read(&String::from_utf8_lossy(rest)).play(&mut Park { edit: None }),
    }
});

/// Reads bytes as a document of any call.
fn document(bytes: &[u8]) {
    let Ok(info) = serde_json::from_slice::<ParkedInfo>(bytes) else {
        assert!(serde_json::from_slice::<Parked<ToolCall>>(bytes).is_err());
        return;
    };
    drop(format!("{info:?} {:?}", info.requests()));
    restore::<ToolCall>(&info);
    restore::<ReadResource>(&info);
    restore::<GetPrompt>(&info);
}

fn restore<C: Call<Input = DynamicInput>>(info: &ParkedInfo) {
    let text = serde_json::to_string(info).expect("a document");
    let document: Value = serde_json::from_str(&text).expect("a document");
    let same = |text: String| assert_eq!(serde_json::from_str::<Value>(&text).expect("a document"), document);
    let parked = match Parked::<C>::from_info(info.clone()) {
        Ok(parked) => parked,
        Err(error) => {
            assert!(matches!(error.error(), ParkedError::OtherMethod { .. }));
            return same(serde_json::to_string(&error.into_document()).expect("a document"));
        }
    };
    let elsewhere = Session::new(format!("not {}", info.peer_label()), Implementation::new("fuzz", "0"));
    let error = parked.restore(&elsewhere).expect_err("a call goes to its own peer");
    assert!(matches!(error.error(), ParkedError::OtherPeer { .. }));
    let parked = error.into_document();
    let pending = match parked.restore(&Session::new(info.peer_label(), Implementation::new("fuzz", "0"))) {
        Ok(Restored::Answered(answered)) => {
            assert!(info.is_answered());
            answered.resume()
        }
        Ok(Restored::NeedsInput(needs)) => {
            assert!(!info.is_answered());
            assert_eq!(needs.requests().len(), info.requests().expect("they were read").len());
            let answered = needs.into_dynamic().try_answer(|input| {
                Ok(match input {
                    ManualInput::Form(form) => form.decline(),
                    ManualInput::Url(url) => url.decline(),
                    other => return Err(other),
                })
            });
            let Ok(answered) = answered else { return };
            return sent(&answered.resume(), &document);
        }
        Err(error) => return whole(error, same),
    };
    sent(&pending, &document);
    drop(finish(pending));
}

/// A document that is not restored comes back as it was.
fn whole<C: Call>(error: RestoreError<Parked<C>>, same: impl Fn(String)) {
    assert!(matches!(error.error(), ParkedError::Invalid { .. }), "{error}");
    same(serde_json::to_string(&error.into_document()).expect("a document"));
}

/// A restored call sends a whole message that holds what the document holds.
fn sent<C>(pending: &Pending<C>, document: &Value) {
    let body = pending.request().into_body();
    let text = std::str::from_utf8(&body).expect("a message is UTF-8");
    assert_eq!(value(text), Some(text), "a message is JSON");
    assert!(!text.contains(['\n', '\r']), "a message is one line: {text}");
    assert_eq!(pending.name(), document["name"].as_str().expect("a name"));
    assert_eq!(cut(&body, &["params", "arguments"]), document["arguments"].as_str().map(str::trim));
    assert_eq!(cut(&body, &["params", "requestState"]), document["state"].as_str());
    let used = document["ids"].as_array().expect("a list");
    assert!(used.iter().all(|id| id.as_str() != Some(&*pending.id().to_string())), "an id is used once");
}

/// Puts the checksum of a document right, by the rule of the format: FNV-1a of every field and its length.
fn mended(bytes: &[u8]) {
    let Ok(Value::Object(mut document)) = serde_json::from_slice(bytes) else { return };
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for byte in bytes {
            sum = (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    let number = |value: &Value| u32::try_from(value.as_u64().unwrap_or_default()).unwrap_or_default().to_le_bytes();
    let length = |length: usize| (length as u64).to_le_bytes();
    let text = |value: &Value, add: &mut dyn FnMut(&[u8])| {
        let text = value.as_str().unwrap_or_default();
        add(&length(text.len()));
        add(text.as_bytes());
    };
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for field in [
        "format",
        "version",
        "peer",
        "protocol_version",
        "method",
        "name",
        "arguments",
        "meta",
        "progress",
        "capabilities",
        "headers",
        "rounds",
        "ids",
        "requests",
        "state",
        "responses",
    ] {
        let value = document.get(field).unwrap_or(&Value::Null);
        match field {
            "version" | "rounds" => add(&number(value)),
            "progress" => add(&u32::from(value == &Value::Bool(true)).to_le_bytes()),
            "arguments" | "requests" | "state" => {
                add(&u32::from(!value.is_null()).to_le_bytes());
                text(value, &mut add);
            }
            "headers" => {
                add(&length(list(value).len()));
                for pair in list(value) {
                    text(&pair[0], &mut add);
                    text(&pair[1], &mut add);
                }
            }
            "ids" | "responses" => {
                if field == "responses" {
                    add(&u32::from(!value.is_null()).to_le_bytes());
                }
                add(&length(list(value).len()));
                list(value).iter().for_each(|item| text(item, &mut add));
            }
            _ => text(value, &mut add),
        }
    }
    document.insert("checksum".into(), format!("{sum:016x}").into());
    self::document(&serde_json::to_vec(&document).expect("JSON"));
}

/// Overwrites a part of a document.
fn edited(rest: &[u8]) {
    let Some((place, bytes)) = rest.split_first_chunk::<2>() else { return };
    let at = usize::from(u16::from_le_bytes(*place));
    let plan = Plan::read("n\u{1e}name\u{1e}{\"a\":1}\u{1e}state\u{1e}m\u{1e}1\u{1e}fseat\u{1e}lroots");
    plan.play(&mut Park { edit: Some((at, bytes)) });
}

struct Park<'a> {
    edit: Option<(usize, &'a [u8])>,
}

impl Player for Park<'_> {
    fn play<C: Call<Input = DynamicInput>>(&mut self, plan: &Plan, pending: Pending<C>) {
        let shown = plan.ask(pending);
        let debug = format!("{shown:?}");
        let parked = serde_json::to_string(&shown.park()).expect("a document");
        if let Some((at, bytes)) = self.edit {
            return edit(&parked, at, bytes);
        }
        let parked: Parked<C> = serde_json::from_str(&parked).expect("the document is whole");
        let value = serde_json::to_value(&parked).expect("a document");
        mended(&serde_json::to_vec(&value).expect("JSON"));
        let parked: Parked<C> = serde_json::from_value(value).expect("the document is whole");
        let Ok(Restored::NeedsInput(needs)) = parked.restore(&session()) else { panic!("the round is restored") };
        assert_eq!(format!("{needs:?}"), debug);
        match plan.answer(needs) {
            Ok(answered) => {
                let parked = serde_json::to_string(&answered.park()).expect("a document");
                let parked: Parked<C> = serde_json::from_str(&parked).expect("the document is whole");
                let Ok(Restored::Answered(answered)) = parked.restore(&session()) else { panic!("it is restored") };
                plan.check(&answered.resume(), Leg::Retry);
            }
            Err(needs) => drop(plan.check(&plan.answer_by_hand(needs.into_dynamic()).resume(), Leg::Retry)),
        }
    }
}

/// A document that was edited is refused, or says the same in another spelling.
fn edit(document: &str, at: usize, bytes: &[u8]) {
    let mut edited = document.as_bytes().to_vec();
    for (n, byte) in bytes.iter().enumerate() {
        let length = edited.len();
        edited[(at + n) % length] = *byte;
    }
    if let Ok(info) = serde_json::from_slice::<ParkedInfo>(&edited) {
        assert_eq!(serde_json::to_string(&info).expect("a document"), document);
    }
}
