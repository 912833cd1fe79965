"""One arrival of a call: its first, or its return with input responses, a request state, or both."""

import json
from collections.abc import Callable
from typing import Any, NoReturn

from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    ClientCapabilities,
    CreateMessageRequest,
    ElicitationCapability,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    ElicitResult,
    FormElicitationCapability,
    InputRequest,
    InputRequiredResult,
    InputResponse,
    ListRootsRequest,
    RootsCapability,
    SamplingCapability,
    UrlElicitationCapability,
)

Step = str | dict[str, Any]


class Leg:
    """The SDK seals the state of every result and opens it before a function is called.

    It binds a state to method, name or URI, and arguments, so a step needs no binding of its own.
    """

    def __init__(self, context: Context) -> None:
        self._context = context

    async def report_progress(self) -> None:
        """Makes the answer an event stream for clients that ask for progress."""
        await self._context.report_progress(1, 2)

    def step(self) -> Step | None:
        """The step that the call has reached, or nothing on its first leg."""
        state = self._context.request_state
        if state is not None:
            return json.loads(state)
        if self._context.input_responses is not None:
            refuse("the input responses came without the request state they belong to")
        return None

    def ask(self, step: Step, requests: dict[str, InputRequest]) -> InputRequiredResult:
        """Asks, and goes on at `step` when the call returns."""
        self._require_capabilities(requests)
        return InputRequiredResult(input_requests=requests, request_state=json.dumps(step))

    def wait(self, step: Step) -> InputRequiredResult:
        """Asks nothing, and goes on at `step` when the call returns."""
        return InputRequiredResult(request_state=json.dumps(step))

    def elicited(self, key: str, fits: Callable[[dict[str, Any]], bool]) -> ElicitResult | None:
        """The response to an elicitation, or nothing when this leg brought none.

        `fits` judges the content of an accepted one.
        """
        response = self.response(key)
        if response is None:
            return None
        if not isinstance(response, ElicitResult):
            misfit(key)
        if response.action == "accept" and not fits(dict(response.content or {})):
            misfit(key)
        return response

    def response(self, key: str) -> InputResponse | None:
        return (self._context.input_responses or {}).get(key)

    def _require_capabilities(self, requests: dict[str, InputRequest]) -> None:
        """The SDK checks this for its resolvers alone, not for results that are built by hand."""
        declared = self._context.client_capabilities or ClientCapabilities()
        for request in requests.values():
            required = _required(request, declared)
            if required is not None:
                raise MCPError(
                    code=MISSING_REQUIRED_CLIENT_CAPABILITY,
                    message="the call needs a capability that the client did not declare",
                    data={"requiredCapabilities": required.model_dump(by_alias=True, mode="json", exclude_none=True)},
                )


def _required(request: InputRequest, declared: ClientCapabilities) -> ClientCapabilities | None:
    match request:
        case ElicitRequest(params=ElicitRequestURLParams()):
            if declared.elicitation is None or declared.elicitation.url is None:
                return ClientCapabilities(elicitation=ElicitationCapability(url=UrlElicitationCapability()))
        case ElicitRequest():
            modes = declared.elicitation
            # A client that names no mode offers forms.
            if modes is None or (modes.form is None and modes.url is not None):
                return ClientCapabilities(elicitation=ElicitationCapability(form=FormElicitationCapability()))
        case CreateMessageRequest():
            if declared.sampling is None:
                return ClientCapabilities(sampling=SamplingCapability())
        case ListRootsRequest():
            if declared.roots is None:
                return ClientCapabilities(roots=RootsCapability())
    return None


def form(message: str, schema: dict[str, Any]) -> ElicitRequest:
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def page(message: str, url: str) -> ElicitRequest:
    return ElicitRequest(params=ElicitRequestURLParams(message=message, url=url))


def refuse(message: str) -> NoReturn:
    raise MCPError(code=INVALID_PARAMS, message=message)


def misfit(key: str) -> NoReturn:
    refuse(f"the input response `{key}` does not fit what was asked")
