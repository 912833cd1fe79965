//! A document becomes the call that it is of, in a session towards the peer that it is for, or nothing.

use mrtr_core::parked::{Parked, ParkedError, ParkedInfo, RestoreError, Restored};
use mrtr_core::{
    Arguments, Call, CallToolResult, CaptureError, Dynamic, DynamicInput, GetPrompt, Implementation, Method,
    NeedsInput, ReadResource, Session, ToolCall,
};
use mrtr_tests::scenario;

/// A call of one tool, as the derive macro writes it.
macro_rules! typed {
    ($Type:ident, $name:literal) => {
        struct $Type;

        impl Call for $Type {
            const METHOD: Method = Method::CallTool;
            const NAME: Option<&'static str> = Some($name);
            type Input = DynamicInput;
            type Output = CallToolResult;

            fn target(&self) -> &str {
                $name
            }

            fn arguments(&self) -> Result<Arguments, CaptureError> {
                Arguments::from_json(scenario::ARGUMENTS)
            }
        }
    };
}

typed!(BookFlight, "book_flight");
typed!(PlanTrip, "plan_trip");

/// A call that borrows what it is made of.
struct Borrowed<'a>(&'a str);

impl Call for Borrowed<'_> {
    const METHOD: Method = Method::CallTool;
    type Input = DynamicInput;
    type Output = CallToolResult;

    fn target(&self) -> &str {
        self.0
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        Ok(Arguments::none())
    }
}

fn document() -> String {
    serde_json::to_string(&scenario::needs_input().park()).unwrap()
}

fn info() -> ParkedInfo {
    serde_json::from_str(&document()).unwrap()
}

/// The retry of a document that was given back.
fn goes_on<C: Call>(parked: Parked<C>) {
    let Restored::NeedsInput(needs) = parked.restore(&scenario::session()).unwrap() else { panic!("answered") };
    let retry = needs.into_dynamic().answer(|input| match input {
        mrtr_core::ManualInput::Form(form) => form.decline(),
        other => panic!("{other:?}"),
    });
    let retry = retry.unwrap().resume();
    assert_eq!(scenario::member(&retry, "arguments").as_deref(), Some(scenario::ARGUMENTS));
    assert_eq!(scenario::member(&retry, "requestState").as_deref(), Some(scenario::STATE));
}

#[test]
fn a_call_of_the_same_tool_is_the_same_call() {
    goes_on(Parked::<BookFlight>::from_info(info()).unwrap());
    goes_on(Parked::<Dynamic<BookFlight>>::from_info(info()).unwrap());
    goes_on(serde_json::from_str::<Parked<BookFlight>>(&document()).unwrap());
    let needs = scenario::ask(scenario::pending_of(BookFlight), &["seat"]);
    assert_eq!(serde_json::to_string(&needs.park()).unwrap(), document());
}

#[test]
fn a_call_of_another_tool_is_refused_and_the_document_comes_back() {
    fn refused<C: Call>() {
        let error = Parked::<C>::from_info(info()).unwrap_err();
        let expected = ParkedError::OtherName { expected: "plan_trip".into(), found: "book_flight".into() };
        assert_eq!(error.error(), &expected);
        assert_eq!(error.to_string(), r#"the parked call is of "book_flight", not of "plan_trip""#);
        assert!(serde_json::from_str::<Parked<C>>(&document()).unwrap_err().to_string().contains(&error.to_string()));
        goes_on(Parked::<ToolCall>::from_info(error.into_document()).unwrap());
    }
    refused::<PlanTrip>();
    refused::<Dynamic<PlanTrip>>();
}

#[test]
fn a_call_of_another_method_is_refused_and_the_document_comes_back() {
    fn refused<C: Call>() {
        let error = Parked::<C>::from_info(info()).unwrap_err();
        assert_eq!(error.error(), &ParkedError::OtherMethod { expected: C::METHOD, found: "tools/call".into() });
        let shown = format!("the parked call is of method \"tools/call\", not of \"{}\"", C::METHOD);
        assert_eq!(error.to_string(), shown);
        assert!(serde_json::from_str::<Parked<C>>(&document()).unwrap_err().to_string().contains(&shown));
        goes_on(Parked::<ToolCall>::from_info(error.into_document()).unwrap());
    }
    refused::<GetPrompt>();
    refused::<ReadResource>();
}

#[test]
fn another_peer_is_refused_and_the_document_comes_back() {
    let other = Session::new("hotel", Implementation::new("t", "0"));
    let parked: Parked<BookFlight> = serde_json::from_str(&document()).unwrap();
    let error = parked.restore(&other).unwrap_err();
    assert_eq!(error.to_string(), r#"the parked call is towards peer "airline", not "hotel""#);
    assert_eq!(error.error(), &ParkedError::OtherPeer { expected: "hotel".into(), found: "airline".into() },);
    goes_on(error.into_document());
}

#[test]
fn errors_outlive_the_call_and_go_through_question_marks() {
    fn restore<C: Call>(parked: Parked<C>) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let hotel = Session::new("hotel", Implementation::new("t", "0"));
        parked.restore(&hotel).map(drop).map_err(RestoreError::without_state)?;
        Ok(())
    }
    let seat = String::from("14C");
    let needs = scenario::ask(scenario::pending_of(Borrowed(&seat)), &["seat"]);
    assert!(restore(needs.park()).unwrap_err().to_string().contains("hotel"));

    fn send_and_sync<T: Send + Sync + 'static>() {}
    send_and_sync::<Parked<ToolCall>>();
    send_and_sync::<ParkedInfo>();
    send_and_sync::<ParkedError>();
    send_and_sync::<RestoreError<Parked<ToolCall>>>();
    send_and_sync::<Restored<ToolCall>>();
}

#[test]
fn a_call_without_debug_has_states_with_it() {
    let parked: Parked<BookFlight> = serde_json::from_str(&document()).unwrap();
    assert!(format!("{parked:?}").contains("book_flight"));
    let restored = parked.restore(&scenario::session()).unwrap();
    assert!(format!("{restored:?}").starts_with("NeedsInput(NeedsInput {"));
    let Restored::NeedsInput(needs) = restored else { panic!("answered") };
    let _: NeedsInput<BookFlight> = needs;
}
