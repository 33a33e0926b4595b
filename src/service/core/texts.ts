/** String comparison with the same result in every database and on every machine. */
import { type RawBuilder, sql } from "kysely";

/**
 * Compares case-sensitively. It does not use LIKE, because SQLite limits the length of its patterns
 * and ignores case, and PostgreSQL does neither.
 * @param part the empty string is contained in every text
 */
export function containsText(text: RawBuilder<string>, part: string): RawBuilder<boolean> {
  return part === "" ? sql`1 = 1` : sql`replace(${text}, ${part}, '') <> ${text}`;
}

/** For sorting, by code unit. Ids and ranks are ASCII, so this is also byte order. */
export function inTextOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
