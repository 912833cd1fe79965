// The flows of the demo server in examples/src/server, on the TypeScript SDK.

import { fromJsonSchema, inputRequired, McpServer } from "@modelcontextprotocol/server";

import { invalid, isObject, Leg, misfit, seal } from "./leg.mjs";
import { meet } from "./meet.mjs";
import { ended, result } from "./result.mjs";

const HOTELS = ["Harbour View", "Old Mill", "Station Inn"];
const REPORT_URI = "file:///report.csv";
const REPORT = "month,bookings\n2026-05,381\n2026-06,412\n2026-07,530\n";
const PASSPHRASE = "hunter2";
const ATTEMPTS = 3;

const ANYTHING = { type: "object", additionalProperties: true };
const NOTHING = { type: "object", properties: {} };

export function demoServer(onerror) {
  const server = new McpServer(
    { name: "mrtr-peer-typescript", version: "0.1.0" },
    { requestState: { verify: seal.verify } },
  );
  server.server.onerror = onerror;

  tool(server, "book_flight", "Books a flight; asks for the seat", strings("destination"), bookFlight);
  tool(server, "plan_trip", "Plans a trip; asks for the dates, then for the hotel", strings("destination"), planTrip);
  tool(server, "team_offsite", "Plans a team offsite; asks for everything at once", NOTHING, teamOffsite);
  tool(server, "slow_report", "Writes a report; wants to be called three times", NOTHING, slowReport);
  tool(server, "connect_calendar", "Connects a calendar; asks the person to visit a page", NOTHING, connectCalendar);
  tool(server, "echo_arguments", "Returns its arguments; asks for confirmation first", ANYTHING, echoArguments);
  tool(server, "meet", "Answers two calls that name the same table", strings("table"), meet);

  server.registerResource(
    "report.csv",
    REPORT_URI,
    { description: "Bookings by month; asks for a passphrase before it is read", mimeType: "text/csv" },
    async (uri, context) => {
      const leg = new Leg(context, uri.href);
      await leg.reportProgress();
      return readReport(leg);
    },
  );
  server.registerPrompt(
    "walkthrough",
    { description: "A guided tour of the booking tools", argsSchema: fromJsonSchema(strings("audience")) },
    async (args, context) => {
      const leg = new Leg(context, "walkthrough", args);
      await leg.reportProgress();
      return walkthrough(leg, args);
    },
  );
  return server;
}

function tool(server, name, description, inputSchema, call) {
  server.registerTool(name, { description, inputSchema: fromJsonSchema(inputSchema) }, async (args, context) => {
    const leg = new Leg(context, name, args);
    await leg.reportProgress();
    return call(leg, args, context);
  });
}

async function bookFlight(leg, { destination }) {
  const seat = leg.step() === "seat" ? leg.elicited("seat", hasStrings("seat")) : undefined;
  if (seat === undefined) {
    return leg.ask("seat", {
      seat: form(`Which seat would you like on the flight to ${destination}?`, strings("seat")),
    });
  }
  if (seat.action !== "accept") return ended("booked", "Nothing was booked", seat);
  const chosen = seat.content.seat;
  return result(`Booked seat ${chosen} on the flight to ${destination}.`, { booked: true, destination, seat: chosen });
}

async function planTrip(leg, { destination }) {
  const step = leg.step();
  if (step?.hotel !== undefined) {
    const { from, until } = step.hotel;
    const hotel = leg.elicited("hotel", (content) => HOTELS.includes(content?.hotel));
    if (hotel === undefined) return askHotel(leg, destination, step.hotel);
    if (hotel.action !== "accept") return ended("planned", "No trip was planned", hotel);
    const chosen = hotel.content.hotel;
    return result(`Planned a trip to ${destination} from ${from} until ${until}, staying at ${chosen}.`, {
      planned: true,
      destination,
      from,
      until,
      hotel: chosen,
    });
  }
  const dates = step === undefined ? undefined : leg.elicited("dates", hasStrings("from", "until"));
  if (dates === undefined) {
    const date = { type: "string", format: "date" };
    return leg.ask("dates", {
      dates: form(`When do you travel to ${destination}?`, {
        type: "object",
        properties: { from: date, until: date },
        required: ["from", "until"],
      }),
    });
  }
  if (dates.action !== "accept") return ended("planned", "No trip was planned", dates);
  return askHotel(leg, destination, { from: dates.content.from, until: dates.content.until });
}

function askHotel(leg, destination, dates) {
  return leg.ask(
    { hotel: dates },
    {
      hotel: form(`Where do you stay in ${destination}?`, choice("hotel", HOTELS)),
    },
  );
}

async function teamOffsite(leg) {
  const asked = leg.step() !== undefined;
  const budget = asked ? leg.elicited("budget", (content) => isAmount(content?.amount)) : undefined;
  const slogan = asked ? leg.response("slogan") : undefined;
  const folders = asked ? leg.response("folders") : undefined;
  // A round that comes back incomplete is asked again as a whole.
  if (budget === undefined || slogan === undefined || folders === undefined) {
    return leg.ask("everything", {
      budget: form("How much may the offsite cost?", {
        type: "object",
        properties: { amount: { type: "integer", minimum: 0 } },
        required: ["amount"],
      }),
      slogan: inputRequired.createMessage({
        messages: [
          {
            role: "user",
            content: { type: "text", text: "Write a slogan of at most six words for a team offsite." },
          },
        ],
        maxTokens: 40,
      }),
      folders: inputRequired.listRoots(),
    });
  }
  if (budget.action !== "accept") return ended("planned", "No offsite was planned", budget);
  const text = [slogan.content].flat()[0]?.text;
  if (typeof text !== "string") throw misfit("slogan");
  if (!Array.isArray(folders.roots)) throw misfit("folders");
  const { amount } = budget.content;
  const uris = folders.roots.map((root) => root.uri);
  return result(`Planned an offsite for ${amount}, "${text}", with the plans in ${uris.join(", ")}.`, {
    planned: true,
    budget: amount,
    slogan: text,
    folders: uris,
  });
}

async function slowReport(leg) {
  switch (leg.step()) {
    case undefined:
      return leg.wait("collected");
    case "collected":
      return leg.wait("counted");
    default:
      return result("The report is ready: 1323 bookings.", { ready: true, bookings: 1323 });
  }
}

async function connectCalendar(leg) {
  const consent = leg.step() === "authorize" ? leg.elicited("authorize", () => true) : undefined;
  if (consent === undefined) {
    return leg.ask("authorize", {
      authorize: inputRequired.elicitUrl({
        message: "Allow access to your calendar on its own page.",
        url: "https://calendar.example/authorize?client=mrtr-demo-server",
      }),
    });
  }
  if (consent.action !== "accept") return ended("connected", "The calendar was not connected", consent);
  return result("The calendar is connected.", { connected: true });
}

async function echoArguments(leg, args) {
  const confirm =
    leg.step() === "confirm"
      ? leg.elicited("confirm", (content) => typeof content?.confirmed === "boolean")
      : undefined;
  if (confirm === undefined) {
    return leg.ask("confirm", {
      confirm: form("Send the arguments back?", {
        type: "object",
        properties: { confirmed: { type: "boolean" } },
        required: ["confirmed"],
      }),
    });
  }
  if (confirm.action !== "accept") return ended("confirmed", "The arguments stay here", confirm);
  return result(JSON.stringify(args), { confirmed: confirm.content.confirmed, arguments: args });
}

async function readReport(leg) {
  const step = leg.step();
  const failed = step?.failed ?? 0;
  const answer = step === undefined ? undefined : leg.elicited("passphrase", hasStrings("passphrase"));
  if (answer === undefined) return askPassphrase(leg, "Enter the passphrase of the report.", failed);
  if (answer.action === "decline") throw invalid("the report stays locked: the passphrase was declined");
  if (answer.action === "cancel") throw invalid("the report stays locked: the passphrase was cancelled");
  if (answer.content.passphrase === PASSPHRASE) {
    return { contents: [{ uri: REPORT_URI, mimeType: "text/csv", text: REPORT }] };
  }
  if (failed + 1 < ATTEMPTS) {
    return askPassphrase(leg, "That is not the passphrase of the report. Try again.", failed + 1);
  }
  throw invalid("the report stays locked: three wrong passphrases were given");
}

function askPassphrase(leg, message, failed) {
  return leg.ask({ failed }, { passphrase: form(message, strings("passphrase")) });
}

async function walkthrough(leg, { audience }) {
  const answer =
    leg.step() === "scope"
      ? leg.elicited("confirm_scope", (content) => ["full", "short"].includes(content?.scope))
      : undefined;
  if (answer === undefined) {
    return leg.ask("scope", {
      confirm_scope: form(`How much should the walkthrough for ${audience} cover?`, choice("scope", ["full", "short"])),
    });
  }
  if (answer.action === "cancel") throw invalid("the walkthrough was cancelled");
  const text =
    answer.content?.scope === "full"
      ? `Walk ${audience} through every booking tool, one by one, with an example for each.`
      : `Show ${audience} how to book a flight, and nothing else.`;
  return {
    description: "A guided tour of the booking tools",
    messages: [{ role: "user", content: { type: "text", text } }],
  };
}

function form(message, requestedSchema) {
  return inputRequired.elicit({ message, requestedSchema });
}

function strings(...names) {
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: names,
  };
}

function choice(name, values) {
  return { type: "object", properties: { [name]: { type: "string", enum: values } }, required: [name] };
}

function hasStrings(...names) {
  return (content) => isObject(content) && names.every((name) => typeof content[name] === "string");
}

function isAmount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}
