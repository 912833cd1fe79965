//! The document: its fields, how serde sees them, and the way from and to a call.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::checksum::Checksum;
use super::error::ParkedError;
use crate::call::Method;
use crate::capabilities::Capabilities;
use crate::flow::{Flow, check_arguments};
use crate::id::RequestId;
use crate::input::Leg;
use crate::json::{self, JsonKind};
use crate::meta::Meta;
use crate::request::MirroredHeader;
use crate::session::Session;
use crate::state::Retry;
use crate::wire::{self, Asked, Requests};

const FORMAT: &str = "mrtr-parked";
const VERSION: u32 = 1;

/// A struct of `format`, `version` and the given fields that serde can write and read, by name or in order, without a
/// derive.
///
/// What serde says of a value of the wrong type may quote it, so an error of a field becomes one that names the field.
macro_rules! document {
    ($($field:ident: $Type:ty,)*) => {
        #[derive(Clone)]
        pub(crate) struct Document {
            format: String,
            version: u32,
            $(pub(super) $field: $Type,)*
        }

        const FIELDS: &[&str] = &["format", "version", $(stringify!($field)),*];

        impl Serialize for Document {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut fields = serializer.serialize_struct("Parked", FIELDS.len())?;
                fields.serialize_field("format", &self.format)?;
                fields.serialize_field("version", &self.version)?;
                $(fields.serialize_field(stringify!($field), &self.$field)?;)*
                fields.end()
            }
        }

        impl<'de> Visitor<'de> for DocumentVisitor<'_> {
            type Value = Document;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the document of a parked call")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Document, A::Error> {
                *self.entered = true;
                let format: String = element(&mut seq, "format")?;
                check_format(&format).map_err(de::Error::custom)?;
                let version = element(&mut seq, "version")?;
                check_version(version).map_err(de::Error::custom)?;
                $(let $field = element(&mut seq, stringify!($field))?;)*
                Ok(Document { format, version, $($field),* })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Document, A::Error> {
                *self.entered = true;
                let (mut format, mut version) = (None::<String>, None);
                $(let mut $field = None;)*
                // Behind a value that could not be read there may be nothing that can, and yet the version.
                let mut fault = None;
                loop {
                    let outcome = match map.next_key::<String>() {
                        Ok(None) => break,
                        Ok(Some(name)) => match name.as_str() {
                            "format" => member(&mut map, "format", &mut format),
                            "version" => member(&mut map, "version", &mut version),
                            $(stringify!($field) => member(&mut map, stringify!($field), &mut $field),)*
                            _ => map.next_value::<IgnoredAny>().map(drop),
                        },
                        Err(error) => {
                            fault = fault.or(Some(error));
                            break;
                        }
                    };
                    fault = fault.or(outcome.err());
                }
                // What another format or version must hold is not for this one to say.
                if format.is_some() || fault.is_none() {
                    check_format(&format.unwrap_or_default()).map_err(de::Error::custom)?;
                }
                version.map_or(Ok(()), check_version).map_err(de::Error::custom)?;
                if let Some(fault) = fault {
                    return Err(fault);
                }
                Ok(Document {
                    format: FORMAT.into(),
                    version: present("version", version)?,
                    $($field: present(stringify!($field), $field)?),*
                })
            }
        }
    };
}

document! {
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

struct DocumentVisitor<'a> {
    /// Whether there was a map or a sequence.
    entered: &'a mut bool,
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut entered = false;
        let document = deserializer.deserialize_struct("Parked", FIELDS, DocumentVisitor { entered: &mut entered });
        document.map_err(|error| if entered { error } else { de::Error::custom(ParkedError::OtherFormat) })
    }
}

/// What a field may hold.
trait Field<'de>: Deserialize<'de> {
    /// What a field holds that is not there.
    fn absent() -> Option<Self> {
        None
    }
}

impl Field<'_> for String {}
impl Field<'_> for bool {}
impl Field<'_> for u32 {}
impl<'de, T: Deserialize<'de>> Field<'de> for Vec<T> {}
impl<'de, T: Deserialize<'de>> Field<'de> for Option<T> {
    fn absent() -> Option<Self> {
        Some(None)
    }
}

fn element<'de, T: Field<'de>, A: SeqAccess<'de>>(seq: &mut A, field: &'static str) -> Result<T, A::Error> {
    present(field, seq.next_element().map_err(|_| de::Error::custom(ParkedError::Invalid { field }))?)
}

fn member<'de, T: Field<'de>, A: MapAccess<'de>>(
    map: &mut A,
    field: &'static str,
    slot: &mut Option<T>,
) -> Result<(), A::Error> {
    let value = map.next_value().map_err(|_| de::Error::custom(ParkedError::Invalid { field }))?;
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(de::Error::duplicate_field(field)),
    }
}

fn present<'de, T: Field<'de>, E: de::Error>(field: &'static str, value: Option<T>) -> Result<T, E> {
    value.or_else(T::absent).ok_or_else(|| de::Error::missing_field(field))
}

fn check_format(format: &str) -> Result<(), ParkedError> {
    if format == FORMAT { Ok(()) } else { Err(ParkedError::OtherFormat) }
}

fn check_version(version: u32) -> Result<(), ParkedError> {
    if version == VERSION { Ok(()) } else { Err(ParkedError::UnknownVersion { found: version }) }
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
        if self.checksum == self.sum() { Ok(()) } else { Err(ParkedError::Damaged) }
    }

    /// The call as it was parked, and whether it has its responses.
    pub(super) fn restore(&self, session: &Session) -> Result<(Box<Flow>, Retry, bool), ParkedError> {
        if self.peer != session.peer_label() {
            return Err(ParkedError::OtherPeer {
                expected: session.peer_label().into(),
                found: self.peer.as_str().into(),
            });
        }
        let method = [Method::CallTool, Method::ReadResource, Method::GetPrompt]
            .into_iter()
            .find(|method| method.as_str() == self.method)
            .ok_or(ParkedError::Invalid { field: "method" })?;
        if self.arguments.as_ref().is_some_and(|arguments| !is_object(arguments)) {
            return Err(ParkedError::Invalid { field: "arguments" });
        }
        check_arguments(method, self.arguments.as_deref()).map_err(|_| ParkedError::Invalid { field: "arguments" })?;
        if self.rounds == 0 {
            return Err(ParkedError::Invalid { field: "rounds" });
        }
        let ids = self.ids.iter().map(|id| RequestId::from_json(id));
        let ids = ids.collect::<Option<Vec<RequestId>>>().filter(|ids| !ids.is_empty());
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
            Some(responses) if responses.len() != leg.len() || !responses.iter().all(|text| is_object(text)) => {
                return Err(ParkedError::Invalid { field: "responses" });
            }
            responses => responses.clone().unwrap_or_default(),
        };
        Ok((Box::new(flow), Retry { leg, responses }, self.responses.is_some()))
    }

    /// The input requests and the state.
    pub(super) fn leg(&self) -> Result<Arc<Leg>, ParkedError> {
        // They are not sent, so they may span lines, as the server had them.
        if self.state.as_ref().is_some_and(|state| !is_string(state)) {
            return Err(ParkedError::Invalid { field: "state" });
        }
        if self.state.is_none() && self.requests.as_deref().is_none_or(wire::is_empty_object) {
            return Err(ParkedError::Invalid { field: "requests" });
        }
        let invalid = |_| ParkedError::Invalid { field: "requests" };
        let requests = self.requests.as_deref().map(Requests::read).transpose().map_err(invalid)?;
        if requests.as_ref().is_some_and(|requests| json::kind(requests.text) != JsonKind::Object) {
            return Err(ParkedError::Invalid { field: "requests" });
        }
        let asked = Asked { requests, state: self.state.as_deref() };
        Leg::read(&asked, self.capabilities()?).map_err(|_| ParkedError::Invalid { field: "requests" })
    }

    fn capabilities(&self) -> Result<Capabilities, ParkedError> {
        Capabilities::from_json(&self.capabilities).map_err(|_| ParkedError::Invalid { field: "capabilities" })
    }

    /// The checksum of all other fields, each with its length, so that no two documents are summed up alike.
    fn sum(&self) -> String {
        let mut sum = Checksum::new();
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
        sum.to_string()
    }
}

/// Exactly one JSON object, on one line.
fn is_object(text: &str) -> bool {
    json::object(text).is_ok() && !text.contains(['\n', '\r'])
}

/// Exactly one JSON string token.
fn is_string(text: &str) -> bool {
    json::kind(text) == JsonKind::String
        && text.starts_with('"')
        && text.ends_with('"')
        && serde_json::from_str::<&serde_json::value::RawValue>(text).is_ok()
}
