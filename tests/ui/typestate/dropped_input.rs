//~ error: unused `DynamicForm` that must be used
//~ error: unused `Url` that must be used
//~ error: unused `Sampling` that must be used
//~ error: unused `Roots` that must be used
//~ error: unused `DynamicInput` that must be used
//~ error: unused `ManualInput` that must be used
//~ a form waits for `accept`, `decline` or `cancel`
//~ a url waits for `consent`, `decline` or `cancel`
//~ a sampling request waits for `respond`
//~ a roots request waits for `respond`
//~ an input waits for its response
//! An input that is dropped is never answered.

#![deny(unused_must_use)]

use mrtr_core::{DynamicForm, DynamicInput, Input, InputError, InputRequest, ManualInput, Roots, Sampling, Url};

fn drop(request: fn() -> InputRequest) -> Result<(), InputError> {
    DynamicForm::<DynamicInput>::read(request())?;
    Url::<DynamicInput>::read(request())?;
    Sampling::<DynamicInput>::read(request())?;
    Roots::<DynamicInput>::read(request())?;
    DynamicInput::read(request())?;
    ManualInput::read(request())?;
    Ok(())
}

fn main() {}
