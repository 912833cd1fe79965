//! The time of the blocking driver.

use std::time::{Duration, Instant};

/// The clock that the blocking driver looks at and pauses by. Programs have [`SystemClock`]; a test hands in a clock of
/// its own and waits for nothing.
///
/// ```
/// use std::sync::Mutex;
/// use std::time::Duration;
///
/// use mrtr::Clock;
///
/// /// A clock that moves only when somebody pauses.
/// #[derive(Default)]
/// struct Hand(Mutex<Duration>);
///
/// impl Clock for Hand {
///     fn now(&self) -> Duration {
///         *self.0.lock().unwrap()
///     }
///
///     fn pause(&self, time: Duration) {
///         *self.0.lock().unwrap() += time;
///     }
/// }
/// ```
pub trait Clock: Send + Sync {
    /// The time since some moment that stays the same. It never goes back.
    fn now(&self) -> Duration;

    /// Blocks the thread for this time.
    fn pause(&self, time: Duration);
}

/// The monotonic clock of the system.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    origin: Instant,
}

impl SystemClock {
    /// A clock that starts now.
    #[must_use]
    pub fn new() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.origin.elapsed()
    }

    fn pause(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

impl<T: Clock + ?Sized> Clock for std::sync::Arc<T> {
    fn now(&self) -> Duration {
        (**self).now()
    }

    fn pause(&self, time: Duration) {
        (**self).pause(time);
    }
}
