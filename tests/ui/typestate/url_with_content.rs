//~ error[E0061]: this method takes 0 arguments but 1 argument was supplied
//! A url is consented to without content.

use mrtr_core::{DynamicInput, InputResponse, Url};

fn consent(url: Url<DynamicInput>) -> InputResponse<DynamicInput> {
    url.consent("done")
}

fn main() {}
