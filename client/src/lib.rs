//! Model Context Protocol calls that survive being asked for input.

#[doc(no_inline)]
pub use mrtr_core as core;
#[doc(inline)]
pub use mrtr_core::*;
#[cfg(feature = "derive")]
pub use mrtr_macros::Call;
