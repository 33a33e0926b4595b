/** Text of a cell: exact for a program, in words for a reader. */
import { findOwn } from "../json/own-members.ts";
import type { PrintedColumn } from "./column.ts";
import { toJsonText } from "./formats/json-text.ts";
import { isRow, type PrintedRow, type PrintedValue } from "./row.ts";

/** The reader: a person gets words, a program the values of the API. */
export interface CellReader {
  readonly person: boolean;
  /** The reference for relative times, in milliseconds since 1970. */
  readonly now: number;
  /** Whether the cell belongs to a table: relative times are short ("3h ago"), and series are drawn. */
  readonly brief?: boolean;
}

type ColumnForm = Pick<PrintedColumn, "as" | "nothing" | "titles" | "describe">;

/** The text of a value, not neutralized yet; a missing value is empty. */
export function formatCell(
  value: PrintedValue | undefined,
  { as, nothing = "", titles, describe }: ColumnForm,
  reader: CellReader,
): string {
  const { person, now, brief } = reader;
  if (value === null) return nothing;
  if (value === undefined) return "";
  if (typeof value === "string") {
    if (!person) return value;
    if (describe !== undefined) return describe(value);
    return as === "time" ? formatRelativeTime(value, now, brief) : (titles?.get(value) ?? value);
  }
  if (typeof value === "boolean" && person) return value ? "yes" : "no";
  if (Array.isArray(value)) {
    const list: readonly PrintedValue[] = value;
    if (as === "series" && person && brief) return formatSparkline(list);
    return list
      .map((item) => formatCell(item, { ...(as && { as }), ...(titles && { titles }) }, reader))
      .join(person ? (list.some(isNameless) ? "; " : as === "text" ? " " : ", ") : ",");
  }
  if (typeof value !== "object") return String(value);
  const name = isRow(value) ? findName(value, person) : undefined;
  if (name !== undefined) return name;
  if (!person) return toJsonText(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${formatCell(member, {}, reader)}`)
    .join(", ");
}

/** Whether a person reads the members of the value, which contain commas. */
function isNameless(value: PrintedValue): boolean {
  return isRow(value) && findName(value, true) === undefined;
}

/** The name of a resource in a cell for a person, its id for a program; undefined for other objects. */
function findName(value: PrintedRow, person: boolean): string | undefined {
  const id = findOwn(value, "id");
  if (typeof id !== "string") return undefined;
  // A user in a report of tome has no type.
  const isUser = person && typeof findOwn(value, "displayName") === "string";
  if (findOwn(value, "object") === undefined && !isUser) return undefined;
  const names = ["title", "displayName", "subject", "label", "name"];
  const texts = names.map((name) => findOwn(value, name));
  const name = texts.find((text) => typeof text === "string" && text !== "");
  return person && typeof name === "string" ? name : id;
}

const HEIGHTS = "▁▂▃▄▅▆▇█";

/**
 * Numbers as bars, the highest at full height: "▁▁▃█▂". Negative numbers and other values count as
 * 0.
 */
function formatSparkline(series: readonly PrintedValue[]): string {
  const numbers = series.map((one) => Math.max(0, Number(one) || 0));
  const most = numbers.reduce((highest, one) => Math.max(highest, one), 1);
  const top = HEIGHTS.length - 1;
  return numbers.map((one) => HEIGHTS[Math.ceil((one / most) * top)] ?? "").join("");
}

/** Seconds in each unit, the largest first. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Created on first use, because most commands need at most one of them. */
const formats: { long?: Intl.RelativeTimeFormat; narrow?: Intl.RelativeTimeFormat } = {};

/**
 * "3 hours ago", "in 2 days", "just now"; any text that is not an RFC 3339 time is returned as it is.
 * @param now milliseconds since 1970
 * @param brief "3h ago", "in 2d"
 */
export function formatRelativeTime(time: string, now: number, brief = false): string {
  const moment = /^\d{4}-\d{2}-\d{2}/.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(moment)) return time;
  const seconds = Math.round((moment - now) / 1000);
  // Past times count complete units. A future time is often one that was just set, and is rounded:
  // 90 days are 3 months, and 59 minutes and 50 seconds are 1 hour.
  const isFuture = seconds > 0;
  const unit = UNITS.find(([, size], at) => {
    const tolerance = isFuture ? (UNITS[at + 1]?.[1] ?? 0) / 2 : 0;
    return Math.abs(seconds) >= size - tolerance;
  });
  if (unit === undefined) return "just now";
  const count = seconds / unit[1];
  const style = brief ? "narrow" : "long";
  formats[style] ??= new Intl.RelativeTimeFormat("en", { style });
  return formats[style].format(isFuture ? Math.round(count) : Math.trunc(count), unit[0]);
}
