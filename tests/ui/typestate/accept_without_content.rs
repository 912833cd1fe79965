//~ error[E0061]: this method takes 1 argument but 0 arguments were supplied
//! A form is not accepted without content.

use mrtr_core::{DynamicForm, DynamicInput, InputResponse};

fn accept(form: DynamicForm<DynamicInput>) -> InputResponse<DynamicInput> {
    form.accept()
}

fn main() {}
