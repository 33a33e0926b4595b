import { afterEach, expect, test, vi } from "vitest";
import { commands } from "../../src/commands/site-insights.ts";
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
