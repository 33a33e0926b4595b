import { describe, expect, test } from "vitest";
import * as aiUsage from "../../../../src/contract/ai-usage.ts";
import { type AiFeature, recordUse } from "../../../../src/service/areas/questions/ai-usage.ts";
import { slowTests } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  workspace.time.now = new Date("2026-03-10T12:00:00.000Z");
  const organizationId = await workspace.organization();
  const other = await workspace.organization("Other");
  const admin = await workspace.member(organizationId, "admin");
  const use = (time: string, feature: AiFeature = "ask", organization = organizationId) =>
    recordUse({ db: workspace.db, now: new Date(time) }, organization, feature);
  const get = async (from: string, to: string, interval?: "day" | "week" | "month" | "year") => {
    const usage = await workspace.ok(admin, aiUsage.get, {
      ...{ organizationId, from, to },
      ...(interval && { interval }),
    });
    return usage.periods.map(({ date, credits }) => `${date} ${credits}`);
  };
  return { workspace, organizationId, other, admin, use, get };
}

describe("the use of AI features", () => {
  test("is counted by hour, feature and organization", async () => {
    const { workspace, use, other, organizationId } = await start();
    await use("2026-03-01T10:00:00.000Z");
    await use("2026-03-01T10:59:59.999Z");
    await use("2026-03-01T11:00:00.000Z");
    await use("2026-03-01T10:30:00.000Z", "finding-fix");
    await use("2026-03-01T10:30:00.000Z", "ask", other);
    const rows = await workspace.db.selectFrom("ai_usage").selectAll().execute();
    const listed = rows.map((row) => [row.organization_id, row.hour, row.feature, row.requests]);
    expect(listed.toSorted()).toEqual(
      [
        [organizationId, "2026-03-01T10", "ask", 2],
        [organizationId, "2026-03-01T11", "ask", 1],
        [organizationId, "2026-03-01T10", "finding-fix", 1],
        [other, "2026-03-01T10", "ask", 1],
      ].toSorted(),
    );
  });

  test("is shown with the part of each feature, by day", async () => {
    const { workspace, organizationId, admin, use, other } = await start();
    for (const hour of ["09", "10", "11"]) await use(`2026-03-01T${hour}:00:00.000Z`);
    await use("2026-03-01T10:00:00.000Z", "style-guide-check");
    await use("2026-03-01T10:00:00.000Z", "ask", other);
    const range = { from: "2026-03-01T00:00:00Z", to: "2026-03-03T00:00:00.000Z" };
    expect(await workspace.ok(admin, aiUsage.get, { organizationId, ...range })).toEqual({
      ...{ from: "2026-03-01T00:00:00.000Z", to: "2026-03-03T00:00:00.000Z" },
      periods: [
        {
          ...{ date: "2026-03-01", credits: 4 },
          features: [
            { feature: "ask", credits: 3, creditsPercent: 75 },
            { feature: "style-guide-check", credits: 1, creditsPercent: 25 },
          ],
        },
        { date: "2026-03-02", credits: 0, features: [] },
      ],
    });
  });

  test.each([
    ["day", "2026-02-28T23:00:00Z", "2026-03-02T00:00:00Z", ["2026-02-28 1", "2026-03-01 1"]],
    // Weeks begin on Monday: 23 February and 2 March 2026.
    ["week", "2026-03-01T00:00:00Z", "2026-03-03T00:00:00Z", ["2026-02-23 1", "2026-03-02 1"]],
    ["month", "2026-02-28T00:00:00Z", "2026-03-02T00:00:00Z", ["2026-02-01 1", "2026-03-01 1"]],
    ["year", "2025-12-31T00:00:00Z", "2026-03-03T00:00:00Z", ["2025-01-01 1", "2026-01-01 3"]],
  ] as const)("is shown by %s", async (interval, from, to, expected) => {
    const { use, get } = await start();
    for (const date of ["2025-12-31", "2026-02-28", "2026-03-01", "2026-03-02"]) {
      await use(`${date}T23:30:00.000Z`);
    }
    expect(await get(from, to, interval)).toEqual(expected);
  });

  test("includes the hours in which the range begins and ends", async () => {
    const { use, get } = await start();
    for (const hour of ["09", "10", "11", "12"]) await use(`2026-03-01T${hour}:30:00.000Z`);
    expect(await get("2026-03-01T10:00:00Z", "2026-03-01T12:00:00Z")).toEqual(["2026-03-01 2"]);
    expect(await get("2026-03-01T10:45:00Z", "2026-03-01T12:00:01Z")).toEqual(["2026-03-01 3"]);
  });

  test("ends now", async () => {
    const { workspace, organizationId, admin } = await start();
    const range = { from: "2026-03-09T00:00:00Z", to: "2027-01-01T00:00:00Z" };
    const usage = await workspace.ok(admin, aiUsage.get, { organizationId, ...range });
    expect([usage.to, usage.periods.map(({ date }) => date)]).toEqual([
      "2026-03-10T12:00:00.000Z",
      ["2026-03-09", "2026-03-10"],
    ]);
  });

  slowTests.each([
    ["2024-03-10T11:59:59.999Z", "2026-01-01T00:00:00Z", "from must be at most two years ago."],
    ["2024-03-10T12:00:00.000Z", "2024-03-11T00:00:00Z", ""],
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "from must be before to."],
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.001Z", ""],
    ["2026-03-10T12:00:00.001Z", "2026-03-11T00:00:00Z", "from must not be in the future."],
    ["2026-03-10T12:00:00.000Z", "2026-03-11T00:00:00Z", ""],
  ])("from %s to %s", async (from, to, message) => {
    const { workspace, organizationId, admin } = await start();
    const asked = await workspace.ask(admin, aiUsage.get, { organizationId, from, to });
    expect([asked.status, asked.message]).toEqual([message === "" ? 200 : 400, message]);
  });

  test("is shown to admins of the organization only", async () => {
    const { workspace, organizationId } = await start();
    const range = { from: "2026-03-09T00:00:00Z", to: "2026-03-10T00:00:00Z" };
    const creator = await workspace.member(organizationId, "create");
    const stranger = await workspace.person();
    const ask = async (caller: string) =>
      (await workspace.ask(caller, aiUsage.get, { organizationId, ...range })).status;
    expect([await ask(creator), await ask(stranger)]).toEqual([403, 404]);
  });
});
