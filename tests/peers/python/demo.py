"""The flows of the demo server in examples/src/server, on the Python SDK."""

import json
from collections.abc import Callable
from typing import Any

import anyio
from leg import Leg, form, misfit, page, refuse
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp_types import (
    CallToolResult,
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    CreateMessageResultWithTools,
    ElicitResult,
    InputRequiredResult,
    ListRootsRequest,
    ListRootsResult,
    SamplingMessage,
    TextContent,
)

HOTELS = ["Harbour View", "Old Mill", "Station Inn"]
REPORT = "month,bookings\n2026-05,381\n2026-06,412\n2026-07,530\n"
PASSPHRASE = "hunter2"
ATTEMPTS = 3

ToolResult = CallToolResult | InputRequiredResult

server = MCPServer("mrtr-peer-python", version="0.1.0", log_level="WARNING")


@server.tool(description="Books a flight; asks for the seat", structured_output=False)
async def book_flight(destination: str, context: Context) -> ToolResult:
    leg = await start(context)
    seat = leg.elicited("seat", has_strings("seat")) if leg.step() == "seat" else None
    if seat is None:
        message = f"Which seat would you like on the flight to {destination}?"
        return leg.ask("seat", {"seat": form(message, strings("seat"))})
    if seat.action != "accept":
        return ended("booked", "Nothing was booked", seat)
    chosen = seat.content["seat"]
    return result(
        f"Booked seat {chosen} on the flight to {destination}.",
        {"booked": True, "destination": destination, "seat": chosen},
    )


@server.tool(description="Plans a trip; asks for the dates, then for the hotel", structured_output=False)
async def plan_trip(destination: str, context: Context) -> ToolResult:
    leg = await start(context)
    step = leg.step()
    if isinstance(step, dict):
        hotel = leg.elicited("hotel", lambda content: content.get("hotel") in HOTELS)
        if hotel is None:
            return ask_hotel(leg, destination, step)
        if hotel.action != "accept":
            return ended("planned", "No trip was planned", hotel)
        chosen = hotel.content["hotel"]
        return result(
            f"Planned a trip to {destination} from {step['from']} until {step['until']}, staying at {chosen}.",
            {"planned": True, "destination": destination, **step, "hotel": chosen},
        )
    dates = leg.elicited("dates", has_strings("from", "until")) if step == "dates" else None
    if dates is None:
        date = {"type": "string", "format": "date"}
        schema = object_of({"from": date, "until": date})
        return leg.ask("dates", {"dates": form(f"When do you travel to {destination}?", schema)})
    if dates.action != "accept":
        return ended("planned", "No trip was planned", dates)
    return ask_hotel(leg, destination, {"from": dates.content["from"], "until": dates.content["until"]})


def ask_hotel(leg: Leg, destination: str, dates: dict[str, Any]) -> InputRequiredResult:
    return leg.ask(dates, {"hotel": form(f"Where do you stay in {destination}?", choice("hotel", HOTELS))})


@server.tool(description="Plans a team offsite; asks for everything at once", structured_output=False)
async def team_offsite(context: Context) -> ToolResult:
    leg = await start(context)
    asked = leg.step() is not None
    budget = leg.elicited("budget", lambda content: is_amount(content.get("amount"))) if asked else None
    slogan = leg.response("slogan") if asked else None
    folders = leg.response("folders") if asked else None
    # A round that comes back incomplete is asked again as a whole.
    if budget is None or slogan is None or folders is None:
        amount = {"type": "integer", "minimum": 0}
        question = TextContent(type="text", text="Write a slogan of at most six words for a team offsite.")
        messages = [SamplingMessage(role="user", content=question)]
        return leg.ask(
            "everything",
            {
                "budget": form("How much may the offsite cost?", object_of({"amount": amount})),
                "slogan": CreateMessageRequest(params=CreateMessageRequestParams(messages=messages, max_tokens=40)),
                "folders": ListRootsRequest(),
            },
        )
    if budget.action != "accept":
        return ended("planned", "No offsite was planned", budget)
    if not isinstance(slogan, CreateMessageResult | CreateMessageResultWithTools):
        misfit("slogan")
    blocks = slogan.content if isinstance(slogan.content, list) else [slogan.content]
    if not blocks or not isinstance(blocks[0], TextContent):
        misfit("slogan")
    if not isinstance(folders, ListRootsResult):
        misfit("folders")
    amount = budget.content["amount"]
    uris = [str(root.uri) for root in folders.roots]
    return result(
        f'Planned an offsite for {amount}, "{blocks[0].text}", with the plans in {", ".join(uris)}.',
        {"planned": True, "budget": amount, "slogan": blocks[0].text, "folders": uris},
    )


@server.tool(description="Writes a report; wants to be called three times", structured_output=False)
async def slow_report(context: Context) -> ToolResult:
    leg = await start(context)
    match leg.step():
        case None:
            return leg.wait("collected")
        case "collected":
            return leg.wait("counted")
        case _:
            return result("The report is ready: 1323 bookings.", {"ready": True, "bookings": 1323})


@server.tool(description="Connects a calendar; asks the person to visit a page", structured_output=False)
async def connect_calendar(context: Context) -> ToolResult:
    leg = await start(context)
    consent = leg.elicited("authorize", lambda _: True) if leg.step() == "authorize" else None
    if consent is None:
        url = "https://calendar.example/authorize?client=mrtr-demo-server"
        return leg.ask("authorize", {"authorize": page("Allow access to your calendar on its own page.", url)})
    if consent.action != "accept":
        return ended("connected", "The calendar was not connected", consent)
    return result("The calendar is connected.", {"connected": True})


@server.tool(description="Returns its arguments; asks for confirmation first", structured_output=False)
async def echo_arguments(context: Context) -> ToolResult:
    leg = await start(context)
    confirm = None
    if leg.step() == "confirm":
        confirm = leg.elicited("confirm", lambda content: isinstance(content.get("confirmed"), bool))
    if confirm is None:
        schema = object_of({"confirmed": {"type": "boolean"}})
        return leg.ask("confirm", {"confirm": form("Send the arguments back?", schema)})
    if confirm.action != "accept":
        return ended("confirmed", "The arguments stay here", confirm)
    # Declared parameters are all that a function is given, so the arguments are taken from the request.
    arguments = (context.request_context.params or {}).get("arguments")
    return result(
        json.dumps(arguments, separators=(",", ":")),
        {"confirmed": confirm.content["confirmed"], "arguments": arguments},
    )


tables: dict[str, anyio.Event] = {}


@server.tool(description="Answers two calls that name the same table", structured_output=False)
async def meet(table: str, context: Context) -> ToolResult:
    """Completes only when calls are processed side by side, which makes that observable without a clock."""
    await start(context)
    order = "second"
    arrived = tables.pop(table, None)
    if arrived is not None:
        arrived.set()
    else:
        order = "first"
        tables[table] = arrived = anyio.Event()
        try:
            await arrived.wait()
        finally:
            # A cancelled call neither meets anybody nor is met.
            if tables.get(table) is arrived:
                del tables[table]
    return result(f"Met at table {table}.", {"table": table, "order": order})


# The SDK lets resource templates ask, but not resources; this one has a single instance.
@server.resource(
    "file:///{name}.csv",
    description="Bookings by month; asks for a passphrase before it is read",
    mime_type="text/csv",
)
async def report(name: str, context: Context) -> str | InputRequiredResult:
    if name != "report":
        raise ResourceNotFoundError("no such resource")
    leg = await start(context)
    step = leg.step()
    failed = step["failed"] if isinstance(step, dict) else 0
    answer = leg.elicited("passphrase", has_strings("passphrase")) if step is not None else None
    if answer is None:
        return ask_passphrase(leg, "Enter the passphrase of the report.", failed)
    if answer.action == "decline":
        refuse("the report stays locked: the passphrase was declined")
    if answer.action == "cancel":
        refuse("the report stays locked: the passphrase was cancelled")
    if answer.content["passphrase"] == PASSPHRASE:
        return REPORT
    if failed + 1 < ATTEMPTS:
        return ask_passphrase(leg, "That is not the passphrase of the report. Try again.", failed + 1)
    refuse("the report stays locked: three wrong passphrases were given")


def ask_passphrase(leg: Leg, message: str, failed: int) -> InputRequiredResult:
    return leg.ask({"failed": failed}, {"passphrase": form(message, strings("passphrase"))})


@server.prompt(description="A guided tour of the booking tools")
async def walkthrough(audience: str, context: Context) -> UserMessage | InputRequiredResult:
    leg = await start(context)
    answer = None
    if leg.step() == "scope":
        answer = leg.elicited("confirm_scope", lambda content: content.get("scope") in ("full", "short"))
    if answer is None:
        message = f"How much should the walkthrough for {audience} cover?"
        return leg.ask("scope", {"confirm_scope": form(message, choice("scope", ["full", "short"]))})
    if answer.action == "cancel":
        refuse("the walkthrough was cancelled")
    if answer.action == "accept" and answer.content["scope"] == "full":
        return UserMessage(f"Walk {audience} through every booking tool, one by one, with an example for each.")
    return UserMessage(f"Show {audience} how to book a flight, and nothing else.")


async def start(context: Context) -> Leg:
    leg = Leg(context)
    await leg.report_progress()
    return leg


def object_of(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def strings(*names: str) -> dict[str, Any]:
    return object_of({name: {"type": "string"} for name in names})


def choice(name: str, values: list[str]) -> dict[str, Any]:
    return object_of({name: {"type": "string", "enum": values}})


def has_strings(*names: str) -> Callable[[dict[str, Any]], bool]:
    return lambda content: all(isinstance(content.get(name), str) for name in names)


def is_amount(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def result(text: str, structured: dict[str, Any]) -> CallToolResult:
    """A result for people, as text, and for programs, as structured content."""
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=structured)


def ended(outcome: str, text: str, answer: ElicitResult) -> CallToolResult:
    """The result of a call that ended because a person did not accept: `outcome` is false."""
    reason = "declined" if answer.action == "decline" else "cancelled"
    return result(f"{text}: the question was {reason}.", {outcome: False, "reason": reason})
