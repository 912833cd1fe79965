//! The server has asked; nothing can be sent until every input request has its response.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;

use crate::call::{Call, Method};
use crate::dynamic::Dynamic;
use crate::flow::Flow;
use crate::input::{Input, InputErrors, InputRequest, InputResponse, Leg, ResponseError, ResponseProblem};
use crate::session::{Marker, Session};
use crate::state::{Answered, Retry};

/// A call whose server asks for input before it answers.
///
/// One response per input request leads to [`Answered`]: [`answer`](Self::answer) and [`try_answer`](Self::try_answer)
/// visit them one by one, [`inputs`](Self::inputs) and [`submit`](Self::submit) are for user interfaces and async code.
/// A round without input requests ([`is_state_only`](Self::is_state_only)) goes straight through.
///
/// The compiler warns where a statement drops it. It cannot where a pattern does: a `match` arm that only looks at it, or
/// `.ok()` behind a transition, gives the call up without a word.
///
/// There is no retry without the responses:
///
/// ```compile_fail,E0599
/// # use mrtr_core::{DynamicInput, InputResponse, NeedsInput, ToolCall};
/// # type Answer = fn(DynamicInput) -> InputResponse<DynamicInput>;
/// # fn round(needs_input: NeedsInput<ToolCall>, answer: Answer) -> Result<(), Box<dyn std::error::Error>> {
/// let pending = needs_input.resume();
/// # Ok(())
/// # }
/// ```
///
/// ```
/// # use mrtr_core::{DynamicInput, InputResponse, NeedsInput, ToolCall};
/// # type Answer = fn(DynamicInput) -> InputResponse<DynamicInput>;
/// # fn round(needs_input: NeedsInput<ToolCall>, answer: Answer) -> Result<(), Box<dyn std::error::Error>> {
/// let pending = needs_input.answer(answer)?.resume();
/// # Ok(())
/// # }
/// ```
#[must_use = "answer it (`answer`, `try_answer`, `submit`) or `abandon` it"]
pub struct NeedsInput<C> {
    flow: Box<Flow>,
    leg: Arc<Leg>,
    call: Marker<C>,
}

impl<C> NeedsInput<C> {
    pub(crate) fn new(flow: Box<Flow>, leg: Arc<Leg>) -> Self {
        Self { flow, leg, call: PhantomData }
    }

    pub(crate) fn into_parts(self) -> (Box<Flow>, Arc<Leg>) {
        (self.flow, self.leg)
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

    /// The session that the call belongs to; its peer label tells the user which server asks.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.flow.session
    }

    /// How many times the server has asked so far, this time included; from 1.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.flow.rounds
    }

    /// Whether the server asks for nothing but to be called again with its state. Wait a moment before you do.
    #[must_use]
    pub fn is_state_only(&self) -> bool {
        !self.leg.has_requests()
    }

    /// The input requests as they came, in the order of the server's text, readable or not.
    #[must_use]
    pub fn requests(&self) -> impl ExactSizeIterator<Item = InputRequest> + '_ {
        (0..self.leg.len()).map(|index| InputRequest { leg: self.leg.clone(), index })
    }

    /// Gives the call up. Nothing is sent: the server must not count on a retry.
    pub fn abandon(self) {}

    /// Goes on by hand: the same call, where an input request that cannot be read is an input of its own.
    pub fn into_dynamic(self) -> NeedsInput<Dynamic<C>> {
        NeedsInput::new(self.flow, self.leg)
    }
}

impl<C: Call> NeedsInput<C> {
    /// The inputs, to be answered in any order and handed to [`submit`](Self::submit). They own what they show and may
    /// go to another thread or task.
    ///
    /// # Errors
    ///
    /// When an input request cannot be read; all such requests are reported, and nobody should be asked anything
    /// before they are dealt with ([`into_dynamic`](Self::into_dynamic)).
    pub fn inputs(&self) -> Result<Vec<C::Input>, InputErrors> {
        let mut inputs = Vec::with_capacity(self.leg.len());
        let mut errors = Vec::new();
        for request in self.requests() {
            match C::Input::read(request) {
                Ok(input) => inputs.push(input),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(inputs) } else { Err(InputErrors::new(errors)) }
    }

    /// Answers every input request, in the order of the server's text, each visited once.
    ///
    /// A closure that panics takes the call along. Where that must not be, answer [`inputs`](Self::inputs) and
    /// [`submit`](Self::submit).
    ///
    /// # Errors
    ///
    /// When an input request cannot be read (nothing is visited then) or a response is refused. The error gives the
    /// call and the responses back.
    pub fn answer(
        self,
        mut answer: impl FnMut(C::Input) -> InputResponse<C::Input>,
    ) -> Result<Answered<C>, AnswerError<C>> {
        self.try_answer(|input| Ok::<_, Infallible>(answer(input))).map_err(|error| match error {
            TryAnswerError::Refused(error) => error,
            TryAnswerError::Stopped { error, .. } => match error {},
        })
    }

    /// As [`answer`](Self::answer), with a closure that may stop: a person who has to leave has neither declined nor
    /// cancelled, and nothing is sent.
    ///
    /// # Errors
    ///
    /// [`TryAnswerError::Stopped`] at the first error of the closure, otherwise as `answer`. Both give the call and the
    /// responses back.
    pub fn try_answer<E>(
        self,
        mut answer: impl FnMut(C::Input) -> Result<InputResponse<C::Input>, E>,
    ) -> Result<Answered<C>, TryAnswerError<C, E>> {
        let inputs = match self.inputs() {
            Ok(inputs) => inputs,
            Err(errors) => {
                let error = AnswerError::new(self, Vec::new(), AnswerProblem::Inputs(errors));
                return Err(TryAnswerError::Refused(error));
            }
        };
        let mut responses = Vec::with_capacity(inputs.len());
        for input in inputs {
            match answer(input) {
                Ok(response) => responses.push(response),
                Err(error) => return Err(TryAnswerError::Stopped { needs_input: self, responses, error }),
            }
        }
        self.settle(responses, true).map_err(TryAnswerError::Refused)
    }

    /// Takes the responses, in any order.
    ///
    /// # Errors
    ///
    /// When a response is missing, is there twice, belongs to another call or another round, or breaks the server's
    /// schema. The error names all that is wrong, and gives the call and the responses back.
    pub fn submit(
        self,
        responses: impl IntoIterator<Item = InputResponse<C::Input>>,
    ) -> Result<Answered<C>, AnswerError<C>> {
        self.settle(responses.into_iter().collect(), false)
    }

    /// Puts each response in its place. `in_order`: the n-th must be the response to the n-th input request.
    fn settle(self, responses: Vec<InputResponse<C::Input>>, in_order: bool) -> Result<Answered<C>, AnswerError<C>> {
        // Nearly always each response is in its place, and nothing is wrong.
        let in_place = responses.len() == self.leg.len()
            && responses.iter().enumerate().all(|(n, response)| {
                response.index == n && response.problem().is_none() && Arc::ptr_eq(&response.leg, &self.leg)
            });
        if in_place {
            let responses = responses.into_iter().map(|response| response.into_json().unwrap_or_default()).collect();
            return Ok(Answered::new(self.flow, Retry { leg: self.leg, responses }));
        }
        let errors = self.judge(&responses, in_order);
        if !errors.is_empty() {
            return Err(AnswerError::new(self, responses, AnswerProblem::Responses(errors)));
        }
        let mut places: Vec<String> = Vec::new();
        places.resize_with(self.leg.len(), String::new);
        for response in responses {
            if let Some(place) = places.get_mut(response.index) {
                *place = response.into_json().unwrap_or_default();
            }
        }
        Ok(Answered::new(self.flow, Retry { leg: self.leg, responses: places }))
    }

    fn judge(&self, responses: &[InputResponse<C::Input>], in_order: bool) -> Vec<ResponseError> {
        let mut errors = Vec::new();
        let mut answered = Vec::new();
        answered.resize(self.leg.len(), false);
        for (n, response) in responses.iter().enumerate() {
            let problem = if !Arc::ptr_eq(&response.leg, &self.leg) {
                Some(ResponseProblem::OtherRound)
            } else if in_order && response.index != n {
                Some(ResponseProblem::OtherKey)
            } else {
                let again = answered.get_mut(response.index).is_none_or(|answered| core::mem::replace(answered, true));
                if again { Some(ResponseProblem::Duplicate) } else { response.problem().cloned() }
            };
            errors.extend(problem.map(|problem| ResponseError { key: response.key().into(), problem }));
        }
        // Where the closure answered one input with the response of another, what is missing follows from that.
        if !in_order {
            for (index, _) in answered.iter().enumerate().filter(|(_, answered)| !**answered) {
                errors.push(ResponseError { key: self.leg.key(index).into(), problem: ResponseProblem::Missing });
            }
        }
        errors
    }
}

/// Shows method, name, round, the keys, and sizes.
impl<C> fmt::Debug for NeedsInput<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NeedsInput")
            .field("method", &self.flow.method)
            .field("name", &self.flow.target)
            .field("rounds", &self.flow.rounds)
            .field("requests", &DebugRequests(&self.leg))
            .field("has_state", &self.leg.state().is_some())
            .field("bytes", &self.leg.bytes())
            .finish_non_exhaustive()
    }
}

struct DebugRequests<'a>(&'a Leg);

impl fmt::Debug for DebugRequests<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.0.len()).map(|index| self.0.key(index))).finish()
    }
}

/// The responses were not taken; gives the call and the responses back.
#[must_use = "the call is not lost: take it back by `into_parts`"]
pub struct AnswerError<C: Call> {
    inner: Box<AnswerErrorInner<C>>,
}

struct AnswerErrorInner<C: Call> {
    needs_input: NeedsInput<C>,
    responses: Vec<InputResponse<C::Input>>,
    problem: AnswerProblem,
}

impl<C: Call> AnswerError<C> {
    fn new(needs_input: NeedsInput<C>, responses: Vec<InputResponse<C::Input>>, problem: AnswerProblem) -> Self {
        Self { inner: Box::new(AnswerErrorInner { needs_input, responses, problem }) }
    }

    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &AnswerProblem {
        &self.inner.problem
    }

    /// The call, which still needs its input.
    pub fn into_needs_input(self) -> NeedsInput<C> {
        self.inner.needs_input
    }

    /// The call, all responses that were given, and what is wrong. A response that is not named by the problem can be
    /// handed in again.
    pub fn into_parts(self) -> (NeedsInput<C>, Vec<InputResponse<C::Input>>, AnswerProblem) {
        let AnswerErrorInner { needs_input, responses, problem } = *self.inner;
        (needs_input, responses, problem)
    }

    /// The error alone, `'static` whatever the call borrows.
    #[must_use]
    pub fn without_state(self) -> AnswerProblem {
        self.inner.problem
    }
}

impl<C: Call> fmt::Debug for AnswerError<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerError")
            .field("needs_input", &self.inner.needs_input)
            .field("responses", &self.inner.responses)
            .field("problem", &self.inner.problem)
            .finish()
    }
}

impl<C: Call> fmt::Display for AnswerError<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.problem.fmt(f)
    }
}

impl<C: Call> core::error::Error for AnswerError<C> {}

/// Why responses were not taken.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnswerProblem {
    /// The server asked for something that cannot be read. Nobody was prompted.
    Inputs(InputErrors),
    /// Responses were refused: all of them, in the order in which they were given, then those that are missing.
    Responses(Vec<ResponseError>),
}

impl fmt::Display for AnswerProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inputs(errors) => errors.fmt(f),
            Self::Responses(errors) => crate::input::list(f, errors),
        }
    }
}

impl core::error::Error for AnswerProblem {}

/// Why [`NeedsInput::try_answer`] did not lead on.
#[must_use = "the call is not lost: take it back by `into_needs_input`"]
#[expect(clippy::exhaustive_enums, reason = "the closure stopped, or the responses were refused")]
pub enum TryAnswerError<C: Call, E> {
    /// The closure stopped. Nothing was sent.
    Stopped {
        /// The call, which still needs its input.
        needs_input: NeedsInput<C>,
        /// The responses given before: valid still, for [`NeedsInput::submit`].
        responses: Vec<InputResponse<C::Input>>,
        /// The closure's error.
        error: E,
    },
    /// The responses were not taken.
    Refused(AnswerError<C>),
}

impl<C: Call, E> TryAnswerError<C, E> {
    /// The call, which still needs its input.
    pub fn into_needs_input(self) -> NeedsInput<C> {
        match self {
            Self::Stopped { needs_input, .. } => needs_input,
            Self::Refused(error) => error.into_needs_input(),
        }
    }

    /// The error alone, `'static` whatever the call borrows (as far as the closure's own error is).
    #[must_use]
    pub fn without_state(self) -> TryAnswerProblem<E> {
        match self {
            Self::Stopped { error, .. } => TryAnswerProblem::Stopped(error),
            Self::Refused(error) => TryAnswerProblem::Refused(error.without_state()),
        }
    }
}

impl<C: Call, E: fmt::Debug> fmt::Debug for TryAnswerError<C, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped { needs_input, responses, error } => f
                .debug_struct("Stopped")
                .field("needs_input", needs_input)
                .field("responses", responses)
                .field("error", error)
                .finish(),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl<C: Call, E: fmt::Display> fmt::Display for TryAnswerError<C, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped { error, .. } => stopped(f, error),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

/// An error whatever the closure stops with: `Display` shows that too, as texts and boxed errors are no
/// [`Error`](core::error::Error)s and could be no source.
impl<C: Call, E: fmt::Debug + fmt::Display> core::error::Error for TryAnswerError<C, E> {}

/// A [`TryAnswerError`] without the call.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_enums, reason = "the closure stopped, or the responses were refused")]
pub enum TryAnswerProblem<E> {
    /// The closure stopped, with this error.
    Stopped(E),
    /// The responses were not taken.
    Refused(AnswerProblem),
}

impl<E: fmt::Display> fmt::Display for TryAnswerProblem<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(error) => stopped(f, error),
            Self::Refused(problem) => problem.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for TryAnswerProblem<E> {}

fn stopped(f: &mut fmt::Formatter<'_>, error: &impl fmt::Display) -> fmt::Result {
    write!(f, "the answer was stopped: {error}")
}
