//~ error[E0382]: use of moved value: `parked`
//! A parked call is restored once.

use mrtr_core::parked::Parked;
use mrtr_core::{Session, ToolCall};

fn twice(parked: Parked<ToolCall>, session: &Session) {
    let _once = parked.restore(session);
    let _again = parked.restore(session);
}

fn main() {}
