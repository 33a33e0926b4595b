/** Events that the callers of the API send: permission, times and visitors. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as insights from "../../../../src/contract/site-insights.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

let workspace: Workspace;
let organizationId: string;
let admin: string;
let of: { readonly organizationId: string; readonly siteId: string };

/** The clock of the workspace is at 08:00 on March 2, 2026. */
beforeAll(async () => {
  workspace = await openWorkspace();
  organizationId = await workspace.organization();
  admin = await workspace.member(organizationId, "admin");
  const { id: siteId } = await workspace.ok(admin, site.create, { organizationId, title: "Docs" });
  of = { organizationId, siteId };
  return () => workspace.service.close();
});

beforeEach(async () => {
  await workspace.db.deleteFrom("insight_counts").execute();
  await workspace.db.deleteFrom("insight_visitors").execute();
});

const createEvent = (visitorId: string, more: object = {}, userAgent = "Mozilla/5.0") => ({
  type: "page_view",
  session: {
    ...{ visitorId, sessionId: "s1", cookies: {}, userAgent, language: null, referrer: null },
  },
  location: {
    ...{ url: "https://docs.example.com/", siteSection: null, siteSpace: null },
    ...{ siteShareKey: null, space: null, revision: null, page: null },
  },
  ...more,
});

const ask = (caller: string, events: readonly object[]) =>
  workspace.ask(caller, insights.track, { ...of, events: [...events] } as never);

async function readCounts() {
  const rows = await workspace.db
    .selectFrom("insight_counts")
    .select(["day", "events"])
    .orderBy("day")
    .execute();
  return rows.map(({ day, events }) => [day, events]);
}

async function readVisitors() {
  const rows = await workspace.db
    .selectFrom("insight_visitors")
    .select(["day", "visitors"])
    .orderBy("day")
    .execute();
  return rows.map(({ day, visitors }) => [day, visitors]);
}

test("a visitor counts once a day, and neither bots nor other events count visitors", async () => {
  const view = createEvent("ada");
  const { status } = await ask(admin, [
    ...[view, view, createEvent("bob")],
    createEvent("crawler", {}, "GPTBot/1.0"),
    createEvent("carl", { type: "search_open" }),
  ]);
  expect(status).toBe(204);
  expect(await readVisitors()).toEqual([["2026-03-02", 2]]);
  await ask(admin, [view, createEvent("dora"), createEvent("crawler")]);
  expect(await readVisitors()).toEqual([["2026-03-02", 4]]);
  const counts = await readCounts();
  expect(counts.map(([, events]) => events).toSorted()).toEqual([1, 1, 6]);
});

test("events are recorded from 30 days before to one day after the request, or none of them", async () => {
  const at = (timestamp: string) => createEvent("ada", { timestamp });
  const times = ["2026-01-31T08:00:00.000Z", "2026-03-03T08:00:00.000Z"];
  expect((await ask(admin, times.map(at))).status).toBe(204);
  expect(await readCounts()).toEqual([
    ["2026-01-31", 1],
    ["2026-03-03", 1],
  ]);
  for (const wrong of ["2026-01-31T07:59:59.999Z", "2026-03-03T08:00:00.001Z"]) {
    const { status, message } = await ask(admin, [createEvent("ada"), at(wrong)]);
    expect([status, message]).toEqual([
      400,
      "events[1].timestamp must be within the last 30 days. No events were recorded.",
    ]);
  }
  expect(await readCounts()).toHaveLength(2);
});

test("recording events requires a role that may create on the site", async () => {
  const creator = await workspace.member(organizationId, "create");
  const reader = await workspace.member(organizationId, "read");
  const statuses = [];
  for (const caller of [creator, reader]) {
    statuses.push((await ask(caller, [createEvent("ada")])).status);
  }
  expect(statuses).toEqual([204, 403]);
  expect((await readCounts()).map(([, events]) => events)).toEqual([1]);
});
