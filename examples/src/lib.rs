//! Demo server and helpers of the examples.
