/** Turns a value into the text of a cell, for a person or for a program. */
import type { Column } from "./column.ts";
import { jsonText } from "./json-text.ts";
import { relativeTime } from "./relative-time.ts";
import type { JsonValue } from "./row.ts";

/** Who reads: a person wants words, a program the API's own values. */
export interface Reader {
  readonly person: boolean;
  /** What relative times count from, in milliseconds since 1970. */
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
