/** Rows whose texts have another text in them. */
import { type RawBuilder, sql } from "kysely";

/**
 * Letter by letter. Not by LIKE: SQLite bounds its patterns, and takes no notice of case in them
 * where PostgreSQL does.
 * @param part the empty text is in every other
 */
export function having(text: RawBuilder<string>, part: string): RawBuilder<boolean> {
  return part === "" ? sql`1 = 1` : sql`replace(${text}, ${part}, '') <> ${text}`;
}
