/** Former URLs of pages: after a page, section or space was renamed or moved. */

import { decoded } from "../../../document/reference-address.ts";
import { trimCharacter } from "../../../json/trim.ts";
import { listPeriods, type PagePeriod } from "../content/page-history.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import type { SiteSpaceRow } from "../sites/structure/structure.ts";
import { listStartPeriods } from "../sites/urls/site-history.ts";
import { firstPage, pathIn, withText } from "./page-order.ts";
import type { SiteView } from "./site-view.ts";

/**
 * The current URL of a page whose former URL was requested; of several pages, the last one that had the
 * URL. Only parts of the site that the visitor sees are searched.
 * @returns undefined if the page no longer exists
 */
export async function findCurrentUrl(view: SiteView): Promise<string | undefined> {
  const requested = resolveRequestedPath(view);
  const asMarkdown = requested.endsWith(".md");
  const path = asMarkdown ? requested.slice(0, -".md".length) : requested;
  const [current] = (await listCandidates(view, path)).sort(
    (one, other) => other.until - one.until || other.startLength - one.startLength,
  );
  if (!current) return undefined;
  const suffix = asMarkdown && current.path !== "" ? ".md" : "";
  const url = view.hrefIn(current.siteSpace, current.path + suffix);
  return url === view.buildHref(requested) ? undefined : url;
}

/** The requested path on the site, decoded; empty, or with a leading slash. */
function resolveRequestedPath({ siteBasePath, basePath, path }: SiteView): string {
  const start = trimCharacter(basePath.slice(siteBasePath.length), "/");
  const segments = [...start.split("/").map(decoded), path].filter((part) => part !== "");
  return segments.map((segment) => `/${segment}`).join("");
}

/** A page that had the requested path. */
interface Candidate {
  readonly siteSpace: SiteSpaceRow;
  /** The current path in the space. */
  readonly path: string;
  /** The last time at which the page had the requested path. */
  readonly until: number;
  readonly startLength: number;
}

async function listCandidates(view: SiteView, requested: string): Promise<Candidate[]> {
  const { db } = view.reading;
  const candidates: Candidate[] = [];
  // A path that a space had several times needs one query.
  const periods = new Map<string, readonly PagePeriod[]>();
  for (const start of await listStartPeriods(db, view.structure, requested)) {
    const siteSpace = [...view.structure.siteSpaces.values()].find(
      (row) => row.space_id === start.spaceId && row.deleted_at === null,
    );
    if (!siteSpace) continue;
    const tree = await view.pages.tree(start.spaceId);
    const below = requested.slice(start.path.length + 1);
    const key = `${start.spaceId} ${below}`;
    const pagePeriods = periods.get(key) ?? (await listPagePeriods(view, siteSpace, tree, below));
    periods.set(key, pagePeriods);
    for (const { treePage, since, until } of pagePeriods) {
      const end = Math.min(until, start.until);
      if (Math.max(since, start.since) >= end) continue;
      const page = withText(tree, treePage);
      if (!page) continue;
      const path = pathIn(tree, page, siteSpace);
      candidates.push({ siteSpace, path, until: end, startLength: start.path.length });
    }
  }
  return candidates;
}

async function listPagePeriods(
  view: SiteView,
  { space_id: spaceId, page_id: home }: SiteSpaceRow,
  tree: ContentTree,
  below: string,
): Promise<readonly PagePeriod[]> {
  if (below !== "") return listPeriods(view.reading.db, spaceId, tree, below);
  const treePage = firstPage(tree, home);
  return treePage ? [{ treePage, since: 0, until: Number.POSITIVE_INFINITY }] : [];
}
