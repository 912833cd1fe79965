//! What calls take of the allocator: how often, how much, and how that grows. Counts of one thread, the same on every run
//! and every machine.

use std::collections::BTreeMap;

use allocation_counter::{AllocationInfo, measure};
use mrtr_core::{Call, CallToolResult, DynamicInput, InputResponse, NeedsInput, Pending, Reply, ToolCall};
use mrtr_tests::growth::{Dimension, Growth};
use mrtr_tests::rounds::{OneForm, Outcome, Round, SEAT, TOOL, one_form, text_arguments};
use mrtr_tests::scenario;

/// What a round may allocate: the message read, the answer taken, the retry written.
const ROUND: u64 = 12;

/// What a suspended call may take beside its text: the name, the arguments, the input requests, the state.
const BESIDE_TEXT: usize = 640;

/// The sizes of arguments and states that make no difference to how often anything is allocated.
const SIZES: [(usize, usize); 4] = [(100, 64), (1 << 20, 64), (100, 64 << 10), (1 << 20, 64 << 10)];

fn typed(input: one_form::Input) -> InputResponse<one_form::Input> {
    match input {
        one_form::Input::Seat(form) => form.accept(one_form::Seat { seat: SEAT.into() }),
    }
}

fn dynamic(input: DynamicInput) -> InputResponse<DynamicInput> {
    match input {
        DynamicInput::Form(form) => form.accept(&BTreeMap::from([("seat", SEAT)])),
        other => panic!("{other:?}"),
    }
}

fn typed_call(round: &Round) -> OneForm {
    OneForm::new(&round.arguments)
}

fn dynamic_call(round: &Round) -> ToolCall {
    ToolCall::new(TOOL).arguments_json(&round.arguments).unwrap()
}

/// A round of a call, from the bytes of the server's answer to those of the retry.
fn round<C: Call>(call: C, round: &Round, answer: fn(C::Input) -> InputResponse<C::Input>) -> AllocationInfo {
    let pending = scenario::pending_of(call);
    let message = round.message(pending.id());
    counted(|| {
        let pending = scenario::received(pending, message.as_bytes()).answer(answer).unwrap().resume();
        let retry = pending.request().into_body();
        (pending, retry)
    })
}

/// The end of a call, from the bytes of the server's answer to the result.
fn end(outcome: &Outcome) -> AllocationInfo {
    let pending: Pending<ToolCall> = scenario::pending();
    let message = outcome.message(pending.id());
    counted(|| -> CallToolResult {
        match pending.receive(message.as_bytes()) {
            Ok(Reply::Complete(complete)) => complete.into_output().unwrap(),
            other => panic!("{other:?}"),
        }
    })
}

/// What `work` allocates; what it gives back is dropped after that.
fn counted<T>(work: impl FnOnce() -> T) -> AllocationInfo {
    let mut kept = None;
    measure(|| kept = Some(work()))
}

/// Reads what is read once per process, so that no test counts it.
fn warm_up() {
    let small = Round::small();
    round(typed_call(&small), &small, typed);
}

#[test]
fn a_small_round_allocates_a_dozen_times_at_most() {
    warm_up();
    let small = Round::small();
    let counted = round(typed_call(&small), &small, typed);
    assert!(counted.count_total <= ROUND, "{counted:?}");
}

#[test]
fn arguments_and_state_of_any_size_allocate_as_often() {
    warm_up();
    let rounds = SIZES.map(|(arguments, state)| Round::with(text_arguments(arguments), state));
    let typed = rounds.each_ref().map(|size| round(typed_call(size), size, typed).count_total);
    assert_eq!(typed, [typed[0]; 4]);
    let dynamic = rounds.each_ref().map(|size| round(dynamic_call(size), size, dynamic).count_total);
    assert_eq!(dynamic, [dynamic[0]; 4]);
}

/// The arguments were captured before the round, and the state comes with it.
#[test]
fn a_round_copies_arguments_once_and_the_state_twice() {
    warm_up();
    let [small, sizes @ ..] = SIZES;
    let bytes = |(arguments, state): (usize, usize)| {
        let size = Round::with(text_arguments(arguments), state);
        usize::try_from(round(typed_call(&size), &size, typed).bytes_total).unwrap()
    };
    for (arguments, state) in sizes {
        let more = bytes((arguments, state)) - bytes(small);
        let copies = arguments - small.0 + 2 * (state - small.1);
        assert!(more <= copies, "{more} bytes more for {copies} bytes to copy");
    }
}

#[test]
fn structured_content_of_any_size_allocates_as_often() {
    let [small, large] = [1 << 10, 1 << 20].map(|size| end(&Outcome::structured(size)));
    assert_eq!(small.count_total, large.count_total);
    // As it came, as a result, as structured content.
    assert!(large.bytes_total - small.bytes_total <= 3 << 20, "{large:?}");
}

#[test]
fn a_text_with_escapes_allocates_as_often_but_for_the_doubling_of_its_buffer() {
    let [small, large] = [1 << 10, 1 << 20].map(|size| end(&Outcome::text(size)));
    assert!(large.count_total - small.count_total <= 10, "{small:?} {large:?}");
    assert!(large.bytes_total - small.bytes_total <= 6 << 20, "{large:?}");
}

/// A thousand calls that wait for a person.
fn assert_suspended_cheaply<C: Call>(call: fn(&Round) -> C) {
    const CALLS: usize = 1_000;
    let small = Round::small();
    let session = scenario::session();
    let mut suspended: Vec<NeedsInput<C>> = Vec::with_capacity(CALLS);
    let counted = measure(|| {
        for _ in 0..CALLS {
            let pending = session.call(call(&small)).unwrap();
            let message = small.message(pending.id());
            suspended.push(scenario::received(pending, message.as_bytes()));
        }
    });
    let text = TOOL.len() + small.arguments.len() + small.requests.len() + small.state.len();
    let beside = usize::try_from(counted.bytes_current).unwrap() / CALLS - text + size_of::<NeedsInput<C>>();
    assert!(beside <= BESIDE_TEXT, "{beside} bytes beside {text} of text");
}

#[test]
fn a_suspended_call_takes_little_more_than_its_text() {
    assert_suspended_cheaply(typed_call);
    assert_suspended_cheaply(dynamic_call);
}

#[test]
fn nothing_that_can_be_large_allocates_faster_than_n_log_n() {
    let mut report = String::new();
    for dimension in Dimension::all() {
        let counted = dimension.sizes().map(|size| counted((dimension.prepare)(size)));
        for (what, costs) in [
            ("calls", counted.map(|counted| counted.count_total)),
            ("bytes", counted.map(|counted| counted.bytes_total)),
        ] {
            let growth = Growth::new(&dimension, costs);
            if growth.is_too_fast() {
                report += &format!("{} ({what}): {growth}\n", dimension.name);
            }
        }
    }
    assert_eq!(report, "");
}
