/** Former paths of pages on a site: after a page, section or space was renamed or moved. */

import type { Queries } from "../../database/tables.ts";
import { listPeriods, type PagePeriod } from "../content/page-history.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import type { TreePage } from "../content/tree/tree-index.ts";
import type { SiteSpaceRow, Structure } from "../sites/structure/structure.ts";
import { listStartPeriods } from "../sites/urls/site-history.ts";
import { findFirstPage, getPagePath, withText } from "./page-order.ts";
import type { SitePages } from "./site-pages.ts";

/** The parts of a site that are searched. */
export interface FormerPathScope {
  readonly db: Queries;
  readonly structure: Structure;
  readonly pages: Pick<SitePages, "tree">;
}

/** A page that had a path. */
export interface FormerPathPage {
  readonly siteSpace: SiteSpaceRow;
  readonly page: TreePage;
  /** The current path in the space. */
  readonly path: string;
}

interface Candidate extends FormerPathPage {
  /** The last time at which the page had the path. */
  readonly until: number;
  readonly startLength: number;
}

/**
 * Of several pages, the last one that had the path.
 * @param path on the site, decoded; empty, or with a leading slash
 */
export async function findFormerPage(
  scope: FormerPathScope,
  path: string,
): Promise<FormerPathPage | undefined> {
  const [last] = (await listCandidates(scope, path)).sort(
    (one, other) => other.until - one.until || other.startLength - one.startLength,
  );
  return last;
}

async function listCandidates(scope: FormerPathScope, requested: string): Promise<Candidate[]> {
  const { db, structure, pages } = scope;
  const candidates: Candidate[] = [];
  // A path that a space had several times needs one query.
  const periods = new Map<string, readonly PagePeriod[]>();
  const starts = await listStartPeriods(db, structure, requested);
  for (const start of starts) {
    const siteSpace = findSiteSpace(structure, start.spaceId);
    if (!siteSpace) continue;
    const tree = await pages.tree(start.spaceId);
    const below = requested.slice(start.path.length + 1);
    const key = `${start.spaceId} ${below}`;
    const pagePeriods = periods.get(key) ?? (await listPagePeriods(db, siteSpace, tree, below));
    periods.set(key, pagePeriods);
    // A period since 0 is not recorded, so its beginning is unknown.
    const longer = starts.filter(({ path, since }) => path.length > start.path.length && since > 0);
    for (const { treePage, since, until } of pagePeriods) {
      const end = findLastUse(
        { since: Math.max(since, start.since), until: Math.min(until, start.until) },
        longer,
      );
      if (end === undefined) continue;
      const page = withText(tree, treePage);
      if (!page) continue;
      const path = getPagePath(tree, page, siteSpace);
      candidates.push({ siteSpace, page, path, until: end, startLength: start.path.length });
    }
  }
  return candidates;
}

interface Period {
  readonly since: number;
  readonly until: number;
}

/**
 * The end of the last time at which a path led to a page: while another space has a longer path that
 * contains it, the path leads into that space.
 * @param longer the recorded times of longer paths
 * @returns undefined if it never led to the page
 */
function findLastUse({ since, until }: Period, longer: readonly Period[]): number | undefined {
  let end = until;
  for (;;) {
    if (end <= since) return undefined;
    const covering = longer.find((one) => one.since < end && one.until >= end);
    if (!covering) return end;
    end = covering.since;
  }
}

/** The place of a space on the site. */
export function findSiteSpace(structure: Structure, spaceId: string): SiteSpaceRow | undefined {
  return [...structure.siteSpaces.values()].find(
    (row) => row.space_id === spaceId && row.deleted_at === null,
  );
}

async function listPagePeriods(
  db: Queries,
  { space_id: spaceId, page_id: home }: SiteSpaceRow,
  tree: ContentTree,
  below: string,
): Promise<readonly PagePeriod[]> {
  if (below !== "") return listPeriods(db, spaceId, tree, below);
  const treePage = findFirstPage(tree, home);
  return treePage ? [{ treePage, since: 0, until: Number.POSITIVE_INFINITY }] : [];
}
