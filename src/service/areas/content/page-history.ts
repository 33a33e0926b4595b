/**
 * Former paths of published pages. A path is stored when a page loses it, so that the URLs of renamed
 * and moved pages still lead to them. Changes of paths are numbered, for pages and sites together.
 */

import { addTo } from "../../../json/groups.ts";
import { computeNextPosition } from "../../core/rows/path-positions.ts";
import type { Queries } from "../../database/tables.ts";
import { findPageAtPath } from "./tree/page-paths.ts";
import type { ContentTree } from "./tree/tree.ts";
import { getTreeIndex, listDifferentPages, type TreePage } from "./tree/tree-index.ts";
import { inBatches } from "./tree/tree-store.ts";

/** Rows of one statement, below the limit of parameters of the databases. */
const batch = 200;

/** The publication of a revision. */
interface PathPublication {
  readonly space: string;
  /** The content that was published until now. */
  readonly loadBefore: () => Promise<ContentTree>;
  readonly loadAfter: () => Promise<ContentTree>;
}

/**
 * Stores the paths that pages lose by a publication. Only spaces on sites have URLs, and those that
 * were removed from a site have former ones, which lead to their pages once they are added again.
 */
export async function recordPaths(
  db: Queries,
  { space, loadBefore, loadAfter }: PathPublication,
): Promise<void> {
  if (!(await hasUrls(db, space))) return;
  const lost = listLostPaths(await loadBefore(), await loadAfter());
  if (lost.length === 0) return;
  const position = await computeNextPosition(db);
  for (const some of inBatches(lost, batch)) {
    const rows = some.map((one) => ({ space_id: space, ...one, position }));
    await db.insertInto("page_paths").values(rows).execute();
  }
}

async function hasUrls(db: Queries, space: string): Promise<boolean> {
  const current = await db
    .selectFrom("site_spaces")
    .select("id")
    .where("space_id", "=", space)
    .limit(1)
    .executeTakeFirst();
  if (current) return true;
  const former = await db
    .selectFrom("spaces")
    .innerJoin("sites", "sites.organization_id", "spaces.organization_id")
    .innerJoin("site_paths", "site_paths.site_id", "sites.id")
    .select("sites.id")
    .where("spaces.id", "=", space)
    .where("site_paths.space_id", "=", space)
    .limit(1)
    .executeTakeFirst();
  return former !== undefined;
}

/** The lost paths of pages, and an empty path for each new page. */
function listLostPaths(
  before: ContentTree,
  after: ContentTree,
): readonly { readonly path: string; readonly page_id: string }[] {
  const { pages: oldPages } = getTreeIndex(before);
  const { pages } = getTreeIndex(after);
  // The first pages of a space cannot have the URL of another page.
  if (oldPages.size === 0) return [];
  const ids = [...listDifferentPages(before, after)];
  const changed = ids
    .flatMap((id) => oldPages.get(id) ?? [])
    .filter(({ page, path }) => page.slug !== undefined && pages.get(page.id)?.path !== path);
  const added = ids
    .flatMap((id) => pages.get(id) ?? [])
    .filter(({ page }) => page.slug !== undefined && !oldPages.has(page.id));
  return [
    ...changed.map(({ page, path }) => ({ path, page_id: page.id })),
    ...added.map(({ page }) => ({ path: "", page_id: page.id })),
  ];
}

/** A page and a time at which it had a path. */
export interface PagePeriod {
  readonly treePage: TreePage;
  readonly since: number;
  /** Infinity for the current path. */
  readonly until: number;
}

/** Changes of paths that are considered, the last ones. A visitor's request must not depend on their number. */
const mostChanges = 2000;

/**
 * The existing pages and groups that have or had a path.
 * @param path slugs joined by `/`
 */
export async function listPeriods(
  db: Queries,
  space: string,
  tree: ContentTree,
  path: string,
): Promise<readonly PagePeriod[]> {
  const current = findPageAtPath(tree, path);
  const ofSpace = db
    .selectFrom("page_paths")
    .select(["page_id", "position"])
    .where("space_id", "=", space)
    .orderBy("position", "desc")
    .limit(mostChanges);
  const rows = await ofSpace
    .where("path", "in", [...new Set([path, path.toLowerCase()])])
    .execute();
  const ids = [
    ...new Set([...rows.map((row) => row.page_id), ...(current ? [current.page.id] : [])]),
  ];
  if (ids.length === 0) return [];
  const changes = await ofSpace.where("page_id", "in", ids).execute();
  const positions = new Map<string, number[]>();
  for (const { page_id: id, position } of changes) addTo(positions, id, position);
  // Changes before the considered ones are unknown.
  const first = changes.length < mostChanges ? 0 : (changes.at(-1)?.position ?? 0);
  /** A page has had its path since the change before. */
  const toPeriod = (treePage: TreePage, until: number): PagePeriod => ({
    treePage,
    since: findBefore(positions.get(treePage.page.id) ?? [], until) ?? first,
    until,
  });
  const { pages } = getTreeIndex(tree);
  const former = rows.flatMap(({ page_id: id, position }): readonly PagePeriod[] => {
    const treePage = pages.get(id);
    return treePage?.page.slug === undefined ? [] : [toPeriod(treePage, position)];
  });
  return [...(current ? [toPeriod(current, Number.POSITIVE_INFINITY)] : []), ...former];
}

/**
 * The greatest number below a limit, by binary search.
 * @param numbers in descending order
 */
function findBefore(numbers: readonly number[], limit: number): number | undefined {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((numbers[middle] ?? limit) < limit) high = middle;
    else low = middle + 1;
  }
  return numbers[low];
}
