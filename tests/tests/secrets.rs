//! What a user or a server must not find in a log: marks are planted in all that is kept back, and looked for in all
//! that is printed.

use std::fmt::{Debug, Display};

use mrtr_core::parked::Restored;
use mrtr_core::{
    CallError, ContentBlock, CreateMessageResult, DynamicInput, GetPrompt, HeaderParam, Implementation, InputResponse,
    ListRootsResult, LogLevel, ManualInput, Meta, NeedsInput, Pending, ReadResource, ReceiveError, Reply, Root,
    Session, TextContent, ToolCall, TryAnswerError,
};
use mrtr_tests::scenario::{self, raw};

/// Part of every planted value.
const MARK: &str = "hunter2";

/// Everything that was printed, each with where it came from.
#[derive(Default)]
struct Log(Vec<(&'static str, String)>);

impl Log {
    fn debug(&mut self, what: &'static str, value: &impl Debug) {
        self.0.push((what, format!("{value:?}")));
        self.0.push((what, format!("{value:#?}")));
    }

    fn error(&mut self, what: &'static str, error: &(impl std::error::Error + ?Sized)) {
        self.display(what, error);
        self.0.push((what, format!("{error:?}")));
        self.0.push((what, format!("{error:#?}")));
        let mut source = error.source();
        while let Some(error) = source {
            self.display(what, error);
            self.0.push((what, format!("{error:?}")));
            source = error.source();
        }
    }

    fn display(&mut self, what: &'static str, value: &(impl Display + ?Sized)) {
        self.0.push((what, value.to_string()));
    }

    #[track_caller]
    fn keeps_back_every_mark(&self) {
        assert!(!self.0.is_empty());
        for (what, text) in &self.0 {
            assert!(!text.contains(MARK), "{what} shows a mark:\n{text}");
        }
    }
}

fn marked(what: &str) -> String {
    format!("{MARK} {what}")
}

fn session() -> Session {
    scenario::session()
        .with_extension("com.example/ui", &serde_json::json!({ "key": marked("extension") }))
        .and_then(|session| session.with_experimental("x", &serde_json::json!({ "key": marked("experimental") })))
        .unwrap()
}

fn meta() -> Meta {
    Meta::new().with("traceparent", &marked("meta")).unwrap().with_progress().with_log_level(LogLevel::Debug).unwrap()
}

fn call() -> ToolCall {
    let arguments = serde_json::json!({ "region": marked("argument"), "list": [marked("argument")] });
    ToolCall::new("book_flight").arguments(&arguments).unwrap().header(HeaderParam::new("/region", "Region"))
}

fn pending() -> Pending<ToolCall> {
    session().call_with(call(), meta()).unwrap()
}

/// A round with one input request of each kind, and marks wherever the server may put a secret.
fn asks() -> String {
    let state = format!("{:?}", marked("state"));
    let requests = format!(
        r#"{{"form":{{"method":"elicitation/create","params":{{"message":"{MARK} message","requestedSchema":{{
                "type":"object","properties":{{"passphrase":{{"type":"string","default":"{MARK} default"}}}},
                "required":["passphrase"]}}}}}},
            "url":{{"method":"elicitation/create","params":{{"mode":"url","message":"{MARK} message",
                "url":"https://example.test/callback?token={MARK}"}}}},
            "sampling":{{"method":"sampling/createMessage","params":{{"maxTokens":10,"systemPrompt":"{MARK} system",
                "messages":[{{"role":"user","content":{{"type":"text","text":"{MARK} prompt"}}}}]}}}},
            "roots":{{"method":"roots/list","params":{{"_meta":{{"a":"{MARK} meta"}}}}}}}}"#
    );
    scenario::input_required(&requests, Some(&state))
}

fn needs_input() -> NeedsInput<ToolCall> {
    scenario::ask_for(pending(), &asks())
}

fn respond(input: DynamicInput) -> InputResponse<DynamicInput> {
    match input {
        DynamicInput::Form(form) => form.accept(&serde_json::json!({ "passphrase": marked("answer") })),
        DynamicInput::Url(url) => url.consent(),
        DynamicInput::Sampling(sampling) => sampling.respond(message()),
        DynamicInput::Roots(roots) => roots.respond(folders()),
    }
}

fn message() -> CreateMessageResult {
    let text = format!(
        r#"{{"role":"assistant","content":{{"type":"text","text":"{MARK} text"}},"model":"{MARK} model","x":"{MARK} other"}}"#
    );
    CreateMessageResult::from_json(&text).unwrap()
}

fn folders() -> ListRootsResult {
    let text = format!(r#"{{"roots":[{{"uri":"file:///home/{MARK}","name":"{MARK} name"}}]}}"#);
    ListRootsResult::from_json(&text).unwrap()
}

#[test]
fn marks_do_travel() {
    // Otherwise a test that finds no mark would prove nothing.
    let body = needs_input().answer(respond).unwrap().resume().request().into_body();
    let body = String::from_utf8(body).unwrap();
    for what in ["argument", "meta", "extension", "experimental", "state", "answer", "text", "model", "other", "name"] {
        assert!(body.contains(&marked(what)), "{what} is not in {body}");
    }
}

#[test]
fn states_keep_back_what_they_carry() {
    let mut log = Log::default();
    log.debug("call", &call());
    log.debug(
        "prompt",
        &GetPrompt::new("walkthrough")
            .arguments(&[("a", MARK)].into_iter().collect::<std::collections::BTreeMap<_, _>>())
            .unwrap(),
    );
    log.debug("session", &session());
    log.debug("meta", &meta());
    let pending = pending();
    log.debug("pending", &pending);
    log.debug("request", &pending.request());
    log.debug("headers", &pending.request().headers());
    log.debug("cancellation", &pending.cancel(Some(MARK)));

    let needs_input = needs_input();
    log.debug("needs_input", &needs_input);
    log.debug("requests", &needs_input.requests().collect::<Vec<_>>());
    for input in needs_input.inputs().unwrap() {
        match &input {
            DynamicInput::Form(form) => log.debug("form", form),
            DynamicInput::Url(url) => log.debug("url", &(url, url.report())),
            DynamicInput::Sampling(sampling) => log.debug("sampling", &(sampling, sampling.params())),
            DynamicInput::Roots(roots) => log.debug("roots", roots),
        }
        log.debug("input", &input);
        log.debug("response", &respond(input));
    }
    let dynamic = needs_input.into_dynamic();
    log.debug("dynamic", &dynamic);
    log.debug("dynamic inputs", &dynamic.inputs());

    let retry = self::needs_input().answer(respond).unwrap();
    log.debug("answered", &retry);
    let parked = retry.park();
    log.debug("parked", &parked);
    log.debug("parked", &(parked.info(), parked.info().requests()));
    let error = parked.restore(&Session::new("hotel", Implementation::new("tests", "0"))).unwrap_err();
    log.error("parked", &error);
    let restored = error.into_document().restore(&session());
    log.debug("restored", &restored);
    let Ok(Restored::Answered(retry)) = restored else { panic!("{restored:?}") };
    let retry = retry.resume();
    log.debug("retry", &retry);
    log.debug("retry's request", &retry.request());
    log.debug("failed", &scenario::fail(retry));

    let result = format!(
        r#"{{"content":[{{"type":"text","text":"{MARK}"}},{{"type":"{MARK}"}}],"structuredContent":{{"a":"{MARK}"}},"x":"{MARK}"}}"#
    );
    let pending = self::pending();
    let message = scenario::response(pending.id(), &result);
    let reply = pending.receive(&message);
    log.debug("reply", &reply);
    let Ok(Reply::Complete(complete)) = reply else { panic!() };
    log.debug("complete", &complete);
    log.debug("output", &complete.into_output().unwrap());
    log.keeps_back_every_mark();
}

#[test]
fn values_for_the_server_keep_back_what_they_hold() {
    let mut log = Log::default();
    log.debug("message", &message());
    log.debug("roots", &folders());
    log.debug("root", &Root::new(format!("file:///{MARK}")).unwrap());
    log.debug("block", &ContentBlock::from(TextContent::new(MARK)));
    log.keeps_back_every_mark();
}

#[test]
fn errors_of_capturing_keep_back_the_arguments() {
    struct Refuses;
    impl serde::Serialize for Refuses {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom(MARK))
        }
    }

    let mut log = Log::default();
    let new = || ToolCall::new("book_flight");
    log.error("not JSON", &new().arguments_json(&format!("{{{MARK}")).unwrap_err());
    log.error("not an object", &new().arguments(MARK).unwrap_err());
    log.error("custom", &new().arguments(&Refuses).unwrap_err());
    log.error(
        "not finite",
        &new().arguments(&[("a", f64::NAN)].into_iter().collect::<std::collections::BTreeMap<_, _>>()).unwrap_err(),
    );
    log.error("meta", &Meta::new().with("a", &Refuses).unwrap_err());
    log.error("extension", &scenario::session().with_extension("a", MARK).unwrap_err());

    let prompt = GetPrompt::new("walkthrough").arguments(&serde_json::json!({ "a": [MARK] })).unwrap();
    log.error("prompt", &session().call_with(prompt, meta()).unwrap_err());
    let mirrored = call().header(HeaderParam::new("/list", "List"));
    let error = session().call_with(mirrored, meta()).unwrap_err();
    log.error("header", &error);
    let (call, meta, error) = error.into_parts();
    log.debug("header's call", &(call, meta));
    log.error("header's error", &error);
    log.error("header's error", &session().call(prompt_of_lists()).map_err(CallError::without_state).unwrap_err());
    log.keeps_back_every_mark();
}

fn prompt_of_lists() -> GetPrompt {
    GetPrompt::new("walkthrough").arguments_json(&format!(r#"{{"a":["{MARK}"]}}"#)).unwrap()
}

#[test]
fn errors_of_answering_keep_back_the_answers() {
    let mut log = Log::default();

    // Refused responses, with answers in them.
    let error = needs_input().submit(needs_input().inputs().unwrap().into_iter().map(respond)).unwrap_err();
    log.error("other round", &error);
    let (needs_input, responses, problem) = error.into_parts();
    log.debug("other round", &(needs_input, responses));
    log.error("other round", &problem);

    // Content that is no object, or that the schema refuses.
    for content in [serde_json::json!(MARK), serde_json::json!({ "passphrase": [MARK], "invalid": MARK })] {
        let needs_input = scenario::ask(pending(), &["passphrase"]);
        let inputs = needs_input.inputs().unwrap();
        let [DynamicInput::Form(form)] = &*inputs else { panic!() };
        if let Err(error) = form.check(&content) {
            log.error("check", &error);
        }
        let result = needs_input.answer(|input| match input {
            DynamicInput::Form(form) => form.accept(&content),
            _ => panic!(),
        });
        log.error("invalid", &result.unwrap_err());
    }

    // A closure that stops: the error is the caller's own.
    let stopped = self::needs_input().try_answer(|input| match input {
        DynamicInput::Roots(_) => Err("stopped"),
        input => Ok(respond(input)),
    });
    let error = stopped.unwrap_err();
    log.error("stopped", &error);
    log.error("stopped", &error.without_state());
    let refused = self::needs_input().try_answer(|input| {
        Ok::<_, &str>(match input {
            DynamicInput::Roots(_) => respond(self::needs_input().inputs().unwrap().remove(3)),
            input => respond(input),
        })
    });
    log.error("refused", &TryAnswerError::without_state(refused.unwrap_err()));
    log.keeps_back_every_mark();
}

#[test]
fn errors_of_reading_keep_back_what_was_sent() {
    let mut log = Log::default();
    let results = [
        format!(r#""{MARK}""#),
        format!(r#"["{MARK}"]"#),
        format!(r#"{{"resultType":["{MARK}"]}}"#),
        format!(r#"{{"resultType":"input_required","requestState":["{MARK}"]}}"#),
        format!(r#"{{"resultType":"input_required","requestState":"{MARK}","requestState":"{MARK}"}}"#),
        format!(r#"{{"resultType":"input_required","inputRequests":["{MARK}"]}}"#),
        format!(r#"{{"resultType":"input_required","x":"{MARK}"}}"#),
    ];
    for result in results {
        let pending = pending();
        let message = scenario::response(pending.id(), &result);
        let error = pending.receive(&message).unwrap_err();
        log.error("result", &error);
        log.error("result", &error.without_state());
        log.error("result", &self::pending().receive_result(&raw(&result)).unwrap_err());
    }
    log.error("root", &Root::new(marked("path")).unwrap_err());
    let messages = [
        String::from(MARK),
        format!(r#"{{"jsonrpc":"2.0","method":"{MARK}","id":1}}"#),
        format!(r#"{{"jsonrpc":"{MARK}","id":1,"result":{{}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":"{MARK}","result":{{}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"id":"{MARK}","result":{{}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{}},"{MARK}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"error":"{MARK}"}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":"{MARK}","message":"{MARK}"}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":1,"message":"no","data":"{MARK}"}}}}"#),
    ];
    for message in messages {
        let error = pending().receive(message.as_bytes()).unwrap_err();
        log.error("message", &error);
        if let ReceiveError::NotOurs(not_ours) = &error {
            log.error("message", not_ours.reason());
        }
        log.error("message", &error.without_state());
    }

    // Results of the wrong type.
    let result = format!(r#"{{"content":"{MARK}"}}"#);
    log.error("output", &scenario::finish_with(pending(), &result).into_output().unwrap_err());
    let result = format!(r#"{{"contents":[{{"uri":["{MARK}"]}}]}}"#);
    let resource = scenario::pending_of(ReadResource::new("file:///a"));
    log.error("output", &scenario::finish_with(resource, &result).into_output().unwrap_err().without_state());
    log.keeps_back_every_mark();
}

#[test]
fn errors_of_input_requests_keep_back_what_was_sent() {
    let mut log = Log::default();
    let requests = [
        format!(r#""{MARK}""#),
        format!(r#"{{"method":["{MARK}"]}}"#),
        format!(r#"{{"method":"elicitation/create","params":"{MARK}"}}"#),
        format!(r#"{{"method":"elicitation/create","params":{{"message":["{MARK}"],"requestedSchema":{{}}}}}}"#),
        format!(r#"{{"method":"elicitation/create","params":{{"mode":"{MARK}","message":"{MARK}"}}}}"#),
        format!(r#"{{"method":"elicitation/create","params":{{"mode":"url","message":"m","url":"{MARK}"}}}}"#),
        format!(
            r#"{{"method":"elicitation/create","params":{{"mode":"url","message":"m","url":"https://u:{MARK}@a b"}}}}"#
        ),
        format!(r#"{{"method":"sampling/createMessage","params":{{"messages":"{MARK}","maxTokens":"{MARK}"}}}}"#),
    ];
    for request in requests {
        let result = scenario::input_required(&format!(r#"{{"key":{request}}}"#), Some(&format!("{MARK:?}")));
        let needs_input = scenario::ask_for(pending(), &result);
        log.error("inputs", &needs_input.inputs().unwrap_err());
        for error in &needs_input.inputs().unwrap_err() {
            log.error("input", error);
            log.debug("input", error.request());
        }
        let dynamic = needs_input.into_dynamic();
        for input in dynamic.inputs().unwrap() {
            log.debug("unreadable", &input);
            let ManualInput::Unreadable(unreadable) = input else { panic!("{input:?}") };
            log.error("unreadable", unreadable.error());
            log.debug("by hand", &unreadable.accept_unvalidated(&serde_json::json!({ "passphrase": MARK })));
        }
        log.error("answer", &dynamic.submit([]).unwrap_err());
    }
    log.keeps_back_every_mark();
}
