//! What the driver decides, without doing it: the same for the blocking and the asynchronous one. Time comes in as what
//! has passed since the beginning.

use std::sync::Arc;
use std::time::Duration;

use mrtr_core::{
    Call, Complete, Failed, Method, NeedsInput, Pending, Query, ReceiveError, ReceiveErrorKind, Reply, Request,
    RpcErrorKind,
};

use super::keep::{Asking, Held};
use super::shared::Shared;
use super::{CallFailure, Limits, RequestError, UnsupportedServer};
use crate::catalog::Catalog;
use crate::log;
use crate::transport::TransportError;

/// How long the driver waits before it answers a round that asks for nothing, one after the other.
const PAUSES: [Duration; 4] =
    [Duration::from_millis(50), Duration::from_millis(100), Duration::from_millis(200), Duration::from_millis(250)];

type Outcome = Result<Vec<u8>, TransportError>;

/// One call, or another request, from its beginning to its end.
pub(super) struct Flight {
    limits: Limits,
    rounds: u32,
    /// How many rounds in a row asked for nothing.
    idle: usize,
    /// Each of these happens once.
    version_retried: bool,
    headers_refreshed: bool,
}

/// How long a request may take.
#[derive(Clone, Copy)]
pub(super) struct Timeout {
    pub(super) after: Option<Duration>,
    /// Whether it is the time for the whole call that ends then.
    is_deadline: bool,
}

impl Timeout {
    /// Whether a transport that waited so long has used up the time for the whole call. It may have a limit of its own.
    fn ends_the_call(self, waited: Duration) -> bool {
        self.is_deadline && self.after.is_some_and(|after| waited >= after)
    }
}

/// What an answer leads to.
pub(super) enum Next<C: Call> {
    Complete(Complete<C>),
    NeedsInput(NeedsInput<C>),
    Send(Pending<C>),
    /// The headers were not those that the server wants: refresh the list of tools, then [`remirror`].
    Refresh(Failed<C>),
}

/// What an answer to a request other than the calls leads to.
pub(super) enum NextQuery {
    Complete(Box<str>),
    Send(Query),
}

impl Flight {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, rounds: 0, idle: 0, version_retried: false, headers_refreshed: false }
    }

    /// What is left of the time for the whole call. `None`: no end.
    pub(super) fn left(&self, elapsed: Duration) -> Option<Duration> {
        self.limits.deadline().map(|deadline| deadline.saturating_sub(elapsed))
    }

    /// The call, while there is time.
    pub(super) fn in_time<C: Call, E>(&self, held: Held<C>, elapsed: Duration) -> Result<Held<C>, CallFailure<C, E>> {
        match self.left(elapsed) {
            Some(Duration::ZERO) => Err(self.deadline(held)),
            _ => Ok(held),
        }
    }

    pub(super) fn deadline<C: Call, E>(&self, held: Held<C>) -> CallFailure<C, E> {
        let (state, responses) = held.into_parts();
        CallFailure::Deadline { state, responses, limit: self.limits.deadline().unwrap_or_default() }
    }

    pub(super) fn timeout(&self, elapsed: Duration) -> Timeout {
        match (self.limits.leg_timeout(), self.left(elapsed)) {
            (Some(leg), Some(left)) if leg < left => Timeout { after: Some(leg), is_deadline: false },
            (_, Some(left)) => Timeout { after: Some(left), is_deadline: true },
            (leg, None) => Timeout { after: leg, is_deadline: false },
        }
    }

    /// As [`timeout`](Self::timeout), while there is time.
    pub(super) fn query_timeout(&self, elapsed: Duration) -> Result<Timeout, RequestError> {
        match self.left(elapsed) {
            Some(Duration::ZERO) => Err(self.deadline_of_query()),
            _ => Ok(self.timeout(elapsed)),
        }
    }

    /// Counts a round, before anybody is asked. The pause, where there is nothing to ask. A round in which somebody was
    /// asked before the driver was interrupted has been counted then.
    pub(super) fn round<C: Call, E>(
        &mut self,
        asking: Asking<C>,
    ) -> Result<(Asking<C>, Option<Duration>), CallFailure<C, E>> {
        if !asking.responses.is_empty() {
            return Ok((asking, None));
        }
        let needs_input = &asking.needs_input;
        if self.rounds >= self.limits.max_rounds() {
            return Err(CallFailure::TooManyRounds {
                needs_input: asking.needs_input,
                limit: self.limits.max_rounds(),
            });
        }
        self.rounds += 1;
        let asked = needs_input.requests().len();
        log::needs_input(needs_input.method().as_str(), needs_input.name(), needs_input.rounds(), asked);
        if !needs_input.is_state_only() {
            self.idle = 0;
            return Ok((asking, None));
        }
        let pause = PAUSES.get(self.idle).or(PAUSES.last()).copied();
        self.idle += 1;
        Ok((asking, pause))
    }

    /// Reads what became of `sent`, a leg of a call.
    pub(super) fn received<C: Call, E>(
        &mut self,
        shared: &Shared,
        pending: Pending<C>,
        sent: &Request,
        timeout: Timeout,
        outcome: Outcome,
    ) -> Result<Next<C>, CallFailure<C, E>> {
        let message = match outcome {
            Ok(message) => message,
            Err(error) => {
                log::lost(sent, &error);
                return Err(match error {
                    TransportError::Timeout { after } if timeout.ends_the_call(after) => {
                        self.deadline(Held::Sent(pending))
                    }
                    error => CallFailure::Transport { pending: Box::new(pending.reissue()), error },
                });
            }
        };
        log::answered(sent, message.len());
        match pending.receive(&message) {
            Ok(Reply::Complete(complete)) => Ok(Next::Complete(complete)),
            Ok(Reply::NeedsInput(needs_input)) => Ok(Next::NeedsInput(needs_input)),
            Err(ReceiveError::NotOurs(error)) => {
                log::not_ours(sent);
                let reason = error.reason().clone();
                Err(CallFailure::NotOurs { pending: Box::new(error.into_pending().reissue()), reason })
            }
            Err(ReceiveError::Failed(failed)) => self.failed(shared, failed, sent),
        }
    }

    fn failed<C: Call, E>(
        &mut self,
        shared: &Shared,
        failed: Failed<C>,
        sent: &Request,
    ) -> Result<Next<C>, CallFailure<C, E>> {
        log::failed(sent, failed.error());
        let Some(error) = failed.error().as_rpc() else { return Err(CallFailure::Failed(failed)) };
        match error.kind() {
            RpcErrorKind::UnsupportedProtocolVersion => {
                let offered = error.supported();
                if let Some(version) = self.retry_version(shared, &offered, sent.protocol_version()) {
                    return Ok(Next::Send(failed.reissue_in_version(&version)));
                }
                let server = UnsupportedServer::new(sent.protocol_version(), offered, Some(error));
                Err(CallFailure::UnsupportedServer { failed, server })
            }
            RpcErrorKind::HeaderMismatch if failed.method() == Method::CallTool && !self.headers_refreshed => {
                self.headers_refreshed = true;
                log::refresh(failed.name());
                Ok(Next::Refresh(failed))
            }
            _ => Err(CallFailure::Failed(failed)),
        }
    }

    /// Reads what became of `sent`, a request other than the calls.
    pub(super) fn received_query(
        &mut self,
        shared: &Shared,
        query: Query,
        sent: &Request,
        timeout: Timeout,
        outcome: Outcome,
    ) -> Result<NextQuery, RequestError> {
        let message = outcome.map_err(|error| {
            log::lost(sent, &error);
            match error {
                TransportError::Timeout { after } if timeout.ends_the_call(after) => self.deadline_of_query(),
                error => RequestError::Transport(error),
            }
        })?;
        log::answered(sent, message.len());
        let error = match query.receive(&message) {
            Ok(result) => return Ok(NextQuery::Complete(result)),
            Err(ReceiveErrorKind::NotOurs(reason)) => {
                log::not_ours(sent);
                return Err(RequestError::NotOurs(reason));
            }
            Err(ReceiveErrorKind::Failed(error)) => error,
        };
        log::failed(sent, &error);
        match error.as_rpc() {
            Some(rpc) if rpc.kind() == RpcErrorKind::UnsupportedProtocolVersion => {
                let offered = rpc.supported();
                match self.retry_version(shared, &offered, sent.protocol_version()) {
                    Some(version) => Ok(NextQuery::Send(query.reissue_in_version(&version))),
                    None => Err(RequestError::UnsupportedServer(UnsupportedServer::new(
                        sent.protocol_version(),
                        offered,
                        Some(rpc),
                    ))),
                }
            }
            _ => Err(RequestError::Peer(error)),
        }
    }

    fn deadline_of_query(&self) -> RequestError {
        RequestError::Deadline { limit: self.limits.deadline().unwrap_or_default() }
    }

    /// The version of one more attempt, once: another that both sides speak, or else the refused one, where the server
    /// offers that very version.
    fn retry_version(&mut self, shared: &Shared, offered: &[String], refused: &str) -> Option<String> {
        if std::mem::replace(&mut self.version_retried, true) {
            return None;
        }
        shared.adopt_version(offered, refused).or_else(|| offered.iter().find(|version| *version == refused).cloned())
    }
}

/// The leg that was refused for its headers, with those that the refreshed list says. Where there is no such list, or
/// the tool is not in it, the refusal stands.
pub(super) fn remirror<C: Call, E>(
    failed: Failed<C>,
    refreshed: Result<Arc<Catalog>, RequestError>,
) -> Result<Pending<C>, CallFailure<C, E>> {
    let catalog = refreshed.unwrap_or_default();
    let Some(tool) = catalog.get(failed.name()) else {
        log::refresh_failed(failed.name());
        return Err(CallFailure::Failed(failed));
    };
    let mut pending = failed.reissue();
    match pending.mirror_headers(tool.headers()) {
        Ok(()) => Ok(pending),
        Err(error) => Err(CallFailure::headers(pending, error)),
    }
}
