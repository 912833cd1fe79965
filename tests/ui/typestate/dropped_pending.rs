//~ error: unused `Pending` that must be used
//~ error: unused `Pending` that must be used
//~ error: unused `Pending` that must be used
//~ error: unused `Pending` that must be used
//~ error: unused `Pending` that must be used
//~ error: unused `Pending` that must be used
//~ error: unused `Pending` that must be used
//~ send `request()` and hand the answer to `receive`
//! A leg that is dropped is never answered.

#![deny(unused_must_use)]

use mrtr_core::{Answered, CallError, Failed, NotOurs, Pending, Session, ToolCall};

fn drop(
    session: &Session,
    call: ToolCall,
    pending: Pending<ToolCall>,
    answered: Answered<ToolCall>,
    failed: Failed<ToolCall>,
    other: Failed<ToolCall>,
    third: Failed<ToolCall>,
    not_ours: NotOurs<ToolCall>,
) -> Result<(), CallError<ToolCall>> {
    session.call(call)?;
    pending.reissue();
    answered.resume();
    failed.reissue();
    other.restart();
    third.reissue_in_version("2026-07-28");
    not_ours.into_pending();
    Ok(())
}

fn main() {}
