//! The server's output: each line goes to the call that it answers or to a callback.

use std::io::{self, BufReader};
use std::process::ChildStdout;
use std::sync::Arc;

use mrtr_core::RequestId;

use super::lines::{Line, Lines};
use super::shared::Shared;
use crate::envelope::Id;
use crate::incoming::{Callbacks, Incoming};
use crate::stray::StrayReason;
use crate::transport::TransportError;

pub(super) struct Reader {
    pub(super) shared: Arc<Shared>,
    pub(super) limit: usize,
    pub(super) callbacks: Callbacks,
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
                    self.callbacks.stray(StrayReason::NotInFlight, &line);
                }
            }
            Destination::Handled => {}
            Destination::Stray(reason) => self.callbacks.stray(reason, &line),
        }
    }

    fn destination(&mut self, line: &[u8]) -> Destination {
        match Incoming::read(line) {
            Incoming::Response(id) => Destination::Call(id),
            Incoming::Unaddressed => {
                self.shared.only_call().map_or(Destination::Stray(StrayReason::NoId), Destination::Call)
            }
            Incoming::Notification(notification) => {
                self.callbacks.notification(&notification);
                Destination::Handled
            }
            Incoming::Stray(reason) => Destination::Stray(reason),
        }
    }

    fn too_long(&mut self, start: &[u8], id: Id) {
        if let Id::Known(id) = id {
            let error = TransportError::TooLarge { limit: self.limit };
            if self.shared.answer(&id, Err(error)).is_ok() {
                return;
            }
        }
        self.callbacks.stray(StrayReason::TooLong, start);
    }
}
