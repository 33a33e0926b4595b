import { beforeAll, describe, expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as space from "../../../../src/contract/space.ts";
import { queryInsights } from "../../../../src/service/areas/insights/query-insights.ts";
import { PendingInsights } from "../../../../src/service/areas/insights/site-event.ts";
import { addInsights } from "../../../../src/service/areas/insights/write-insights.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

type Query = Parameters<typeof queryInsights>[2];

let workspace: Workspace;
let siteId: string;
let spaceId: string;
let sectionId: string;

/** The clock of the workspace is at 08:00 on Monday, March 2, 2026. */
beforeAll(async () => {
  workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const makeSite = async () => {
    const { id } = await workspace.ok(admin, site.create, { organizationId, title: "Docs" });
    return id;
  };
  siteId = await makeSite();
  const other = await makeSite();
  const made = await workspace.ok(admin, space.create, { organizationId, title: "Guide" });
  spaceId = made.id;
  const of = { organizationId, siteId };
  const added = await workspace.ok(admin, section.create, { ...of, spaceId, title: "Guides" });
  sectionId = added.id;
  const siteSpace = added.siteSpaces[0]?.id ?? "";
  const pending = new PendingInsights();
  const event = (day: string, values: object = {}, events = 1, site_id = siteId) =>
    pending.addEvents(
      {
        ...{ site_id, day, event: "page_view", site_space: "", space: "", page: "" },
        ...{ url_path: "/", context: "site", bot: "", referrer: "", rating: "", detail: "" },
        ...values,
      },
      events,
    );
  const onPage = { site_space: siteSpace, space: spaceId, page: "p1" };
  event("2026-03-02", { ...onPage, url_path: "/a" }, 3);
  event("2026-03-01", { ...onPage, url_path: "/b", bot: "claude" }, 5);
  event("2026-02-24", { ...onPage, page: "p2", url_path: "/c" }, 2);
  event("2026-02-23", { referrer: "news.example" }, 7);
  event("2026-01-31", { context: "mcp" }, 4);
  event("2025-12-01", {}, 6);
  event("2025-11-30", {}, 8);
  event("2025-03-02", {}, 9);
  event("2025-03-01", {}, 10);
  event("2026-03-02", { event: "page_post_feedback", rating: "good", ...onPage }, 2);
  event("2026-03-02", { event: "page_post_feedback", rating: "bad", ...onPage });
  event("2026-03-02", {
    ...{ event: "page_post_feedback_comment", rating: "bad", detail: "Short", ...onPage },
  });
  event("2026-03-02", { event: "agent_feedback", detail: "Fine" });
  event("2026-03-02", { event: "search_type_query", detail: "limits" }, 4);
  event("2026-03-02", { event: "search_open" }, 11);
  event("2026-03-02", { ...onPage, url_path: "/a", detail: "limits" }, 100, other);
  const visitors = (day: string, page: string, count: number, of = siteId) =>
    pending.addVisitors({ siteId: of, day, page, space: page && spaceId, visitors: count });
  visitors("2026-03-02", "", 2);
  visitors("2026-03-02", "p1", 1);
  visitors("2026-03-01", "", 4);
  visitors("2026-03-01", "p1", 3);
  visitors("2026-02-24", "", 5);
  visitors("2026-02-24", "p2", 2);
  visitors("2026-03-02", "", 50, other);
  visitors("2026-03-02", "p1", 50, other);
  await addInsights(workspace.db, pending);
  return () => workspace.service.close();
});

async function query(input: Partial<Query>) {
  const notes: string[] = [];
  const call = {
    ...{ db: workspace.db, now: workspace.now },
    note: (text: string) => void notes.push(text),
  };
  const { columns } = await queryInsights(call, siteId, { range: "last7Days", ...input } as Query);
  const rows = (columns[0]?.values ?? []).map((_, at) => columns.map(({ values }) => values[at]));
  return { names: columns.map(({ column }) => column), rows, notes };
}

const views = { column: "eventType" as const, values: ["page_view"] };

describe("a range", () => {
  test.each([
    ["last24Hours", 8],
    ["last7Days", 10],
    ["last30Days", 17],
    ["last3Months", 27],
    ["lastYear", 44],
  ] as const)("%s has %i views", async (range, count) => {
    const { rows, notes } = await query({ range, where: [views] });
    expect([rows[0]?.[0], notes]).toEqual([count, []]);
  });

  const note = "Insights are counted by day in UTC, so the first and last days are complete.";
  test.each([
    ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", 5, []],
    ["2026-03-01T00:00:00Z", "2026-03-02T08:00:00Z", 8, []],
    ["2026-03-01T00:00:00Z", "2026-03-01T08:00:00Z", 5, [note]],
    ["2026-03-01T08:00:00Z", "2026-03-02T00:00:00Z", 5, [note]],
    ["2026-03-02T00:00:00Z", "2026-03-02T00:00:00Z", 3, []],
  ])("from %s to %s has %i views", async (from, to, count, notes) => {
    const found = await query({ range: { from, to }, where: [views] });
    expect([found.rows[0]?.[0], found.notes]).toEqual([count, notes]);
  });
});

const page = (name: string) => ({ page: name, space: spaceId });

test.each<[string, Partial<Query>, () => unknown[][]]>([
  ["without groups", {}, () => [[30, 11]]],
  [
    "page",
    { groupBy: [{ column: "page" }], where: [views] },
    () => [
      [page("p1"), 8, 4],
      [page("p2"), 2, 2],
    ],
  ],
  [
    "section",
    { groupBy: [{ column: "siteSection" }] },
    () => [
      [null, 16],
      [sectionId, 14],
    ],
  ],
  [
    "week day",
    { groupBy: [{ column: "dayOfWeek" }], where: [views] },
    () => [
      [7, 5, 4],
      [1, 3, 2],
      [2, 2, 5],
    ],
  ],
  [
    "day",
    { groupBy: [{ column: "datetime" }], where: [views] },
    () => [
      ["2026-02-24T00:00:00.000Z", 2, 5],
      ["2026-03-01T00:00:00.000Z", 5, 4],
      ["2026-03-02T00:00:00.000Z", 3, 2],
    ],
  ],
  [
    "week",
    { range: "last30Days", groupBy: [{ column: "datetime", interval: "week" }], where: [views] },
    () => [
      ["2026-02-23T00:00:00.000Z", 14, 9],
      ["2026-03-02T00:00:00.000Z", 3, 2],
    ],
  ],
  [
    "month",
    { range: "last3Months", groupBy: [{ column: "datetime", interval: "month" }], where: [views] },
    () => [
      ["2025-12-01T00:00:00.000Z", 6, 0],
      ["2026-01-01T00:00:00.000Z", 4, 0],
      ["2026-02-01T00:00:00.000Z", 9, 5],
      ["2026-03-01T00:00:00.000Z", 8, 6],
    ],
  ],
  ["search query", { groupBy: [{ column: "eventSearchQuery" }] }, () => [["limits", 4]]],
  [
    "rating",
    { groupBy: [{ column: "eventPageFeedbackRating" }] },
    () => [
      ["bad", 2],
      ["good", 2],
    ],
  ],
  [
    "comment",
    { groupBy: [{ column: "eventPageFeedbackComment" }] },
    () => [
      ["Fine", 1],
      ["Short", 1],
    ],
  ],
  [
    "bot",
    { groupBy: [{ column: "visitorBot" }], where: [views] },
    () => [
      ["", 5],
      ["claude", 5],
    ],
  ],
  [
    "ratings of pages",
    { select: [{ column: "pageFeedbackRating" }] },
    () => [[{ ok: 0, good: 2, bad: 1 }]],
  ],
  ["no rows", { where: [{ column: "urlPath", values: ["/nosuch"] }] }, () => [[0]]],
  [
    "no rows of a group",
    { groupBy: [{ column: "urlPath" }], where: [{ column: "urlPath", values: ["/nosuch"] }] },
    () => [],
  ],
])("groups by %s", async (_, input, getRows) => {
  expect((await query(input)).rows).toEqual(getRows());
});

describe("filters", () => {
  const byPath = {
    groupBy: [{ column: "urlPath" }],
    order: { by: { column: "urlPath" }, direction: "asc" },
    where: [views],
  } satisfies Partial<Query>;
  const filterBy = (column: string, operator: string | undefined, ...values: unknown[]) =>
    ({ column, values, ...(operator !== undefined && { operator }) }) as never;
  test.each([
    [filterBy("eventsCount", "greaterThan", 3), ["/b"]],
    [filterBy("eventsCount", "greaterThanOrEqual", 3), ["/a", "/b"]],
    [filterBy("eventsCount", "lessThan", 3), ["/c"]],
    [filterBy("eventsCount", "lessThanOrEqual", 3), ["/a", "/c"]],
    [filterBy("eventsCount", undefined, 3, 5), ["/a", "/b"]],
    [filterBy("eventsCount", "notIn", 3, 5), ["/c"]],
    [filterBy("eventsCount", "greaterThan", "3"), []],
    [filterBy("urlPath", "in", "/a", "/c"), ["/a", "/c"]],
    [filterBy("urlPath", "notIn", "/a", "/c"), ["/b"]],
    [filterBy("datetime", "greaterThan", "2026-03-01T15:00:00Z"), ["/a"]],
    [filterBy("datetime", "greaterThanOrEqual", "2026-03-01T15:00:00Z"), ["/a", "/b"]],
    [filterBy("datetime", "lessThan", "2026-03-01"), ["/c"]],
    [filterBy("datetime", "lessThanOrEqual", "2026-03-01"), ["/b", "/c"]],
    [filterBy("datetime", "in", "2026-03-01", "2026-03-02"), ["/a", "/b"]],
    [filterBy("dayOfWeek", "greaterThanOrEqual", 2), ["/b", "/c"]],
    [filterBy("dayOfWeek", "lessThan", 2), ["/a"]],
    [filterBy("visitorBot", "in", "claude"), ["/b"]],
    [filterBy("siteSection", "in", null), []],
    [filterBy("eventPageNotFoundType", "in", null), ["/a", "/b", "/c"]],
    [filterBy("eventPageNotFoundType", "notIn", null), []],
  ])("%j", async (filter, paths) => {
    const { rows } = await query({ ...byPath, where: [views, filter] });
    expect(rows.map(([path]) => path)).toEqual(paths);
  });

  test.each([
    ["visitorsCount", "greaterThan", 3, ["p1"]],
    ["visitorsCount", "lessThan", 3, ["p2"]],
    // The page p1 has more views than visitors.
    ["visitorsCount", "greaterThan", 4, []],
  ] as const)("%s %s %i by page", async (column, operator, value, pages) => {
    const { rows } = await query({
      groupBy: [{ column: "page" }],
      where: [views, { column, operator, values: [value] }],
      select: [{ column: "page" }, { column: "visitorsCount" }],
    });
    expect(rows.map(([one]) => one)).toEqual(pages.map(page));
  });
});

test("the order is by the chosen column and direction, then by the groups, before the limit", async () => {
  const groupBy = [{ column: "urlPath" }] as const;
  const list = async (by: string, direction: "asc" | "desc", limit?: number) => {
    const order = { by: { column: by } as never, direction };
    const { rows } = await query({
      groupBy: [...groupBy],
      order,
      where: [views],
      ...(limit && { limit }),
    });
    return rows.map(([path]) => path);
  };
  expect(await list("urlPath", "desc")).toEqual(["/c", "/b", "/a"]);
  expect(await list("eventsCount", "asc")).toEqual(["/c", "/a", "/b"]);
  expect(await list("eventsCount", "desc", 2)).toEqual(["/b", "/a"]);
  const byEvent = await query({ groupBy: [{ column: "eventType" }] });
  expect(byEvent.rows).toEqual([
    ["search_open", 11],
    ["page_view", 10],
    ["search_type_query", 4],
    ["page_post_feedback", 3],
    ["agent_feedback", 1],
    ["page_post_feedback_comment", 1],
  ]);
  // No path has ratings, so all are equal.
  expect(await list("pageFeedbackRating", "desc")).toEqual(["/a", "/b", "/c"]);
});

describe("columns", () => {
  test.each<[string, Partial<Query>, string[]]>([
    ["visitors, if they can be counted", {}, ["eventsCount", "visitorsCount"]],
    [
      "visitors by page",
      { groupBy: [{ column: "page" }] },
      ["page", "eventsCount", "visitorsCount"],
    ],
    ["no visitors by path", { groupBy: [{ column: "urlPath" }] }, ["urlPath", "eventsCount"]],
    [
      "no visitors of other events",
      { where: [{ column: "eventType", values: ["search_open"] }] },
      ["eventsCount"],
    ],
    [
      "no visitors without views",
      { where: [{ ...views, operator: "notIn", values: ["page_view"] }] },
      ["eventsCount"],
    ],
    ["those selected", { select: [{ column: "sessionsCount" }] }, ["sessionsCount"]],
  ])("are %s", async (_, input, names) => {
    expect((await query(input)).names).toEqual(names);
  });

  const unsupported = (name: string) =>
    `The local platform does not store ${name}. It stores nothing that identifies a visitor. Supported columns: datetime, dayOfWeek, urlPath, eventType, siteSection, siteSpace, displayContext, page, visitorBot, referrerDomain, eventSearchQuery, eventPageFeedbackRating, eventPageFeedbackComment.`;
  const visitors = (name: string) =>
    `The local platform counts visitors by day and by page. Remove ${name} from select, or other columns from groupBy and where.`;
  const hours = (name: string) =>
    `The local platform counts insights by day and has no ${name}. Use the interval day.`;
  test.each<[object, number, string, string]>([
    [
      { groupBy: [{ column: "pageFeedbackRating" }] },
      400,
      "groupBy",
      "groupBy cannot contain pageFeedbackRating, which is a result. Use select.",
    ],
    [{ groupBy: [{ column: "hourOfDay" }] }, 501, "groupBy", hours("hourOfDay")],
    [
      { groupBy: [{ column: "datetime", interval: "hour" }] },
      501,
      "groupBy",
      hours("interval hour"),
    ],
    [
      { select: [{ column: "askResponseRating" }] },
      501,
      "select",
      unsupported("askResponseRating"),
    ],
    [{ where: [{ column: "visitorOS", values: [] }] }, 501, "where", unsupported("visitorOS")],
    [
      { select: [{ column: "sessionsCount" }], groupBy: [{ column: "urlPath" }] },
      501,
      "select",
      visitors("sessionsCount"),
    ],
    [
      { select: [{ column: "visitorsCount" }], where: [{ column: "urlPath", values: ["/"] }] },
      501,
      "select",
      visitors("visitorsCount"),
    ],
    [
      {
        select: [{ column: "datetime", interval: "month" }],
        groupBy: [{ column: "datetime", interval: "week" }],
      },
      400,
      "select",
      "select contains datetime, so groupBy must contain it too.",
    ],
    [
      { where: [{ column: "urlPath", values: ["/"], operator: "lessThan" }] },
      400,
      "where",
      "where: lessThan does not apply to urlPath. Use in or notIn.",
    ],
    [
      { where: [{ column: "datetime", values: ["soon"] }] },
      400,
      "where",
      "where: the values of datetime must be times, such as 2026-03-02T00:00:00Z.",
    ],
    [
      { where: [{ column: "datetime", values: [5] }] },
      400,
      "where",
      "where: the values of datetime must be times, such as 2026-03-02T00:00:00Z.",
    ],
    [
      { select: [{ column: "urlPath" }], groupBy: [{ column: "page" }] },
      400,
      "select",
      "select contains urlPath, so groupBy must contain it too.",
    ],
    [{ select: [{ column: "visitorOS" }] }, 501, "select", unsupported("visitorOS")],
    [
      { where: [{ column: "dayOfWeek", values: [1, 2], operator: "lessThan" }] },
      400,
      "where",
      "where: lessThan for dayOfWeek needs one value.",
    ],
    [
      { where: [{ column: "eventsCount", values: [true], operator: "lessThan" }] },
      400,
      "where",
      "where: lessThan for eventsCount needs one value.",
    ],
    [
      { range: { from: "2026-03-02T00:00:01Z", to: "2026-03-02T00:00:00Z" } },
      400,
      "range",
      "range.from must not be after range.to.",
    ],
  ])("%j is refused", async (input, status, field, message) => {
    await expect(query(input)).rejects.toMatchObject({ status, field, message });
  });

  test("of visitors are not supported beside filters by other columns than the event", async () => {
    const input = { where: [views, { column: "displayContext" as const, values: ["page_view"] }] };
    expect((await query(input)).names).toEqual(["eventsCount"]);
  });

  test("are zero for a site without events", async () => {
    const select = [{ column: "eventsCount" }, { column: "pageFeedbackRating" }] as const;
    const range = { from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z" };
    const { rows } = await query({ select: [...select], range });
    expect(rows).toEqual([[0, { ok: 0, good: 0, bad: 0 }]]);
  });

  test("order by a column that is not selected", async () => {
    const order = { by: { column: "pageFeedbackRating" as const }, direction: "desc" as const };
    const groupBy = [{ column: "page" as const }];
    const { rows } = await query({ groupBy, select: groupBy, order });
    expect(rows).toEqual([[page("p1")], [null], [page("p2")]]);
  });

  test("compare numbers with numbers only", async () => {
    const filter = {
      column: "eventsCount" as const,
      values: ["1"],
      operator: "greaterThan" as const,
    };
    const { rows } = await query({ groupBy: [{ column: "eventType" }], where: [filter] });
    expect(rows).toEqual([]);
  });

  test("may omit the interval of their group", async () => {
    const { rows } = await query({
      select: [{ column: "datetime" }],
      groupBy: [{ column: "datetime", interval: "week" }],
    });
    expect(rows).toEqual([["2026-02-23T00:00:00.000Z"], ["2026-03-02T00:00:00.000Z"]]);
  });
});
