//! What a server may ask for, and how each kind is answered.

/// What every kind of input says of its request.
macro_rules! request_accessors {
    () => {
        /// The key under which the server asked.
        #[must_use]
        pub fn key(&self) -> &str {
            self.request.key()
        }

        /// The request: its raw text and the like.
        #[must_use]
        pub fn request(&self) -> &InputRequest {
            &self.request
        }

        /// The request's `params` as the server's JSON text. `None` where they are absent or `null`.
        #[must_use]
        pub fn raw_params(&self) -> Option<&str> {
            self.request.raw_params()
        }

        /// Reads `params` as a type of your own; absent ones as `null`.
        ///
        /// # Errors
        ///
        /// When `P` cannot be read from them. The error of `serde_json` may quote them.
        pub fn params_as<'a, P: Deserialize<'a>>(&'a self) -> Result<P, serde_json::Error> {
            self.request.params_as()
        }
    };
}
use request_accessors;

mod address;
mod dynamic;
mod error;
mod form;
mod leg;
mod none;
mod response;
mod roots;
mod sampling;
mod url;

pub use self::address::{UrlError, UrlReport};
pub use self::dynamic::{DynamicInput, ManualInput, Unreadable};
pub(crate) use self::error::list;
pub use self::error::{InputError, InputErrors, InputProblem};
pub use self::form::{DynamicForm, Form, FormContent, FormError, FormType};
pub use self::leg::InputRequest;
pub(crate) use self::leg::Leg;
pub use self::none::{NoInput, UnknownChoice};
pub use self::response::{InputResponse, ResponseError, ResponseProblem};
pub use self::roots::Roots;
pub use self::sampling::Sampling;
pub use self::url::Url;

/// What a call may be asked for: an enum with one variant per input request.
///
/// The derive macro generates one for a typed call, and [`DynamicInput`] serves calls that are known at run time
/// only. An implementation of your own looks at [`InputRequest::key`] and hands the request on to the kind that it
/// expects under that key:
///
/// ```
/// use mrtr_core::{DynamicForm, Input, InputError, InputRequest, Roots};
///
/// enum Ask {
///     Seat(DynamicForm<Ask>),
///     Folders(Roots<Ask>),
/// }
///
/// impl Input for Ask {
///     fn read(request: InputRequest) -> Result<Self, InputError> {
///         match request.key() {
///             "seat" => DynamicForm::read(request).map(Ask::Seat),
///             "folders" => Roots::read(request).map(Ask::Folders),
///             _ => Err(request.unknown_key()),
///         }
///     }
/// }
/// ```
pub trait Input: Sized {
    /// Takes one input request as this call's input.
    ///
    /// # Errors
    ///
    /// When the call has no such input, or the request cannot be read. The error concerns this key alone.
    fn read(request: InputRequest) -> Result<Self, InputError>;
}
