//! How far the driver goes with one call.

use std::fmt;
use std::time::Duration;

use mrtr_core::RequestId;

/// How far the driver goes with one call: rounds, and time.
///
/// ```
/// use std::time::Duration;
///
/// use mrtr::Limits;
///
/// let limits = Limits::new().with_max_rounds(4).with_deadline(Duration::from_secs(600));
/// assert_eq!(limits.max_rounds(), 4);
/// assert_eq!(Limits::new().max_rounds(), 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    max_rounds: u32,
    deadline: Option<Duration>,
    leg_timeout: Option<Duration>,
}

impl Limits {
    /// Ten rounds, no deadline, and the transport's own timeout for each request.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_rounds: 10, deadline: None, leg_timeout: None }
    }

    /// Goes through this many rounds.
    ///
    /// The unit is one `input_required` answer, with input requests or without. A
    /// [`NeedsInput`](mrtr_core::NeedsInput) that is handed to the driver counts as one; what was before does not
    /// count. Nobody is asked anything in a round beyond the limit.
    #[must_use]
    pub const fn with_max_rounds(mut self, rounds: u32) -> Self {
        self.max_rounds = rounds;
        self
    }

    /// Ends the whole call after this time: all requests, all pauses, and the time that answers take.
    ///
    /// Each request may take what is left. A blocking answer function is not interrupted: the time is looked at when
    /// it returns. An asynchronous one is dropped when the time is over.
    #[must_use]
    pub const fn with_deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Waits for the answer to one request no longer than this, instead of the transport's own timeout.
    ///
    /// With a [deadline](Self::with_deadline) and without this, one request may take all the time that is left.
    #[must_use]
    pub const fn with_leg_timeout(mut self, timeout: Duration) -> Self {
        self.leg_timeout = Some(timeout);
        self
    }

    /// The most `input_required` answers.
    #[must_use]
    pub const fn max_rounds(&self) -> u32 {
        self.max_rounds
    }

    /// The time for the whole call.
    #[must_use]
    pub const fn deadline(&self) -> Option<Duration> {
        self.deadline
    }

    /// The time for one request.
    #[must_use]
    pub const fn leg_timeout(&self) -> Option<Duration> {
        self.leg_timeout
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// What one call is driven with: limits other than those of the client, and who is told of each request.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    limits: Option<Limits>,
    on_leg: Option<&'a (dyn Fn(&RequestId) + Sync)>,
}

impl<'a> Options<'a> {
    /// The limits of the client, and nobody is told.
    #[must_use]
    pub const fn new() -> Self {
        Self { limits: None, on_leg: None }
    }

    /// Other limits than those of the client.
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Tells `on_leg` the id of each request of the call, before the request is sent.
    ///
    /// The id is what [`Transport::cancel`](crate::Transport::cancel) takes. Where progress was asked for, it is also
    /// the progress token of that request, by which a notification is known to be about this call.
    #[must_use]
    pub const fn with_on_leg(mut self, on_leg: &'a (dyn Fn(&RequestId) + Sync)) -> Self {
        self.on_leg = Some(on_leg);
        self
    }

    pub(super) fn limits(&self, client: Limits) -> Limits {
        self.limits.unwrap_or(client)
    }

    pub(super) fn tell(&self, id: &RequestId) {
        if let Some(on_leg) = self.on_leg {
            on_leg(id);
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("limits", &self.limits).field("on_leg", &self.on_leg.is_some()).finish()
    }
}
