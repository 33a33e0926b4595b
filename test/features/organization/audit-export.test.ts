import { describe, expect, test } from "vitest";
import { exportAudit } from "../../../src/features/organization/audit-export.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openLocalTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

test("an export has a row for each event with names and ids, and neutralizes formulas", async () => {
  const { run, ok } = openLocalTome();
  const id = await ok(["space", "create", "--title", "=1+1", "--format", "id"].join(" "));
  await ok(`space update ${id} --title Handbook`);
  const all = JSON.parse(await ok("org audit export --json"));
  expect(all[0]).toMatchObject({
    action: "updateSpaceById",
    description: expect.stringContaining("space"),
    actorType: "user",
    actor: "Owner",
    targetType: "space",
    targetId: id,
    times: 1,
  });
  const csv = await ok("org audit export --action createSpace --format csv");
  expect(csv).toContain(id);
  expect(csv).not.toMatch(/(^|,)"?=1\+1/m);
  const lines = (await ok("org audit export --all --format ndjson")).split("\n");
  expect(lines).toHaveLength(all.length);
  expect(JSON.parse(await ok("org audit export --since 2099-01-01 --json"))).toEqual([]);
  expect(JSON.parse(await ok("org audit export --until yesterday --json"))).toEqual([]);
  const [detailed] = JSON.parse(await ok("org audit export --details --limit 1 --json"));
  expect(detailed).toMatchObject({ targetId: id, token: expect.any(String) });
  const wrong = await run("org audit export --since sometime");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--since must be")]);
});

describe("a row of an export", () => {
  const event = {
    ...{ id: "E1", action: "updateSpaceById", occurredAt: "2026-01-01T00:00:00Z" },
    actor: { type: "user", label: "Ada", id: "U1" },
    target: { type: "space", label: "Guide", id: "S1" },
  };
  const row = {
    ...{ time: event.occurredAt, lastTime: null, times: 1, action: event.action },
    ...{ description: "Change a space", actorType: "user", actor: "Ada", actorId: "U1" },
    ...{ targetType: "space", target: "Guide", targetId: "S1" },
    ...{ reason: null, token: null, address: null, program: null, id: "E1" },
  };
  const lastTime = "2026-01-02T00:00:00Z";

  test.each<readonly [string, JsonObject, JsonObject]>([
    ["has names and ids", {}, {}],
    ["counts repetitions", { occurrences: 3 }, { times: 3 }],
    ["counts repetitions of the details", { payload: { occurrences: 3 } }, { times: 3 }],
    [
      "prefers the count of the event",
      { occurrences: 2, payload: { occurrences: 3, lastOccurredAt: lastTime } },
      { times: 2, lastTime },
    ],
    [
      "has the details",
      { payload: { reason: "R", token: "T", address: "::1", userAgent: "tome" } },
      { reason: "R", token: "T", address: "::1", program: "tome" },
    ],
    [
      "has no description of an unknown action",
      { action: "x" },
      { action: "x", description: null },
    ],
    ["has no target", { target: null }, { targetType: null, target: null, targetId: null }],
    ["has no actor", { actor: null }, { actorType: null, actor: null, actorId: null }],
  ])("%s", async (_, more, expected) => {
    const actions = { items: [{ id: "updateSpaceById", label: "Change a space" }] };
    const { context, sent } = openScriptedContext({
      answer: ({ line }) =>
        line.endsWith("/audit-event-actions")
          ? actions
          : line.endsWith("/E1")
            ? { ...event, ...more }
            : { items: [{ ...event, ...more }] },
    });
    for (const details of [false, true]) {
      const result = await exportAudit(context, { organizationId: "O1", details });
      if (result === undefined || !("list" in result)) throw new Error("The export has no rows.");
      const rows: JsonObject[] = [];
      for await (const page of result.list) rows.push(...page);
      expect(rows).toEqual([{ ...row, ...expected }]);
    }
    expect(sent.filter((line) => String(line).endsWith("/E1"))).toHaveLength(1);
  });
});

slowTest(
  "an export contains more events than a page of the API",
  async () => {
    const { tome, ok } = openLocalTome();
    const titles = Array.from({ length: 110 }, (_, at) => `T${at}`);
    const stdin = ["title", ...titles].join("\n");
    const interrupted = () => new Promise<void>(() => {});
    expect((await tome("space create --from - --local", { stdin, interrupted })).code).toBe(0);
    const lines = (await ok("org audit export --all --format ndjson")).split("\n");
    expect(lines.length).toBeGreaterThan(100);
    expect(new Set(lines).size).toBe(lines.length);
  },
  240_000,
);
