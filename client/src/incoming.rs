//! What a message of the server is to a client, whichever transport brought it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mrtr_core::RequestId;

use crate::envelope::{Envelope, Id, decode};
use crate::notification::Notification;
use crate::stray::{Stray, StrayReason};

const BOM: &[u8] = "\u{feff}".as_bytes();

pub(crate) enum Incoming<'a> {
    /// The response to the request with this id. Whether it is one worth the name is for the reader of the result to
    /// say.
    Response(RequestId),
    /// An error without an id, which JSON-RPC allows when the request could not be read.
    Unaddressed,
    Notification(Notification<'a>),
    Stray(StrayReason),
}

impl<'a> Incoming<'a> {
    /// Tells what the text is from its envelope alone.
    pub(crate) fn read(bytes: &'a [u8]) -> Self {
        let Ok(text) = std::str::from_utf8(bytes) else { return Self::Stray(StrayReason::NotAMessage) };
        let Some(envelope) = Envelope::read(text) else { return Self::Stray(StrayReason::NotAMessage) };
        match (envelope.method, envelope.id) {
            (Some(method), Id::Absent) => decode(method).map_or(Self::Stray(StrayReason::NotAMessage), |method| {
                Self::Notification(Notification::new(method, envelope.params, text))
            }),
            (Some(_), _) => Self::Stray(StrayReason::ServerRequest),
            (None, Id::Known(id)) => Self::Response(id),
            // Lines of a log and refusals of a proxy have an `error` too.
            (None, Id::Absent | Id::Null)
                if envelope.is_rpc && envelope.error.is_some_and(|it| it.starts_with('{')) =>
            {
                Self::Unaddressed
            }
            (None, Id::Absent) if !envelope.has_result => Self::Stray(StrayReason::NotAMessage),
            (None, _) => Self::Stray(StrayReason::NoId),
        }
    }
}

/// The text without a byte order mark in front and white space at both edges, which RFC 8259 lets a reader ignore.
pub(crate) fn trimmed(text: &[u8]) -> &[u8] {
    text.strip_prefix(BOM).unwrap_or(text).trim_ascii()
}

/// What the user wants to be told of.
#[derive(Default)]
pub(crate) struct Callbacks {
    pub(crate) on_notification: Option<OnNotification>,
    pub(crate) on_stray: Option<OnStray>,
}

type OnNotification = Box<dyn FnMut(&Notification<'_>) + Send>;
type OnStray = Box<dyn FnMut(&Stray<'_>) + Send>;

impl Callbacks {
    pub(crate) fn notification(&mut self, notification: &Notification<'_>) {
        if let Some(callback) = &mut self.on_notification {
            guarded(|| callback(notification));
        }
    }

    pub(crate) fn stray(&mut self, reason: StrayReason, bytes: &[u8]) {
        if let Some(callback) = &mut self.on_stray {
            guarded(|| callback(&Stray::new(reason, bytes)));
        }
    }
}

/// Runs a callback of the user. One that panics must not end what all calls depend on.
pub(crate) fn guarded(callback: impl FnOnce()) {
    drop(catch_unwind(AssertUnwindSafe(callback)));
}
