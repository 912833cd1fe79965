//! Whatever a call and its server have written comes out of a document as it went in, and restored calls draw no id
//! that they have used or that another call has.

use std::collections::{BTreeMap, BTreeSet};

use mrtr_core::model::ListRootsResult;
use mrtr_core::parked::{Parked, Restored};
use mrtr_core::{
    Answered, Call, Dynamic, GetPrompt, Implementation, InputProblem, InputResponse, ManualInput, Meta, NeedsInput,
    ReadResource, Request, RequestId, Session, ToolCall,
};
use mrtr_tests::scenario;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::texts;

/// A process of its own: it counts its ids from 1.
fn session() -> Session {
    Session::new("airline", Implementation::new("t", "0"))
}

#[derive(Clone, Debug)]
struct Conversation {
    name: String,
    arguments: Option<String>,
    meta: Option<String>,
    requests: Option<String>,
    state: Option<String>,
}

impl Conversation {
    fn needs_input(&self) -> NeedsInput<ToolCall> {
        let mut call = ToolCall::new(self.name.as_str());
        if let Some(arguments) = &self.arguments {
            call = call.arguments_json(arguments).unwrap();
        }
        let mut meta = Meta::new();
        if let Some(value) = &self.meta {
            meta = meta.with("com.example/\u{e9}\"", &*scenario::raw(value.trim())).unwrap().with_progress();
        }
        let pending = session().call_with(call, meta).unwrap();
        let requests = self.requests.iter().map(|requests| format!(r#","inputRequests":{requests}"#));
        let state = self.state.iter().map(|state| format!(r#","requestState":{state}"#));
        let members: String = requests.chain(state).collect();
        scenario::ask_for(pending, &format!(r#"{{"resultType":"input_required"{members}}}"#))
    }
}

fn conversations() -> impl Strategy<Value = Conversation> {
    let name = prop_oneof![Just("book_flight".to_owned()), any::<String>()];
    let arguments = proptest::option::of(texts::object());
    let meta = proptest::option::of(texts::value());
    (name, arguments, meta, proptest::option::of(requests()), proptest::option::of(texts::string())).prop_map(
        |(name, arguments, meta, requests, state)| {
            // A server that asks for nothing sends a state.
            let asks = requests.as_ref().is_some_and(|requests| requests.contains(':'));
            let state = state.or_else(|| (!asks).then(|| r#""\u0000""#.to_owned()));
            Conversation { name, arguments, meta, requests, state }
        },
    )
}

fn requests() -> impl Strategy<Value = String> {
    let form = r#"{"message":"Seat?","requestedSchema":{"type":"object","properties":{"seat":{"type":"string"}}}}"#;
    let request = prop_oneof![
        Just(r#"{"method":"roots/list"}"#.to_owned()),
        Just(format!(r#"{{"method":"elicitation/create","params":{form}}}"#)),
        // Unreadable, for want of what the protocol asks for or of a schema that it allows.
        texts::object().prop_map(|params| format!(r#"{{"params":{{"x":{params}}},"method":"elicitation\/create"}}"#)),
        texts::value().prop_map(|items| format!(
            r#"{{"method":"elicitation/create","params":{{"message":"","requestedSchema":{{"properties":{items}}}}}}}"#
        )),
    ];
    let member = (texts::string(), texts::blank(), texts::blank(), request);
    (vec(member, 0..4), texts::blank()).prop_map(|(members, blank)| {
        let members = members.into_iter().enumerate().map(|(n, (key, before, after, request))| {
            // No two keys may be equal, and where a key stands for no text, only an elicitation has an answer.
            let key = if request.contains("roots") { format!("\"{n}\"") } else { format!("\"{n}{}", &key[1..]) };
            format!("{before}{key}{after}:{before}{request}{after}")
        });
        format!("{{{blank}{}}}", members.collect::<Vec<_>>().join(","))
    })
}

fn respond(input: ManualInput) -> InputResponse<ManualInput> {
    match input {
        ManualInput::Form(form) => form.accept(&BTreeMap::from([("seat", "14C\u{2028}\u{0}")])),
        ManualInput::Roots(roots) => roots.respond(ListRootsResult::new(Vec::new())),
        ManualInput::Unreadable(unreadable) => unreadable.decline(),
        other => panic!("{other:?}"),
    }
}

fn answered(needs: NeedsInput<Dynamic<ToolCall>>) -> Answered<Dynamic<ToolCall>> {
    needs.answer(respond).unwrap()
}

fn retry(needs: NeedsInput<ToolCall>) -> Request {
    answered(needs.into_dynamic()).resume().request()
}

#[derive(Clone, Copy, Debug)]
enum Way {
    Text,
    Pretty,
    Value,
    Postcard,
}

fn through<C: Call>(parked: &Parked<C>, way: Way) -> Parked<C> {
    match way {
        Way::Text => serde_json::from_slice(&serde_json::to_vec(parked).unwrap()).unwrap(),
        Way::Pretty => serde_json::from_str(&serde_json::to_string_pretty(parked).unwrap()).unwrap(),
        Way::Value => serde_json::from_value(serde_json::to_value(parked).unwrap()).unwrap(),
        Way::Postcard => postcard::from_bytes(&postcard::to_allocvec(parked).unwrap()).unwrap(),
    }
}

fn needs_input<C: Call>(parked: Parked<C>) -> NeedsInput<C> {
    match parked.restore(&session()).unwrap() {
        Restored::NeedsInput(needs) => needs,
        Restored::Answered(answered) => panic!("{answered:?}"),
    }
}

fn answered_again<C: Call>(parked: Parked<C>) -> Answered<C> {
    match parked.restore(&session()).unwrap() {
        Restored::Answered(answered) => answered,
        Restored::NeedsInput(needs) => panic!("{needs:?}"),
    }
}

#[test]
fn every_byte_survives_every_way() {
    let mut runner = texts::runner(400);
    let ways = select(vec![Way::Text, Way::Pretty, Way::Value, Way::Postcard]);
    runner
        .run(&(conversations(), ways), |(conversation, way)| {
            let expected = retry(conversation.needs_input());
            let is_expected = |found: Request| {
                prop_assert_eq!(String::from_utf8_lossy(found.body()), String::from_utf8_lossy(expected.body()));
                prop_assert_eq!(found.name(), expected.name());
                prop_assert_eq!(found.id(), expected.id());
                Ok(())
            };

            let parked = through(&conversation.needs_input().park(), way);
            is_expected(retry(needs_input(parked)))?;

            let twice = through(&needs_input(through(&conversation.needs_input().park(), way)).park(), Way::Value);
            is_expected(retry(needs_input(twice)))?;

            let by_hand = through(&conversation.needs_input().into_dynamic().park(), way);
            is_expected(answered(needs_input(by_hand)).resume().request())?;

            let with_answers = through(&answered(conversation.needs_input().into_dynamic()).park(), way);
            is_expected(answered_again(with_answers).resume().request())
        })
        .unwrap();
}

#[test]
fn a_document_is_the_same_whatever_it_has_been_through() {
    texts::runner(100)
        .run(&conversations(), |conversation| {
            let expected = serde_json::to_string(&conversation.needs_input().park()).unwrap();
            for way in [Way::Text, Way::Pretty, Way::Value, Way::Postcard] {
                let parked = through(&conversation.needs_input().park(), way);
                prop_assert_eq!(&serde_json::to_string(&parked).unwrap(), &expected);
                let again = needs_input(parked).park();
                prop_assert_eq!(&serde_json::to_string(&again).unwrap(), &expected);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn requests_that_cannot_be_read_are_parked_and_stay_what_they_are() {
    let requests = r#"{"a\ud800":{"method":"elicitation/create","params":null},"b":7,"c":{"method":"x/y"},
        "d":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"array"}}},
        "e":{"method":"roots/list"}}"#;
    let conversation =
        Conversation { name: "t".into(), arguments: None, meta: None, requests: Some(requests.into()), state: None };
    let problems = |needs: &NeedsInput<ToolCall>| {
        let errors = needs.inputs().unwrap_err();
        errors.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let expected = problems(&conversation.needs_input());
    assert_eq!(expected.len(), 4);
    for way in [Way::Text, Way::Value, Way::Postcard] {
        let parked = through(&conversation.needs_input().park(), way);
        let raws: Vec<String> = parked.info().requests().unwrap().iter().map(|one| one.raw().to_owned()).collect();
        assert_eq!((raws.len(), raws[1].as_str(), raws[2].as_str()), (5, "7", r#"{"method":"x/y"}"#));
        let needs = needs_input(parked);
        assert_eq!(problems(&needs), expected);
        let inputs = needs.into_dynamic().inputs().unwrap();
        assert!(matches!(&inputs[0], ManualInput::Unreadable(one)
            if matches!(one.error().problem(), InputProblem::UndecodableKey)));
    }
}

#[test]
fn a_request_beyond_what_was_declared_stays_so() {
    let session = session().with_capabilities(mrtr_core::Capabilities::NONE.with_form());
    let pending = session.call(ToolCall::new("t")).unwrap();
    let roots = r#"{"r":{"method":"roots/list"}}"#;
    let needs = scenario::ask_for(pending, &scenario::input_required(roots, None));
    // The new session declares all kinds, and the call none but forms.
    let needs = needs_input(through(&needs.park(), Way::Text));
    assert!(needs.inputs().unwrap_err().to_string().contains("roots"));
}

#[test]
fn resources_prompts_and_calls_without_arguments_are_parked() {
    fn comes_back_as_it_was<C: Call>(call: impl Fn() -> C) {
        let needs = || scenario::ask(session().call(call()).unwrap(), &["seat"]);
        let retry = |needs: NeedsInput<C>| {
            let answered = needs.into_dynamic().answer(|input| match input {
                ManualInput::Form(form) => form.cancel(),
                other => panic!("{other:?}"),
            });
            answered.unwrap().resume().request().into_body()
        };
        let expected = retry(needs());
        for way in [Way::Text, Way::Value, Way::Postcard] {
            assert_eq!(retry(needs_input(through(&needs().park(), way))), expected);
        }
    }
    comes_back_as_it_was(|| ToolCall::new("t"));
    comes_back_as_it_was(|| ReadResource::new("file:///a?b=\"c\""));
    comes_back_as_it_was(|| GetPrompt::new("p").arguments_json(r#"{"a":"\ud800"}"#).unwrap());
}

#[test]
fn ids_never_repeat_however_often_a_call_is_restored() {
    let mut ids = BTreeSet::new();
    let mut pending = session().call(ToolCall::new("slow_report")).unwrap();
    for round in 0..40 {
        assert!(ids.insert(pending.id().clone()), "{} in round {round}", pending.id());
        let needs = scenario::ask_for(pending, r#"{"resultType":"input_required","requestState":"s"}"#);
        // A process for each round, whose own ids begin at 1.
        pending = needs_input(through(&needs.park(), Way::Text)).submit([]).unwrap().resume();
    }
    // They are still the session's own, which no other call of the session has.
    assert!(ids.iter().all(|id| matches!(id, RequestId::Number(_))), "{ids:?}");
}

#[test]
fn calls_restored_side_by_side_have_ids_of_their_own() {
    let document = || {
        let mut pending = session().call(ToolCall::new("slow_report")).unwrap();
        for _ in 0..30 {
            let needs = scenario::ask_for(pending, r#"{"resultType":"input_required","requestState":"s"}"#);
            pending = needs.submit([]).unwrap().resume();
        }
        scenario::ask_for(pending, r#"{"resultType":"input_required","requestState":"s"}"#).park()
    };
    let session = session();
    let resume = |parked: Parked<ToolCall>| match parked.restore(&session).unwrap() {
        Restored::NeedsInput(needs) => needs.submit([]).unwrap().resume(),
        Restored::Answered(answered) => panic!("{answered:?}"),
    };
    let (one, other) = (resume(document()), resume(document()));
    assert_ne!(one.id(), other.id());
}
