import { describe, expect, test } from "vitest";
import type { WireRequest } from "../../../../src/contract/wire.ts";
import { flushInsights } from "../../../../src/service/areas/insights/insight-buffer.ts";
import {
  countAction,
  describeVisitor,
  type LocatedAction,
  locateAction,
} from "../../../../src/service/areas/site-reader/visitor-actions.ts";
import type { VisitorRequest } from "../../../../src/service/areas/site-reader/visitor-request.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { openSitesFixture } from "../sites/fixture.ts";
import { createTestView } from "./view.ts";

const plain = { outline: { siteSpaces: { guide: {} } }, current: "guide" };

describe("an action", () => {
  test("has the place of the visited page, and none in a preview", () => {
    const action = { event: "page_view", page: "p1" } as const;
    const location = { siteId: "site", siteSpace: "guide", space: "of-guide" };
    expect(locateAction(createTestView({ ...plain, path: "start" }), action)).toEqual({
      ...action,
      ...location,
      path: "/at/guide/start",
    });
    const pages = { resolvePath: () => "" };
    const home = createTestView({ ...plain, view: createPartial({ pages }) });
    expect(locateAction(home, action)).toEqual({ ...action, ...location, path: "/" });
    const preview = createTestView({ ...plain, view: { preview: true } });
    expect(locateAction(preview, action)).toBeUndefined();
  });
});

test.each<[Partial<WireRequest>, object]>([
  [
    { from: "10.0.0.1", headers: { "user-agent": "Firefox" } },
    { client: "10.0.0.1", userAgent: "Firefox" },
  ],
  [{ headers: {} }, { client: "", userAgent: "" }],
  [
    { from: "10.0.0.1", headers: { "x-forwarded-for": "192.0.2.1" } },
    { client: "10.0.0.1", userAgent: "" },
  ],
  [
    {
      ...{ from: "10.0.0.1", forwarded: { origin: "https://docs.example.com" } },
      headers: { "x-forwarded-for": "192.0.2.1, 192.0.2.2 " },
    },
    { client: "192.0.2.2", userAgent: "" },
  ],
  [
    { from: "10.0.0.1", forwarded: { origin: "https://docs.example.com" }, headers: {} },
    { client: "10.0.0.1", userAgent: "" },
  ],
])("the visitor of %j is %j", (request, expected) => {
  expect(describeVisitor(createPartial<WireRequest>(request))).toEqual(expected);
});

test("only requests over a network are counted, with their day, bot, referrer and text", async () => {
  const fixture = await openSitesFixture();
  const { db } = fixture.workspace;
  const siteId = await fixture.site();
  const action = (fields: Partial<LocatedAction>): LocatedAction => ({
    ...{ event: "page_view", siteId, siteSpace: "S", space: "C", path: "/start" },
    ...fields,
  });
  const count = async (one: LocatedAction, fields: Partial<WireRequest> = {}) => {
    const request = {
      ...{ method: "GET", url: "https://docs.example.com/start", from: "10.0.0.1" },
      headers: { "user-agent": "Firefox" },
      ...fields,
    };
    const now = new Date("2026-03-02T23:59:59.000Z");
    await countAction(createPartial<VisitorRequest>({ db, now, request }), one);
  };
  const view = action({ page: "p1" });
  const referer = "https://search.example/?q=secret";
  const firefox = { "user-agent": "Firefox" };
  await count(view);
  await count(view, { headers: { "user-agent": "Safari" } });
  await count(view, { headers: { ...firefox, referer } });
  await count(view, { headers: { "user-agent": "Googlebot/2.1", referer } });
  await count(view, { headers: {} });
  await count(view, { method: "HEAD" });
  await count(view, { from: undefined });
  await count(action({ path: "/missing" }), { headers: { ...firefox, referer } });
  const search = action({ event: "search_type_query", query: "How?" });
  await count(search, { headers: { ...firefox, referer } });
  await count(action({ event: "page_post_feedback", page: "p1", rating: "good" }));
  await count(action({ event: "mcp_request" }));
  await flushInsights(db);
  const rows = await db.selectFrom("insight_counts").selectAll().execute();
  const listed = rows.map(({ event, space, page, url_path, context, bot, ...row }) => [
    event,
    space,
    page,
    url_path,
    context,
    bot,
    row.referrer,
    row.rating,
    row.detail,
    row.events,
  ]);
  expect(listed.toSorted()).toEqual(
    [
      ["mcp_request", "", "", "/start", "mcp", "", "", "", "", 1],
      ["page_post_feedback", "C", "p1", "/start", "site", "", "", "good", "", 1],
      ["page_view", "", "", "/missing", "site", "", "search.example", "", "", 1],
      ["page_view", "C", "p1", "/start", "site", "", "", "", "", 2],
      ["page_view", "C", "p1", "/start", "site", "", "search.example", "", "", 1],
      ["page_view", "C", "p1", "/start", "site", "unknown", "", "", "", 1],
      ["page_view", "C", "p1", "/start", "site", "googlebot", "search.example", "", "", 1],
      ["search_type_query", "", "", "/start", "site", "", "", "", "How?", 1],
    ].toSorted(),
  );
  expect(new Set(rows.map((row) => [row.day, row.site_space].join()))).toEqual(
    new Set(["2026-03-02,S"]),
  );
  const visitors = await db.selectFrom("insight_visitors").selectAll().execute();
  expect(visitors.map(({ page, visitors: number }) => [page, number]).toSorted()).toEqual([
    ["", 2],
    ["p1", 2],
  ]);
});
