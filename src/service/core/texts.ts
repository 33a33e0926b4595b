/** Texts compared in the same way by every database and on every machine. */
import { type RawBuilder, sql } from "kysely";

/**
 * Compares letter by letter. Not by LIKE: SQLite limits the length of its patterns and ignores case
 * in them, and PostgreSQL does neither.
 * @param part every text contains the empty one
 */
export function containsText(text: RawBuilder<string>, part: string): RawBuilder<boolean> {
  return part === "" ? sql`1 = 1` : sql`replace(${text}, ${part}, '') <> ${text}`;
}

/** For sorting, by code units. Ids and ranks are ASCII, so this is also the order of their bytes. */
export function inTextOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
