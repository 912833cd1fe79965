//~ error[E0277]: the trait bound `Parked<ToolCall>: Clone` is not satisfied
//! In memory, a parked call is one permission too.

use mrtr_core::ToolCall;
use mrtr_core::parked::Parked;

fn requires<T: Clone>() {}

fn main() {
    requires::<Parked<ToolCall>>();
}
