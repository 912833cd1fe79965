// A result for people, as text, and for programs, as structured content.
export function result(text, structuredContent) {
  return { content: [{ type: "text", text }], structuredContent };
}

// The result of a call that ended because a person did not accept: `outcome` is false.
export function ended(outcome, text, { action }) {
  const reason = action === "decline" ? "declined" : "cancelled";
  return result(`${text}: the question was ${reason}.`, { [outcome]: false, reason });
}
