//! A call, a round of it, and what every one of its messages must hold.

use std::collections::BTreeSet;

use mrtr_core::{
    Answered, Call, CallError, CaptureError, Complete, CreateMessageResult, DynamicInput, GetPrompt, Implementation,
    InputResponse, ListRootsResult, ManualInput, Meta, NeedsInput, Pending, ReadResource, Reply, RequestId, Root,
    Session, ToolCall,
};
use serde_json::value::RawValue;

use crate::{SEPARATOR, cut, decoded, keys, object, one_line, scan, token, value};

/// A result that completes a call of any method.
pub const DONE: &str = r#"{"resultType":"complete","content":[],"contents":[],"messages":[]}"#;

/// A form with one string, `seat`.
const FORM: &str = r#"{"type":"object","properties":{"seat":{"type":"string"}},"required":["seat"]}"#;

/// A session that can answer every kind of input request.
pub fn session() -> Session {
    Session::new("peer", Implementation::new("fuzz", "0"))
}

/// What an input makes of a call. Its parts: options, name, arguments, state, name of a `_meta` member, its value, and
/// the keys of the input requests, each after the letter of its kind.
pub struct Plan {
    /// Letters: `r` and `p` for a resource or a prompt, `a` for no state, `n` for line breaks in the server's messages,
    /// `h` to go on by hand, `s` to submit, `g` for progress, `i` for ids that are strings.
    options: String,
    pub name: String,
    arguments: Option<String>,
    meta: Option<(String, String)>,
    state: Option<String>,
    /// Kind and key token.
    asks: Vec<(char, String)>,
}

/// What a message must hold beside the call: the responses and the state of a round.
#[derive(Clone, Copy, PartialEq)]
pub enum Leg {
    First,
    Retry,
}

impl Plan {
    pub fn read(text: &str) -> Self {
        let mut parts = text.split(SEPARATOR);
        let options = parts.next().unwrap_or_default().to_owned();
        let name = parts.next().unwrap_or_default().to_owned();
        let arguments = parts.next().map(|text| match object(text) {
            Some(_) => text.to_owned(),
            None => format!("{{{}:{}}}", token(text), token(text)),
        });
        let state = parts.next().filter(|_| !options.contains('a')).map(token);
        let meta = parts.next().map(|name| {
            let text = parts.next().unwrap_or_default();
            (name.to_owned(), value(text).map_or_else(|| token(text), str::to_owned))
        });
        let mut seen = BTreeSet::new();
        let asks = parts.filter_map(|part| {
            let kind = part.chars().next()?;
            let key = token(&part[kind.len_utf8()..]);
            seen.insert(decoded(&key).ok_or_else(|| key.clone())).then_some((kind, key))
        });
        let asks: Vec<_> = asks.take(20).collect();
        Self {
            // A round asks for something.
            state: if asks.is_empty() { state.or(Some(token(""))) } else { state },
            asks,
            arguments,
            meta,
            options,
            name,
        }
    }

    fn has(&self, option: char) -> bool {
        self.options.contains(option)
    }

    /// Whether an input request has a key that stands for no text. Nobody but a person can say what to do with it.
    fn has_odd_key(&self) -> bool {
        self.asks.iter().any(|(_, key)| decoded(key).is_none())
    }

    /// The `_meta` of the call; nothing where the name is not for callers.
    fn meta(&self) -> Meta {
        let meta = if self.has('g') { Meta::new().with_progress() } else { Meta::new() };
        let Some((name, text)) = &self.meta else { return meta };
        let raw = RawValue::from_string(text.clone()).expect("JSON");
        meta.clone().with(name, &*raw).unwrap_or(meta)
    }

    /// Whether the `_meta` member of the plan is sent: the protocol has names of its own.
    fn own_meta(&self) -> Option<&(String, String)> {
        self.meta.as_ref().filter(|(name, _)| {
            let label = name.split_once('/').and_then(|(prefix, _)| prefix.split('.').nth(1));
            name != "progressToken" && label != Some("mcp") && label != Some("modelcontextprotocol")
        })
    }

    /// The arguments as they must be sent.
    fn sent_arguments(&self) -> Option<String> {
        let arguments = self.arguments.as_deref().filter(|_| !self.has('r'))?;
        Some(one_line(object(arguments).expect("an object")))
    }

    /// Captures the call and hands it to `play`.
    pub fn play(&self, player: &mut impl Player) {
        let mut session = session();
        if self.has('i') {
            let drawn = std::sync::atomic::AtomicUsize::new(0);
            let next = move || drawn.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            session = session.with_id_source(move || RequestId::String(format!("\"{}\n", next()).into()));
        }
        let name = &*self.name;
        if self.has('r') {
            player.play(self, session.call_with(ReadResource::new(name), self.meta()).expect("a resource is captured"));
        } else if self.has('p') {
            let mut call = GetPrompt::new(name);
            let mut fits = true;
            if let Some(text) = &self.arguments {
                call = call.arguments_json(text).expect("an object");
                let place = scan::value(text.as_bytes(), &[]).expect("an object");
                fits =
                    scan::members(text.as_bytes(), place).iter().all(|(_, value)| text[value.start..].starts_with('"'));
            }
            match session.call_with(call, self.meta()) {
                Ok(pending) => {
                    assert!(fits, "an argument of a prompt is no string");
                    player.play(self, pending);
                }
                Err(error) => refused(&error, fits),
            }
        } else {
            let mut call = ToolCall::new(name);
            if let Some(text) = &self.arguments {
                call = call.arguments_json(text).expect("an object");
            }
            player.play(self, session.call_with(call, self.meta()).expect("a tool call is captured"));
        }
    }

    /// The message that asks, as an answer to this leg.
    pub fn asking<C>(&self, pending: &Pending<C>) -> String {
        let blank = if self.has('n') { "\r\n\t " } else { "" };
        let asks = self.asks.iter().map(|(kind, key)| {
            let request = match kind {
                'u' => {
                    r#"{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://e.test/"}}"#
                        .into()
                }
                'm' => r#"{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":5}}"#.into(),
                'l' => r#"{"method":"roots/list"}"#.to_owned(),
                _ => format!(
                    r#"{{"method":"elicitation/create",{blank}"params":{{"message":"m","requestedSchema":{FORM}}}}}"#
                ),
            };
            // Only an elicitation can be declined, and nothing else can be done under a key that stands for no text.
            let request = if decoded(key).is_some() { request } else { r#"{"method":"elicitation/create"}"#.into() };
            format!("{blank}{key}{blank}:{blank}{request}{blank}")
        });
        let asks: Vec<_> = asks.collect();
        let requests =
            if asks.is_empty() { String::new() } else { format!(r#","inputRequests":{{{}}}"#, asks.join(",")) };
        let state = self.state.as_ref().map(|state| format!(r#","requestState":{blank}{state}{blank}"#));
        let state = state.unwrap_or_default();
        format!(
            r#"{{"jsonrpc":"2.0","id":{},"result":{{"resultType":"input_required"{requests}{state}}}}}"#,
            pending.id()
        )
    }

    /// Brings the call to the round of the plan.
    pub fn ask<C: Call>(&self, pending: Pending<C>) -> NeedsInput<C> {
        let message = self.asking(&pending);
        match pending.receive(message.as_bytes()) {
            Ok(Reply::NeedsInput(needs)) => needs,
            other => panic!("{other:?} for {message}"),
        }
    }

    /// Answers the round, and says which leg comes next.
    pub fn answer<C: Call<Input = DynamicInput>>(&self, needs: NeedsInput<C>) -> Result<Answered<C>, NeedsInput<C>> {
        if self.has_odd_key() {
            return Err(needs);
        }
        if self.has('s') {
            let inputs = needs.inputs().expect("every input can be read");
            let responses: Vec<_> = inputs.into_iter().map(|input| self.respond(input)).rev().collect();
            return Ok(needs.submit(responses).expect("every response fits"));
        }
        Ok(needs.answer(|input| self.respond(input)).expect("every response fits"))
    }

    fn respond(&self, input: DynamicInput) -> InputResponse<DynamicInput> {
        match input {
            DynamicInput::Form(form) => form.accept(&std::collections::BTreeMap::from([("seat", &self.name)])),
            DynamicInput::Url(url) => url.consent(),
            DynamicInput::Sampling(sampling) => sampling.respond(CreateMessageResult::text(&*self.name, &*self.name)),
            DynamicInput::Roots(roots) => {
                let root = Root::new("file:///a").expect("a file").with_name(&*self.name);
                roots.respond(ListRootsResult::new(vec![root]))
            }
        }
    }

    /// Goes on by hand: whatever it is, decline what can be declined.
    pub fn answer_by_hand<C: Call<Input = ManualInput>>(&self, needs: NeedsInput<C>) -> Answered<C> {
        let answered = needs.answer(|input| match input {
            ManualInput::Form(form) => form.decline(),
            ManualInput::Url(url) => url.cancel(),
            ManualInput::Sampling(sampling) => sampling.respond(CreateMessageResult::text(&*self.name, "")),
            ManualInput::Roots(roots) => roots.respond(ListRootsResult::new(Vec::new())),
            ManualInput::Unreadable(unreadable) => unreadable.decline(),
        });
        answered.expect("every response fits")
    }

    /// Checks a message byte by byte.
    pub fn check<C>(&self, pending: &Pending<C>, leg: Leg) -> Vec<u8> {
        let body = pending.request().into_body();
        let text = std::str::from_utf8(&body).expect("a message is UTF-8");
        assert!(!text.contains(['\n', '\r']), "a message is one line: {text}");
        assert_eq!(value(text), Some(text), "a message is JSON");
        assert_eq!(keys(&body, &[]), [r#""jsonrpc""#, r#""id""#, r#""method""#, r#""params""#]);
        assert_eq!(cut(&body, &["jsonrpc"]), Some(r#""2.0""#));
        assert_eq!(cut(&body, &["id"]), Some(&*pending.id().to_string()));
        let target = if self.has('r') { "uri" } else { "name" };
        assert_eq!(cut(&body, &["params", target]).and_then(decoded).as_deref(), Some(&*self.name));

        let is_retry = leg == Leg::Retry;
        let arguments = self.sent_arguments();
        assert_eq!(cut(&body, &["params", "arguments"]), arguments.as_deref());
        assert_eq!(cut(&body, &["params", "requestState"]), self.state.as_deref().filter(|_| is_retry));
        let mut names = vec![format!("\"{target}\"")];
        names.extend(arguments.map(|_| r#""arguments""#.into()));
        if is_retry && !self.asks.is_empty() {
            names.push(r#""inputResponses""#.into());
            let expected: Vec<_> = self.asks.iter().map(|(_, key)| &**key).collect();
            assert_eq!(keys(&body, &["params", "inputResponses"]), expected);
        }
        names.extend(self.state.as_ref().filter(|_| is_retry).map(|_| r#""requestState""#.into()));
        names.push(r#""_meta""#.into());
        assert_eq!(keys(&body, &["params"]), names);

        let meta = scan::value(&body, &["params", "_meta"]).expect("there is always a _meta");
        let own = scan::members(&body, meta).into_iter().find_map(|(name, value)| {
            let name = decoded(std::str::from_utf8(&body[name]).expect("UTF-8"))?;
            let text = std::str::from_utf8(&body[value]).expect("UTF-8");
            self.meta.as_ref().is_some_and(|(own, _)| *own == name).then_some(text)
        });
        if let Some((_, value)) = self.own_meta() {
            assert_eq!(own, Some(&*one_line(value)));
        }
        let token = pending.id().to_string();
        assert_eq!(cut(&body, &["params", "_meta", "progressToken"]), self.has('g').then_some(&*token));

        let mut params = Vec::new();
        pending.write_params(&mut params, &Meta::new());
        assert_eq!(cut(&body, &["params"]).map(str::as_bytes), Some(&*params));
        body
    }
}

/// Plays a call, whatever its method is.
pub trait Player {
    fn play<C: Call<Input = DynamicInput>>(&mut self, plan: &Plan, pending: Pending<C>);
}

/// The server completes the call.
pub fn finish<C: Call>(pending: Pending<C>) -> Complete<C> {
    let message = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{DONE}}}"#, pending.id());
    match pending.receive(message.as_bytes()) {
        Ok(Reply::Complete(complete)) => complete,
        other => panic!("a call can be finished: {other:?}"),
    }
}

fn refused<C>(error: &CallError<C>, fits: bool) {
    assert!(!fits && matches!(error.error(), CaptureError::PromptArgumentNotAString { .. }), "{error}");
}
