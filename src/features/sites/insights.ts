/** Tables of the insights of a site: pages with their views, searches, days and others. */
import type { ApiClient, Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as pages from "../../contract/page.ts";
import { structure } from "../../contract/site.ts";
import { search } from "../../contract/site-content.ts";
import * as contract from "../../contract/site-insights.ts";
import type { InsightRange } from "../../contract/site-insights-values.ts";
import * as siteSpaces from "../../contract/site-space.ts";
import { UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asObjects, asText, isObject } from "../../json/values.ts";
import { asksForData } from "../output-form.ts";
import { runFewAtOnce } from "../run-few-at-once.ts";

type InsightQuery = Omit<Input<typeof contract.aggregate>, "organizationId" | "siteId">;
type QueryFilter = NonNullable<InsightQuery["where"]>[number];
type QueryColumn = NonNullable<InsightQuery["groupBy"]>[number];

interface InsightsInput {
  readonly organizationId: string;
  readonly siteId: string;
  readonly by?: string;
  readonly range?: InsightRange;
  /** Days in UTC, such as 2026-03-01. */
  readonly since?: string;
  readonly until?: string;
  readonly where?: readonly string[];
  readonly withoutBots?: boolean;
}

interface InsightReport {
  readonly groupBy: readonly QueryColumn[];
  readonly where?: readonly QueryFilter[];
  /** Adds the number of visitors, which only some groups have. */
  readonly hasVisitors?: true;
  readonly columns: readonly PrintedColumn[];
  readonly none: string;
}

const count = (header: string): PrintedColumn => ({ header, path: "events", as: "number" });
const visitors: PrintedColumn = { header: "VISITORS", path: "visitors", as: "number" };
const views: QueryFilter = { column: "eventType", values: ["page_view"] };
const noViews = "No views in this time range.";

const groupByTime = (interval: "day" | "week" | "month"): InsightReport => ({
  groupBy: [{ column: "datetime", interval }],
  where: [views],
  hasVisitors: true,
  columns: [{ header: interval.toUpperCase(), path: "datetime" }, count("VIEWS"), visitors],
  none: noViews,
});

const reports = {
  page: {
    groupBy: [{ column: "page" }],
    where: [views, { column: "page", values: [null], operator: "notIn" }],
    hasVisitors: true,
    columns: [
      { header: "PAGE", path: "title", as: "title", wide: true },
      { header: "SPACE", path: "space", as: "id" },
      { header: "ID", path: "page", as: "id" },
      count("VIEWS"),
      visitors,
      { header: "GOOD", path: "good", as: "number" },
      { header: "OK", path: "ok", as: "number" },
      { header: "BAD", path: "bad", as: "number" },
    ],
    none: noViews,
  },
  day: groupByTime("day"),
  week: groupByTime("week"),
  month: groupByTime("month"),
  search: {
    groupBy: [{ column: "eventSearchQuery" }],
    where: [{ column: "eventType", values: ["search_type_query"] }],
    columns: [{ header: "QUERY", path: "eventSearchQuery", wide: true }, count("SEARCHES")],
    none: "No searches in this time range.",
  },
  "search-without-result": {
    groupBy: [{ column: "eventSearchQuery" }],
    where: [{ column: "eventType", values: ["search_type_query"] }],
    columns: [{ header: "QUERY", path: "eventSearchQuery", wide: true }, count("SEARCHES")],
    none: "All searches in this time range have a result now.",
  },
  "missing-page": {
    groupBy: [{ column: "urlPath" }],
    where: [
      { column: "eventType", values: ["page_view", "search_open_result"] },
      { column: "page", values: [null] },
      { column: "displayContext", values: ["site"] },
    ],
    columns: [{ header: "PATH", path: "urlPath", wide: true }, count("VIEWS")],
    none: "No requests for missing pages in this time range.",
  },
  referrer: {
    groupBy: [{ column: "referrerDomain" }],
    where: [views, { column: "referrerDomain", values: [""], operator: "notIn" }],
    columns: [{ header: "REFERRER", path: "referrerDomain", wide: true }, count("VIEWS")],
    none: "No links from other websites in this time range.",
  },
  bot: {
    groupBy: [{ column: "visitorBot" }],
    where: [{ column: "visitorBot", values: [""], operator: "notIn" }],
    columns: [{ header: "BOT", path: "visitorBot" }, count("EVENTS")],
    none: "No events of bots in this time range.",
  },
  event: {
    groupBy: [{ column: "eventType" }],
    columns: [{ header: "EVENT", path: "eventType" }, count("EVENTS")],
    none: "No events in this time range.",
  },
  "site-space": {
    groupBy: [{ column: "siteSpace" }],
    where: [views],
    columns: [{ header: "SITE SPACE", path: "siteSpace", as: "id" }, count("VIEWS")],
    none: noViews,
  },
  section: {
    groupBy: [{ column: "siteSection" }],
    where: [views],
    columns: [{ header: "SECTION", path: "siteSection", as: "id" }, count("VIEWS")],
    none: noViews,
  },
  comment: {
    groupBy: [{ column: "eventPageFeedbackComment" }, { column: "eventType" }],
    columns: [
      { header: "COMMENT", path: "eventPageFeedbackComment", wide: true },
      { header: "EVENT", path: "eventType" },
      count("EVENTS"),
    ],
    none: "No comments in this time range.",
  },
} as const satisfies Readonly<Record<string, InsightReport>>;

export async function showInsights(context: Context, input: InsightsInput): Promise<Result> {
  const { organizationId, siteId, by = "page" } = input;
  const report: InsightReport | undefined = findOwn<InsightReport>(reports, by);
  if (!report) throw new Error(`There is no report ${by}.`);
  const range = readRange(input);
  const filters = [
    ...(input.where ?? []).map(parseFilter),
    ...(input.withoutBots === true ? [{ column: "visitorBot" as const, values: [""] }] : []),
  ];
  const client = await context.client();
  const ask = async (query: Omit<InsightQuery, "range">) => {
    const { value } = await client.call(contract.aggregate, {
      ...{ organizationId, siteId, range },
      ...query,
    });
    return toRows(asObject(value));
  };
  const hasVisitors = report.hasVisitors === true && filters.length === 0;
  const found = await ask({
    groupBy: [...report.groupBy],
    where: [...(report.where ?? []), ...filters],
    select: [
      ...report.groupBy,
      { column: "eventsCount" },
      ...(hasVisitors ? [{ column: "visitorsCount" as const }] : []),
    ],
  });
  const counts = found.map(toReportRow);
  const searched =
    by === "search-without-result" ? await searchAgain(client, input, counts) : undefined;
  const rows = searched?.rows ?? counts;
  const named = by === "page" ? await describePages(client, input, rows, ask) : rows;
  const totals =
    by === "page" ? await ask({ groupBy: [{ column: "eventType" }], where: filters }) : [];
  // Only counts without a filter have visitors.
  const visitorTotals =
    by === "page" && hasVisitors ? await ask({ select: [{ column: "visitorsCount" }] }) : [];
  const titles = await readSiteTitles(context, input, report, rows);
  const columns = report.columns
    .filter(({ path }) => hasVisitors || path !== "visitors")
    .map((column) => (isPartOfSite(column) ? { ...column, titles } : column));
  return {
    list: [named],
    columns,
    none: searched !== undefined && counts.length === 0 ? reports.search.none : report.none,
    order: isByTime(by) ? "Oldest first." : "Highest count first.",
    notes: () =>
      by === "page" ? describeTotals(totals, visitorTotals, rows) : (searched?.notes ?? []),
  };
}

/** The number of queries that are searched again, the most frequent ones. */
const mostSearchedAgain = 200;

/**
 * The queries without a result now: the API counts queries, and not their results, which change
 * with the content.
 */
async function searchAgain(
  client: ApiClient,
  { organizationId, siteId }: InsightsInput,
  counts: readonly JsonObject[],
): Promise<{ readonly rows: readonly JsonObject[]; readonly notes: readonly string[] }> {
  const queries = counts.slice(0, mostSearchedAgain);
  const results = await runFewAtOnce(queries, async ({ eventSearchQuery }) => {
    const query = asText(eventSearchQuery);
    const { value } = await client.call(search, { organizationId, siteId, query, limit: 1 });
    return asObjects(asObject(value).items).length;
  });
  const searched =
    counts.length <= queries.length
      ? formatCount(counts.length, "query", "queries")
      : `the ${queries.length} most frequent of ${counts.length} queries`;
  return {
    rows: queries.filter((_, at) => results[at] === 0),
    notes:
      counts.length === 0
        ? []
        : [`Repeated ${searched} of this time range. To list all queries: --by search.`],
  };
}

function isByTime(report: string): boolean {
  return report === "day" || report === "week" || report === "month";
}

/** Whether a column contains ids of a part of the site. */
function isPartOfSite({ path }: PrintedColumn): boolean {
  return path === "space" || path === "siteSpace" || path === "siteSection";
}

/** Titles of the sections, site spaces and spaces of a site by id, if a person reads a report of them. */
async function readSiteTitles(
  context: Context,
  { organizationId, siteId }: InsightsInput,
  report: InsightReport,
  rows: readonly JsonObject[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const isNeeded = rows.length > 0 && report.columns.some(isPartOfSite);
  if (!isNeeded || !context.terminal.outIsTerminal || asksForData(context.choice)) return titles;
  const client = await context.client();
  const answer = await client
    .call(structure, { organizationId, siteId })
    .catch(() => ({ value: {} }));
  collectSiteTitles(asObject(answer.value), titles);
  return titles;
}

function collectSiteTitles(part: JsonObject, titles: Map<string, string>): void {
  const { id, title } = part;
  if (typeof id === "string" && typeof title === "string") titles.set(id, title);
  for (const value of Object.values(part)) {
    for (const inner of Array.isArray(value) ? value : [value]) {
      if (isObject(inner)) collectSiteTitles(inner, titles);
    }
  }
}

/** The rows of a result, which consists of columns. */
function toRows(result: JsonObject): readonly JsonObject[] {
  const columns = asObjects(result.columns);
  const values = columns.map(({ values }) => (Array.isArray(values) ? values : []));
  return (values[0] ?? []).map((_, index) =>
    Object.fromEntries(
      columns.map(({ column }, at) => [asText(column), values[at]?.[index] ?? null]),
    ),
  );
}

function toReportRow(row: JsonObject): JsonObject {
  const { eventsCount = 0, visitorsCount, page, datetime, ...rest } = row;
  const location = isObject(page) ? { page: page.page ?? null, space: page.space ?? null } : {};
  return {
    ...rest,
    ...location,
    ...(typeof datetime === "string" && { datetime: datetime.slice(0, 10) }),
    events: eventsCount,
    ...(visitorsCount !== undefined && { visitors: visitorsCount }),
  };
}

/** Adds the title and the ratings of each page. */
async function describePages(
  client: ApiClient,
  { organizationId, siteId }: InsightsInput,
  rows: readonly JsonObject[],
  ask: (query: Omit<InsightQuery, "range">) => Promise<readonly JsonObject[]>,
): Promise<readonly JsonObject[]> {
  if (rows.length === 0) return rows;
  const ratings = new Map<string, JsonObject>();
  const rated = await ask({
    groupBy: [{ column: "page" }],
    where: [{ column: "eventType", values: ["page_post_feedback"] }],
    select: [{ column: "page" }, { column: "pageFeedbackRating" }],
  });
  for (const { page, pageFeedbackRating } of rated) {
    ratings.set(asText(asObject(page ?? {}).page), asObject(pageFeedbackRating));
  }
  const titles = await readTitles(client, { organizationId, siteId }, rows);
  return rows.map((row) => {
    const id = asText(row.page);
    const { good = 0, ok = 0, bad = 0 } = ratings.get(id) ?? {};
    return { title: titles.get(id) ?? null, ...row, good, ok, bad };
  });
}

/** The titles of pages by id, without those that the user cannot read. */
async function readTitles(
  client: ApiClient,
  site: { readonly organizationId: string; readonly siteId: string },
  rows: readonly JsonObject[],
): Promise<ReadonlyMap<string, string>> {
  const { value } = await client.call(siteSpaces.list, { ...site, limit: 1000 });
  const titles = new Map<string, string>();
  const viewed = new Set(rows.map(({ space }) => asText(space)));
  for (const siteSpace of asObjects(asObject(value).items)) {
    const spaceId = asText(asObject(siteSpace.space).id);
    if (!viewed.has(spaceId)) continue;
    const tree = await client.call(pages.list, { spaceId }).catch(() => undefined);
    if (tree) collectTitles(asObjects(asObject(tree.value).pages), titles);
  }
  return titles;
}

function collectTitles(tree: readonly JsonObject[], titles: Map<string, string>): void {
  for (const page of tree) {
    titles.set(asText(page.id), asText(page.title));
    collectTitles(asObjects(page.pages), titles);
  }
}

/**
 * The totals of the site, and the views that belong to no page of the table. The number of visitors
 * is the sum of the days.
 */
function describeTotals(
  totals: readonly JsonObject[],
  [visitorTotal]: readonly JsonObject[],
  rows: readonly JsonObject[],
): readonly string[] {
  const getTotal = (name: string) =>
    Number(totals.find(({ eventType }) => eventType === name)?.eventsCount ?? 0);
  const parts = [
    formatCount(getTotal("page_view"), "view"),
    ...(visitorTotal === undefined
      ? []
      : [formatCount(Number(visitorTotal.visitorsCount ?? 0), "visitor")]),
    formatCount(getTotal("search_type_query"), "search", "searches"),
    formatCount(getTotal("page_post_feedback"), "rating"),
  ];
  const listed = rows.reduce((sum, { events }) => sum + Number(events ?? 0), 0);
  const others = getTotal("page_view") - listed;
  // Requests for missing pages count as views of the site.
  const rest =
    others > 0 ? ` ${formatCount(others, "view")} of URLs without a page: --by missing-page.` : "";
  return totals.length === 0 ? [] : [`In total: ${parts.join(", ")}.${rest}`];
}

/** @throws UsageError */
function readRange({ range, since, until }: InsightsInput): InsightQuery["range"] {
  if (since === undefined && until === undefined) return range ?? "last30Days";
  if (range !== undefined) {
    throw new UsageError("--range cannot be combined with --since or --until.");
  }
  if (since === undefined) throw new UsageError("--until needs --since.");
  const from = `${since}T00:00:00.000Z`;
  const last = until ?? new Date().toISOString().slice(0, 10);
  return { from, to: `${last}T23:59:59.999Z` };
}

/** @throws UsageError */
function parseFilter(text: string): QueryFilter {
  const [, name = "", sign = "", value = ""] = /^(\w+)(!?=)(.*)$/s.exec(text) ?? [];
  const column = filterColumns.find((one) => one === name);
  if (column === undefined) {
    throw new UsageError(
      `--where must be column=value or column!=value, not ${JSON.stringify(text)}.`,
      `Columns: ${filterColumns.join(", ")}`,
    );
  }
  return { column, values: [value], ...(sign === "!=" && { operator: "notIn" }) };
}

/** Columns whose values are texts. */
const filterColumns = [
  ...(["eventType", "urlPath", "siteSpace", "siteSection", "displayContext"] as const),
  ...(["visitorBot", "referrerDomain", "eventSearchQuery", "eventPageFeedbackRating"] as const),
] as const;
