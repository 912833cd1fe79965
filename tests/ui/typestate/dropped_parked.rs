//~ error: unused `Parked` that must be used
//~ error: unused `Parked` that must be used
//~ error: unused `Restored` that must be used
//~ a parked call goes on only when its document is kept and restored
//~ `match` it: answer the `NeedsInput`, or `resume` the `Answered`
//! A document that is dropped is a call that is lost.

#![deny(unused_must_use)]

use mrtr_core::parked::{Parked, RestoreError};
use mrtr_core::{Answered, NeedsInput, Session, ToolCall};

type Error = RestoreError<Parked<ToolCall>>;

fn drop(
    needs_input: NeedsInput<ToolCall>,
    answered: Answered<ToolCall>,
    parked: Parked<ToolCall>,
    session: &Session,
) -> Result<(), Error> {
    needs_input.park();
    answered.park();
    parked.restore(session)?;
    Ok(())
}

fn main() {}
