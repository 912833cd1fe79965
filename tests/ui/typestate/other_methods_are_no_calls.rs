//~ error[E0599]: no variant or associated item named `ListTools` found for enum `Method` in the current scope
//! Only the three methods that may ask for input are calls.

use mrtr_core::Method;

fn method() -> Method {
    Method::ListTools
}

fn main() {}
