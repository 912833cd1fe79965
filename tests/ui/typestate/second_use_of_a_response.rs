//~ error[E0382]: use of moved value: `response`
//! A response is handed in once.

use mrtr_core::{DynamicInput, InputResponse, NeedsInput, ToolCall};

fn twice(round: NeedsInput<ToolCall>, next_round: NeedsInput<ToolCall>, response: InputResponse<DynamicInput>) {
    let _once = round.submit([response]);
    let _again = next_round.submit([response]);
}

fn main() {}
