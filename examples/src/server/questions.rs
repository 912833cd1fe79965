#![expect(deprecated, reason = "sampling and roots are deprecated by this revision and still part of it")]

use rmcp::{
    ErrorData,
    model::{
        ClientCapabilities, CreateMessageRequest, CreateMessageRequestParams, ElicitRequest, ElicitRequestParams,
        ElicitationCapability, ElicitationSchemaBuilder, InputRequest, ListRootsRequest, SamplingMessage,
    },
};

/// A form with the fields of `schema`.
pub(super) fn form(message: impl Into<String>, schema: ElicitationSchemaBuilder) -> Result<InputRequest, ErrorData> {
    let requested_schema = schema.build().map_err(|error| ErrorData::internal_error(error, None))?;
    let params = ElicitRequestParams::FormElicitationParams { meta: None, message: message.into(), requested_schema };
    Ok(InputRequest::Elicitation(ElicitRequest::new(params)))
}

/// A page that the person is asked to visit.
pub(super) fn url(message: impl Into<String>, url: impl Into<String>) -> InputRequest {
    let params = ElicitRequestParams::UrlElicitationParams {
        meta: None,
        message: message.into(),
        url: url.into(),
        // A member of earlier revisions only.
        elicitation_id: String::new(),
    };
    InputRequest::Elicitation(ElicitRequest::new(params))
}

/// A text that the client's model is asked to write.
pub(super) fn sampling(prompt: impl Into<String>, max_tokens: u32) -> InputRequest {
    let params = CreateMessageRequestParams::new(vec![SamplingMessage::user_text(prompt)], max_tokens);
    InputRequest::CreateMessage(CreateMessageRequest::new(params))
}

/// The folders that the client shows to servers.
pub(super) fn roots() -> InputRequest {
    InputRequest::ListRoots(ListRootsRequest::default())
}

/// The capabilities that `requests` need, when `declared` lacks one of them.
pub(super) fn undeclared<'r>(
    declared: &ClientCapabilities,
    requests: impl IntoIterator<Item = &'r InputRequest>,
) -> Option<ClientCapabilities> {
    let mut required = ClientCapabilities::default();
    let mut missing = false;
    for request in requests {
        match request {
            InputRequest::Elicitation(ElicitRequest {
                params: ElicitRequestParams::UrlElicitationParams { .. },
                ..
            }) => {
                required.elicitation.get_or_insert_default().url.get_or_insert_default();
                missing |= declared.elicitation.as_ref().is_none_or(|modes| modes.url.is_none());
            }
            InputRequest::Elicitation(_) => {
                required.elicitation.get_or_insert_default().form.get_or_insert_default();
                missing |= !declared.elicitation.as_ref().is_some_and(offers_forms);
            }
            InputRequest::CreateMessage(_) => {
                required.sampling.get_or_insert_default();
                missing |= declared.sampling.is_none();
            }
            InputRequest::ListRoots(_) => {
                required.roots.get_or_insert_default();
                missing |= declared.roots.is_none();
            }
            _ => {}
        }
    }
    missing.then_some(required)
}

/// A client that names no mode offers forms.
fn offers_forms(modes: &ElicitationCapability) -> bool {
    modes.form.is_some() || modes.url.is_none()
}
