//! How costs grow with each thing that a peer or a caller can make large.

mod calls;
mod forms;
mod results;

use std::any::Any;
use std::fmt;

/// How many times as large each step is as the one before.
const STEP: usize = 4;

/// One thing that can be large.
pub struct Dimension {
    /// What it is, without blanks.
    pub name: &'static str,
    /// The smallest size that is measured.
    pub smallest: usize,
    /// Makes ready what is measured. What it gives back is dropped outside of that.
    pub prepare: fn(usize) -> Work,
}

/// What is measured.
pub type Work = Box<dyn FnOnce() -> Box<dyn Any>>;

impl Dimension {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        [calls::dimensions(), forms::dimensions(), results::dimensions()].into_iter().flatten()
    }

    /// The sizes that are measured.
    pub fn sizes(&self) -> [usize; 3] {
        [self.smallest, self.smallest * STEP, self.smallest * STEP * STEP]
    }
}

/// What is measured, from a closure that gives back what is not to be dropped in it.
fn work<T: 'static>(work: impl FnOnce() -> T + 'static) -> Work {
    Box::new(|| Box::new(work()))
}

/// The costs at three sizes.
pub struct Growth {
    sizes: [usize; 3],
    costs: [u64; 3],
}

impl Growth {
    /// The costs of a dimension at its sizes.
    pub fn new(dimension: &Dimension, costs: [u64; 3]) -> Self {
        Self { sizes: dimension.sizes(), costs }
    }

    /// Whether the costs grow faster than n log n.
    ///
    /// Judged by what the two steps add, so that what a call costs anyway plays no part. A quarter is allowed for
    /// what goes by steps itself, such as a buffer that doubles. Costs that hardly rise at all are not judged.
    pub fn is_too_fast(&self) -> bool {
        let [_, second] = self.added();
        second > self.costs[0] as f64 && self.rate() > 1.25 * self.allowed()
    }

    /// How many times as much the second step adds as the first: 4 where costs are linear, 16 where they are quadratic.
    fn rate(&self) -> f64 {
        let [first, second] = self.added();
        second / first.max(1.0)
    }

    /// The [`rate`](Self::rate) of n log n.
    fn allowed(&self) -> f64 {
        let [small, middle, large] = self.sizes.map(|size| size as f64 * (size as f64).log2());
        (large - middle) / (middle - small)
    }

    fn added(&self) -> [f64; 2] {
        let [small, middle, large] = self.costs.map(|cost| cost as f64);
        [middle - small, large - middle]
    }
}

/// The costs, and how they grow.
impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sizes: [first, second, third], costs: [small, middle, large] } = self;
        write!(f, "{small:>12} at {first:>7} {middle:>12} at {second:>7} {large:>12} at {third:>7}")?;
        write!(f, "   x {:<6.2}(n log n: {:.2})", self.rate(), self.allowed())?;
        if self.is_too_fast() { write!(f, " FASTER THAN n log n") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growth(cost: impl Fn(f64) -> f64) -> Growth {
        let sizes = [100, 400, 1_600];
        Growth { sizes, costs: sizes.map(|size| cost(size as f64) as u64) }
    }

    #[test]
    fn up_to_n_log_n_is_not_too_fast() {
        for growth in [
            growth(|_| 1_000.0),
            growth(|n| 1_000.0 + n),
            growth(|n| 7.0 * n),
            growth(|n| 1_000.0 + 20.0 * n * n.log2()),
        ] {
            assert!(!growth.is_too_fast(), "{growth}");
        }
    }

    #[test]
    fn what_is_quadratic_is_too_fast_however_much_stands_beside_it() {
        for growth in
            [growth(|n| n * n), growth(|n| 1e6 + n * n), growth(|n| 100.0 * n + n * n), growth(|n| n * n.sqrt())]
        {
            assert!(growth.is_too_fast(), "{growth}");
        }
    }
}
