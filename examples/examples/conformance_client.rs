//! A client for the official conformance suite, which starts a server and gives its URL as the last argument.
//!
//! `tests/peers/conformance/run.sh` runs it. `MCP_CONFORMANCE_SCENARIO` names what the server wants to see.

use std::collections::BTreeMap;
use std::env;
use std::io;

use mrtr::http::Http;
use mrtr::{
    CallToolResult, Client, DynamicInput, GetPrompt, Implementation, InputResponse, Meta, ReadResource, Reply, Session,
    ToolCall, Transport,
};
use mrtr_examples::Failure;
use serde_json::value::RawValue;

fn main() -> Result<(), Failure> {
    let url = env::args().next_back().filter(|url| url.starts_with("http")).ok_or("the last argument is the URL")?;
    let scenario = env::var("MCP_CONFORMANCE_SCENARIO")?;
    let session = Session::new("conformance suite", Implementation::new("mrtr-conformance", env!("CARGO_PKG_VERSION")));
    let client = Client::new(session, Http::builder(url).build()?);

    match &*scenario {
        "tools_call" => tools_call(&client),
        "request-metadata" => client.discover().map(drop).map_err(Into::into),
        "sep-2322-client-request-state" => request_state(&client),
        "http-standard-headers" => standard_headers(&client),
        "http-custom-headers" => custom_headers(&client, &env::var("MCP_CONFORMANCE_CONTEXT")?),
        "http-invalid-tool-headers" => invalid_tool_headers(&client),
        "json-schema-ref-no-deref" => client.tools().map(drop).map_err(Into::into),
        "json-schema-2020-12-preservation" => schema_preservation(&client),
        other => Err(format!("this client does not know the scenario {other}").into()),
    }
}

fn tools_call(client: &Client<Http>) -> Result<(), Failure> {
    client.tools()?;
    call(client, "add_numbers", r#"{"a":5,"b":3}"#)
}

/// A call that waits for its answer keeps its own state while another one comes and goes.
fn request_state(client: &Client<Http>) -> Result<(), Failure> {
    let pending = client.begin(tool("test_mrtr_echo_state", "{}")?, Meta::new())?;
    let answer = client.transport().exchange(&pending.request())?;
    let Reply::NeedsInput(waiting) = pending.receive(&answer)? else { return Err("the server did not ask".into()) };

    call(client, "test_mrtr_unrelated", "{}")?;
    client.drive(waiting, confirm)?.into_output()?;
    call(client, "test_mrtr_no_state", "{}")?;
    call(client, "test_mrtr_no_result_type", "{}")
}

fn standard_headers(client: &Client<Http>) -> Result<(), Failure> {
    client.tools()?;
    call(client, "test_headers", "{}")?;
    call(client, "my-hyphenated-tool", "{}")?;
    client.request("resources/list", &())?;
    for uri in ["file:///path/to/file%20name.txt", "https://example.com/resource?id=123"] {
        client.try_call(ReadResource::new(uri), confirm)?;
    }
    client.request("prompts/list", &())?;
    client.try_call(GetPrompt::new("test_prompt"), confirm)?;
    Ok(())
}

/// The headers come from the list of tools; the arguments are those of the suite, as they are.
fn custom_headers(client: &Client<Http>, context: &str) -> Result<(), Failure> {
    #[derive(serde::Deserialize)]
    struct Context {
        #[serde(rename = "toolCalls")]
        tool_calls: Vec<Named>,
    }
    #[derive(serde::Deserialize)]
    struct Named {
        name: String,
        arguments: Box<RawValue>,
    }

    client.tools()?;
    let context: Context = serde_json::from_str(context)?;
    context.tool_calls.iter().try_for_each(|named| call(client, &named.name, named.arguments.get()))
}

/// Tools with headers that the protocol does not allow are not in the list, and so are not called.
fn invalid_tool_headers(client: &Client<Http>) -> Result<(), Failure> {
    let catalog = client.tools()?;
    catalog.tools().iter().try_for_each(|tool| call(client, tool.name(), r#"{"region":"us-east1"}"#))
}

/// A schema of the server comes back as its own text.
fn schema_preservation(client: &Client<Http>) -> Result<(), Failure> {
    let catalog = client.tools()?;
    let tool = catalog.get("json_schema_2020_12_tool").ok_or("the tool is not in the list")?;
    let tool = tool.read()?;
    call(client, "json_schema_echo", &format!(r#"{{"schema":{}}}"#, tool.input_schema.raw().get()))
}

fn call(client: &Client<Http>, name: &str, arguments: &str) -> Result<(), Failure> {
    let result = client.try_call(tool(name, arguments)?, confirm)?;
    println!("{name}: {} content blocks", result.content.len());
    Ok(())
}

fn tool(name: &str, arguments: &str) -> Result<ToolCall<CallToolResult>, Failure> {
    Ok(ToolCall::new(name).arguments_json(arguments)?)
}

/// Says yes to whatever the suite wants confirmed.
fn confirm(input: DynamicInput) -> io::Result<InputResponse<DynamicInput>> {
    match input {
        DynamicInput::Form(form) => Ok(form.accept(&BTreeMap::from([("confirmed", true)]))),
        other => Err(io::Error::other(format!("this client cannot answer {}", other.key()))),
    }
}
