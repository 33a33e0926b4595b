/** What the index of a space holds, which either database keeps in the same tables. */
import { sql } from "kysely";
import type { Queries } from "../tables.ts";
import type { SearchEngine } from "./engine.ts";

/** @returns the state that the index is of, and the stamp of each page in it */
export async function knownPages(db: Queries, space: string): ReturnType<SearchEngine["known"]> {
  const states = await sql<{
    state: string;
  }>`select state from search_spaces where space_id = ${space}`.execute(db);
  const pages = await sql<{
    page_id: string;
    stamp: string;
  }>`select page_id, stamp from search_pages where space_id = ${space}`.execute(db);
  return {
    state: states.rows[0]?.state,
    stamps: new Map(pages.rows.map(({ page_id, stamp }) => [page_id, stamp])),
  };
}
