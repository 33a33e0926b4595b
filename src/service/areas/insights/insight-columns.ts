/** Columns of insight queries: the stored columns that they need, their values and their filters. */
import type { InsightColumn, InsightFilter } from "../../../contract/site-insights.model.ts";
import { dateIntervals } from "../../../contract/site-insights-values.ts";
import { ApiError } from "../../../errors.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import { getDayOfWeek, getIntervalStart } from "./insight-days.ts";

const storedColumns = [
  ...(["day", "event", "site_space", "space", "page", "url_path", "context"] as const),
  ...(["bot", "referrer", "rating", "detail"] as const),
];
export type StoredColumn = (typeof storedColumns)[number];

/** A row with the columns that a query reads. */
export type StoredRow = { readonly [C in StoredColumn]?: string };
interface ReadRow extends StoredRow {
  /** The section of each site space. */
  readonly sections: ReadonlyMap<string, string>;
}

interface ColumnDefinition {
  readonly stored: readonly StoredColumn[];
  readonly toValue: (row: ReadRow) => unknown;
  /** The events that have a value; all if absent. */
  readonly events?: readonly string[];
}

export interface InsightGroup extends ColumnDefinition {
  readonly column: InsightColumn;
}

type InsightColumnName = InsightColumn["column"];

const toTextOrNull = (text: string | undefined) =>
  text === undefined || text === "" ? null : text;

const definitions: Partial<Record<InsightColumnName, ColumnDefinition>> = {
  dayOfWeek: { stored: ["day"], toValue: ({ day = "" }) => getDayOfWeek(day) },
  urlPath: { stored: ["url_path"], toValue: ({ url_path }) => url_path },
  eventType: { stored: ["event"], toValue: ({ event }) => event },
  siteSection: {
    stored: ["site_space"],
    toValue: ({ site_space = "", sections }) => toTextOrNull(sections.get(site_space)),
  },
  siteSpace: { stored: ["site_space"], toValue: ({ site_space }) => toTextOrNull(site_space) },
  displayContext: { stored: ["context"], toValue: ({ context }) => context },
  page: {
    stored: ["page", "space"],
    toValue: ({ page, space }) => (toTextOrNull(page) === null ? null : { page, space }),
  },
  visitorBot: { stored: ["bot"], toValue: ({ bot }) => bot },
  referrerDomain: { stored: ["referrer"], toValue: ({ referrer }) => referrer },
  eventSearchQuery: {
    stored: ["detail"],
    toValue: ({ detail }) => detail,
    events: ["search_type_query", "search_open_result", "ask_question"],
  },
  eventPageFeedbackRating: {
    stored: ["rating"],
    toValue: ({ rating }) => rating,
    events: ["page_post_feedback", "page_post_feedback_comment"],
  },
  eventPageFeedbackComment: {
    stored: ["detail"],
    toValue: ({ detail }) => detail,
    events: ["page_post_feedback_comment", "agent_feedback"],
  },
};

const countNames = ["eventsCount", "visitorsCount", "sessionsCount"];

export function isCount(name: InsightColumnName): boolean {
  return countNames.includes(name);
}

/** @throws ApiError 400 for a count, 501 for a column that is not stored */
export function findGroup(column: InsightColumn, field: string): InsightGroup {
  const interval = "interval" in column ? toInterval(column.interval) : undefined;
  return { column, ...findDefinition(column.column, field, interval) };
}

function toInterval(value: unknown) {
  return dateIntervals.find((interval) => interval === value);
}

function findDefinition(
  name: InsightColumnName,
  field: string,
  interval: (typeof dateIntervals)[number] = "day",
): ColumnDefinition {
  if (isCount(name) || name === "pageFeedbackRating") {
    throw new ApiError(400, `${field} cannot contain ${name}, which is a result. Use select.`, {
      field,
    });
  }
  if (name === "datetime") {
    if (interval === "hour") throw createUnsupportedHoursError("interval hour", field);
    return {
      stored: ["day"],
      toValue: ({ day = "" }) => `${getIntervalStart(day, interval)}T00:00:00.000Z`,
    };
  }
  if (name === "hourOfDay") throw createUnsupportedHoursError(name, field);
  const definition = definitions[name];
  if (!definition) throw createUnsupportedColumnError(name, field);
  return definition;
}

function createUnsupportedHoursError(what: string, field: string): ApiError {
  return new ApiError(
    501,
    `The local platform counts insights by day and has no ${what}. Use the interval day.`,
    { field },
  );
}

export function createUnsupportedColumnError(name: string, field: string): ApiError {
  const names = ["datetime", ...Object.keys(definitions)].join(", ");
  return new ApiError(
    501,
    `The local platform does not store ${name}. It stores nothing that identifies a visitor. Supported columns: ${names}.`,
    { field },
  );
}

export interface InsightCheck {
  readonly column: InsightFilter["column"];
  readonly stored: readonly StoredColumn[];
  readonly matches: (row: ReadRow) => boolean;
  readonly matchesValue: (value: unknown) => boolean;
}

/** @throws ApiError 400 for an operator that does not apply to the column, 501 for one not stored */
export function createFilter(filter: InsightFilter): InsightCheck {
  const { column, values, operator = "in" } = filter;
  const matchesValue = createTest(filter);
  if (isCount(column)) return { column, stored: [], matches: () => true, matchesValue };
  if (column === "datetime") {
    const matchesDay = createTest({ column, values: values.map(readDay), operator });
    return { column, stored: ["day"], matchesValue, matches: ({ day }) => matchesDay(day) };
  }
  if (column !== "dayOfWeek" && operator !== "in" && operator !== "notIn") {
    throw new ApiError(400, `where: ${operator} does not apply to ${column}. Use in or notIn.`, {
      field: "where",
    });
  }
  const { stored, toValue } = findFilterColumn(column);
  return { column, stored, matchesValue, matches: (row) => matchesValue(toValue(row)) };
}

function findFilterColumn(column: InsightFilter["column"]): ColumnDefinition {
  // The reason for a missing page is not stored, so no event has a value.
  if (column === "eventPageNotFoundType") return { stored: [], toValue: () => null };
  return findDefinition(column, "where");
}

/** @throws ApiError 400 */
function readDay(value: unknown): string {
  const time = typeof value === "string" ? new Date(value) : undefined;
  if (time && !Number.isNaN(time.getTime())) return time.toISOString().slice(0, 10);
  throw new ApiError(
    400,
    "where: the values of datetime must be times, such as 2026-03-02T00:00:00Z.",
    { field: "where" },
  );
}

/** @throws ApiError 400 for a comparison without exactly one value */
function createTest({
  column,
  values,
  operator = "in",
}: InsightFilter): (value: unknown) => boolean {
  if (operator === "in" || operator === "notIn") {
    const texts = new Set(values.map((value) => toCanonicalText(value ?? null)));
    return (value) => texts.has(toCanonicalText(value ?? null)) === (operator === "in");
  }
  const [bound] = values;
  if (values.length !== 1 || (typeof bound !== "number" && typeof bound !== "string")) {
    throw new ApiError(400, `where: ${operator} for ${column} needs one value.`, {
      field: "where",
    });
  }
  return (value) => {
    const compared = compareWith(value, bound);
    if (compared === undefined) return false;
    switch (operator) {
      case "greaterThan":
        return compared > 0;
      case "greaterThanOrEqual":
        return compared >= 0;
      case "lessThan":
        return compared < 0;
      case "lessThanOrEqual":
        return compared <= 0;
    }
  };
}

function compareWith(value: unknown, bound: number | string): number | undefined {
  if (typeof value === "number" && typeof bound === "number") return value - bound;
  if (typeof value !== "string" || typeof bound !== "string") return undefined;
  return value < bound ? -1 : Number(value > bound);
}
