//! Every input request has its response; the retry is one step away.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

use crate::call::Method;
use crate::flow::Flow;
use crate::session::{Marker, Session};
use crate::state::{Pending, Retry};

/// A call whose input requests are all answered.
///
/// Responses make one retry:
///
/// ```compile_fail,E0382
/// # use mrtr_core::{Answered, ToolCall};
/// # fn retry(answered: Answered<ToolCall>) {
/// let pending = answered.resume();
/// let another = answered.resume();
/// # }
/// ```
///
/// ```
/// # use mrtr_core::{Answered, ToolCall};
/// # fn retry(answered: Answered<ToolCall>) {
/// let pending = answered.resume();
/// let another = pending.reissue();
/// # }
/// ```
#[must_use = "nothing is sent yet: `resume` the call and send its `request()`"]
pub struct Answered<C> {
    flow: Box<Flow>,
    retry: Retry,
    call: Marker<C>,
}

impl<C> Answered<C> {
    pub(crate) fn new(flow: Box<Flow>, retry: Retry) -> Self {
        Self { flow, retry, call: PhantomData }
    }

    pub(crate) fn into_parts(self) -> (Box<Flow>, Retry) {
        (self.flow, self.retry)
    }

    /// The retry: the captured call, the responses, and the state exactly as it came, under a new id.
    pub fn resume(self) -> Pending<C> {
        Pending::new(self.flow, Some(self.retry))
    }

    /// The method of the call.
    #[must_use]
    pub fn method(&self) -> Method {
        self.flow.method
    }

    /// The name of the tool or prompt, or the URI of the resource.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.flow.target
    }

    /// The session that the call belongs to.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.flow.session
    }

    /// How many times the server has asked so far.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.flow.rounds
    }
}

/// Shows method, name, round and how many responses there are.
impl<C> fmt::Debug for Answered<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answered")
            .field("method", &self.flow.method)
            .field("name", &self.flow.target)
            .field("rounds", &self.flow.rounds)
            .field("responses", &self.retry.responses.len())
            .finish_non_exhaustive()
    }
}
