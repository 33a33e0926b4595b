/** Turns a value into the text of a cell: for a program as it is, for a person in words. */
import type { Column } from "./column.ts";
import { jsonText } from "./json-text.ts";
import type { JsonValue } from "./row.ts";

/** The reader: a person gets words, a program the values of the API. */
export interface Reader {
  readonly person: boolean;
  /** The time that relative times refer to, in milliseconds since 1970. */
  readonly now: number;
}

/** The text of a value, not neutralized yet; a missing value is empty. */
export function cellText(
  value: JsonValue | undefined,
  { as, nothing = "" }: Pick<Column, "as" | "nothing">,
  { person, now }: Reader,
): string {
  if (value === null && person) return nothing;
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return person && as === "time" ? relativeTime(value, now) : value;
  if (typeof value === "boolean" && person) return value ? "yes" : "no";
  if (Array.isArray(value)) {
    const list: readonly JsonValue[] = value;
    return list
      .map((item) => cellText(item, { ...(as && { as }) }, { person, now }))
      .join(person ? ", " : ",");
  }
  return typeof value === "object" ? jsonText(value) : String(value);
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

let format: Intl.RelativeTimeFormat | undefined;

/**
 * "3 hours ago", "in 2 days", "just now"; any text that is not an RFC 3339 time is returned as it is.
 * @param now milliseconds since 1970
 */
export function relativeTime(time: string, now: number): string {
  const moment = /^\d{4}-\d{2}-\d{2}/.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(moment)) return time;
  const seconds = Math.round((moment - now) / 1000);
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (unit === undefined) return "just now";
  format ??= new Intl.RelativeTimeFormat("en");
  return format.format(Math.trunc(seconds / unit[1]), unit[0]);
}
