// One arrival of a call: its first, or its return with input responses, a request state, or both.

import { createHash, randomBytes } from "node:crypto";

import { createRequestStateCodec, inputRequired, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

// One key for the process: over HTTP every request is served by a server instance of its own.
export const seal = createRequestStateCodec({
  key: randomBytes(32),
  ttlSeconds: 60 * 60,
  bind: (context) => context.mcpReq.method,
});

export class Leg {
  #context;
  #origin;

  // The SDK's seal sees the method alone, so the name and the arguments are bound by a digest inside of it.
  constructor(context, name, args) {
    this.#context = context;
    this.#origin = createHash("sha256")
      .update(canonical([name, args ?? {}]))
      .digest("base64url");
  }

  // Makes the answer an event stream for clients that ask for progress.
  async reportProgress() {
    const progressToken = this.#context.mcpReq._meta?.progressToken;
    if (progressToken !== undefined) {
      await this.#context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress: 1, total: 2 },
      });
    }
  }

  // The step that the call has reached, or undefined on its first leg.
  step() {
    const state = this.#context.mcpReq.requestState();
    if (state === undefined) {
      if (this.#context.mcpReq.inputResponses !== undefined) {
        throw invalid("the input responses came without the request state they belong to");
      }
      return undefined;
    }
    if (state.origin !== this.#origin) {
      throw invalid("the request state was not issued for this request");
    }
    return state.step;
  }

  // Asks, and goes on at `step` when the call returns.
  async ask(step, inputRequests) {
    return inputRequired({ inputRequests, requestState: await this.#close(step) });
  }

  // Asks nothing, and goes on at `step` when the call returns.
  async wait(step) {
    return inputRequired({ requestState: await this.#close(step) });
  }

  // The response to an elicitation, or undefined when this leg brought none; `fits` judges the content of an accepted one.
  elicited(key, fits) {
    const response = this.response(key);
    switch (response?.action) {
      case "accept":
        if (!fits(response.content)) throw misfit(key);
        return response;
      case "decline":
      case "cancel":
        return response;
      default:
        if (response !== undefined) throw misfit(key);
        return undefined;
    }
  }

  response(key) {
    const responses = this.#context.mcpReq.inputResponses ?? {};
    return Object.hasOwn(responses, key) ? responses[key] : undefined;
  }

  #close(step) {
    return seal.mint({ origin: this.#origin, step }, this.#context);
  }
}

export function invalid(message) {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

export function misfit(key) {
  return invalid(`the input response \`${key}\` does not fit what was asked`);
}

// Equal JSON values have equal texts.
function canonical(value) {
  return JSON.stringify(value, (_, member) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
