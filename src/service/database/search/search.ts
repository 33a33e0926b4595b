/**
 * A full-text index that knows nothing of spaces and pages but their ids; each database has one of
 * its own behind `SearchEngine`. What is in the index can always be made anew from the content, so
 * no export holds it.
 */

import { isShared } from "../dialect.ts";
import type { Queries } from "../tables.ts";
import type { SearchEngine } from "./engine.ts";
import { postgresSearch } from "./postgres.ts";
import { sqliteSearch } from "./sqlite.ts";

/** The index that the database itself keeps. */
export function searchOf(db: Queries): SearchEngine {
  return isShared(db) ? postgresSearch : sqliteSearch;
}
