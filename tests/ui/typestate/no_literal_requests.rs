//~ error[E0451]
//! No input request or response is written down as a literal, nor is its place changed.

use mrtr_core::{DynamicInput, InputRequest, InputResponse};

fn request(of: &InputRequest) -> InputRequest {
    InputRequest { leg: todo!(), ..of.clone() }
}

fn response(of: InputResponse<DynamicInput>) -> InputResponse<DynamicInput> {
    InputResponse { index: 1, ..of }
}

fn move_request(request: &mut InputRequest) {
    request.index = 1;
}

fn move_response(response: &mut InputResponse<DynamicInput>, to: &InputResponse<DynamicInput>) {
    response.leg = to.leg.clone();
}

fn main() {}
