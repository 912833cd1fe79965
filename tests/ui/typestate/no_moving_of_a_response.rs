//~ error[E0616]: field `index` of struct `InputRequest` is private
//~ error[E0616]: field `leg` of struct `InputResponse` is private
//~ error[E0616]: field `leg` of struct `InputResponse` is private
//! An input request or a response keeps its place and its round.

use mrtr_core::{DynamicInput, InputRequest, InputResponse};

fn move_request(request: &mut InputRequest) {
    request.index = 1;
}

fn move_response(response: &mut InputResponse<DynamicInput>, to: &InputResponse<DynamicInput>) {
    response.leg = to.leg.clone();
}

fn main() {}
