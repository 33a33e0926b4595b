import { afterEach, expect, test, vi } from "vitest";
import { commands } from "../../src/commands/site-insights.ts";
import type { Context } from "../../src/context.ts";
import type { JsonObject } from "../../src/json/values.ts";
import { createPartial } from "../support/commands/partial.ts";
import { openScriptedContext } from "../support/commands/scripted-context.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const zones = ["UTC", "Asia/Tokyo", "America/Los_Angeles"];

const days: readonly (readonly [since: string, until: string])[] = [
  ["2026-03-01", "2026-03-31"],
  ["2026-03-01T23:30:00Z", "2026-03-31T00:30:00Z"],
];

test.each(zones.flatMap((zone) => days.map(([since, until]) => [zone, since, until] as const)))(
  "in the zone %s, insights since %s until %s are of days in UTC",
  async (zone, since, until) => {
    vi.stubEnv("TZ", zone);
    const { show } = commands.verbs;
    if (show?.kind !== "custom") throw new Error("tome site insights show has no function.");
    const { context, sent } = openScriptedContext({ answer: () => ({ columns: [] }) });
    const run = await show.load();
    await run(context, { organizationId: "O1", siteId: "X1", since, until }, []);
    expect(JSON.stringify(sent[0])).toContain("2026-03-01");
    expect(JSON.stringify(sent[0])).toContain("2026-03-31");
  },
);

test.each<readonly [string, readonly JsonObject[], readonly string[], readonly JsonObject[]]>([
  ["no columns", [], [], []],
  [
    "columns of one length",
    [
      { column: "eventType", values: ["page_view", "search"] },
      { column: "eventsCount", values: [3, 0] },
    ],
    ["EVENT TYPE", "EVENTS COUNT"],
    [
      { c0: "page_view", c1: 3 },
      { c0: "search", c1: 0 },
    ],
  ],
  [
    "a claim, and columns of different lengths",
    [
      { column: "claim", claim: "plan", values: ["pro"] },
      { column: "page", values: ["a", "b"] },
    ],
    ["CLAIM.PLAN", "PAGE"],
    [
      { c0: "pro", c1: "a" },
      { c0: null, c1: "b" },
    ],
  ],
  ["a column without values", [{ column: "page" }], ["PAGE"], []],
])("the result of a query is a table: %s", async (_, columns, headers, rows) => {
  const { query } = commands.verbs;
  if (query?.kind !== "query") throw new Error("tome site insights query is not a query.");
  const shown = await query.present?.({ columns: [...columns] }, createPartial<Context>({}));
  expect(shown).toEqual({
    list: [rows],
    columns: headers.map((header, at) => ({ header, path: `c${at}` })),
    none: "No events in this time range.",
  });
});
