//~ error: unused `InputResponse` that must be used
//~ error: unused `InputResponse` that must be used
//~ error: unused `InputResponse` that must be used
//~ error: unused `InputResponse` that must be used
//~ error: unused `InputResponse` that must be used
//~ error: unused `InputResponse` that must be used
//~ a response does nothing until it is handed to `NeedsInput::answer`, `try_answer` or `submit`
//! A response that is dropped never reaches the server.

#![deny(unused_must_use)]

use mrtr_core::{CreateMessageResult, DynamicForm, DynamicInput, ListRootsResult, Roots, Sampling, Url};

fn drop(
    forms: [DynamicForm<DynamicInput>; 3],
    url: Url<DynamicInput>,
    sampling: Sampling<DynamicInput>,
    roots: Roots<DynamicInput>,
    message: CreateMessageResult,
) {
    let [first, second, third] = forms;
    first.accept(&());
    second.decline();
    third.cancel();
    url.consent();
    sampling.respond(message);
    roots.respond(ListRootsResult::new(Vec::new()));
}

fn main() {}
