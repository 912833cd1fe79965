//~ error[E0382]: use of moved value: `failed`
//! A failed leg is sent anew once.

use mrtr_core::{Failed, ToolCall};

fn twice(failed: Failed<ToolCall>) {
    let _once = failed.reissue();
    let _again = failed.reissue();
}

fn main() {}
