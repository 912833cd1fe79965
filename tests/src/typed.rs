//! Typed calls, asked what they were compiled with.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mrtr_core::{CompiledInput, Input, InputResponse, NeedsInput, Pending, Reply, TypedCall};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::scenario;

/// The call, asked for its first form. The content of the accepted response, byte by byte as it is sent.
pub fn accepted<C: TypedCall>(call: C, answer: impl FnMut(C::Input) -> InputResponse<C::Input>) -> String {
    let form = C::INPUTS.iter().flat_map(|round| round.iter()).find(|input| input.schema().is_some()).unwrap();
    let needs = ask(scenario::pending_of(call), &[*form]);
    let pending = needs.answer(answer).unwrap().resume();
    content(&pending, form.key())
}

/// The call, asked for these inputs, all of them forms.
pub fn ask<C: TypedCall>(pending: Pending<C>, inputs: &[CompiledInput]) -> NeedsInput<C> {
    let mut requests = String::new();
    for input in inputs {
        let separator = if requests.is_empty() { "" } else { "," };
        let key = serde_json::to_string(input.key()).unwrap();
        let schema = input.schema().unwrap();
        write!(
            requests,
            r#"{separator}{key}:{{"method":"elicitation/create","params":{{"message":"?","requestedSchema":{schema}}}}}"#
        )
        .unwrap();
    }
    asked(pending, &requests)
}

/// The call, asked for these members of `inputRequests`.
pub fn asked<C: TypedCall>(pending: Pending<C>, requests: &str) -> NeedsInput<C> {
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":{},"result":{{"resultType":"input_required","inputRequests":{{{requests}}}}}}}"#,
        pending.id()
    );
    match pending.receive(message.as_bytes()) {
        Ok(Reply::NeedsInput(needs)) => needs,
        other => panic!("the call does not need input: {other:?}"),
    }
}

/// What a retry sends as the content of a form.
pub fn content<C>(pending: &Pending<C>, key: &str) -> String {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Params<'a> {
        #[serde(borrow)]
        input_responses: BTreeMap<String, Response<'a>>,
    }
    #[derive(Deserialize)]
    struct Response<'a> {
        #[serde(borrow)]
        content: &'a RawValue,
    }
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        params: Params<'a>,
    }
    let request = pending.request();
    let message: Message<'_> = serde_json::from_slice(request.body()).unwrap();
    message.params.input_responses[key].content.get().to_owned()
}

/// What the errors of a round say.
pub fn errors<C: TypedCall>(needs: &NeedsInput<C>) -> String
where
    C::Input: Input,
{
    match needs.inputs() {
        Ok(_) => String::new(),
        Err(errors) => errors.to_string(),
    }
}
