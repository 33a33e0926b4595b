/** Aggregation queries over the counts of a site. */
import { sql } from "kysely";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type { InsightColumn, InsightFilter } from "../../../contract/site-insights.model.ts";
import type * as contract from "../../../contract/site-insights.ts";
import { ApiError } from "../../../errors.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import {
  createFilter,
  createUnsupportedColumnError,
  findGroup,
  type InsightGroup,
  isCount,
  type StoredColumn,
  type StoredRow,
} from "./insight-columns.ts";
import { type DayRange, dayLength, resolveRange, toDay } from "./insight-days.ts";

type Query = Omit<Input<typeof contract.aggregate>, "organizationId" | "siteId">;
type QueryResult = Output<typeof contract.aggregate>;

/** Maximum number of rows that one query reads. */
const mostRows = 200_000;
const defaultLimit = 1000;

interface Totals {
  /** The values of the groups. */
  readonly values: readonly unknown[];
  events: number;
  visitors: number;
  readonly ratings: { ok: number; good: number; bad: number };
}

/** @throws ApiError 400 for an invalid query, 501 for values that are not counted */
export async function queryInsights(
  call: Pick<Call, "db" | "now" | "note">,
  siteId: string,
  { select, where = [], groupBy = [], order, range, limit = defaultLimit }: Query,
): Promise<QueryResult> {
  const groups = groupBy.map((column) => findGroup(column, "groupBy"));
  const days = readRange(call, range);
  const hasVisitors = canCountVisitors(groups, where);
  const columns = select ?? [
    ...groupBy,
    { column: "eventsCount" as const },
    ...(hasVisitors ? [{ column: "visitorsCount" as const }] : []),
  ];
  checkColumns(columns, groups, hasVisitors);
  const sections = await readSections(call.db, siteId);
  const rowFilters = where.filter(({ column }) => !isCount(column)).map(createFilter);
  const totalFilters = where.filter(({ column }) => isCount(column)).map(createFilter);
  const stored = new Set<StoredColumn>(
    [...groups, ...rowFilters].flatMap((one) => [...one.stored]),
  );
  const isSelected = (name: string) =>
    [...columns, ...(order ? [order.by] : []), ...where].some(({ column }) => column === name);
  const rows = await readCounts(call.db, siteId, days, stored, isSelected("pageFeedbackRating"));
  const totals = new Map<string, Totals>();
  const add = (row: StoredRow, change: (totals: Totals) => void) => {
    if (groups.some((group) => group.events?.includes(row.event ?? "") === false)) return;
    if (!rowFilters.every((filter) => filter.matches({ ...row, sections }))) return;
    const values = groups.map((group) => group.toValue({ ...row, sections }));
    const key = toCanonicalText(values);
    const total = totals.get(key) ?? {
      ...{ values, events: 0, visitors: 0 },
      ratings: { ok: 0, good: 0, bad: 0 },
    };
    totals.set(key, total);
    change(total);
  };
  for (const row of rows) {
    add(row, (total) => {
      total.events += row.events;
      const { rating } = row;
      if (rating === "ok" || rating === "good" || rating === "bad") {
        total.ratings[rating] += row.event === "page_post_feedback" ? row.events : 0;
      }
    });
  }
  if (hasVisitors && (isSelected("visitorsCount") || isSelected("sessionsCount"))) {
    const isByPage = stored.has("page");
    for (const row of await readVisitors(call.db, siteId, days, isByPage)) {
      add({ ...row, event: "page_view" }, (total) => {
        total.visitors += row.visitors;
      });
    }
  }
  if (groups.length === 0 && totals.size === 0) {
    const ratings = { ok: 0, good: 0, bad: 0 };
    totals.set("[]", { values: [], events: 0, visitors: 0, ratings });
  }
  const getValue = (column: InsightColumn, total: Totals) => readTotal(column, groups, total);
  const kept = [...totals.values()].filter((total) =>
    totalFilters.every(({ column, matchesValue }) => matchesValue(readCount(column, total))),
  );
  const sorted = kept.sort(createOrder(order ?? findOrder(columns), getValue)).slice(0, limit);
  return {
    columns: columns.map((column) => {
      const { column: name } = column;
      if (name === "visitorClaim") throw createUnsupportedColumnError(name, "select");
      return { column: name, values: sorted.map((total) => getValue(column, total)) };
    }),
  };
}

function readCount(name: InsightColumn["column"], total: Totals): number {
  return name === "eventsCount" ? total.events : total.visitors;
}

function readTotal(column: InsightColumn, groups: readonly InsightGroup[], total: Totals): unknown {
  switch (column.column) {
    case "eventsCount":
      return total.events;
    case "visitorsCount":
    case "sessionsCount":
      return total.visitors;
    case "pageFeedbackRating":
      return { ...total.ratings };
    default:
      return total.values[groups.findIndex((group) => isSame(group.column, column))];
  }
}

/** An interval in the selection may be omitted. */
function isSame(group: InsightColumn, column: InsightColumn): boolean {
  if (group.column !== column.column) return false;
  const interval = (one: InsightColumn) => ("interval" in one ? one.interval : undefined);
  return interval(column) === undefined || interval(column) === interval(group);
}

/**
 * Visitors are counted once a day for the site and once for each page, so the counts can be added
 * by day and by page only.
 */
function canCountVisitors(
  groups: readonly InsightGroup[],
  where: readonly InsightFilter[],
): boolean {
  const isCounted = (name: string) => ["datetime", "dayOfWeek", "page"].includes(name);
  return (
    groups.every(({ column }) => isCounted(column.column)) &&
    where.every(
      ({ column, values, operator = "in" }) =>
        isCounted(column) ||
        isCount(column) ||
        (column === "eventType" && operator === "in" && values.includes("page_view")),
    )
  );
}

function checkColumns(
  columns: readonly InsightColumn[],
  groups: readonly InsightGroup[],
  hasVisitors: boolean,
): void {
  for (const column of columns) {
    const name = column.column;
    if (name === "visitorsCount" || name === "sessionsCount") {
      if (hasVisitors) continue;
      throw new ApiError(
        501,
        `The local platform counts visitors by day and by page. Remove ${name} from select, or other columns from groupBy and where.`,
        { field: "select" },
      );
    }
    if (name === "eventsCount" || name === "pageFeedbackRating") continue;
    if (name === "askResponseRating") throw createUnsupportedColumnError(name, "select");
    if (groups.some((group) => isSame(group.column, column))) continue;
    findGroup(column, "select");
    throw new ApiError(400, `select contains ${name}, so groupBy must contain it too.`, {
      field: "select",
    });
  }
}

/** @throws ApiError 400 */
function readRange({ now, note }: Pick<Call, "now" | "note">, range: Query["range"]): DayRange {
  if (typeof range === "string") return resolveRange(range, now);
  const from = new Date(range.from);
  const to = new Date(range.to);
  if (from > to) {
    throw new ApiError(400, "range.from must not be after range.to.", { field: "range" });
  }
  const isWhole = (time: Date) => time.getTime() % dayLength === 0;
  // The end is not part of the range.
  const last = from < to && isWhole(to) ? new Date(to.getTime() - 1) : to;
  if (!isWhole(from) || (!isWhole(to) && toDay(to) !== toDay(now))) {
    note?.("Insights are counted by day in UTC, so the first and last days are complete.");
  }
  return { first: toDay(from), last: toDay(last) };
}

async function readSections(db: Queries, siteId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("site_spaces")
    .select(["id", "section_id"])
    .where("site_id", "=", siteId)
    .execute();
  return new Map(rows.map(({ id, section_id }) => [id, section_id ?? ""]));
}

type CountedRow = StoredRow & { readonly events: number };

/** @throws ApiError 413 */
async function readCounts(
  db: Queries,
  siteId: string,
  { first, last }: DayRange,
  stored: ReadonlySet<StoredColumn>,
  withRatings: boolean,
): Promise<readonly CountedRow[]> {
  const columns = [
    ...new Set<StoredColumn>([...stored, "event", ...(withRatings ? ["rating" as const] : [])]),
  ];
  const rows = await db
    .selectFrom("insight_counts")
    .select(columns)
    .select(sql<number>`cast(sum(events) as integer)`.as("events"))
    .where("site_id", "=", siteId)
    .where("day", ">=", first)
    .where("day", "<=", last)
    .groupBy(columns)
    .limit(mostRows + 1)
    .execute();
  if (rows.length <= mostRows) return rows;
  throw new ApiError(413, "The query reads too many counts. Use a shorter range.", {
    field: "range",
  });
}

function readVisitors(
  db: Queries,
  siteId: string,
  { first, last }: DayRange,
  isByPage: boolean,
): Promise<readonly { day: string; page: string; space: string; visitors: number }[]> {
  return db
    .selectFrom("insight_visitors")
    .select(["day", "page", "space", "visitors"])
    .where("site_id", "=", siteId)
    .where("day", ">=", first)
    .where("day", "<=", last)
    .where("page", isByPage ? "!=" : "=", "")
    .execute();
}

interface InsightOrder {
  readonly by: InsightColumn;
  readonly direction: "asc" | "desc";
}

/** By time if it is a column, otherwise the most frequent first. */
function findOrder(columns: readonly InsightColumn[]): InsightOrder {
  const time = columns.find(({ column }) => column === "datetime");
  return time
    ? { by: time, direction: "asc" }
    : { by: { column: "eventsCount" }, direction: "desc" };
}

function createOrder(
  { by, direction }: InsightOrder,
  getValue: (column: InsightColumn, total: Totals) => unknown,
) {
  const sign = direction === "asc" ? 1 : -1;
  return (one: Totals, other: Totals) => {
    const compared = compareValues(getValue(by, one), getValue(by, other));
    return compared === 0
      ? compareValues(toCanonicalText(one.values), toCanonicalText(other.values))
      : sign * compared;
  };
}

function compareValues(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  const a = typeof one === "string" ? one : toCanonicalText(one ?? null);
  const b = typeof other === "string" ? other : toCanonicalText(other ?? null);
  return a < b ? -1 : Number(a > b);
}
