//! What a document says without being restored.

use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::document::Document;
use super::error::ParkedError;
use crate::input::{InputRequest, Leg};

/// A document whose type of call is not known: for a list of what waits.
///
/// Reading one checks format, version and checksum.
#[derive(Clone)]
pub struct ParkedInfo {
    document: Document,
}

impl ParkedInfo {
    pub(super) fn new(document: Document) -> Self {
        Self { document }
    }

    pub(super) fn document(&self) -> &Document {
        &self.document
    }

    /// The peer label of the session that the call belongs to.
    #[must_use]
    pub fn peer_label(&self) -> &str {
        &self.document.peer
    }

    /// The method of the call.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.document.method
    }

    /// The name of the tool or prompt, or the URI of the resource.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.document.name
    }

    /// How many times the server has asked.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.document.rounds
    }

    /// Whether the call has its responses already.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.document.responses.is_some()
    }

    /// The input requests, in the order of the server's text.
    ///
    /// # Errors
    ///
    /// When the document's requests cannot be read.
    pub fn requests(&self) -> Result<Vec<InputRequest>, ParkedError> {
        let leg = self.document.leg()?;
        Ok((0..Leg::len(&leg)).map(|index| InputRequest { leg: leg.clone(), index }).collect())
    }
}

impl Serialize for ParkedInfo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ParkedInfo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let document = Document::deserialize(deserializer)?;
        document.check().map_err(de::Error::custom)?;
        Ok(Self { document })
    }
}

/// Shows peer, method, name, round, and whether there are responses.
impl fmt::Debug for ParkedInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParkedInfo")
            .field("peer_label", &self.peer_label())
            .field("method", &self.method())
            .field("name", &self.name())
            .field("rounds", &self.rounds())
            .field("answered", &self.is_answered())
            .finish_non_exhaustive()
    }
}
