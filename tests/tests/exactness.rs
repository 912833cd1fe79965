//! Byte exactness: whatever the arguments, the caller's `_meta`, the states, keys and answers are, every leg carries the
//! first leg's arguments and the server's state and keys byte for byte, the answers of its own round, and nothing else.
//!
//! What is compared is cut out of the messages by a scanner that owes nothing to the product's reader.

mod support;
mod texts;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use mrtr_core::{
    Arguments, Call, CreateMessageResult, DynamicForm, DynamicInput, GetPrompt, Input, InputResponse, ListRootsResult,
    ManualInput, Meta, NeedsInput, NotOursReason, Pending, ReadResource, ReceiveError, Root, Roots, Sampling, ToolCall,
    Url,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use support::*;

/// A call and what its server does.
#[derive(Clone, Debug)]
struct Case {
    method: Method,
    name: String,
    arguments: Option<String>,
    meta: Vec<(String, String)>,
    progress: bool,
    string_ids: bool,
    rounds: Vec<Round>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Method {
    Tool,
    Resource,
    Prompt,
}

/// One `input_required` answer, what is answered, and what happens to the retry.
#[derive(Clone, Debug)]
struct Round {
    state: Option<String>,
    asks: Vec<Ask>,
    /// How the server says that it asks for nothing.
    empty: &'static str,
    blanks: [&'static str; 4],
    /// Whether the call goes on by hand.
    by_hand: bool,
    /// Whether the responses are handed in together, in another order.
    submitted: bool,
    mishap: Mishap,
}

#[derive(Clone, Debug)]
struct Ask {
    key: String,
    answer: Answer,
}

#[derive(Clone, Debug)]
enum Answer {
    Accept(String),
    Decline,
    Cancel,
    Consent,
    DeclineUrl,
    CancelUrl,
    Message(String),
    Roots(Vec<String>),
}

#[derive(Clone, Copy, Debug)]
enum Mishap {
    None,
    /// The connection is lost.
    Reissue,
    /// The server fails.
    FailedAndReissued,
    /// The server fails, and the call begins anew.
    FailedAndRestarted,
    /// An earlier leg is answered late.
    Late,
}

fn ask() -> impl Strategy<Value = Ask> {
    let text = vec(any::<char>(), 0..6).prop_map(String::from_iter).boxed();
    let answer = prop_oneof![
        3 => text.clone().prop_map(Answer::Accept),
        1 => Just(Answer::Decline),
        1 => Just(Answer::Cancel),
        1 => Just(Answer::Consent),
        1 => Just(Answer::DeclineUrl),
        1 => Just(Answer::CancelUrl),
        1 => text.clone().prop_map(Answer::Message),
        1 => vec(text, 0..3).prop_map(Answer::Roots),
    ];
    let odd = select(vec![r#""""#, r#""0""#, r#""1""#, r#""seat""#, r#""s\u0065at""#, r#""\u0000""#, r#""undefined""#]);
    let key = prop_oneof![1 => odd.prop_map(String::from), 2 => texts::string()];
    (key, answer).prop_map(|(key, answer)| Ask { key, answer })
}

fn round() -> impl Strategy<Value = Round> {
    let state = prop_oneof![2 => Just(None), 1 => Just(Some(r#""""#.to_owned())), 4 => texts::string().prop_map(Some)];
    let blanks = [texts::blank(), texts::blank(), texts::blank(), texts::blank()];
    let mishap = prop_oneof![
        4 => Just(Mishap::None),
        1 => Just(Mishap::Reissue),
        1 => Just(Mishap::FailedAndReissued),
        1 => Just(Mishap::FailedAndRestarted),
        1 => Just(Mishap::Late),
    ];
    let empty = select(vec!["", r#","inputRequests":{}"#, r#","inputRequests":{ }"#, r#","inputRequests":null"#]);
    (state, vec(ask(), 0..5), empty, blanks, prop::bool::weighted(0.1), any::<bool>(), mishap).prop_map(
        |(mut state, asks, empty, blanks, by_hand, submitted, mishap)| {
            let mut seen = BTreeSet::new();
            let mut asks: Vec<_> =
                asks.into_iter().filter(|ask| seen.insert(decoded(&ask.key).ok_or(ask.key.clone()))).collect();
            for ask in asks.iter_mut().filter(|ask| decoded(&ask.key).is_none()) {
                // Nothing but an elicitation under such a key can be answered.
                ask.answer = if submitted { Answer::Decline } else { Answer::CancelUrl };
            }
            let by_hand = by_hand || asks.iter().any(|ask| decoded(&ask.key).is_none());
            if asks.is_empty() && state.is_none() {
                state = Some(r#""""#.into());
            }
            Round { state, asks, empty, blanks, by_hand, submitted, mishap }
        },
    )
}

fn case() -> impl Strategy<Value = Case> {
    let method = select(vec![Method::Tool, Method::Tool, Method::Prompt, Method::Resource]);
    let name = prop_oneof![
        select(vec!["", " padded ", "plan-b", "a\"b\\c\n", "\u{feff}x", "file:///donn\u{e9}es"]).prop_map(String::from),
        vec(any::<char>(), 0..6).prop_map(String::from_iter),
    ];
    let meta = vec((vec(any::<char>(), 0..3).prop_map(String::from_iter), texts::value()), 0..3);
    let arguments = prop_oneof![
        1 => Just(None),
        5 => (texts::blank(), texts::object(), texts::blank()).prop_map(|(a, object, b)| Some(format!("{a}{object}{b}"))),
    ];
    let texts_only = (texts::blank(), texts::object_of(texts::string())).prop_map(|(a, object)| format!("{a}{object}"));
    let rest = (meta, any::<bool>(), any::<bool>(), vec(round(), 0..6));
    (method, name, arguments, texts_only, rest).prop_map(|(method, name, arguments, texts_only, rest)| {
        let (meta, progress, string_ids, rounds) = rest;
        let arguments = match method {
            Method::Tool => arguments,
            Method::Prompt => arguments.map(|_| texts_only),
            Method::Resource => None,
        };
        // A member is there once, and under no reserved name.
        let meta =
            meta.into_iter().enumerate().map(|(n, (name, value))| (format!("{n}.example/{name}"), value)).collect();
        Case { method, name, arguments, meta, progress, string_ids, rounds }
    })
}

/// The text that a string token stands for.
fn decoded(token: &str) -> Option<String> {
    serde_json::from_str(token).ok()
}

impl Round {
    /// The result that asks.
    fn result(&self) -> String {
        let [a, b, c, d] = self.blanks;
        let asks: Vec<_> =
            self.asks.iter().map(|ask| format!("{a}{}{b}:{c}{}{d}", ask.key, ask.answer.request())).collect();
        let requests = match asks.join(",") {
            none if none.is_empty() => self.empty.to_owned(),
            asks => format!(r#",{a}"inputRequests"{d}:{b}{{{asks}}}{c}"#),
        };
        let state = self.state.as_ref().map(|token| format!(r#",{b}"requestState":{c}{token}{d}"#)).unwrap_or_default();
        format!(r#"{{{d}"resultType":"input_required"{requests}{state}}}"#)
    }

    fn answer_for(&self, key: &str) -> &Answer {
        let ask = self.asks.iter().find(|ask| match decoded(&ask.key) {
            Some(text) => text == key,
            None => ask.key == key,
        });
        &ask.unwrap().answer
    }
}

impl Answer {
    fn request(&self) -> String {
        match self {
            Self::Accept(_) | Self::Decline | Self::Cancel => {
                format!(r#"{{"method":"elicitation/create","params":{{"message":"Which?","requestedSchema":{FORM}}}}}"#)
            }
            Self::Consent | Self::DeclineUrl | Self::CancelUrl => {
                r#"{"params":{"url":"https://example.test/go","message":"Open","mode":"url"},"method":"elicitation/create"}"#
                    .into()
            }
            Self::Message(_) => r#"{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":5}}"#.into(),
            Self::Roots(_) => r#"{"method":"roots/list"}"#.into(),
        }
    }

    /// The response, as a value where the library may choose its spelling.
    fn expected(&self) -> Value {
        match self {
            Self::Accept(seat) => json!({"action": "accept", "content": {"seat": seat}}),
            Self::Decline | Self::DeclineUrl => json!({"action": "decline"}),
            Self::Cancel | Self::CancelUrl => json!({"action": "cancel"}),
            Self::Consent => json!({"action": "accept"}),
            Self::Message(text) => {
                json!({"role": "assistant", "content": {"type": "text", "text": text}, "model": text})
            }
            Self::Roots(names) => {
                let roots: Vec<_> = names.iter().map(|name| json!({"uri": "file:///a", "name": name})).collect();
                json!({ "roots": roots })
            }
        }
    }

    fn form<I: Input>(&self, form: DynamicForm<I>) -> InputResponse<I> {
        match self {
            Self::Accept(seat) => form.accept(&json!({ "seat": seat })),
            Self::Decline => form.decline(),
            Self::Cancel => form.cancel(),
            other => panic!("a form for {other:?}"),
        }
    }

    fn url<I: Input>(&self, url: Url<I>) -> InputResponse<I> {
        match self {
            Self::Consent => url.consent(),
            Self::DeclineUrl => url.decline(),
            Self::CancelUrl => url.cancel(),
            other => panic!("a url for {other:?}"),
        }
    }

    fn sampling<I: Input>(&self, sampling: Sampling<I>) -> InputResponse<I> {
        let Self::Message(text) = self else { panic!("sampling for {self:?}") };
        sampling.respond(CreateMessageResult::text(text, text))
    }

    fn roots<I: Input>(&self, roots: Roots<I>) -> InputResponse<I> {
        let Self::Roots(names) = self else { panic!("roots for {self:?}") };
        let named = |name: &String| Root::new("file:///a").unwrap().with_name(name);
        roots.respond(ListRootsResult::new(names.iter().map(named).collect()))
    }
}

fn answer_dynamic(round: &Round, input: DynamicInput) -> InputResponse<DynamicInput> {
    let answer = round.answer_for(input.key());
    match input {
        DynamicInput::Form(form) => answer.form(form),
        DynamicInput::Url(url) => answer.url(url),
        DynamicInput::Sampling(sampling) => answer.sampling(sampling),
        DynamicInput::Roots(roots) => answer.roots(roots),
    }
}

fn answer_by_hand(round: &Round, input: ManualInput) -> InputResponse<ManualInput> {
    let answer = round.answer_for(input.key());
    match input {
        ManualInput::Form(form) => answer.form(form),
        ManualInput::Url(url) => answer.url(url),
        ManualInput::Sampling(sampling) => answer.sampling(sampling),
        ManualInput::Roots(roots) => answer.roots(roots),
        ManualInput::Unreadable(unreadable) => match answer {
            Answer::Decline => unreadable.decline(),
            Answer::CancelUrl => unreadable.cancel(),
            other => panic!("{other:?} for an unreadable request"),
        },
    }
}

/// How often the cases have reached what they are to reach.
#[derive(Default)]
struct Reached(RefCell<BTreeMap<&'static str, usize>>);

impl Reached {
    fn count(&self, what: &'static str) {
        *self.0.borrow_mut().entry(what).or_default() += 1;
    }

    fn count_if(&self, condition: bool, what: &'static str) {
        if condition {
            self.count(what);
        }
    }

    fn round(&self, round: &Round) {
        self.count(match round.state.as_deref() {
            None => "state absent",
            Some(r#""""#) => "state empty",
            Some(token) => {
                self.count_if(token.contains(r"\/"), "state with an escaped slash");
                self.count_if(decoded(token).is_none(), "state with a lone surrogate");
                self.count_if(!token.is_ascii(), "state with other than ASCII");
                "state present"
            }
        });
        self.count(["0 inputs", "1 input", "2 inputs", "3 inputs", "4 inputs"][round.asks.len()]);
        for ask in &round.asks {
            self.count(match ask.answer {
                Answer::Accept(_) => "form accepted",
                Answer::Decline => "form declined",
                Answer::Cancel => "form cancelled",
                Answer::Consent => "url consented",
                Answer::DeclineUrl => "url declined",
                Answer::CancelUrl => "url cancelled",
                Answer::Message(_) => "sampled",
                Answer::Roots(_) => "roots listed",
            });
            self.count_if(ask.key == r#""""#, "key empty");
            self.count_if(ask.key == r#""0""# || ask.key == r#""1""#, "key numeric");
            self.count_if(ask.key.contains('\\'), "key with an escape");
            self.count_if(decoded(&ask.key).is_none(), "key without a text");
        }
        self.count(match round.mishap {
            Mishap::None => "retry sent once",
            Mishap::Reissue => "connection lost",
            Mishap::FailedAndReissued => "failed and reissued",
            Mishap::FailedAndRestarted => "failed and restarted",
            Mishap::Late => "answered late",
        });
        self.count(if round.submitted { "submitted" } else { "answered one by one" });
        self.count_if(round.by_hand, "gone on by hand");
    }

    fn case(&self, case: &Case) {
        self.count(match case.method {
            Method::Tool => "tools/call",
            Method::Resource => "resources/read",
            Method::Prompt => "prompts/get",
        });
        self.count(match case.rounds.len() {
            0 => "no round",
            1 => "one round",
            2..=3 => "two or three rounds",
            _ => "four rounds or more",
        });
        let Some(arguments) = &case.arguments else { return self.count("arguments absent") };
        self.count_if(arguments.contains('\n'), "arguments of several lines");
        self.count_if(arguments.contains("\\u"), "arguments with escapes");
        self.count_if(arguments.contains("e400") || arguments.contains("E400"), "arguments beyond f64");
        self.count_if(arguments.chars().any(|char| char > '\u{ffff}'), "arguments beyond the BMP");
        let text = one_line_object(arguments);
        let names = keys(text.as_bytes(), &[]);
        self.count_if(names.len() >= 3, "arguments of three members or more");
        let different: BTreeSet<_> = names.iter().map(|name| decoded(name).ok_or(*name)).collect();
        self.count_if(different.len() < names.len(), "arguments with a name twice");
    }

    fn assert_floors(&self) {
        let reached = self.0.borrow();
        for (what, floor) in [
            ("legs", 500),
            ("state absent", 50),
            ("state empty", 50),
            ("state present", 100),
            ("state with an escaped slash", 5),
            ("state with a lone surrogate", 20),
            ("state with other than ASCII", 20),
            ("0 inputs", 50),
            ("1 input", 50),
            ("2 inputs", 50),
            ("3 inputs", 50),
            ("4 inputs", 50),
            ("form accepted", 100),
            ("form declined", 50),
            ("form cancelled", 50),
            ("url consented", 50),
            ("url declined", 50),
            ("url cancelled", 50),
            ("sampled", 50),
            ("roots listed", 50),
            ("key empty", 20),
            ("key numeric", 20),
            ("key with an escape", 50),
            ("key without a text", 20),
            ("retry sent once", 100),
            ("connection lost", 20),
            ("failed and reissued", 20),
            ("failed and restarted", 20),
            ("answered late", 20),
            ("submitted", 50),
            ("answered one by one", 50),
            ("gone on by hand", 50),
            ("tools/call", 50),
            ("resources/read", 20),
            ("prompts/get", 20),
            ("no round", 10),
            ("one round", 10),
            ("two or three rounds", 50),
            ("four rounds or more", 50),
            ("arguments absent", 20),
            ("arguments of several lines", 50),
            ("arguments with escapes", 20),
            ("arguments beyond f64", 5),
            ("arguments beyond the BMP", 5),
            ("arguments of three members or more", 20),
            ("arguments with a name twice", 2),
        ] {
            let times = reached.get(what).copied().unwrap_or_default();
            assert!(times >= floor, "{what}: reached {times} times, expected at least {floor}");
        }
    }
}

fn one_line_object(text: &str) -> String {
    texts::one_line(text)
}

/// What goes through all legs of one call.
struct Watch<'a> {
    case: &'a Case,
    reached: &'a Reached,
    ids: RefCell<Vec<String>>,
}

impl Watch<'_> {
    /// Looks at what a leg sends: the captured call and, in a retry, what belongs to `round`.
    fn leg<C>(&self, pending: &Pending<C>, round: Option<&Round>) {
        self.reached.count("legs");
        let request = pending.request();
        let body = request.body();
        assert!(!body.iter().any(|byte| b"\r\n".contains(byte)), "one line");
        serde_json::from_slice::<serde::de::IgnoredAny>(body).unwrap();
        assert_eq!(keys(body, &[]), [r#""jsonrpc""#, r#""id""#, r#""method""#, r#""params""#]);
        assert_eq!(cut(body, &["jsonrpc"]), Some(r#""2.0""#));

        let id = cut(body, &["id"]).unwrap().to_owned();
        assert_eq!(id.starts_with('"'), self.case.string_ids);
        assert!(!self.ids.borrow().contains(&id), "{id} was there before");
        self.ids.borrow_mut().push(id.clone());

        let (method, name) = match self.case.method {
            Method::Tool => (r#""tools/call""#, "name"),
            Method::Resource => (r#""resources/read""#, "uri"),
            Method::Prompt => (r#""prompts/get""#, "name"),
        };
        assert_eq!(cut(body, &["method"]), Some(method));
        assert_eq!(decoded(cut(body, &["params", name]).unwrap()).as_ref(), Some(&self.case.name));
        assert_eq!(request.name(), Some(&*self.case.name));

        let arguments = self.case.arguments.as_deref().map(one_line_object);
        assert_eq!(cut(body, &["params", "arguments"]), arguments.as_deref());
        let state = round.and_then(|round| round.state.as_deref());
        assert_eq!(cut(body, &["params", "requestState"]), state);
        let asks = round.map(|round| &round.asks[..]).unwrap_or_default();
        if !asks.is_empty() {
            let tokens: Vec<_> = asks.iter().map(|ask| &*ask.key).collect();
            assert_eq!(keys(body, &["params", "inputResponses"]), tokens);
            let place = find(body, &["params", "inputResponses"]).unwrap();
            for ((_, response), ask) in members(body, place).into_iter().zip(asks) {
                assert_eq!(serde_json::from_slice::<Value>(&body[response]).unwrap(), ask.answer.expected());
            }
        }
        let mut members = vec![format!("\"{name}\"")];
        members.extend(arguments.map(|_| r#""arguments""#.into()));
        members.extend((!asks.is_empty()).then(|| r#""inputResponses""#.into()));
        members.extend(state.map(|_| r#""requestState""#.into()));
        members.push(r#""_meta""#.into());
        assert_eq!(keys(body, &["params"]), members);

        self.meta(body, &id);
        let mut params = Vec::new();
        pending.write_params(&mut params, &Meta::new());
        assert_eq!(cut(body, &["params"]).unwrap().as_bytes(), params);
    }

    fn meta(&self, body: &[u8], id: &str) {
        let place = find(body, &["params", "_meta"]).unwrap();
        let mut own = Vec::new();
        let mut others = Vec::new();
        for (key, value) in members(body, place) {
            let name = decoded(std::str::from_utf8(&body[key]).unwrap()).unwrap();
            let value = std::str::from_utf8(&body[value]).unwrap().to_owned();
            if name.contains(".example/") { own.push((name, value)) } else { others.push((name, value)) }
        }
        let expected: Vec<_> =
            self.case.meta.iter().map(|(name, value)| (name.clone(), texts::one_line(value))).collect();
        assert_eq!(own, expected);
        let token = others.iter().find(|(name, _)| name == "progressToken").map(|(_, token)| &**token);
        assert_eq!(token, self.case.progress.then_some(id));
        assert_eq!(others.len(), 3 + usize::from(self.case.progress));
    }

    /// Sends the retry, with what happens on its way. Gives back what is pending then, and whether it is still a retry.
    fn retry<C: Call>(&self, pending: Pending<C>, round: &Round) -> (Pending<C>, bool) {
        self.leg(&pending, Some(round));
        let pending = match round.mishap {
            Mishap::None => return (pending, true),
            Mishap::Reissue => pending.reissue(),
            Mishap::FailedAndReissued => failed(pending, r#"{"resultType":"other"}"#).reissue(),
            Mishap::FailedAndRestarted => {
                let message = error_to(&pending, r#"{"code":-32602,"message":"expired"}"#);
                let Err(ReceiveError::Failed(failed)) = pending.receive(&message) else { panic!("the leg failed") };
                let pending = failed.restart();
                self.leg(&pending, None);
                return (pending, false);
            }
            Mishap::Late => {
                let first = self.ids.borrow()[0].clone();
                let late = format!(r#"{{"jsonrpc":"2.0","id":{first},"result":{}}}"#, round.result());
                let error = not_ours(pending, late.as_bytes());
                assert!(matches!(error.reason(), NotOursReason::EarlierLeg { .. }));
                let pending = error.into_pending();
                assert_eq!(cut(pending.request().body(), &["id"]), Some(&**self.ids.borrow().last().unwrap()));
                return (pending, true);
            }
        };
        self.leg(&pending, Some(round));
        (pending, true)
    }

    fn play<C: Call<Input = DynamicInput>>(&self, mut pending: Pending<C>) {
        self.leg(&pending, None);
        let mut retried = false;
        for (n, round) in self.case.rounds.iter().enumerate() {
            let needs = self.asked(pending, round);
            if round.by_hand {
                return self.play_by_hand(needs.into_dynamic(), n);
            }
            (pending, retried) = self.retry(self.resume(needs, round, answer_dynamic), round);
        }
        assert_eq!(completed(pending, DONE).cacheable(), !retried);
    }

    fn play_by_hand<C: Call<Input = ManualInput>>(&self, mut needs: NeedsInput<C>, from: usize) {
        let mut rounds = self.case.rounds[from..].iter();
        let mut round = rounds.next().unwrap();
        loop {
            let (pending, retried) = self.retry(self.resume(needs, round, answer_by_hand), round);
            match rounds.next() {
                Some(next) => round = next,
                None => {
                    assert_eq!(completed(pending, DONE).cacheable(), !retried);
                    return;
                }
            }
            needs = self.asked(pending, round);
        }
    }

    fn asked<C: Call>(&self, pending: Pending<C>, round: &Round) -> NeedsInput<C> {
        self.reached.round(round);
        let needs = asked(pending, &round.result());
        assert_eq!(needs.is_state_only(), round.asks.is_empty());
        assert_eq!(needs.requests().len(), round.asks.len());
        needs
    }

    fn resume<C: Call>(
        &self,
        needs: NeedsInput<C>,
        round: &Round,
        answer: fn(&Round, C::Input) -> InputResponse<C::Input>,
    ) -> Pending<C> {
        if !round.submitted {
            return needs.answer(|input| answer(round, input)).unwrap_or_else(|error| panic!("{error}")).resume();
        }
        let inputs = needs.inputs().unwrap_or_else(|errors| panic!("{errors}"));
        let mut responses: Vec<_> = inputs.into_iter().map(|input| answer(round, input)).collect();
        responses.reverse();
        needs.submit(responses).unwrap_or_else(|error| panic!("{error}")).resume()
    }
}

fn run(case: &Case, reached: &Reached) {
    reached.case(case);
    let mut session = session();
    if case.string_ids {
        let drawn = std::sync::atomic::AtomicUsize::new(0);
        session = session.with_id_source(move || {
            let n = drawn.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            mrtr_core::RequestId::String(format!("{n}\"\\\n\u{feff}").into())
        });
    }
    let mut meta = Meta::new();
    for (name, value) in &case.meta {
        meta = meta.with(name, &raw(value)).unwrap();
    }
    if case.progress {
        meta = meta.with_progress();
    }
    let watch = Watch { case, reached, ids: RefCell::default() };
    let name = &*case.name;
    match (case.method, &case.arguments) {
        (Method::Tool, None) => watch.play(session.call_with(ToolCall::new(name), meta).unwrap()),
        (Method::Tool, Some(text)) => {
            let call = ToolCall::new(name).arguments_json(text).unwrap();
            watch.play(session.call_with(call, meta).unwrap());
        }
        (Method::Prompt, None) => watch.play(session.call_with(GetPrompt::new(name), meta).unwrap()),
        (Method::Prompt, Some(text)) => {
            let call = GetPrompt::new(name).arguments_json(text).unwrap();
            watch.play(session.call_with(call, meta).unwrap());
        }
        (Method::Resource, _) => watch.play(session.call_with(ReadResource::new(name), meta).unwrap()),
    }
}

#[test]
fn every_leg_carries_the_call_the_state_and_the_keys_byte_for_byte() {
    let reached = Reached::default();
    let outcome = texts::runner(512).run(&case(), |case| {
        run(&case, &reached);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    reached.assert_floors();
}

#[test]
fn arguments_are_taken_exactly_if_they_are_one_object() {
    let taken = RefCell::new((0, 0));
    let outcome = texts::runner(512).run(&(texts::blank(), texts::value(), texts::blank()), |(a, value, b)| {
        let text = format!("{a}{value}{b}");
        let is_object = value.starts_with('{');
        assert_eq!(Arguments::from_json(&text).is_ok(), is_object, "{text}");
        assert!(Arguments::from_json(&format!("{text}{{}}")).is_err());
        assert!(Arguments::from_json(&text[..a.len() + value.len() - 1]).is_err() || !is_object);
        let mut taken = taken.borrow_mut();
        if is_object {
            taken.0 += 1
        } else {
            taken.1 += 1
        }
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    let (objects, others) = taken.into_inner();
    assert!(objects >= 50 && others >= 50, "{objects} objects, {others} others");
}

#[test]
fn the_sample_of_odd_spellings_survives_three_rounds() {
    let arguments = r#"{"b":1.0,"a":1e2,"c":"\u00e9\/"}"#;
    let call = ToolCall::new("book").arguments_json(arguments).unwrap();
    let mut pending = session().call(call).unwrap();
    for token in [r#""a\/b""#, r#""\u0000""#, r#""\ud800""#] {
        pending = answered(asked(pending, &asks(&form("s\\u0065at"), Some(token)))).resume();
        let body = pending.request().into_body();
        assert_eq!(cut(&body, &["params", "arguments"]), Some(arguments));
        assert_eq!(cut(&body, &["params", "requestState"]), Some(token));
        assert_eq!(keys(&body, &["params", "inputResponses"]), [r#""s\u0065at""#]);
    }
}
