//~ error[E0451]: fields `leg` and `index` of struct `InputRequest` are private
//~ error[E0451]: fields `leg`, `index`, `action`, `json`, `problem` and `input` of struct `InputResponse` are private
//! No input request or response is written down as a literal, nor made of another one by changing its place.

use mrtr_core::{DynamicInput, InputRequest, InputResponse};

fn request(of: InputRequest) -> InputRequest {
    InputRequest { index: 1, ..of }
}

fn response(of: InputResponse<DynamicInput>) -> InputResponse<DynamicInput> {
    InputResponse { index: 1, ..of }
}

fn main() {}
