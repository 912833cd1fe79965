//~ error[E0308]: mismatched types
//! A response to one type of call is no response to another type, even under the same key.

use mrtr_core::{Call, DynamicForm, Input, InputError, InputRequest, InputResponse, NeedsInput};

struct Booking(DynamicForm<Booking>);
struct Refund(DynamicForm<Refund>);

impl Input for Booking {
    fn read(request: InputRequest) -> Result<Self, InputError> {
        DynamicForm::read(request).map(Booking)
    }
}

impl Input for Refund {
    fn read(request: InputRequest) -> Result<Self, InputError> {
        DynamicForm::read(request).map(Refund)
    }
}

fn mix<Book, GiveBack>(booking: Booking, refund: NeedsInput<GiveBack>)
where
    GiveBack: Call<Input = Refund>,
{
    let response: InputResponse<Booking> = booking.0.decline();
    let _ = refund.answer(|_| response);
}

fn main() {}
