//! Every bad message, over every transport.

use mrtr::{CallFailure, PeerError, TransportError, UnexpectedReason};
use mrtr_tests::hostile::{Case, Expected, cases};

use crate::drivers::Driver;
use crate::support::{Client, is_good};

crate::with_both_drivers! { messages: over_standard_streams in_event_streams as_json }

fn over_standard_streams<D: Driver>() {
    every_message_comes_to_what_is_expected(&Client::<D>::stdio(), true);
}

fn in_event_streams<D: Driver>() {
    every_message_comes_to_what_is_expected(&Client::<D>::events(), true);
}

fn as_json<D: Driver>() {
    every_message_comes_to_what_is_expected(&Client::<D>::json(), false);
}

/// One connection sees all of it, with a good call after each.
fn every_message_comes_to_what_is_expected<D: Driver>(client: &Client<D>, is_stream: bool) {
    let mut wrong = Vec::new();
    for case in cases() {
        let found = found(client, &case, is_stream);
        if found != Ok(case.expected) {
            wrong.push(format!("{}: expected {:?}, found {found:?}", case.name, case.expected));
        }
        client.works();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the case has come to, after which its call goes on.
fn found<D: Driver>(client: &Client<D>, case: &Case, is_stream: bool) -> Result<Expected, String> {
    let failure = match client.call(case.name) {
        Ok(done) if case.expected == Expected::Stray && is_stream => {
            is_good(done);
            return Ok(Expected::Stray);
        }
        Ok(done) => {
            return Ok(if done.into_output().is_ok() { Expected::Complete } else { Expected::NoOutput });
        }
        Err(failure) => failure,
    };
    let found = match &failure {
        CallFailure::Failed(failed) => match failed.error() {
            PeerError::Rpc(error) => Expected::Rpc(error.code()),
            PeerError::Malformed(_) => Expected::Malformed,
            PeerError::UnknownResultType { .. } => Expected::UnknownResultType,
            PeerError::NothingAsked => Expected::NothingAsked,
            other => return Err(format!("{other:?}")),
        },
        CallFailure::Unreadable { .. } => Expected::Unreadable,
        CallFailure::Transport { error: TransportError::TooLarge { .. }, .. } => Expected::TooLarge,
        CallFailure::Transport { error: TransportError::UnexpectedResponse(response), .. }
            if response.reason() == UnexpectedReason::NotTheAnswer && !is_stream =>
        {
            Expected::Stray
        }
        other => return Err(format!("{other:?}")),
    };
    match failure {
        CallFailure::Failed(failed) => client.goes_on(failed.restart()),
        // The server would ask the same again.
        CallFailure::Unreadable { needs_input, .. } => needs_input.abandon(),
        failure => client.goes_on(failure.into_unfinished().unwrap()),
    }
    Ok(found)
}
