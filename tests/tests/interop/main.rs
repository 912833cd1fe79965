//! The client against servers written with the official SDKs for Rust, TypeScript and Python: every flow of the demo
//! server, over standard streams and HTTP, by the blocking and the asynchronous driver, with and without progress.
//!
//! The names of the tests tell the combination: `python::http::blocking::progress::trip_is_planned_...`. Those of
//! TypeScript and Python need what `tests/peers/install.sh` installs, and are run with `--include-ignored`.

mod calls;
#[path = "../drivers/mod.rs"]
#[allow(dead_code, reason = "each suite uses a part of it")]
mod drivers;
mod flows;
mod peer;
mod proxy;
mod seen;
mod server;
mod server_side;

macro_rules! every_combination {
    ($($module:ident::$flow:ident)*) => {
        every_combination!(@sdk rust Rust [] $($module::$flow)*);
        every_combination!(@sdk typescript TypeScript [ignore = "needs tests/peers/install.sh"] $($module::$flow)*);
        every_combination!(@sdk python Python [ignore = "needs tests/peers/install.sh"] $($module::$flow)*);
    };
    (@sdk $name:ident $sdk:ident $ignore:tt $($flows:tt)*) => {
        mod $name {
            every_combination!(@link stdio Stdio $sdk $ignore $($flows)*);
            every_combination!(@link http Http $sdk $ignore $($flows)*);
        }
    };
    (@link $name:ident $link:ident $sdk:ident $ignore:tt $($flows:tt)*) => {
        mod $name {
            every_combination!(@driver blocking Blocking $link $sdk $ignore $($flows)*);
            every_combination!(@driver asynchronous Tokio $link $sdk $ignore $($flows)*);
        }
    };
    (@driver $name:ident $driver:ident $link:ident $sdk:ident $ignore:tt $($flows:tt)*) => {
        mod $name {
            static SHARED: crate::peer::Shared<crate::drivers::$driver> = crate::peer::Shared::new();
            every_combination!(@mode plain Plain $link $sdk $ignore $($flows)*);
            every_combination!(@mode progress Progress $link $sdk $ignore $($flows)*);
        }
    };
    (@mode $name:ident $mode:ident $link:ident $sdk:ident $ignore:tt $($module:ident::$flow:ident)*) => {
        mod $name {
            use crate::peer::{Mode, Peer};
            use crate::server::{Link, Sdk};

            $(every_combination!(@test $ignore $module $flow $mode $link $sdk);)*
        }
    };
    (@test [$($ignore:meta)?] $module:ident $flow:ident $mode:ident $link:ident $sdk:ident) => {
        #[test]
        $(#[$ignore])?
        fn $flow() {
            crate::$module::$flow(&Peer::new(Sdk::$sdk, Link::$link, Mode::$mode, &super::SHARED));
        }
    };
}

every_combination! {
    server_side::server_tells_what_it_speaks
    server_side::tools_are_listed
    server_side::other_requests_have_results_as_text
    server_side::unknown_method_is_an_error
    server_side::unknown_tool_is_refused
    server_side::arguments_that_do_not_fit_are_a_result
    server_side::call_that_declares_too_little_is_told_what_is_missing
    server_side::altered_state_is_refused_and_the_true_one_still_taken
    server_side::version_that_the_server_refuses_is_replaced
    flows::flight_is_booked_in_the_seat_that_was_answered
    flows::seat_is_declined_or_cancelled
    flows::call_that_a_person_has_left_goes_on_later
    flows::trip_is_planned_from_the_answers_of_two_rounds
    flows::trip_is_declined_or_cancelled_in_either_round
    flows::round_too_many_asks_nobody_and_the_call_goes_on
    flows::offsite_is_planned_from_a_form_a_message_and_roots_of_one_round
    flows::budget_is_declined_or_cancelled
    flows::rounds_that_ask_nothing_go_straight_through
    flows::page_is_visited_with_consent_alone
    flows::arguments_are_the_same_on_every_leg
    flows::return_of_the_arguments_is_declined_or_cancelled
    flows::report_is_read_with_the_second_passphrase
    flows::report_stays_locked_and_a_restart_begins_at_the_first_round
    flows::walkthrough_has_the_scope_that_was_answered
    flows::walkthrough_is_short_when_declined_and_fails_when_cancelled
    flows::calls_that_wait_for_each_other_run_side_by_side
    flows::call_without_an_answer_is_given_up_in_time_and_goes_on
}
