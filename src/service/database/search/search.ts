/**
 * The full-text index, which knows only the ids of spaces and pages; each database has its own
 * implementation of `SearchEngine`. The index can be rebuilt from the content, so exports do not
 * contain it.
 */
import { isShared } from "../sqlite/dialect.ts";
import type { Queries } from "../tables.ts";
import type { SearchEngine } from "./engine.ts";
import { postgresSearch } from "./postgres.ts";
import { sqliteSearch } from "./sqlite.ts";

/** The index in the database itself. */
export function getSearch(db: Queries): SearchEngine {
  return isShared(db) ? postgresSearch : sqliteSearch;
}
