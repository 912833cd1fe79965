//~ error[E0308]: mismatched types
//! Two types of call stay two, where one is a subtype of the other.

#![allow(coherence_leak_check)]

use mrtr_core::{Arguments, Call, CallToolResult, CaptureError, DynamicInput, GetPromptResult, ManualInput};
use mrtr_core::{Method, Pending};

struct Wrapper<T>(T);

type General = Wrapper<for<'a> fn(&'a u8)>;
type Special = Wrapper<fn(&'static u8)>;

impl Call for General {
    const METHOD: Method = Method::CallTool;
    type Input = DynamicInput;
    type Output = CallToolResult;

    fn target(&self) -> &str {
        "a tool"
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        Ok(Arguments::none())
    }
}

impl Call for Special {
    const METHOD: Method = Method::GetPrompt;
    type Input = ManualInput;
    type Output = GetPromptResult;

    fn target(&self) -> &str {
        "a prompt"
    }

    fn arguments(&self) -> Result<Arguments, CaptureError> {
        Ok(Arguments::none())
    }
}

fn convert(tool: Pending<General>) -> Pending<Special> {
    tool
}

fn main() {}
