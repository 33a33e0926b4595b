/** Search in spaces for readers of a site: pages with their matching sections. */

import { getSearch } from "../../../database/search/search.ts";
import { findPages, type SearchContext } from "./search.ts";

export interface MatchingPage {
  readonly space: string;
  readonly page: string;
  /** Best first. */
  readonly sections: readonly {
    readonly anchor: string;
    readonly heading: string;
    readonly body: string;
  }[];
}

/** The maximum length of a section's text, in characters. */
const longestBody = 1000;
const mostSections = 3;

/**
 * @param spaceIds all of them are searched, regardless of the caller
 * @returns the best pages, and the query with corrected words
 */
export async function findInSpaces(
  { db, caller }: SearchContext,
  spaceIds: readonly string[],
  query: string,
  most: number,
): Promise<{ readonly pages: readonly MatchingPage[]; readonly query: string }> {
  if (spaceIds.length === 0) return { pages: [], query };
  const spaces = await db
    .selectFrom("spaces")
    .select(["id", "revision_id", "language"])
    .where("id", "in", spaceIds)
    .where("deleted_at", "is", null)
    .execute();
  const found = await findPages({ db, caller }, spaces, query);
  const matches = found.matches.slice(0, most);
  const best = matches.flatMap(({ hits }) => hits.slice(0, mostSections));
  const texts = await getSearch(db).read(
    db,
    best.map(({ section }) => section),
    longestBody,
  );
  const pages = matches.map(({ space, page, hits }) => ({
    space: space.id,
    page,
    sections: hits.slice(0, mostSections).flatMap(({ section }) => texts.get(section) ?? []),
  }));
  return { pages, query: found.query };
}
