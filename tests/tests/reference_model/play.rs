//! One conversation, step by step, held by both clients at once.

use mrtr_core::parked::{Parked, ParkedError, ParkedInfo, Restored};
use mrtr_core::{
    AnswerProblem, Answered, Call, CallError, Capabilities, Complete, Dynamic, Failed, GetPrompt, HeaderParam,
    Implementation, InputErrors, InputResponse, Meta, NeedsInput, NotOurs, NotOursReason, PeerError, Pending,
    ReadResource, ReceiveError, ReceiveErrorKind, Reply, Session, ToolCall, TryAnswerError,
};
use mrtr_tests::scan;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::calls::{Book, Playable, ResourceWithArguments, Respond};
use crate::naive::{Handed, Naive};
use crate::reached::Reached;
use crate::script::{CallSpec, Declared, Handing, Kind, Round, Script, Server, Step};
use crate::{decoded, legible, variant};

pub struct Play<'a> {
    call: &'a CallSpec,
    naive: Naive,
    session: Session,
    reached: &'a mut Reached,
    /// The round that the server asked for last, as it spelled it.
    round: Option<&'a Round>,
    /// That round, where a leg answers it.
    answered: Option<&'a Round>,
    /// How many rounds there were. A document that is read makes a round anew.
    asked: usize,
}

enum State<C> {
    Pending(Pending<C>),
    NeedsInput(NeedsInput<C>),
    Answered(Answered<C>),
    Failed(Failed<C>),
    NotOurs(NotOurs<C>),
    Complete(Complete<C>),
}

/// A response that was kept, and the place of its round among all.
type Spare<C> = Option<(usize, InputResponse<<C as Call>::Input>)>;

fn session(call: &CallSpec) -> Session {
    let declared = match call.declared {
        Declared::All => Capabilities::ALL_KINDS,
        Declared::Forms => Capabilities::NONE.with_form(),
        Declared::UrlsAndSampling => Capabilities::NONE.with_url().with_sampling(),
    };
    Session::new("peer", Implementation::new("tests", "0.0.0")).with_capabilities(declared)
}

/// A message as a naive client reads it.
fn value(text: &[u8]) -> Value {
    serde_json::from_str(&legible(&String::from_utf8_lossy(text))).unwrap()
}

/// A key as a naive client reads it. The key that stands for no text is known by its token.
fn key(ours: &str) -> String {
    legible(ours).trim_matches('"').to_owned()
}

impl<'a> Play<'a> {
    pub fn run(script: &'a Script, reached: &'a mut Reached) {
        let call = &script.call;
        let mut play = Self {
            call,
            naive: Naive::new(call),
            session: session(call),
            reached,
            round: None,
            answered: None,
            asked: 0,
        };
        if let Some(server) = &script.query {
            play.query(server);
        }
        if let Some(fault) = call.fault {
            return play.not_captured(fault);
        }
        let meta = if call.own_meta { Meta::new().with("traceparent", "00-1").unwrap() } else { Meta::new() };
        let meta = if call.progress { meta.with_progress() } else { meta };
        let mut steps = script.steps.iter();
        match call.kind {
            Kind::Tool => {
                let tool = ToolCall::new(call.name).arguments_json(call.arguments).unwrap();
                play.begin(tool, meta, &mut steps, by_hand);
            }
            Kind::Prompt => {
                let prompt = GetPrompt::new(call.name).arguments_json(call.arguments).unwrap();
                play.begin(prompt, meta, &mut steps, by_hand);
            }
            Kind::Resource => play.begin(ReadResource::new(call.name), meta, &mut steps, by_hand),
            Kind::Typed => {
                play.begin(Book { arguments: call.arguments, is_finite: true }, meta, &mut steps, by_hand);
            }
        }
    }

    /// A request that is no call: what asks for input there is the server's fault.
    fn query(&mut self, server: &Server) {
        let query = session(self.call).query("tools/list", &()).unwrap();
        let mut naive = Naive::new(self.call);
        naive.next_leg();
        let (message, leads_to) = server.message(naive.id(), naive.id());
        let expected = match leads_to {
            // Nobody looks at what is asked for.
            Some(told) if told.contains("/result/inputRequests") => "NeedsInput".to_owned(),
            Some(told) => told.to_owned(),
            None => naive.receive(&value(&message)),
        };
        let expected = expected.replace("NeedsInput", "Failed InputNotAllowed");
        let expected = expected.replace("Failed NothingAsked", "Failed InputNotAllowed");
        let told = match query.receive(&message) {
            Ok(_) => "Complete".to_owned(),
            Err(ReceiveErrorKind::NotOurs(reason)) => self.told_not_ours(&reason),
            Err(ReceiveErrorKind::Failed(error)) => self.told_failed(&error),
        };
        assert_eq!(told, expected, "{}", String::from_utf8_lossy(&message));
    }

    fn not_captured(&mut self, fault: usize) {
        let session = &self.session;
        let book = |arguments, is_finite| Book { arguments, is_finite };
        let error = match fault {
            0 => refused(session.call(book("[1]", true))),
            1 => refused(session.call(book("{}", false))),
            2 => refused(session.call(ResourceWithArguments)),
            3 => refused(session.call(GetPrompt::new("p").arguments_json(r#"{"a":"b","n":[1]}"#).unwrap())),
            4 => {
                let tool = ToolCall::new("t").arguments_json(r#"{"n":0.5}"#).unwrap();
                refused(session.call(tool.header(HeaderParam::new("/n", "N"))))
            }
            _ => refused(session.call(book("{} {}", true))),
        };
        self.reached.error("CaptureError", &error);
        self.reached.row("Session", "call", "the call itself");
    }

    fn begin<C: Playable>(&mut self, call: C, meta: Meta, steps: &mut Steps<'a>, by_hand: ByHand<'a, C>) {
        let Ok(pending) = self.session.call_with(call, meta) else { panic!("the call is captured") };
        self.reached.row("Session", "call", "Pending");
        self.naive.next_leg();
        self.check(&pending);
        self.go_on(State::Pending(pending), steps, by_hand);
    }

    fn go_on<C: Playable>(&mut self, mut state: State<C>, steps: &mut Steps<'a>, by_hand: ByHand<'a, C>) {
        let mut spare: Spare<C> = None;
        while let Some(step) = steps.next() {
            let next = match state {
                State::Pending(pending) => self.pending(pending, step),
                State::NeedsInput(needs) if step.event == 30 => {
                    self.reached.row("NeedsInput", "into_dynamic", "NeedsInput");
                    return by_hand(self, needs, steps);
                }
                State::NeedsInput(needs) => self.needs_input(needs, step, &mut spare),
                State::Answered(answered) => Some(self.answered(answered, step)),
                State::Failed(failed) => Some(self.failed(failed, step)),
                State::NotOurs(error) => {
                    self.reached.row("NotOurs", "into_pending", "Pending");
                    let pending = error.into_pending();
                    self.check(&pending);
                    Some(State::Pending(pending))
                }
                State::Complete(complete) => self.complete(complete),
            };
            match next {
                Some(next) => state = next,
                None => return,
            }
        }
    }

    fn pending<C: Playable>(&mut self, pending: Pending<C>, step: &'a Step) -> Option<State<C>> {
        match step.event {
            0..=1 => {
                self.reached.row("Pending", "reissue", "Pending");
                self.naive.next_leg();
                let pending = pending.reissue();
                self.check(&pending);
                return Some(State::Pending(pending));
            }
            2 => {
                let id = self.naive.id();
                let cancelled = pending.cancel(Some("enough"));
                let expected = serde_json::json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
                    "params": {"requestId": id, "reason": "enough"}});
                assert_eq!(value(cancelled.body()), expected);
                self.reached.row("Pending", "cancel", "the end");
                return None;
            }
            3..=4 => {
                let error = if let Server::Error(error) = step.server { error } else { r#"{"code":1,"message":""}"# };
                let failed = pending.receive_error(&raw(error));
                self.reached.row("Pending", "receive_error", "Failed");
                assert_eq!(self.told_failed(failed.error()), Naive::receive_error(&value(error.as_bytes())));
                return Some(State::Failed(failed));
            }
            _ => {}
        }
        let id = self.naive.id();
        let (event, message, expected, outcome) = match step.server.result() {
            Some((result, leads_to)) if step.event < 14 => {
                let expected =
                    leads_to.map_or_else(|| self.naive.receive_result(&value(result.as_bytes())), str::to_owned);
                let outcome = pending.receive_result(&raw(&result)).map_err(ReceiveError::Failed);
                ("receive_result", result.into_bytes(), expected, outcome)
            }
            _ => {
                let (message, leads_to) = step.server.message(id, self.naive.ids[0]);
                let expected = leads_to.map_or_else(|| self.naive.receive(&value(&message)), str::to_owned);
                let outcome = pending.receive(&message);
                ("receive", message, expected, outcome)
            }
        };
        let (told, state) = match outcome {
            Ok(Reply::Complete(complete)) => ("Complete".to_owned(), State::Complete(complete)),
            Ok(Reply::NeedsInput(needs)) => {
                self.round = if let Server::Ask(round) = &step.server { Some(round) } else { None };
                self.asked += 1;
                assert_eq!(needs.rounds(), self.naive.rounds);
                ("NeedsInput".to_owned(), State::NeedsInput(needs))
            }
            Err(ReceiveError::NotOurs(error)) => (self.told_not_ours(error.reason()), State::NotOurs(error)),
            Err(ReceiveError::Failed(failed)) => (self.told_failed(failed.error()), State::Failed(failed)),
        };
        assert_eq!(told, expected, "{}", String::from_utf8_lossy(&message));
        self.reached.row("Pending", event, told.split(' ').next().unwrap());
        Some(state)
    }

    fn told_not_ours(&mut self, reason: &NotOursReason) -> String {
        self.reached.error("NotOursReason", reason);
        format!("NotOurs {}", variant(reason))
    }

    fn told_failed(&mut self, error: &PeerError) -> String {
        self.reached.error("PeerError", error);
        match error {
            PeerError::Malformed(violation) => {
                self.reached.error("Problem", violation.problem());
                format!("Failed Malformed {} {}", violation.pointer(), variant(violation.problem()))
            }
            other => format!("Failed {}", variant(other)),
        }
    }

    /// The keys of the round, in the server's order.
    fn keys(&self) -> Vec<String> {
        self.round.map(|round| round.asks.iter().map(|(key, _)| decoded(key)).collect()).unwrap_or_default()
    }

    fn needs_input<C: Playable>(
        &mut self,
        needs: NeedsInput<C>,
        step: &'a Step,
        spare: &mut Spare<C>,
    ) -> Option<State<C>> {
        let keys = self.keys();
        assert_eq!(needs.requests().map(|request| key(request.key())).collect::<Vec<_>>(), keys);
        match step.event {
            31 => {
                needs.abandon();
                self.reached.row("NeedsInput", "abandon", "the end");
                return None;
            }
            26..=29 => {
                self.reached.row("NeedsInput", "park", "Parked");
                return Some(self.restore(needs.park(), step));
            }
            _ => {}
        }
        let inputs = needs.inputs();
        let mut kept = needs.inputs().unwrap_or_default();
        let unreadable = self.unreadable::<C>(&keys);
        let event = ["answer", "try_answer", "submit"][step.event % 3];
        let answer = |key: &str| {
            let place = keys.iter().position(|known| known == key).unwrap();
            step.answers[place % step.answers.len()].clone()
        };
        let own = |key: &String| Handed::Own(key.clone(), answer(key));
        let respond = |input: C::Input| {
            let answer = answer(&key(&input.key()));
            input.respond(&answer)
        };

        let stale = match step.handing {
            Handing::Stale(_) => self.stale::<C>(spare),
            _ => None,
        };
        if let (None, Some(input)) = (&spare, kept.pop()) {
            *spare = Some((self.asked, respond(input)));
        }

        if event == "submit" {
            let mut responses: Vec<_> =
                inputs.map(|inputs| inputs.into_iter().map(respond).collect()).unwrap_or_default();
            let mut handed: Vec<_> = responses.iter().map(|response| own(&key(response.key()))).collect();
            match step.handing {
                Handing::InOrder => {}
                Handing::Reversed => {
                    responses.reverse();
                    handed.reverse();
                }
                Handing::Short(n) if !responses.is_empty() => {
                    let n = n % responses.len();
                    *spare = Some((self.asked, responses.remove(n)));
                    handed.remove(n);
                }
                Handing::Twice(n) if !responses.is_empty() => {
                    let again = needs.inputs().unwrap().swap_remove(n % responses.len());
                    handed.push(own(&key(&again.key())));
                    responses.push(respond(again));
                }
                Handing::Stale(n) => {
                    if let Some(stale) = stale {
                        let n = n % (responses.len() + 1);
                        handed.insert(n, Handed::Stale(key(stale.key())));
                        responses.insert(n, stale);
                    }
                }
                Handing::Short(_) | Handing::Twice(_) => {}
            }
            let expected = self.naive.settle(&keys, &handed, false);
            return Some(match needs.submit(responses) {
                Ok(answered) => self.taken(event, answered, expected),
                Err(error) => {
                    let (needs, _, problem) = error.into_parts();
                    self.refused(event, needs, &problem, expected)
                }
            });
        }

        // `answer` and `try_answer` hand out the inputs, each to be answered in its turn.
        let mut others = inputs.unwrap_or_default();
        let mut turn = 0;
        let mut handed = Vec::new();
        let mut stale = stale;
        let mut stop = false;
        let count = keys.len();
        let mut next = |input: C::Input| {
            let n = turn;
            turn += 1;
            match step.handing {
                Handing::Short(at) if event == "try_answer" && at % count == n => {
                    stop = true;
                    return Err(Stop);
                }
                // The closure answers another input than the one that it was given.
                Handing::Reversed if !others.is_empty() => {
                    let other = others.pop().unwrap();
                    handed.push(own(&key(&other.key())));
                    return Ok(respond(other));
                }
                Handing::Twice(_) if !others.is_empty() && count > 1 => {
                    let first = others.remove(0);
                    let again = key(&first.key());
                    handed.push(own(&again));
                    return Ok(respond(first));
                }
                Handing::Stale(at) if at % count == n => {
                    if let Some(stale) = stale.take() {
                        handed.push(Handed::Stale(key(stale.key())));
                        return Ok(stale);
                    }
                }
                _ => {}
            }
            handed.push(own(&key(&input.key())));
            Ok(respond(input))
        };
        let outcome = if event == "answer" {
            needs
                .answer(|input| next(input).unwrap_or_else(|Stop| panic!("only try_answer stops")))
                .map_err(TryAnswerError::Refused)
        } else {
            needs.try_answer(next)
        };
        if let Some(expected) = unreadable {
            let Err(TryAnswerError::Refused(error)) = outcome else { panic!("{expected:?} is not reported") };
            let (needs, responses, problem) = error.into_parts();
            let AnswerProblem::Inputs(errors) = problem else { panic!("{problem:?}") };
            assert!(responses.is_empty() && turn == 0, "nobody is asked before all is read");
            assert_eq!(self.told_inputs(&errors), expected);
            self.reached.row("NeedsInput", event, "NeedsInput");
            return Some(State::NeedsInput(needs));
        }
        if stop {
            let Err(TryAnswerError::Stopped { needs_input, mut responses, error: Stop }) = outcome else {
                panic!("the closure has stopped")
            };
            assert_eq!(responses.len(), handed.len());
            *spare = responses.pop().map(|response| (self.asked, response)).or(spare.take());
            self.reached.row("NeedsInput", event, "NeedsInput");
            return Some(State::NeedsInput(needs_input));
        }
        let expected = self.naive.settle(&keys, &handed, true);
        Some(match outcome {
            Ok(answered) => self.taken(event, answered, expected),
            Err(TryAnswerError::Refused(error)) => {
                let (needs, _, problem) = error.into_parts();
                self.refused(event, needs, &problem, expected)
            }
            Err(TryAnswerError::Stopped { .. }) => panic!("nobody has stopped"),
        })
    }

    /// The kept response, if it is of an earlier round.
    fn stale<C: Playable>(&self, spare: &mut Spare<C>) -> Option<InputResponse<C::Input>> {
        spare.take_if(|(asked, _)| *asked < self.asked).map(|(_, response)| response)
    }

    /// The keys that cannot be answered and why, if there are any.
    fn unreadable<C: Playable>(&self, keys: &[String]) -> Option<Vec<(String, String)>> {
        let problems = keys.iter().filter_map(|key| {
            let problem = self.naive.problem(key, C::IS_TYPED)?;
            Some((key.clone(), problem.to_owned()))
        });
        let problems: Vec<_> = problems.collect();
        (!problems.is_empty() && !C::BY_HAND).then_some(problems)
    }

    fn told_inputs(&mut self, errors: &InputErrors) -> Vec<(String, String)> {
        let told = errors.iter().map(|error| {
            self.reached.error("InputProblem", error.problem());
            if let mrtr_core::InputProblem::Malformed(problem) = error.problem() {
                self.reached.error("Problem", problem);
            }
            (key(error.key()), variant(error.problem()))
        });
        told.collect()
    }

    fn taken<C: Playable>(
        &mut self,
        event: &str,
        answered: Answered<C>,
        expected: Result<(), Vec<(String, String)>>,
    ) -> State<C> {
        assert_eq!(expected, Ok(()));
        self.answered = self.round;
        self.reached.row("NeedsInput", event, "Answered");
        State::Answered(answered)
    }

    fn refused<C: Playable>(
        &mut self,
        event: &str,
        needs: NeedsInput<C>,
        problem: &AnswerProblem,
        expected: Result<(), Vec<(String, String)>>,
    ) -> State<C> {
        let AnswerProblem::Responses(errors) = problem else { panic!("{problem:?}") };
        let told = errors.iter().map(|error| {
            self.reached.error("ResponseProblem", error.problem());
            (key(error.key()), variant(error.problem()))
        });
        assert_eq!(Err(told.collect()), expected);
        self.reached.row("NeedsInput", event, "NeedsInput");
        State::NeedsInput(needs)
    }

    fn answered<C: Playable>(&mut self, answered: Answered<C>, step: &Step) -> State<C> {
        if step.event < 8 {
            self.reached.row("Answered", "park", "Parked");
            return self.restore(answered.park(), step);
        }
        self.reached.row("Answered", "resume", "Pending");
        self.naive.next_leg();
        let pending = answered.resume();
        self.check(&pending);
        State::Pending(pending)
    }

    /// The call goes through a document. What is no document of it is refused.
    fn restore<C: Playable>(&mut self, parked: Parked<C>, step: &Step) -> State<C> {
        let text = serde_json::to_string(&parked).unwrap();
        let parked: Parked<C> = serde_json::from_str(&text).unwrap();
        match step.answers.len() + step.event {
            n if n % 3 == 0 => self.not_restored(&text),
            n if n % 3 == 1 => {
                // Another process.
                self.session = session(self.call);
                self.naive.count_anew();
            }
            _ => {}
        }
        let elsewhere = Session::new("elsewhere", Implementation::new("tests", "0.0.0"));
        let error = parked.restore(&elsewhere).unwrap_err();
        self.reached.error("ParkedError", error.error());
        self.reached.row("Parked", "restore", "Parked");
        let value = serde_json::to_value(error.into_document()).unwrap();
        let parked: Parked<C> = serde_json::from_value(value).unwrap();
        match parked.restore(&self.session).unwrap() {
            Restored::NeedsInput(needs) => {
                self.asked += 1;
                self.reached.row("Parked", "restore", "NeedsInput");
                State::NeedsInput(needs)
            }
            Restored::Answered(answered) => {
                self.reached.row("Parked", "restore", "Answered");
                State::Answered(answered)
            }
        }
    }

    fn not_restored(&mut self, text: &str) {
        let refused = |text: &str| serde_json::from_str::<ParkedInfo>(text).unwrap_err().to_string();
        // A format's error has room for a text only.
        for (from, to, error) in [
            ("\"mrtr-parked\"", "\"parked\"", ParkedErrorText::OtherFormat),
            ("\"version\":1", "\"version\":2", ParkedErrorText::UnknownVersion),
            ("\"peer\":\"peer\"", "\"peer\":\"pear\"", ParkedErrorText::Damaged),
        ] {
            let told = refused(&text.replacen(from, to, 1));
            assert!(told.starts_with(error.text()), "{told}");
            self.reached.error("ParkedError", &error);
        }
        let info: ParkedInfo = serde_json::from_str(text).unwrap();
        let error = match (self.call.kind, info.name()) {
            (Kind::Resource | Kind::Prompt, _) => Parked::<ToolCall>::from_info(info).unwrap_err(),
            (_, "book_flight") => Parked::<GetPrompt>::from_info(info).unwrap_err(),
            (..) => Parked::<Book>::from_info(info).unwrap_err(),
        };
        assert!(matches!(error.error(), ParkedError::OtherMethod { .. } | ParkedError::OtherName { .. }));
        self.reached.error("ParkedError", error.error());
    }

    fn failed<C: Playable>(&mut self, failed: Failed<C>, step: &Step) -> State<C> {
        self.naive.next_leg();
        let pending = match step.event % 4 {
            0 => {
                self.reached.row("Failed", "restart", "Pending");
                self.naive.restart();
                self.answered = None;
                failed.restart()
            }
            1 => {
                self.reached.row("Failed", "reissue_in_version", "Pending");
                self.naive.version = ["2026-07-28", "later"][step.answers.len() % 2];
                failed.reissue_in_version(self.naive.version)
            }
            _ => {
                self.reached.row("Failed", "reissue", "Pending");
                failed.reissue()
            }
        };
        self.check(&pending);
        State::Pending(pending)
    }

    fn complete<C: Playable>(&mut self, complete: Complete<C>) -> Option<State<C>> {
        assert_eq!(complete.cacheable(), !self.naive.retried);
        assert_eq!(complete.rounds(), self.naive.rounds);
        let is_readable = self.naive.is_readable(&value(complete.raw().as_bytes()));
        let next = match complete.into_output() {
            Ok(_) => "the end",
            Err(error) => {
                assert!(!is_readable, "{error}");
                drop(error.into_complete());
                "Complete"
            }
        };
        assert_eq!(next == "the end", is_readable);
        self.reached.row("Complete", "into_output", next);
        None
    }

    /// Both clients send the same, and ours the captured text.
    fn check<C: Playable>(&self, pending: &Pending<C>) {
        let body = pending.request().into_body();
        assert_eq!(value(&body), self.naive.request());
        assert_eq!(pending.rounds(), self.naive.rounds);
        let cut = |path: &[&str]| scan::text(&body, path).map(|text| std::str::from_utf8(text).unwrap());
        assert!(!body.contains(&b'\n') && !body.contains(&b'\r'));
        let arguments = self.call.arguments.trim().replace(['\r', '\n'], " ");
        let arguments = Some(&*arguments).filter(|_| self.call.kind != Kind::Resource);
        assert_eq!(cut(&["params", "arguments"]), arguments);
        assert_eq!(cut(&["params", "_meta", "traceparent"]), self.call.own_meta.then_some(r#""00-1""#));
        // A round that was not drawn has a state of its own, which the naive client compares.
        if self.naive.retried
            && let Some(round) = self.answered
        {
            assert_eq!(cut(&["params", "requestState"]), round.state);
            let keys: Vec<_> = round.asks.iter().map(|(key, _)| key.as_bytes()).collect();
            let sent = scan::value(&body, &["params", "inputResponses"]).map(|place| scan::members(&body, place));
            let sent = sent.unwrap_or_default().into_iter().map(|(key, _)| &body[key]);
            assert_eq!(sent.collect::<Vec<_>>(), keys);
        }
    }
}

type Steps<'a> = std::slice::Iter<'a, Step>;
type ByHand<'a, C> = fn(&mut Play<'a>, NeedsInput<C>, &mut Steps<'a>);

/// The person goes on by hand.
fn by_hand<'a, C: Playable>(play: &mut Play<'a>, needs: NeedsInput<C>, steps: &mut Steps<'a>) {
    play.go_on::<Dynamic<C>>(State::NeedsInput(needs.into_dynamic()), steps, |_, _, _| {});
}

/// Why the closure stops.
#[derive(Debug)]
struct Stop;

/// The errors of documents that reach their reader as a text.
#[derive(Debug)]
enum ParkedErrorText {
    OtherFormat,
    UnknownVersion,
    Damaged,
}

impl ParkedErrorText {
    fn text(&self) -> &'static str {
        match self {
            Self::OtherFormat => "not the document of a parked call",
            Self::UnknownVersion => "the parked call is of format version 2",
            Self::Damaged => "the document of the parked call was damaged or edited",
        }
    }
}

fn refused<C>(outcome: Result<Pending<C>, CallError<C>>) -> mrtr_core::CaptureError {
    let Err(error) = outcome else { panic!("the call cannot be captured") };
    let (call, _, error) = error.into_parts();
    drop(call);
    error
}

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}
