//! The document: its fields, how serde sees them, and the way from and to a call.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::error::ParkedError;
use crate::call::Method;
use crate::capabilities::Capabilities;
use crate::flow::Flow;
use crate::id::RequestId;
use crate::input::Leg;
use crate::json::{self, JsonKind};
use crate::meta::Meta;
use crate::request::MirroredHeader;
use crate::session::Session;
use crate::state::Retry;
use crate::wire::{self, Asked};

const FORMAT: &str = "mrtr-parked";
const VERSION: u32 = 1;

/// A struct of the given fields that serde can write and read, by name or in order, without a derive.
macro_rules! document {
    ($($field:ident: $Type:ty,)*) => {
        #[derive(Clone)]
        pub(crate) struct Document {
            $(pub(super) $field: $Type,)*
        }

        const FIELDS: &[&str] = &[$(stringify!($field)),*];

        impl Serialize for Document {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut fields = serializer.serialize_struct("Parked", FIELDS.len())?;
                $(fields.serialize_field(stringify!($field), &self.$field)?;)*
                fields.end()
            }
        }

        impl<'de> Visitor<'de> for DocumentVisitor {
            type Value = Document;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the document of a parked call")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Document, A::Error> {
                $(let $field = seq.next_element()?.ok_or_else(|| de::Error::missing_field(stringify!($field)))?;)*
                Ok(Document { $($field),* })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Document, A::Error> {
                $(let mut $field = None;)*
                while let Some(name) = map.next_key::<String>()? {
                    match name.as_str() {
                        $(stringify!($field) if $field.is_some() => {
                            return Err(de::Error::duplicate_field(stringify!($field)));
                        })*
                        $(stringify!($field) => $field = Some(map.next_value()?),)*
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(Document {
                    $($field: $field.ok_or_else(|| de::Error::missing_field(stringify!($field)))?),*
                })
            }
        }
    };
}

struct DocumentVisitor;

document! {
    format: String,
    version: u32,
    peer: String,
    protocol_version: String,
    method: String,
    name: String,
    arguments: Option<String>,
    meta: String,
    progress: bool,
    capabilities: String,
    headers: Vec<(String, String)>,
    rounds: u32,
    ids: Vec<String>,
    requests: Option<String>,
    state: Option<String>,
    responses: Option<Vec<String>>,
    checksum: String,
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Parked", FIELDS, DocumentVisitor)
    }
}

impl Document {
    pub(super) fn of(flow: &Flow, leg: &Leg, responses: Option<&[String]>) -> Self {
        let mut document = Self {
            format: FORMAT.into(),
            version: VERSION,
            peer: flow.session.peer_label().into(),
            protocol_version: String::from(&*flow.version),
            method: flow.method.as_str().into(),
            name: String::from(&*flow.target),
            arguments: flow.arguments().map(String::from),
            meta: format!("{{{}}}", flow.meta.members().strip_suffix(',').unwrap_or_default()),
            progress: flow.meta.progress(),
            capabilities: flow.capabilities.to_string(),
            headers: flow.headers.iter().map(|header| (header.name().into(), header.value().into())).collect(),
            rounds: flow.rounds,
            ids: flow.ids.iter().map(ToString::to_string).collect(),
            requests: leg.requests().map(String::from),
            state: leg.state().map(String::from),
            responses: responses.map(<[String]>::to_vec),
            checksum: String::new(),
        };
        document.checksum = document.sum();
        document
    }

    /// Checks what can be checked without a session and without knowing the call.
    pub(super) fn check(&self) -> Result<(), ParkedError> {
        if self.format != FORMAT {
            return Err(ParkedError::OtherFormat);
        }
        if self.version != VERSION {
            return Err(ParkedError::UnknownVersion { found: self.version });
        }
        if self.checksum != self.sum() {
            return Err(ParkedError::Damaged);
        }
        Ok(())
    }

    /// The call as it was parked, and whether it has its responses.
    pub(super) fn restore(&self, session: &Session) -> Result<(Box<Flow>, Retry, bool), ParkedError> {
        self.check()?;
        if self.peer != session.peer_label() {
            return Err(ParkedError::OtherPeer { expected: session.peer_label().into() });
        }
        let method = [Method::CallTool, Method::ReadResource, Method::GetPrompt]
            .into_iter()
            .find(|method| method.as_str() == self.method)
            .ok_or(ParkedError::Invalid { field: "method" })?;
        if self.arguments.as_ref().is_some_and(|arguments| !is_object_on_one_line(arguments)) {
            return Err(ParkedError::Invalid { field: "arguments" });
        }
        let ids = self.ids.iter().map(|id| RequestId::from_json(id));
        let ids: Option<Vec<RequestId>> = ids.collect();
        let headers = self.headers.iter();
        let headers = headers.map(|(name, value)| MirroredHeader::new(name.as_str().into(), value.as_str().into()));
        let flow = Flow::restored(
            session.clone(),
            method,
            &self.name,
            self.arguments.as_deref(),
            self.protocol_version.as_str().into(),
            self.capabilities()?,
            Meta::restored(&self.meta, self.progress).ok_or(ParkedError::Invalid { field: "meta" })?,
            headers.collect(),
            ids.ok_or(ParkedError::Invalid { field: "ids" })?,
            self.rounds,
        );
        let leg = self.leg()?;
        let responses = match &self.responses {
            Some(responses)
                if responses.len() != leg.len() || !responses.iter().all(|text| is_object_on_one_line(text)) =>
            {
                return Err(ParkedError::Invalid { field: "responses" });
            }
            responses => responses.clone().unwrap_or_default(),
        };
        Ok((Box::new(flow), Retry { leg, responses }, self.responses.is_some()))
    }

    /// The input requests and the state.
    pub(super) fn leg(&self) -> Result<Arc<Leg>, ParkedError> {
        if self.requests.as_ref().is_some_and(|requests| json::object(requests).is_err()) {
            return Err(ParkedError::Invalid { field: "requests" });
        }
        if self.state.as_ref().is_some_and(|state| !is_string(state)) {
            return Err(ParkedError::Invalid { field: "state" });
        }
        if self.state.is_none() && self.requests.as_deref().is_none_or(wire::is_empty_object) {
            return Err(ParkedError::Invalid { field: "requests" });
        }
        let asked = Asked { requests: self.requests.as_deref(), state: self.state.as_deref() };
        Leg::read(&asked, self.capabilities()?).map_err(|_| ParkedError::Invalid { field: "requests" })
    }

    fn capabilities(&self) -> Result<Capabilities, ParkedError> {
        Capabilities::from_json(&self.capabilities).map_err(|_| ParkedError::Invalid { field: "capabilities" })
    }

    /// FNV-1a over all fields but the checksum, each with its length, so that no two documents read the same.
    fn sum(&self) -> String {
        let mut sum = Fnv::new();
        sum.text(&self.format);
        sum.number(self.version);
        for text in [&self.peer, &self.protocol_version, &self.method, &self.name] {
            sum.text(text);
        }
        sum.optional(self.arguments.as_deref());
        sum.text(&self.meta);
        sum.number(u32::from(self.progress));
        sum.text(&self.capabilities);
        sum.length(self.headers.len());
        for (name, value) in &self.headers {
            sum.text(name);
            sum.text(value);
        }
        sum.number(self.rounds);
        sum.list(&self.ids);
        sum.optional(self.requests.as_deref());
        sum.optional(self.state.as_deref());
        sum.number(u32::from(self.responses.is_some()));
        sum.list(self.responses.as_deref().unwrap_or_default());
        format!("{:016x}", sum.0)
    }
}

struct Fnv(u64);

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn length(&mut self, length: usize) {
        self.bytes(&u64::try_from(length).unwrap_or(u64::MAX).to_le_bytes());
    }

    fn number(&mut self, number: u32) {
        self.bytes(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.length(text.len());
        self.bytes(text.as_bytes());
    }

    fn optional(&mut self, text: Option<&str>) {
        self.number(u32::from(text.is_some()));
        self.text(text.unwrap_or_default());
    }

    fn list(&mut self, texts: &[String]) {
        self.length(texts.len());
        for text in texts {
            self.text(text);
        }
    }
}

/// Exactly one JSON object, on one line: it becomes a part of a message that must stay on one.
fn is_object_on_one_line(text: &str) -> bool {
    json::object(text).is_ok() && !text.contains(['\n', '\r'])
}

/// Exactly one JSON string token.
fn is_string(text: &str) -> bool {
    json::kind(text) == JsonKind::String
        && text.ends_with('"')
        && serde_json::from_str::<&serde_json::value::RawValue>(text).is_ok()
}
