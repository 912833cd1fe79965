//! Whatever the arguments, the caller's `_meta`, the keys and the state are, a leg carries them byte for byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr_core::{Call, DynamicInput, Pending, ReceiveError};
use mrtr_fuzz::calls::{Leg, Plan, Player, finish};

struct Splice;

impl Player for Splice {
    fn play<C: Call<Input = DynamicInput>>(&mut self, plan: &Plan, pending: Pending<C>) {
        plan.check(&pending, Leg::First);
        match plan.answer(plan.ask(pending)) {
            Ok(answered) => retry(plan, answered.resume()),
            Err(needs) => retry(plan, plan.answer_by_hand(needs.into_dynamic()).resume()),
        }
    }
}

fn retry<C: Call>(plan: &Plan, pending: Pending<C>) {
    let sent = plan.check(&pending, Leg::Retry);
    // The message is as readable to others as its parts are.
    let _: Result<serde_json::Value, _> = serde_json::from_slice(&sent);
    let pending = pending.reissue();
    plan.check(&pending, Leg::Retry);
    let error = format!(r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":-32602,"message":"expired"}}}}"#, pending.id());
    let Err(ReceiveError::Failed(failed)) = pending.receive(error.as_bytes()) else { panic!("an error fails the leg") };
    let pending = failed.restart();
    plan.check(&pending, Leg::First);
    assert!(finish(pending).cacheable());
}

fuzz_target!(|text: &str| Plan::read(text).play(&mut Splice));
