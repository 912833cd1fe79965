//~ error[E0382]: use of moved value: `form`
//! An input is answered once.

use mrtr_core::{DynamicForm, DynamicInput};

fn twice(form: DynamicForm<DynamicInput>) {
    let _once = form.decline();
    let _again = form.cancel();
}

fn main() {}
