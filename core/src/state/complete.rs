//! The server has finished.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

use serde::Deserialize;

use crate::call::{Call, Method};
use crate::flow::Flow;
use crate::session::Marker;

/// A call that its server has finished, with the result as it came.
///
/// What has ended is not sent again:
///
/// ```compile_fail,E0599
/// # use mrtr_core::{Complete, ToolCall};
/// # fn end(complete: Complete<ToolCall>) {
/// let again = complete.reissue();
/// # }
/// ```
///
/// ```
/// # use mrtr_core::{Complete, ToolCall};
/// # fn end(complete: Complete<ToolCall>) {
/// let output = complete.into_output();
/// # }
/// ```
#[must_use = "read the result: `into_output`, `read` or `raw`"]
pub struct Complete<C> {
    result: Box<str>,
    method: Method,
    rounds: u32,
    retried: bool,
    call: Marker<C>,
}

impl<C> Complete<C> {
    pub(crate) fn new(flow: &Flow, retried: bool, result: &str) -> Self {
        Self { result: result.into(), method: flow.method, rounds: flow.rounds, retried, call: PhantomData }
    }

    /// The result as the server's JSON text. ([`read`](Self::read) gives it as `serde_json`'s `&RawValue`.)
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.result
    }

    /// Reads the result as a type of your own, which may borrow from it.
    ///
    /// # Errors
    ///
    /// When `T` cannot be read from the result. The error of `serde_json` may quote the result.
    pub fn read<'a, T: Deserialize<'a>>(&'a self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.result)
    }

    /// How many times the server asked for input before.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Whether the result may be cached at all (for how long is what the result itself says): a result that answers a
    /// retry may not.
    ///
    /// Source: specification, basic/utilities/caching.
    #[must_use]
    pub fn cacheable(&self) -> bool {
        !self.retried
    }
}

impl<C: Call> Complete<C> {
    /// Reads the result as the call's own output type.
    ///
    /// # Errors
    ///
    /// When the output cannot be read from the result. The error gives the result back, whose raw text stays readable.
    pub fn into_output(self) -> Result<C::Output, OutputError<C>> {
        match self.read() {
            Ok(output) => Ok(output),
            Err(error) => Err(OutputError { line: error.line(), column: error.column(), complete: self }),
        }
    }
}

/// Shows method, round and the size of the result.
impl<C> fmt::Debug for Complete<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Complete")
            .field("method", &self.method)
            .field("rounds", &self.rounds)
            .field("cacheable", &self.cacheable())
            .field("bytes", &self.result.len())
            .finish_non_exhaustive()
    }
}

/// The output type cannot be read from the result; gives the result back.
#[must_use = "the server has finished: take the result back by `into_complete`"]
pub struct OutputError<C> {
    complete: Complete<C>,
    line: usize,
    column: usize,
}

impl<C> OutputError<C> {
    /// The result, as it was before.
    pub fn into_complete(self) -> Complete<C> {
        self.complete
    }

    /// The line of the fault in the result's text, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column of the fault, in bytes from 1; 0 where `serde_json` knows none.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// The error alone, `'static` whatever the call borrows.
    pub fn without_state(self) -> OutputError<()> {
        let Complete { result, method, rounds, retried, .. } = self.complete;
        let complete = Complete { result, method, rounds, retried, call: PhantomData };
        OutputError { complete, line: self.line, column: self.column }
    }
}

impl<C> fmt::Debug for OutputError<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutputError")
            .field("complete", &self.complete)
            .field("line", &self.line)
            .field("column", &self.column)
            .finish()
    }
}

impl<C> fmt::Display for OutputError<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the result of {} is not of the call's output type (line {}, column {})",
            self.complete.method, self.line, self.column
        )
    }
}

impl<C> core::error::Error for OutputError<C> {}
