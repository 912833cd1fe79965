//! A client as one would write it with `serde_json::Value` and no types: what each message must say.

use serde_json::{Map, Value, json};

use crate::script::{Answer, CallSpec, Choice, Declared, Kind};

pub struct Naive {
    kind: Kind,
    params: Map<String, Value>,
    meta: Map<String, Value>,
    progress: bool,
    capabilities: Value,
    pub version: &'static str,
    /// What the next drawn id is.
    drawn: i64,
    pub ids: Vec<i64>,
    retry: Retry,
    pub retried: bool,
    pub rounds: u32,
    /// What the server asks for now.
    asked: Retry,
}

/// The two members of a round: requests or responses, and state.
#[derive(Clone, Default)]
struct Retry {
    inputs: Option<Map<String, Value>>,
    state: Option<Value>,
}

/// What is handed in.
#[derive(Clone, Debug)]
pub enum Handed {
    /// The answer to the input request of this key.
    Own(String, Answer),
    /// A response of an earlier round, to this key.
    Stale(String),
}

impl Naive {
    pub fn new(call: &CallSpec) -> Self {
        let mut params = Map::new();
        let target = if call.kind == Kind::Resource { "uri" } else { "name" };
        params.insert(target.into(), call.name.into());
        if call.kind != Kind::Resource {
            params.insert("arguments".into(), serde_json::from_str(call.arguments).unwrap());
        }
        let capabilities = match (call.kind, call.declared) {
            (Kind::Typed, _) => json!({"elicitation": {"form": {}}, "roots": {}}),
            (_, Declared::All) => json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}),
            (_, Declared::Forms) => json!({"elicitation": {"form": {}}}),
            (_, Declared::UrlsAndSampling) => json!({"elicitation": {"url": {}}, "sampling": {}}),
        };
        let meta = if call.own_meta { json!({"traceparent": "00-1"}) } else { json!({}) };
        Self {
            kind: call.kind,
            params,
            meta: meta.as_object().cloned().unwrap(),
            progress: call.progress,
            capabilities,
            version: "2026-07-28",
            drawn: 0,
            ids: Vec::new(),
            retry: Retry::default(),
            retried: false,
            rounds: 0,
            asked: Retry::default(),
        }
    }

    pub fn id(&self) -> i64 {
        *self.ids.last().unwrap()
    }

    /// Another process goes on: it counts anew.
    pub fn count_anew(&mut self) {
        self.drawn = 0;
    }

    /// Begins a leg.
    pub fn next_leg(&mut self) {
        self.drawn += 1;
        while self.ids.contains(&self.drawn) {
            self.drawn += 1;
        }
        self.ids.push(self.drawn);
    }

    /// The message of the leg.
    pub fn request(&self) -> Value {
        let mut params = self.params.clone();
        if let Some(responses) = self.retry.inputs.clone().filter(|responses| !responses.is_empty()) {
            params.insert("inputResponses".into(), responses.into());
        }
        if let Some(state) = self.retry.state.clone() {
            params.insert("requestState".into(), state);
        }
        let mut meta = self.meta.clone();
        meta.insert("io.modelcontextprotocol/protocolVersion".into(), self.version.into());
        meta.insert("io.modelcontextprotocol/clientInfo".into(), json!({"name": "tests", "version": "0.0.0"}));
        meta.insert("io.modelcontextprotocol/clientCapabilities".into(), self.capabilities.clone());
        if self.progress {
            meta.insert("progressToken".into(), self.id().into());
        }
        params.insert("_meta".into(), meta.into());
        let method = match self.kind {
            Kind::Tool | Kind::Typed => "tools/call",
            Kind::Resource => "resources/read",
            Kind::Prompt => "prompts/get",
        };
        json!({"jsonrpc": "2.0", "id": self.id(), "method": method, "params": params})
    }

    /// What a message leads to.
    pub fn receive(&mut self, message: &Value) -> String {
        let Some(message) = message.as_object() else { return "NotOurs Unreadable".into() };
        let error = message.get("error").filter(|error| !error.is_null());
        if message.contains_key("method") {
            return "NotOurs NotAResponse".into();
        }
        match message.get("id").filter(|id| !id.is_null()) {
            Some(id) if *id == self.id() => {}
            Some(id) if self.ids.iter().any(|used| id == used) => return "NotOurs EarlierLeg".into(),
            Some(_) => return "NotOurs OtherId".into(),
            None if error.is_none() => return "NotOurs NoId".into(),
            None => {}
        }
        if message.get("jsonrpc") != Some(&"2.0".into()) {
            return "Failed Malformed /jsonrpc WrongValue".into();
        }
        match (message.get("result"), error) {
            (Some(_), Some(_)) => "Failed Malformed  ResultAndError".into(),
            (None, None) => "Failed Malformed /result Missing".into(),
            (None, Some(error)) => Self::receive_error(error),
            (Some(result), None) => self.receive_result(result),
        }
    }

    pub fn receive_error(error: &Value) -> String {
        match (error.is_object(), error.get("code")) {
            (false, _) => "Failed Malformed /error WrongKind".into(),
            (true, None) => "Failed Malformed /error/code Missing".into(),
            (true, Some(code)) if code.is_i64() => "Failed Rpc".into(),
            (true, Some(_)) => "Failed Malformed /error/code WrongValue".into(),
        }
    }

    pub fn receive_result(&mut self, result: &Value) -> String {
        let Some(result) = result.as_object() else { return "Failed Malformed /result WrongKind".into() };
        match result.get("resultType") {
            None => return "Complete".into(),
            Some(kind) if kind == "complete" => return "Complete".into(),
            Some(kind) if kind != "input_required" => return "Failed UnknownResultType".into(),
            Some(_) => {}
        }
        let requests = result.get("inputRequests").filter(|requests| !requests.is_null());
        let state = result.get("requestState").filter(|state| !state.is_null());
        if requests.is_some_and(|requests| !requests.is_object()) {
            return "Failed Malformed /result/inputRequests WrongKind".into();
        }
        if state.is_some_and(|state| !state.is_string()) {
            return "Failed Malformed /result/requestState WrongKind".into();
        }
        let requests = requests.and_then(Value::as_object).cloned();
        if state.is_none() && requests.as_ref().is_none_or(Map::is_empty) {
            return "Failed NothingAsked".into();
        }
        self.asked = Retry { inputs: requests, state: state.cloned() };
        self.rounds += 1;
        "NeedsInput".into()
    }

    /// Whether the call's output can be read from a result.
    pub fn is_readable(&self, result: &Value) -> bool {
        let member = match self.kind {
            Kind::Tool | Kind::Typed => "content",
            Kind::Resource => "contents",
            Kind::Prompt => "messages",
        };
        result.get(member).is_some_and(Value::is_array)
    }

    /// Why the input request of this key cannot be answered.
    pub fn problem(&self, key: &str, is_typed: bool) -> Option<&'static str> {
        let request = &self.asked.inputs.as_ref().unwrap()[key];
        let declares = |pointer: &str| self.capabilities.pointer(pointer).is_some();
        if key.contains("surrogate") {
            return Some("UndecodableKey");
        }
        let Some(method) = request.get("method").and_then(Value::as_str) else { return Some("Malformed") };
        let kind = match method {
            "elicitation/create" => {
                let Some(params) = request.get("params") else { return Some("Malformed") };
                match params.get("mode").and_then(Value::as_str).unwrap_or("form") {
                    mode @ ("form" | "url") if !declares(&format!("/elicitation/{mode}")) => {
                        return Some("NotDeclared");
                    }
                    "form" if params["message"].as_str().is_none_or(|text| text.contains("surrogate")) => {
                        return Some("Malformed");
                    }
                    "url" if !params["url"].as_str().unwrap().starts_with("https://") => return Some("Url"),
                    mode @ ("form" | "url") => mode.to_owned(),
                    _ => return Some("Malformed"),
                }
            }
            "sampling/createMessage" if !declares("/sampling") => return Some("NotDeclared"),
            "sampling/createMessage" if request.pointer("/params/tools").is_some() => return Some("NotDeclared"),
            "sampling/createMessage" if request.pointer("/params/messages").is_none() => return Some("Sampling"),
            "sampling/createMessage" => "sampling".into(),
            "roots/list" if !declares("/roots") => return Some("NotDeclared"),
            "roots/list" => "roots".into(),
            _ => return Some("UnknownMethod"),
        };
        if is_typed {
            match (key, &*kind) {
                ("seat", "form") | ("folders", "roots") => {}
                ("seat" | "folders", _) => return Some("OtherKind"),
                _ => return Some("UnknownKey"),
            }
        }
        if kind == "form" {
            let properties = request.pointer("/params/requestedSchema/properties").unwrap().as_object().unwrap();
            if properties.values().any(|property| property["type"] == "object") {
                return Some("Schema");
            }
            if is_typed && !properties.contains_key("seat") {
                return Some("Changed");
            }
        }
        None
    }

    /// The response to the input request of this key, or why it is refused.
    fn respond(&self, key: &str, answer: &Answer) -> Result<Value, &'static str> {
        let request = &self.asked.inputs.as_ref().unwrap()[key];
        let is_elicitation = request.get("method").is_some_and(|method| method == "elicitation/create");
        let accepted = json!({"action": "accept", "content": {"seat": answer.text}});
        match (self.problem(key, false), answer.choice) {
            (Some(_), Choice::Decline | Choice::Cancel) if !is_elicitation => Err("NotAnElicitation"),
            (_, Choice::Decline) if is_elicitation => Ok(json!({"action": "decline"})),
            (_, Choice::Cancel) if is_elicitation => Ok(json!({"action": "cancel"})),
            (Some("Schema"), Choice::AcceptNotFinite) => Err("Serialize"),
            (Some("Schema"), Choice::AcceptTooLong) => {
                Ok(json!({"action": "accept", "content": {"seat": "too long a seat"}}))
            }
            (Some("Schema"), _) => Ok(accepted),
            (Some(_), _) => Err("SchemaIsSupported"),
            (None, _) if request["method"] == "roots/list" => {
                Ok(json!({"roots": [{"uri": "file:///a", "name": answer.text}]}))
            }
            (None, _) if request["method"] == "sampling/createMessage" => {
                Ok(json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": answer.text}}))
            }
            (None, _) if request["params"]["mode"] == "url" => Ok(json!({"action": "accept"})),
            (None, Choice::AcceptNotFinite) => Err("Serialize"),
            (None, _) if request.pointer("/params/requestedSchema/properties/seat").is_none() => Err("Invalid"),
            (None, Choice::AcceptTooLong) => Err("Invalid"),
            (None, _) => Ok(accepted),
        }
    }

    /// Takes the responses, or says which are refused and why. The keys of the round are in the server's order.
    pub fn settle(&mut self, keys: &[String], handed: &[Handed], in_order: bool) -> Result<(), Vec<(String, String)>> {
        let mut responses = Map::new();
        let mut seen = Vec::new();
        let mut refused = Vec::new();
        for (n, handed) in handed.iter().enumerate() {
            let (key, problem) = match handed {
                Handed::Stale(key) => (key, Some("OtherRound")),
                Handed::Own(key, _) if in_order && keys[n] != *key => (key, Some("OtherKey")),
                Handed::Own(key, _) if seen.contains(key) => (key, Some("Duplicate")),
                Handed::Own(key, answer) => {
                    seen.push(key.clone());
                    let problem = match self.respond(key, answer) {
                        Ok(response) => responses.insert(key.clone(), response).and(None),
                        Err(problem) => Some(problem),
                    };
                    (key, problem)
                }
            };
            refused.extend(problem.map(|problem| (key.clone(), problem.to_owned())));
        }
        if !in_order {
            let missing = keys.iter().filter(|key| !seen.contains(key));
            refused.extend(missing.map(|key| (key.clone(), "Missing".to_owned())));
        }
        if refused.is_empty() {
            self.retry = Retry { inputs: Some(responses), state: self.asked.state.clone() };
            self.retried = true;
            Ok(())
        } else {
            Err(refused)
        }
    }

    /// Forgets all rounds.
    pub fn restart(&mut self) {
        self.retry = Retry::default();
        self.retried = false;
        self.rounds = 0;
    }
}
