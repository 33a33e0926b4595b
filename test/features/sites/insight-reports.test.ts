/** The reports of the insights of a site: their queries, rows and notes. */
import { expect, test } from "vitest";
import { showInsights } from "../../../src/features/sites/insights.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

type Flags = Omit<Parameters<typeof showInsights>[1], "organizationId" | "siteId">;
type Tree = Readonly<Record<string, unknown>>;

interface Query {
  readonly groupBy?: readonly Tree[];
  readonly select?: readonly Tree[];
  readonly where?: readonly Tree[];
  readonly range?: unknown;
}

/** The result of a query, as columns. */
function toColumns(rows: readonly Tree[]): Tree {
  const names = Object.keys(rows[0] ?? {});
  return {
    columns: names.map((column) => ({ column, values: rows.map((row) => row[column]) })),
  };
}

interface World {
  readonly answer?: (query: Query) => readonly Tree[];
  /** Results by the words that are searched for. */
  readonly results?: Readonly<Record<string, number>>;
  readonly structure?: object | number;
  readonly screen?: boolean;
}

async function show(
  flags: Flags,
  { answer = () => [], results = {}, structure, screen }: World = {},
) {
  const queries: Query[] = [];
  const { context, sent } = openScriptedContext({
    screen: screen ?? false,
    answer: ({ line, body }) => {
      const url = new URL(line.replace(/^\w+ /, ""), "http://x");
      if (line.includes("/insights/")) {
        const query: Query = Object(body);
        queries.push(query);
        return toColumns(answer(query));
      }
      if (line.includes("/site-spaces")) {
        return {
          items: [{ space: { id: "S1" } }, { space: { id: "S2" } }, { space: { id: "S3" } }],
        };
      }
      if (line.includes("/spaces/S1/")) {
        return { pages: [{ id: "P1", title: "One", pages: [{ id: "P2", title: "Two" }] }] };
      }
      if (line.includes("/structure")) return structure ?? 404;
      if (line.includes("/search")) {
        const text = url.searchParams.get("query") ?? String(Object(body).query);
        return { items: Array.from({ length: results[text] ?? 0 }, () => ({})) };
      }
      return 404;
    },
  });
  const result = await showInsights(context, { organizationId: "O1", siteId: "X1", ...flags });
  if (result === undefined || !("list" in result)) throw new Error("There is no list.");
  const rows: unknown[] = [];
  for await (const some of result.list) rows.push(...some);
  const { columns, none, order, notes } = result;
  const headers = (columns ?? []).map(({ header }) => header);
  return { queries, sent, rows, headers, columns, none, order, notes: notes?.() };
}

const views = { column: "eventType", values: ["page_view"] };

test.each<readonly [Flags, unknown]>([
  [{}, "last30Days"],
  [{ range: "last7Days" } as Flags, "last7Days"],
  [
    { since: "2026-03-01", until: "2026-03-02" },
    { from: "2026-03-01T00:00:00.000Z", to: "2026-03-02T23:59:59.999Z" },
  ],
])("the time range of %j", async (flags, range) => {
  const { queries } = await show({ by: "event", ...flags });
  expect(queries).toEqual([
    {
      range,
      groupBy: [{ column: "eventType" }],
      where: [],
      select: [{ column: "eventType" }, { column: "eventsCount" }],
    },
  ]);
});

test("a range without an end ends today", async () => {
  const { queries } = await show({ by: "event", since: "2026-03-01" });
  expect(queries[0]?.range).toEqual({
    from: "2026-03-01T00:00:00.000Z",
    to: expect.stringMatching(/^\d{4}-\d\d-\d\dT23:59:59\.999Z$/),
  });
});

test.each<readonly [Flags, string]>([
  [
    { since: "2026-03-01", range: "last7Days" } as Flags,
    "--range cannot be combined with --since or --until.",
  ],
  [
    { until: "2026-03-01", range: "last7Days" } as Flags,
    "--range cannot be combined with --since or --until.",
  ],
  [{ until: "2026-03-01" }, "--until needs --since."],
  [{ where: ["page=1"] }, '--where must be column=value or column!=value, not "page=1".'],
  [{ where: ["urlPath"] }, '--where must be column=value or column!=value, not "urlPath".'],
  [
    { where: ["a b=urlPath=1"] },
    '--where must be column=value or column!=value, not "a b=urlPath=1".',
  ],
  [{ by: "none" }, "There is no report none."],
])("the flags %j are refused", async (flags, message) => {
  await expect(show(flags)).rejects.toThrow(message);
});

test("filters are added to those of the report, whose visitors are then unknown", async () => {
  const day = await show({ by: "day" });
  expect(day.queries[0]).toMatchObject({
    groupBy: [{ column: "datetime", interval: "day" }],
    where: [views],
    select: [
      { column: "datetime", interval: "day" },
      { column: "eventsCount" },
      { column: "visitorsCount" },
    ],
  });
  expect(day).toMatchObject({ headers: ["DAY", "VIEWS", "VISITORS"], order: "Oldest first." });
  const where = ["urlPath=/a=b", "visitorBot!=", "referrerDomain!=x\ny"];
  const filtered = await show({ by: "day", where, withoutBots: true });
  expect(filtered.queries[0]?.where).toEqual([
    views,
    { column: "urlPath", values: ["/a=b"] },
    { column: "visitorBot", values: [""], operator: "notIn" },
    { column: "referrerDomain", values: ["x\ny"], operator: "notIn" },
    { column: "visitorBot", values: [""] },
  ]);
  expect(filtered.queries[0]?.select).toHaveLength(2);
  expect(filtered.headers).toEqual(["DAY", "VIEWS"]);
});

test.each([
  ["week", "Oldest first."],
  ["month", "Oldest first."],
  ["search", "Highest count first."],
])("the order of %s", async (by, order) => {
  expect((await show({ by })).order).toBe(order);
});

test("the day of a row has no time", async () => {
  const row = { datetime: "2026-03-01T00:00:00.000Z", eventsCount: 3, visitorsCount: 2 };
  const { rows } = await show({ by: "day" }, { answer: () => [row, { ...row, eventsCount: 4 }] });
  expect(rows).toEqual([
    { datetime: "2026-03-01", events: 3, visitors: 2 },
    { datetime: "2026-03-01", events: 4, visitors: 2 },
  ]);
});

test("pages have titles and ratings, and the totals are noted", async () => {
  const answer = ({ groupBy = [], select = [] }: Query): readonly Tree[] => {
    if (select.some(({ column }) => column === "pageFeedbackRating")) {
      return [{ page: { page: "P2" }, pageFeedbackRating: { good: 3, bad: 1 } }];
    }
    if (groupBy[0]?.column === "eventType") {
      return [
        { eventType: "page_view", eventsCount: 12 },
        { eventType: "search_type_query", eventsCount: 1 },
      ];
    }
    if (groupBy.length === 0) return [{ visitorsCount: 4 }];
    return [
      { page: { page: "P2", space: "S1" }, eventsCount: 6, visitorsCount: 3 },
      { page: { page: "P9", space: "S2" }, eventsCount: 5, visitorsCount: 1 },
    ];
  };
  const { rows, notes, sent, headers } = await show({}, { answer });
  const location = { page: "P2", space: "S1" };
  expect(rows).toEqual([
    { title: "Two", ...location, events: 6, visitors: 3, good: 3, ok: 0, bad: 1 },
    { title: null, page: "P9", space: "S2", events: 5, visitors: 1, good: 0, ok: 0, bad: 0 },
  ]);
  expect(notes).toEqual([
    "In total: 12 views, 4 visitors, 1 search, 0 ratings. 1 view of URLs without a page: --by missing-page.",
  ]);
  expect(headers).toEqual(["PAGE", "SPACE", "ID", "VIEWS", "VISITORS", "GOOD", "OK", "BAD"]);
  // A space without viewed pages is not read.
  expect(sent.filter((line) => String(line).includes("/spaces/S3/"))).toEqual([]);
});

test("a site without views is not asked for ratings and titles", async () => {
  const { queries, rows, none, sent } = await show({});
  expect(rows).toEqual([]);
  expect(none).toBe("No views in this time range.");
  expect(queries).toHaveLength(3);
  expect(sent).toHaveLength(3);
});

test("searches without a result are repeated", async () => {
  const answer = () =>
    ["a", "b", "c"].map((eventSearchQuery) => ({ eventSearchQuery, eventsCount: 2 }));
  const by = "search-without-result";
  const repeated = await show({ by }, { answer, results: { b: 1 } });
  expect(repeated.rows).toEqual(
    ["a", "c"].map((eventSearchQuery) => ({ eventSearchQuery, events: 2 })),
  );
  expect(repeated).toMatchObject({
    none: "All searches in this time range have a result now.",
    notes: ["Repeated 3 queries of this time range. To list all queries: --by search."],
  });
  expect(await show({ by })).toMatchObject({
    rows: [],
    none: "No searches in this time range.",
    notes: [],
  });
  expect(await show({ by: "search" }, { answer })).toMatchObject({ notes: [] });
});

test("at most 200 searches are repeated", async () => {
  const answer = () =>
    Array.from({ length: 201 }, (_, at) => ({ eventSearchQuery: `q${at}`, eventsCount: 1 }));
  const { rows, notes } = await show({ by: "search-without-result" }, { answer });
  expect(rows).toHaveLength(200);
  expect(notes).toEqual([
    "Repeated the 200 most frequent of 201 queries of this time range. To list all queries: --by search.",
  ]);
});

const structure = {
  structure: [{ id: "E1", title: "Guides", siteSpaces: [{ id: "Y1", title: "English" }] }],
};

test.each<readonly [string, World, readonly (readonly [string, string])[]]>([
  [
    "a person",
    { screen: true, structure },
    [
      ["E1", "Guides"],
      ["Y1", "English"],
    ],
  ],
  ["a person who cannot read them", { screen: true, structure: 403 }, []],
  ["a program", { structure }, []],
])("titles of sections are read for %s", async (_, world, titles) => {
  const answer = () => [{ siteSection: "E1", eventsCount: 2 }];
  const { columns = [] } = await show({ by: "section" }, { ...world, answer });
  const [first, second] = columns;
  const known = first !== undefined && "titles" in first ? first.titles : undefined;
  expect([...(known instanceof Map ? known : [])]).toEqual(titles);
  expect(second).not.toHaveProperty("titles");
});
