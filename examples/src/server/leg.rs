use rmcp::{
    ErrorData, RoleServer,
    model::{ClientCapabilities, ElicitResult, ElicitationAction, InputRequest, InputRequiredResult, InputResponses},
    service::RequestContext,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    questions,
    seal::{Origin, Seal},
};

/// One arrival of a call: its first, or its return with input responses, a request state, or both.
pub(super) struct Leg<'a> {
    seal: &'a Seal,
    origin: Origin,
    capabilities: ClientCapabilities,
    responses: Option<InputResponses>,
    state: Option<String>,
}

/// How a person responded to an elicitation.
pub(super) enum Elicited<T> {
    Accepted(T),
    Declined,
    Cancelled,
}

impl<'a> Leg<'a> {
    pub(super) fn new(
        seal: &'a Seal,
        origin: Origin,
        context: &RequestContext<RoleServer>,
        responses: Option<InputResponses>,
        state: Option<String>,
    ) -> Self {
        let capabilities = context.client_capabilities().unwrap_or_default();
        Self { seal, origin, capabilities, responses, state }
    }

    /// The step that the call has reached, or nothing on its first leg.
    pub(super) fn step<S: DeserializeOwned>(&self) -> Result<Option<S>, ErrorData> {
        match (&self.state, &self.responses) {
            (Some(state), _) => self.seal.open(&self.origin, state).map(Some),
            (None, None) => Ok(None),
            (None, Some(_)) => Err(ErrorData::invalid_params(
                "the input responses came without the request state they belong to",
                None,
            )),
        }
    }

    /// Asks, and goes on at `step` when the call returns.
    pub(super) fn ask<S: Serialize, const N: usize>(
        &self,
        step: &S,
        requests: [(&str, InputRequest); N],
    ) -> Result<InputRequiredResult, ErrorData> {
        if let Some(required) = questions::undeclared(&self.capabilities, requests.iter().map(|(_, request)| request)) {
            return Err(ErrorData::missing_required_client_capability(required));
        }
        let requests = requests.into_iter().map(|(key, request)| (key.to_owned(), request)).collect();
        Ok(InputRequiredResult::new(Some(requests), Some(self.seal.close(&self.origin, step)?)))
    }

    /// Asks nothing, and goes on at `step` when the call returns.
    pub(super) fn wait<S: Serialize>(&self, step: &S) -> Result<InputRequiredResult, ErrorData> {
        Ok(InputRequiredResult::from_request_state(self.seal.close(&self.origin, step)?))
    }

    /// The response to a form, or nothing when this leg brought none.
    pub(super) fn form<T: DeserializeOwned>(&self, key: &str) -> Result<Option<Elicited<T>>, ErrorData> {
        self.elicited(key, |content| content.and_then(|content| serde_json::from_value(content).ok()))
    }

    /// The response to a url, or nothing when this leg brought none.
    pub(super) fn url(&self, key: &str) -> Result<Option<Elicited<()>>, ErrorData> {
        self.elicited(key, |_| Some(()))
    }

    /// The response to a sampling or roots request, or nothing when this leg brought none.
    pub(super) fn response<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, ErrorData> {
        self.raw(key).map(|response| serde_json::from_value(response).map_err(|_| misfit(key))).transpose()
    }

    fn elicited<T>(
        &self,
        key: &str,
        read: impl FnOnce(Option<Value>) -> Option<T>,
    ) -> Result<Option<Elicited<T>>, ErrorData> {
        let Some(result) = self.response::<ElicitResult>(key)? else { return Ok(None) };
        match result.action {
            ElicitationAction::Accept => read(result.content).map(Elicited::Accepted).ok_or_else(|| misfit(key)),
            ElicitationAction::Decline => Ok(Elicited::Declined),
            ElicitationAction::Cancel => Ok(Elicited::Cancelled),
            _ => Err(misfit(key)),
        }
        .map(Some)
    }

    fn raw(&self, key: &str) -> Option<Value> {
        self.responses.as_ref()?.get(key).cloned()
    }
}

pub(super) fn misfit(key: &str) -> ErrorData {
    ErrorData::invalid_params(format!("the input response `{key}` does not fit what was asked"), None)
}
