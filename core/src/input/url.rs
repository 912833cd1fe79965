//! Elicitation by url: the user is sent to a page, and nothing comes back through the client.

use core::fmt;
use core::marker::PhantomData;

use serde::Deserialize;

use crate::input::Input;
use crate::input::address::UrlReport;
use crate::input::error::InputError;
use crate::input::form;
use crate::input::leg::InputRequest;
use crate::input::response::InputResponse;
use crate::session::Marker;
use crate::wire::{self, Kind};

/// A page that the server asks the user to open.
///
/// The library never opens or fetches it. Show the whole url, and what [`report`](Self::report) says about it, before
/// you ask for consent, and open it where neither the client nor a model can look in.
///
/// Source: specification, client/elicitation, "URL Mode Elicitation Requests" and "Safe URL Handling".
#[must_use = "a url waits for `consent`, `decline` or `cancel`"]
pub struct Url<I> {
    request: InputRequest,
    report: UrlReport,
    input: Marker<I>,
}

impl<I: Input> Url<I> {
    /// Takes an input request as a url.
    ///
    /// # Errors
    ///
    /// When the request cannot be read or is no url.
    pub fn read(request: InputRequest) -> Result<Self, InputError> {
        match request.kind() {
            Ok(Kind::Url { report, .. }) => Ok(Self { report: report.clone(), request, input: PhantomData }),
            _ => Err(request.not_a("a url")),
        }
    }

    /// The server's text for the person who is asked.
    #[must_use]
    pub fn message(&self) -> &str {
        self.request.message()
    }

    /// The url, as the server wrote it.
    #[must_use]
    pub fn url(&self) -> &str {
        self.request.url()
    }

    /// What a person should know about the url before consenting.
    #[must_use]
    pub fn report(&self) -> &UrlReport {
        &self.report
    }

    /// The user agreed to open the url. That says nothing about what happened there.
    pub fn consent(self) -> InputResponse<I> {
        InputResponse::new(self.request, "accept", wire::elicit_result("accept"))
    }

    /// The user said no.
    pub fn decline(self) -> InputResponse<I> {
        form::decline(self.request)
    }

    /// The user dismissed the question without choosing.
    pub fn cancel(self) -> InputResponse<I> {
        form::cancel(self.request)
    }

    super::request_accessors!();
}

impl<I> fmt::Debug for Url<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Url").field("key", &self.request.key()).finish_non_exhaustive()
    }
}
