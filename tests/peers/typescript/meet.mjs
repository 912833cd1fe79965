// Completes only when calls are processed side by side, which makes that observable without a clock.

import { result } from "./result.mjs";

const waiting = new Map();

export async function meet(_leg, { table }, context) {
  const { signal } = context.mcpReq;
  const partner = waiting.get(table);
  if (partner !== undefined) {
    waiting.delete(table);
    partner.arrived();
    return met(table, "second");
  }
  await new Promise((arrived, reject) => {
    waiting.set(table, { arrived });
    // A cancelled call neither meets anybody nor is met.
    signal.addEventListener("abort", () => {
      if (waiting.get(table)?.arrived === arrived) waiting.delete(table);
      reject(new Error("the call was cancelled"));
    });
  });
  return met(table, "first");
}

function met(table, order) {
  return result(`Met at table ${table}.`, { table, order });
}
