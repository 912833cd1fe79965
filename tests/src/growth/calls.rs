//! What a call carries.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mrtr_core::parked::{Parked, Restored};
use mrtr_core::{HeaderParam, Meta, Pending, ToolCall};

use super::{Dimension, work};
use crate::{rounds, scenario};

pub(super) fn dimensions() -> Vec<Dimension> {
    vec![
        Dimension {
            name: "arguments_as_text",
            smallest: 16 << 10,
            prepare: |size| {
                let arguments = rounds::record_arguments(size);
                work(move || {
                    let call = ToolCall::new(rounds::TOOL).arguments_json(&arguments).unwrap();
                    sent(scenario::pending_of(call))
                })
            },
        },
        Dimension {
            name: "arguments_as_values",
            smallest: 1 << 10,
            prepare: |size| {
                let arguments: BTreeMap<String, Vec<f64>> =
                    (0..size).map(|n| (format!("argument {n}"), vec![n as f64, 0.5, 1e-7])).collect();
                work(move || {
                    let call = ToolCall::new(rounds::TOOL).arguments(&arguments).unwrap();
                    sent(scenario::pending_of(call))
                })
            },
        },
        Dimension {
            name: "own_meta_members",
            smallest: 64,
            prepare: |size| {
                work(move || {
                    let meta = (0..size).fold(Meta::new(), |meta, n| meta.with(&format!("member-{n}"), &n).unwrap());
                    sent(scenario::session().call_with(scenario::call(), meta).unwrap())
                })
            },
        },
        Dimension {
            name: "mirrored_headers",
            smallest: 64,
            prepare: |size| {
                let mut arguments = String::from("{");
                for n in 0..size {
                    write!(arguments, "\"argument-{n}\":{n},").unwrap();
                }
                arguments.push_str("\"last\":0}");
                let call = ToolCall::new(rounds::TOOL).arguments_json(&arguments).unwrap();
                let call = (0..size).fold(call, |call, n| {
                    call.header(HeaderParam::owned(&format!("/argument-{n}"), &format!("Argument-{n}")))
                });
                work(move || sent(scenario::pending_of(call)))
            },
        },
        Dimension {
            name: "rounds_of_a_call",
            smallest: 16,
            prepare: |size| {
                work(move || {
                    let first = scenario::pending();
                    (0..size).fold(first, |pending, _| {
                        scenario::ask(pending, &["seat"]).answer(scenario::accept).unwrap().resume()
                    })
                })
            },
        },
        Dimension {
            name: "request_state",
            smallest: 16 << 10,
            prepare: |size| {
                let round = rounds::Round::with(rounds::text_arguments(100), size);
                let pending = scenario::pending();
                let message = round.message(pending.id());
                work(move || {
                    let needs_input = scenario::received(pending, message.as_bytes());
                    let pending = needs_input.answer(accept).unwrap().resume();
                    sent(pending)
                })
            },
        },
        Dimension {
            name: "parked_state_of_escapes",
            smallest: 4 << 10,
            prepare: |size| {
                let state = format!("\"{}\"", r"\u0000\/é".repeat(size / 8));
                let needs_input = scenario::ask_for(
                    scenario::pending(),
                    &scenario::input_required(&scenario::forms(&["seat"]), Some(&state)),
                );
                work(move || {
                    let document = serde_json::to_string(&needs_input.park()).unwrap();
                    let parked: Parked<ToolCall> = serde_json::from_str(&document).unwrap();
                    let Restored::NeedsInput(needs_input) = parked.restore(&scenario::session()).unwrap() else {
                        panic!("the call had no answer yet")
                    };
                    needs_input
                })
            },
        },
    ]
}

fn accept(input: mrtr_core::DynamicInput) -> mrtr_core::InputResponse<mrtr_core::DynamicInput> {
    match input {
        mrtr_core::DynamicInput::Form(form) => form.accept(&BTreeMap::from([("seat", rounds::SEAT)])),
        other => panic!("{other:?}"),
    }
}

fn sent<C>(pending: Pending<C>) -> (Pending<C>, Vec<u8>) {
    let body = pending.request().into_body();
    (pending, body)
}
