//! A server of our own that does what no server should. Whatever it is, the call ends in a typed error within its
//! bound, holds all that it needs to go on, and the next call over the same transport works.

#[path = "../drivers/mod.rs"]
#[allow(dead_code, reason = "each suite uses a part of it")]
mod drivers;
mod http;
#[path = "../../../client/tests/support/http.rs"]
#[allow(dead_code, reason = "shared with the tests of the transport")]
mod http_server;
mod messages;
mod older;
mod rounds;
mod stdio;
mod support;

/// Every function for both drivers.
macro_rules! with_both_drivers {
    ($module:ident: $($test:ident)*) => {
        mod blocking {
            $(#[test] fn $test() { crate::$module::$test::<crate::drivers::Blocking>(); })*
        }

        mod asynchronous {
            $(#[test] fn $test() { crate::$module::$test::<crate::drivers::Tokio>(); })*
        }
    };
}
use with_both_drivers;
