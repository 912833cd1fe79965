//! The derive, driven against scripted answers of a server.

use std::borrow::Cow;

use mrtr::{
    Arguments, Call, Capabilities, CaptureError, InputProblem, InputResponse, ListRootsResult, Method, NeedsInput,
    Reply, TypedCall, drift,
};
use mrtr_tests::{scenario, typed};
use serde::Serialize;

#[derive(Serialize, mrtr::Call)]
#[mcp(
    tool = "book_flight",
    inputs_json = r#"{
        "seat": {"method": "elicitation/create", "params": {"message": "Which seat?", "requestedSchema": {
            "type": "object", "properties": {"seat": {"type": "string"}}, "required": ["seat"]}}}
    }"#
)]
struct BookFlight {
    destination: String,
}

#[derive(Serialize, mrtr::Call)]
#[mcp(
    tool = "plan",
    inputs_json = r#"{"resultType": "input_required", "requestState": "s", "inputRequests": {
        "seat": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {
            "class": {"type": "string", "oneOf": [{"const": "eco", "title": "Economy"}, {"const": "biz", "title": "Business"}], "default": "eco"},
            "meals": {"type": "array", "items": {"type": "string", "enum": ["veg", "fish"]}, "default": ["fish", "veg"]},
            "bags": {"type": "integer", "default": 1},
            "weight": {"type": "number", "default": 7.5},
            "window": {"type": "boolean", "default": true},
            "name": {"type": "string", "default": "x"},
            "low": {"type": "string", "enum": ["", "low"]}
        }, "required": ["class", "bags", "window", "name"]}}}}}"#,
    inputs_json = r#"{"jsonrpc": "2.0", "id": 2, "result": {"resultType": "input_required", "inputRequests": {
        "seat": {"method": "elicitation/create", "params": {"message": "again?", "requestedSchema": {"type": "object", "properties": {
            "class": {"type": "string", "enum": ["eco", "biz"]}, "meals": {"type": "array", "items": {"type": "string", "enum": ["veg", "fish"]}},
            "bags": {"type": "integer"}, "weight": {"type": "number"}, "window": {"type": "boolean"}, "name": {"type": "string"},
            "low": {"type": "string", "enum": ["", "low"]}
        }, "required": ["class", "bags", "window", "name"]}}},
        "pay": {"method": "elicitation/create", "params": {"mode": "url", "message": "?", "url": "https://pay.test/"}},
        "write": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 5, "tools": []}},
        "where": {"method": "roots/list"}}}}"#
)]
struct Plan;

#[derive(mrtr::Call)]
#[mcp(tool = "nothing")]
struct Nothing;

fn seat(class: plan::SeatClass) -> plan::Seat {
    plan::Seat {
        class,
        meals: None,
        bags: 0,
        weight: None,
        window: false,
        name: String::new(),
        low: Some(plan::SeatLow::Empty),
    }
}

/// A round of the plan, with another text for the schema of its form.
fn plan_asks(schema: &str) -> NeedsInput<Plan> {
    let request =
        format!(r#""seat":{{"method":"elicitation/create","params":{{"message":"?","requestedSchema":{schema}}}}}"#);
    typed::asked(scenario::pending_of(Plan), &request)
}

fn plan_schema() -> &'static str {
    Plan::INPUTS[0][0].schema().unwrap()
}

#[test]
fn the_documented_loop_compiles_and_answers() {
    let mut pending = scenario::session().call(BookFlight { destination: "Cebu".into() }).unwrap();
    let ask = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","requestState":"s","inputRequests":{{
                "seat":{{"method":"elicitation/create","params":{{"message":"Which seat?","requestedSchema":{{
                "type":"object","properties":{{"seat":{{"type":"string"}}}},"required":["seat"]}}}}}}}}}}}}"#
        )
    };
    let mut rounds = 0;
    let booking = loop {
        let id = pending.id().to_string();
        let bytes = if rounds == 0 {
            ask(&id)
        } else {
            assert_eq!(typed::content(&pending, "seat"), r#"{"seat":"14C"}"#);
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"ok"}}]}}}}"#)
        };
        rounds += 1;
        pending = match pending.receive(bytes.as_bytes()).unwrap() {
            Reply::Complete(done) => break done.into_output().unwrap(),
            Reply::NeedsInput(needs) => needs
                .answer(|input| match input {
                    book_flight::Input::Seat(form) => form.accept(book_flight::Seat { seat: "14C".into() }),
                })
                .unwrap()
                .resume(),
        };
    };
    assert_eq!(booking.content.len(), 1);
}

#[test]
fn a_call_declares_exactly_what_its_inputs_can_answer() {
    assert_eq!(BookFlight::CAPABILITIES, Some(Capabilities::NONE.with_form()));
    let all = Capabilities::NONE.with_form().with_url().with_sampling().with_sampling_tools().with_roots();
    assert_eq!(Plan::CAPABILITIES, Some(all));
    assert_eq!(Nothing::CAPABILITIES, Some(Capabilities::NONE));
    let sent = scenario::session().call(Nothing).unwrap().request().into_body();
    let sent = String::from_utf8(sent).unwrap();
    assert!(sent.contains(r#""io.modelcontextprotocol/clientCapabilities":{}"#), "{sent}");
    assert!(sent.contains(r#""arguments":{}"#), "{sent}");
}

#[test]
fn fields_keep_the_order_and_the_values_of_the_user() {
    let sent = typed::accepted(Plan, |input| match input {
        plan::Input::Seat(form) => form.accept(seat(plan::SeatClass::Biz)),
        plan::Input::Pay(url) => url.decline(),
        plan::Input::Write(sampling) => panic!("{sampling:?}"),
        plan::Input::Where(roots) => roots.respond(ListRootsResult::new(Vec::new())),
    });
    assert_eq!(sent, r#"{"class":"biz","bags":0,"window":false,"name":"","low":""}"#);
}

#[test]
fn defaults_fill_in_the_form() {
    let filled = plan::Seat::prefilled();
    assert_eq!((filled.class, filled.bags, filled.window, filled.name.as_str()), (plan::SeatClass::Eco, 1, true, "x"));
    assert_eq!(filled.weight, Some(7.5));
    assert_eq!(filled.low, None);
    let sent = typed::accepted(Plan, |input| match input {
        plan::Input::Seat(form) => form.accept(plan::Seat::prefilled()),
        _ => panic!("one form was asked for"),
    });
    assert_eq!(sent, r#"{"class":"eco","meals":["veg","fish"],"bags":1,"weight":7.5,"window":true,"name":"x"}"#);
}

#[test]
fn choices_have_titles_and_texts() {
    use plan::{SeatClass, SeatMeals};
    assert_eq!(SeatClass::ALL, [SeatClass::Eco, SeatClass::Biz]);
    assert_eq!((SeatClass::Eco.title(), SeatClass::Eco.as_str()), ("Economy", "eco"));
    assert_eq!(SeatMeals::Veg.title(), "veg");
    assert_eq!(SeatClass::try_from("biz"), Ok(SeatClass::Biz));
    assert_eq!(SeatClass::try_from("Business").unwrap_err().to_string(), "the text is none of the choices");
}

#[test]
fn debug_of_a_form_shows_no_answer() {
    assert_eq!(format!("{:?}", seat(plan::SeatClass::Biz)), "Seat { .. }");
}

#[test]
fn a_number_that_is_not_finite_is_refused_and_nothing_is_sent() {
    let needs = typed::ask(scenario::pending_of(Plan), &Plan::INPUTS[0][..1]);
    let refused = needs.answer(|input| match input {
        plan::Input::Seat(form) => form.accept(plan::Seat { weight: Some(f64::NAN), ..plan::Seat::prefilled() }),
        _ => panic!("one form was asked for"),
    });
    assert!(refused.unwrap_err().to_string().contains("/weight"));
}

#[test]
fn a_live_schema_that_still_fits_is_answered() {
    // Another order, a new choice, a new optional property, another limit.
    let live = plan_schema()
        .replace(r#""low":{"#, r#""new":{"type":"string"},"low":{"minLength":0,"#)
        .replace(r#"["veg","fish"]}"#, r#"["fish","none","veg"]}"#);
    let needs = plan_asks(&live);
    assert_eq!(typed::errors(&needs), "");
    let pending = needs.answer(answer_plan).unwrap().resume();
    assert!(typed::content(&pending, "seat").contains(r#""meals":["fish","veg"]"#));
}

fn answer_plan(input: plan::Input) -> InputResponse<plan::Input> {
    match input {
        plan::Input::Seat(form) => form.accept(plan::Seat::prefilled()),
        _ => panic!("one form was asked for"),
    }
}

#[test]
fn a_live_schema_that_does_not_fit_says_what_changed() {
    let live = plan_schema()
        .replace(r#""name"]"#, r#""name","weight"]"#)
        .replace(r#""enum":["","low"]"#, r#""enum":["high","low"]"#)
        .replace(r#""bags":{"type":"integer""#, r#""bags":{"type":"string""#);
    let error = typed::errors(&plan_asks(&live));
    for change in [
        r#"property "weight" became required"#,
        r#"property "low": choice "" is gone"#,
        r#"property "bags" changed from an integer to a string"#,
    ] {
        assert!(error.contains(change), "{error}");
    }
}

#[test]
fn a_key_that_was_not_compiled_in_is_an_error_for_itself() {
    let needs = typed::asked(
        scenario::pending_of(Plan),
        r#""new":{"method":"roots/list"},"pay":{"method":"roots/list"},"where":{"method":"roots/list"}"#,
    );
    let errors = needs.inputs().unwrap_err();
    let problems: Vec<(&str, bool)> =
        errors.iter().map(|error| (error.key(), matches!(error.problem(), InputProblem::UnknownKey))).collect();
    assert_eq!(problems, [("new", true), ("pay", false)]);
    let nothing = typed::asked(scenario::pending_of(Nothing), r#""a":{"method":"roots/list"}"#);
    assert_eq!(nothing.inputs().unwrap_err().iter().count(), 1);
}

#[test]
fn drift_lists_all_differences() {
    let round = |inputs: &str| format!(r#"{{"resultType":"input_required","inputRequests":{{{inputs}}}}}"#);
    let form = |schema: &str| {
        format!(r#""seat":{{"method":"elicitation/create","params":{{"message":"?","requestedSchema":{schema}}}}}"#)
    };
    let found = |live: &str| -> Vec<String> { drift::<Plan>(live).unwrap().iter().map(ToString::to_string).collect() };
    assert_eq!(found(&round(&form(plan_schema()))), [""; 0]);

    let changed = plan_schema().replace(r#"["veg","fish"]"#, r#"["veg"]"#);
    assert_eq!(
        found(&round(&format!(
            r#"{},"new":{{"method":"roots/list"}},"pay":{{"method":"roots/list"}}"#,
            form(&changed)
        ))),
        [
            r#"input request "write": the server does not ask for it any more"#,
            r#"input request "where": the server does not ask for it any more"#,
            r#"input request "seat": property "meals": choice "fish" is gone"#,
            r#"input request "new": the server asks for it, and the call has no such input"#,
            r#"input request "pay": the call has a url under this key, found roots"#,
        ]
    );
    assert!(drift::<Plan>("{").is_err());

    let needs = plan_asks(&changed);
    assert_eq!(needs.drift().len(), 1);
    assert!(needs.drift()[0].breaks_answer());
}

#[derive(Serialize, mrtr::Call)]
#[mcp(tool = "t")]
#[serde(rename_all = "camelCase")]
struct Mirrored<'a> {
    #[mcp(header = "Region")]
    data_center: &'a str,
    #[serde(rename = "a/b~")]
    #[mcp(header = "Shard")]
    shard: Option<u16>,
    #[mcp(header = "Dry")]
    dry: bool,
}

#[test]
fn headers_are_read_from_the_captured_arguments() {
    let call = Mirrored { data_center: "eu", shard: Some(3), dry: false };
    let request = scenario::session().call(call).unwrap().request();
    let found: Vec<String> = request.headers().iter().map(|header| format!("{header:?}")).collect();
    assert_eq!(found.len(), 3, "{found:?}");
    let call = Mirrored { data_center: "eu", shard: None, dry: true };
    let request = scenario::session().call(call).unwrap().request();
    let found: Vec<(&str, &str)> = request.headers().iter().map(|header| (header.name(), header.value())).collect();
    assert_eq!(found, [("Region", "eu"), ("Dry", "true")]);
}

#[derive(Serialize, mrtr::Call)]
#[mcp(prompt = "greet", output = serde_json::Value)]
struct Greet<'a> {
    name: Cow<'a, str>,
    style: Option<&'a str>,
    #[serde(flatten)]
    more: std::collections::BTreeMap<String, u8>,
}

#[test]
fn a_prompt_sends_strings_and_leaves_none_out() {
    let greet = |more| Greet { name: Cow::Borrowed("a\"b"), style: None, more };
    let pending = scenario::session().call(greet([].into())).unwrap();
    assert_eq!((pending.method(), pending.name()), (Method::GetPrompt, "greet"));
    let sent = String::from_utf8(pending.request().into_body()).unwrap();
    assert!(sent.contains(r#""arguments":{"name":"a\"b"}"#), "{sent}");
    let refused = scenario::session().call(greet([("n".to_owned(), 1)].into())).unwrap_err();
    assert!(matches!(refused.error(), CaptureError::PromptArgumentNotAString { .. }));
}

#[derive(mrtr::Call)]
#[mcp(resource)]
struct Read {
    uri: std::sync::Arc<str>,
}

#[derive(mrtr::Call)]
#[mcp(resource = "file:///fixed")]
struct Fixed {}

#[test]
fn a_resource_is_read_by_its_uri() {
    let pending = scenario::session().call(Read { uri: "file:///a".into() }).unwrap();
    assert_eq!((pending.method(), pending.name()), (Method::ReadResource, "file:///a"));
    assert!(!String::from_utf8(pending.request().into_body()).unwrap().contains("arguments"));
    assert_eq!(scenario::session().call(Fixed {}).unwrap().name(), "file:///fixed");
}

#[derive(mrtr::Call)]
#[mcp(tool = "t")]
struct OwnSerialize;

impl Serialize for OwnSerialize {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde::ser::SerializeMap::end(serializer.serialize_map(Some(0))?)?;
        Err(serde::ser::Error::custom("asked"))
    }
}

#[test]
fn a_struct_without_fields_uses_its_own_serialisation_where_it_has_one() {
    assert!(OwnSerialize.arguments().is_err());
    assert_eq!(Nothing.arguments(), Arguments::from_json("{}"));
}

/// A form type that keeps another schema than the one that it shows.
struct Loose;

impl mrtr::FormType for Loose {
    type Input = mrtr::NoInput;
    const SCHEMA: &'static str = r#"{"type":"object","properties":{"s":{"type":"string"}},"required":["s"]}"#;

    fn compiled() -> Option<std::sync::Arc<mrtr::schema::FormSchema>> {
        let other = r#"{"type":"object","properties":{"s":{"type":"boolean"},"evil":{"type":"integer"}}}"#;
        mrtr::schema::FormSchema::read(other).ok().map(std::sync::Arc::new)
    }

    fn write(&self, content: &mut mrtr::FormContent) {
        content.boolean("s", true);
        content.integer("evil", 5);
    }
}

#[test]
fn a_form_type_that_keeps_another_schema_is_judged_by_the_live_one() {
    let session = mrtr::Session::new("peer", mrtr::Implementation::new("t", "0"));
    let pending = session.call(mrtr::ToolCall::new("t")).unwrap();
    let answer = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"input_required","inputRequests":{{"k":{{"method":"elicitation/create","params":{{"message":"?","requestedSchema":{}}}}}}}}}}}"#,
        <Loose as mrtr::FormType>::SCHEMA
    );
    let Ok(mrtr::Reply::NeedsInput(needs)) = pending.receive(answer.as_bytes()) else { panic!("no input needed") };
    let request = needs.requests().next().unwrap();
    match mrtr::Form::<Loose>::read(request) {
        Err(error) => assert!(matches!(error.problem(), mrtr::InputProblem::Changed(_))),
        Ok(form) => assert!(form.accept(Loose).problem().is_some()),
    }
}
