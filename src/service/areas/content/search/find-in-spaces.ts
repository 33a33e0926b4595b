/** Search in spaces for readers of a site: pages with their matching sections. */

import { getSearch } from "../../../database/search/search.ts";
import { findForVisitor, type SearchContext, type VisitorSearch } from "./search.ts";

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
 * @param most the maximum number of pages that `show` gets
 * @param show the results that the reader sees
 */
export async function findInSpaces<R extends { readonly size: number }>(
  context: SearchContext,
  { spaceIds, query, most }: SpaceSearch,
  show: (pages: readonly MatchingPage[], search: VisitorSearch) => Promise<R>,
): Promise<R> {
  const { db } = context;
  const spaces =
    spaceIds.length === 0
      ? []
      : await db
          .selectFrom("spaces")
          .select(["id", "title", "revision_id", "language"])
          .where("id", "in", spaceIds)
          .where("deleted_at", "is", null)
          .execute();
  return findForVisitor(context, spaces, query, async (found, search) => {
    const matches = found.slice(0, most).map(({ space, page, hits }) => ({
      space: space.id,
      page,
      best: hits.slice(0, mostSections).map(({ section }) => section),
    }));
    const texts = await getSearch(db).read(
      db,
      matches.flatMap(({ best }) => best),
      longestBody,
    );
    const pages = matches.map(({ best, ...match }) => ({
      ...match,
      sections: best.flatMap((section) => texts.get(section) ?? []),
    }));
    return show(pages, search);
  });
}

interface SpaceSearch {
  readonly spaceIds: readonly string[];
  readonly query: string;
  readonly most: number;
}
