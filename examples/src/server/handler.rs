use std::{borrow::Cow, sync::Arc};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse, Implementation,
        ListPromptsResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
        ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
};

use super::{
    ServeError,
    leg::Leg,
    prompt, resource,
    seal::{Origin, Seal},
    tools::{self, meet::Tables},
};

/// Answers the requests of one process: every connection and every HTTP request shares the key and the tables.
#[derive(Clone)]
pub(super) struct DemoServer {
    shared: Arc<Shared>,
}

struct Shared {
    seal: Seal,
    tables: Tables,
}

impl DemoServer {
    pub(super) fn new() -> Result<Self, ServeError> {
        Ok(Self { shared: Arc::new(Shared { seal: Seal::new()?, tables: Tables::default() }) })
    }
}

impl ServerHandler for DemoServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let mut info = ServerConfig::new(capabilities);
        info.protocol_version = ProtocolVersion::V_2026_07_28;
        info.server_info = Implementation::new("mrtr-demo-server", env!("CARGO_PKG_VERSION"));
        info
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(&[ProtocolVersion::V_2026_07_28])
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::list()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::list().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let CallToolRequestParams { name, arguments, input_responses, request_state, .. } = request;
        let origin = Origin::new("tools/call", &name, arguments.as_ref())?;
        let leg = Leg::new(&self.shared.seal, origin, &context, input_responses, request_state);
        if name == tools::meet::NAME {
            return self.shared.tables.meet(arguments, context.ct).await;
        }
        tools::call(&name, arguments, &leg)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(vec![resource::describe()]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let ReadResourceRequestParams { uri, input_responses, request_state, .. } = request;
        let origin = Origin::new("resources/read", &uri, None)?;
        resource::read(&uri, &Leg::new(&self.shared.seal, origin, &context, input_responses, request_state))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(vec![prompt::describe()]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let GetPromptRequestParams { name, arguments, input_responses, request_state, .. } = request;
        let origin = Origin::new("prompts/get", &name, arguments.as_ref())?;
        let leg = Leg::new(&self.shared.seal, origin, &context, input_responses, request_state);
        prompt::get(&name, arguments, &leg)
    }
}
