import { afterEach, expect, test, vi } from "vitest";
import { commands } from "../../src/commands/org.ts";
import type { JsonObject } from "../../src/json/values.ts";
import { openScriptedContext } from "../support/commands/scripted-context.ts";

afterEach(() => {
  vi.useRealTimers();
});

const [from, to] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"];

test.each<readonly [string, JsonObject, JsonObject]>([
  ["in the last 30 days", {}, { from: "2026-03-01T00:00:00.000Z", to: "2026-03-31T00:00:00.000Z" }],
  ["since a time until now", { from }, { from, to: "2026-03-31T00:00:00.000Z" }],
  ["in a range", { from, to }, { from, to }],
  ["by month", { from, to, interval: "month" }, { from, to, interval: "month" }],
])("the use of AI is shown %s", async (_, input, sent) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-31T00:00:00Z") });
  const verb = commands.verbs["ai-usage"];
  if (verb?.kind !== "custom") throw new Error("tome org ai-usage has no function.");
  const { context, sent: requests } = openScriptedContext({ answer: () => ({ periods: [] }) });
  await (await verb.load())(context, { organizationId: "O1", ...input }, []);
  const query = new URLSearchParams(String(requests[0]).split("?")[1]);
  expect(Object.fromEntries(query)).toEqual(sent);
});
