//~ error[E0382]: use of moved value: `failed`
//! A failed leg is sent anew in one version.

use mrtr_core::{Failed, ToolCall};

fn twice(failed: Failed<ToolCall>) {
    let _once = failed.reissue_in_version("2026-07-28");
    let _again = failed.reissue_in_version("2027-01-01");
}

fn main() {}
