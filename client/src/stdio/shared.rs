//! What the callers and the threads of one connection share: the calls in flight, the lines to be written, and the
//! end of the process.
//!
//! One lock guards all of it, so that a call is settled exactly once: whoever takes its sender out of `calls` sends,
//! under the lock, into a channel that has room for it.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::process::ExitStatus;
use std::sync::mpsc::SyncSender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mrtr_core::{Cancellation, Request, RequestId};

use super::stderr::Tail;
use crate::transport::{ServerExit, TransportError};

/// How long the parts of an end wait for each other: output that is still in the pipes when the process has ended, and
/// the status of a process that has closed its pipes. All of it is there at once, unless a grandchild keeps the pipes
/// open or the process lingers.
const SETTLE: Duration = Duration::from_secs(1);

pub(super) type Outcome = Result<Vec<u8>, TransportError>;

/// Who waits for the outcome of a call.
pub(super) enum Waiter {
    /// With room for the outcome.
    Thread(SyncSender<Outcome>),
    #[cfg(feature = "tokio")]
    Task(tokio::sync::oneshot::Sender<Outcome>),
}

impl Waiter {
    /// Neither blocks nor fails while the caller waits.
    fn send(self, outcome: Outcome) {
        match self {
            Self::Thread(sender) => drop(sender.try_send(outcome)),
            #[cfg(feature = "tokio")]
            Self::Task(sender) => drop(sender.send(outcome)),
        }
    }
}

/// A line for the server. Memory is bounded by the callers: a request leaves the queue with its caller, and a
/// cancellation is queued only for a request that has left it.
pub(super) struct Outgoing {
    /// The request that the line is; `None` for a notification.
    pub(super) id: Option<RequestId>,
    pub(super) line: Vec<u8>,
}

pub(super) struct Shared {
    state: Mutex<State>,
    /// Wakes the writer.
    queued: Condvar,
    /// Wakes those who wait for a step of the end.
    ending: Condvar,
    pub(super) tail: Mutex<Tail>,
}

#[derive(Default)]
struct State {
    calls: HashMap<RequestId, Waiter>,
    queue: VecDeque<Outgoing>,
    input: Input,
    stdout_done: bool,
    stderr_done: bool,
    exit: Option<Result<ExitStatus, Failure>>,
    /// Set once. From then on no call is in flight.
    end: Option<End>,
}

#[derive(Default)]
enum Input {
    #[default]
    Open,
    /// To be closed when what is queued has been written.
    Closing,
    Broken(Failure),
}

enum End {
    Exited(ServerExit),
    Closed,
    Failed(Failure),
}

impl End {
    fn error(&self) -> TransportError {
        match self {
            Self::Exited(exit) => TransportError::ServerExited(exit.clone()),
            Self::Closed => TransportError::Closed,
            Self::Failed(failure) => failure.error(),
        }
    }
}

/// An [`io::Error`] that several calls can be told of.
#[derive(Clone, Copy)]
struct Failure {
    kind: io::ErrorKind,
    code: Option<i32>,
}

impl Failure {
    fn io(self) -> io::Error {
        self.code.map_or_else(|| self.kind.into(), io::Error::from_raw_os_error)
    }

    fn error(self) -> TransportError {
        TransportError::Io(self.io())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self { kind: error.kind(), code: error.raw_os_error() }
    }
}

/// For the callers.
impl Shared {
    pub(super) fn new() -> Self {
        Self { state: Mutex::default(), queued: Condvar::new(), ending: Condvar::new(), tail: Mutex::default() }
    }

    /// Puts a request in flight.
    pub(super) fn begin(&self, request: &Request, waiter: Waiter) -> Result<(), TransportError> {
        let mut line = Vec::with_capacity(request.body().len().saturating_add(1));
        line.extend_from_slice(request.body());
        line.push(b'\n');

        let mut state = self.lock();
        if let Some(end) = &state.end {
            return Err(end.error());
        }
        match state.input {
            Input::Open => {}
            Input::Closing => return Err(TransportError::Closed),
            Input::Broken(failure) => return Err(failure.error()),
        }
        if state.calls.contains_key(request.id()) {
            return Err(TransportError::IdInFlight);
        }
        state.calls.insert(request.id().clone(), waiter);
        state.queue.push_back(Outgoing { id: Some(request.id().clone()), line });
        drop(state);
        self.queued.notify_one();
        Ok(())
    }

    /// Ends a call with `error` and tells the server, if the request has left the queue. `false` when the call has
    /// been settled before, or never was.
    pub(super) fn abandon(&self, id: &RequestId, error: TransportError, reason: Option<&'static str>) -> bool {
        let mut state = self.lock();
        if !state.settle(id, Err(error)) {
            return false;
        }
        if let Some(place) = state.place(id) {
            state.queue.remove(place);
        } else if matches!(state.input, Input::Open) {
            state.queue.push_back(Outgoing { id: None, line: cancelled(id, reason) });
            drop(state);
            self.queued.notify_one();
        }
        true
    }

    /// Lets the writer close the server's stdin when it has written what is queued.
    pub(super) fn close_input(&self) {
        let mut state = self.lock();
        if matches!(state.input, Input::Open) {
            state.input = Input::Closing;
        }
        drop(state);
        self.queued.notify_one();
    }

    /// Waits for the exit of the process, `timeout` at most.
    pub(super) fn wait_exit(&self, timeout: Duration) -> Option<io::Result<ExitStatus>> {
        self.wait(timeout, |state| state.exit.is_some()).exit.map(|exit| exit.map_err(Failure::io))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, timeout: Duration, until: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        self.ending
            .wait_timeout_while(self.lock(), timeout, |state| !until(state))
            .unwrap_or_else(PoisonError::into_inner)
            .0
    }
}

/// For the threads.
impl Shared {
    /// The next line to be written. `None` when no more will come.
    pub(super) fn next_outgoing(&self) -> Option<Outgoing> {
        let mut state = self.lock();
        loop {
            if state.end.is_some() {
                return None;
            }
            if let Some(outgoing) = state.queue.pop_front() {
                return Some(outgoing);
            }
            if !matches!(state.input, Input::Open) {
                return None;
            }
            state = self.queued.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The server takes no more input. Requests that it has taken may still be answered.
    pub(super) fn input_broken(&self, unwritten: Outgoing, error: io::Error) {
        let mut state = self.wait(SETTLE, |state| state.exit.is_some() || state.end.is_some());
        if state.exit.is_some() || state.end.is_some() {
            return;
        }
        let failure = Failure::from(error);
        state.input = Input::Broken(failure);
        let queue = std::mem::take(&mut state.queue);
        for id in std::iter::once(unwritten).chain(queue).filter_map(|outgoing| outgoing.id) {
            state.settle(&id, Err(failure.error()));
        }
    }

    /// Settles the call with this id. Gives `outcome` back when there is none.
    pub(super) fn answer(&self, id: &RequestId, outcome: Outcome) -> Result<(), Outcome> {
        let mut state = self.lock();
        if state.calls.contains_key(id) {
            state.settle(id, outcome);
            Ok(())
        } else {
            Err(outcome)
        }
    }

    /// The request that an error without an id must be about: the only one that the server has been sent and has not
    /// answered.
    pub(super) fn only_call(&self) -> Option<RequestId> {
        let state = self.lock();
        let mut sent = state.calls.keys().filter(|id| state.place(id).is_none());
        let id = sent.next()?;
        sent.next().is_none().then(|| id.clone())
    }

    pub(super) fn is_over(&self) -> bool {
        self.lock().end.is_some()
    }

    pub(super) fn stdout_done(&self, result: io::Result<()>) {
        self.lock().stdout_done = true;
        self.ending.notify_all();
        // A process that has ended is the better reason, and its exit follows the end of its output.
        let state = self.wait(SETTLE, |state| state.exit.is_some());
        if state.exit.is_none() {
            self.finish(state, result.map_or_else(|error| End::Failed(error.into()), |()| End::Closed));
        }
    }

    pub(super) fn stderr_done(&self) {
        self.lock().stderr_done = true;
        self.ending.notify_all();
    }

    pub(super) fn exited(&self, status: io::Result<ExitStatus>) {
        let status = status.map_err(Failure::from);
        self.lock().exit = Some(status);
        self.ending.notify_all();
        // Answers and stderr that the process wrote before it ended are still to be read.
        let state = self.wait(SETTLE, |state| state.stdout_done && state.stderr_done);
        self.finish(
            state,
            match status {
                Ok(status) => {
                    let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner).text();
                    End::Exited(ServerExit::new(status, tail))
                }
                Err(failure) => End::Failed(failure),
            },
        );
    }

    fn finish(&self, mut state: MutexGuard<'_, State>, end: End) {
        if state.end.is_some() {
            return;
        }
        state.queue.clear();
        for (_, call) in std::mem::take(&mut state.calls) {
            call.send(Err(end.error()));
        }
        state.end = Some(end);
        drop(state);
        self.queued.notify_all();
        self.ending.notify_all();
    }
}

impl State {
    fn settle(&mut self, id: &RequestId, outcome: Outcome) -> bool {
        self.calls.remove(id).map(|call| call.send(outcome)).is_some()
    }

    /// Where in the queue the request is, if it has not been taken by the writer.
    fn place(&self, id: &RequestId) -> Option<usize> {
        self.queue.iter().position(|outgoing| outgoing.id.as_ref() == Some(id))
    }
}

fn cancelled(id: &RequestId, reason: Option<&'static str>) -> Vec<u8> {
    let mut line = Cancellation::new(id.clone(), reason).into_body();
    line.push(b'\n');
    line
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::sync::mpsc::{Receiver, sync_channel};

    use mrtr_core::{Implementation, Session};

    use super::*;

    fn request(id: i64) -> Request {
        let session = Session::new("test", Implementation::new("test", "0"));
        session.with_id_source(move || RequestId::Number(id)).query("ping", &()).unwrap().request()
    }

    fn begin(shared: &Shared, id: i64) -> Result<Receiver<Outcome>, TransportError> {
        let (sender, receiver) = sync_channel(1);
        shared.begin(&request(id), Waiter::Thread(sender)).map(|()| receiver)
    }

    fn line(id: i64) -> String {
        String::from_utf8(request(id).into_body()).unwrap() + "\n"
    }

    fn abandon(shared: &Shared, id: i64) -> bool {
        shared.abandon(&RequestId::Number(id), TransportError::Cancelled, None)
    }

    fn written(shared: &Shared) -> String {
        String::from_utf8(shared.next_outgoing().unwrap().line).unwrap()
    }

    #[test]
    fn a_request_given_up_before_it_was_written_is_never_sent() {
        let shared = Shared::new();
        let first = begin(&shared, 1).unwrap();
        let _second = begin(&shared, 2).unwrap();
        assert!(abandon(&shared, 1));
        assert!(matches!(first.try_recv(), Ok(Err(TransportError::Cancelled))));
        assert_eq!(written(&shared), line(2));
        shared.close_input();
        assert!(shared.next_outgoing().is_none());
    }

    #[test]
    fn a_request_given_up_after_it_was_taken_is_cancelled_once() {
        let shared = Shared::new();
        let _call = begin(&shared, 1).unwrap();
        assert_eq!(written(&shared), line(1));
        assert!(abandon(&shared, 1));
        assert!(!abandon(&shared, 1));
        assert!(written(&shared).contains("\"notifications/cancelled\",\"params\":{\"requestId\":1}"));
        shared.close_input();
        assert!(shared.next_outgoing().is_none());
    }

    #[test]
    fn an_answer_and_a_timeout_settle_a_call_once() {
        let shared = Shared::new();
        let call = begin(&shared, 1).unwrap();
        assert_eq!(written(&shared), line(1));
        assert!(shared.answer(&RequestId::Number(1), Ok(b"answer".to_vec())).is_ok());
        assert!(!abandon(&shared, 1));
        assert_eq!(call.try_recv().unwrap().unwrap(), b"answer");
        assert!(shared.answer(&RequestId::Number(1), Ok(Vec::new())).is_err());
    }

    #[test]
    fn an_error_without_id_is_not_about_a_request_that_was_not_written() {
        let shared = Shared::new();
        let _calls = [begin(&shared, 1).unwrap(), begin(&shared, 2).unwrap()];
        assert_eq!(shared.only_call(), None);
        assert_eq!(written(&shared), line(1));
        assert_eq!(shared.only_call(), Some(RequestId::Number(1)));
        assert_eq!(written(&shared), line(2));
        assert_eq!(shared.only_call(), None);
    }

    #[test]
    fn what_is_queued_is_written_before_the_input_is_closed() {
        let shared = Shared::new();
        let _call = begin(&shared, 1).unwrap();
        shared.close_input();
        assert!(matches!(begin(&shared, 2), Err(TransportError::Closed)));
        assert_eq!(written(&shared), line(1));
        assert!(shared.next_outgoing().is_none());
    }
}
