//! The server's output: each line goes to the call that it answers or to a callback.

use std::io::{self, BufReader};
use std::process::ChildStdout;
use std::sync::Arc;

use mrtr_core::RequestId;

use super::lines::{Line, Lines};
use super::shared::Shared;
use super::stray::{StrayLine, StrayReason};
use super::{OnNotification, OnStrayLine, guarded};
use crate::envelope::{Envelope, Id, decode};
use crate::notification::Notification;
use crate::transport::TransportError;

pub(super) struct Reader {
    pub(super) shared: Arc<Shared>,
    pub(super) limit: usize,
    pub(super) on_notification: Option<OnNotification>,
    pub(super) on_stray_line: Option<OnStrayLine>,
}

/// Where a line goes.
enum Destination {
    Call(RequestId),
    Handled,
    Stray(StrayReason),
}

impl Reader {
    pub(super) fn run(mut self, stdout: ChildStdout) {
        let mut lines = Lines::new(BufReader::new(stdout), self.limit);
        let result = self.read(&mut lines);
        self.shared.stdout_done(result);
    }

    fn read(&mut self, lines: &mut Lines<BufReader<ChildStdout>>) -> io::Result<()> {
        while let Some(line) = lines.next_line()? {
            match line {
                Line::Whole(line) => self.whole(line),
                Line::TooLong { start, id } => self.too_long(&start, id),
            }
            // A grandchild may keep the pipe open after the end.
            if self.shared.is_over() {
                break;
            }
        }
        Ok(())
    }

    fn whole(&mut self, line: Vec<u8>) {
        match self.destination(&line) {
            Destination::Call(id) => {
                if let Err(Ok(line)) = self.shared.answer(&id, Ok(line)) {
                    self.stray(StrayReason::NotInFlight, &line);
                }
            }
            Destination::Handled => {}
            Destination::Stray(reason) => self.stray(reason, &line),
        }
    }

    fn destination(&mut self, line: &[u8]) -> Destination {
        let Ok(text) = std::str::from_utf8(line) else { return Destination::Stray(StrayReason::NotAMessage) };
        let Some(envelope) = Envelope::read(text) else { return Destination::Stray(StrayReason::NotAMessage) };
        match (envelope.method, envelope.id) {
            (Some(method), Id::Absent) => {
                let Some(method) = decode(method) else { return Destination::Stray(StrayReason::NotAMessage) };
                if let Some(callback) = &mut self.on_notification {
                    let notification = Notification::new(method, envelope.params, text);
                    guarded(|| callback(&notification));
                }
                Destination::Handled
            }
            (Some(_), _) => Destination::Stray(StrayReason::ServerRequest),
            // Whether it is a response worth the name is for the reader of the result to say.
            (None, Id::Known(id)) => Destination::Call(id),
            // JSON-RPC leaves the id out of an error only when the request could not be read.
            (None, Id::Absent | Id::Null) if envelope.has_error => {
                self.shared.only_call().map_or(Destination::Stray(StrayReason::NoId), Destination::Call)
            }
            (None, Id::Absent) if !envelope.has_result => Destination::Stray(StrayReason::NotAMessage),
            (None, _) => Destination::Stray(StrayReason::NoId),
        }
    }

    fn too_long(&mut self, start: &[u8], id: Id) {
        if let Id::Known(id) = id {
            let error = TransportError::TooLarge { limit: self.limit };
            if self.shared.answer(&id, Err(error)).is_ok() {
                return;
            }
        }
        self.stray(StrayReason::TooLong, start);
    }

    fn stray(&mut self, reason: StrayReason, bytes: &[u8]) {
        if let Some(callback) = &mut self.on_stray_line {
            let line = StrayLine::new(reason, bytes);
            guarded(|| callback(&line));
        }
    }
}
