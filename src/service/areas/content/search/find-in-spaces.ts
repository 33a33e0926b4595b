/** Search in spaces for readers of a site: pages with their matching sections. */

import type { IndexedSection } from "../../../database/search/engine.ts";
import { findForVisitor, readTexts } from "./search.ts";
import type { VisitorContext } from "./visible-pages.ts";

export interface MatchingPage {
  readonly space: string;
  readonly page: string;
  /** Best first. */
  readonly sections: readonly IndexedSection[];
}

const mostSections = 3;

/**
 * @param spaceIds all of them are searched, regardless of the caller
 * @param most the maximum number of pages
 * @returns the best pages, and the query with corrected words
 */
export async function findInSpaces(
  context: VisitorContext,
  { spaceIds, query, most }: SpaceSearch,
): Promise<{ readonly pages: readonly MatchingPage[]; readonly query: string }> {
  const { db } = context;
  const spaces =
    spaceIds.length === 0
      ? []
      : await db
          .selectFrom("spaces")
          .select(["id", "title", "revision_id", "language"])
          .where("id", "in", spaceIds)
          .where("deleted_at", "is", null)
          .orderBy("id")
          .execute();
  const found = await findForVisitor(context, spaces, query);
  const best = found.matches
    .slice(0, most)
    .map(({ space, page, hits }) => ({ space: space.id, page, hits: hits.slice(0, mostSections) }));
  const texts = await readTexts(
    db,
    best.flatMap(({ hits }) => hits),
  );
  const pages = best.map(({ hits, ...match }) => ({
    ...match,
    sections: hits.flatMap((hit) => texts.get(hit) ?? []),
  }));
  return { pages, query: found.query };
}

interface SpaceSearch {
  readonly spaceIds: readonly string[];
  readonly query: string;
  readonly most: number;
}
