/** List of the automatic redirects of a site: the former paths of its pages. */

import type { Input, Output } from "../../../contract/endpoint.ts";
import type { list } from "../../../contract/site-redirect.ts";
import type { ListResponse } from "../../../contract/wire.ts";
import { addTo } from "../../../json/groups.ts";
import type { Call } from "../../core/handlers.ts";
import { buildPage } from "../../core/pages.ts";
import type { Queries } from "../../database/tables.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { type MatchedRedirect, redirectFinder } from "../sites/redirects/redirect-rows.ts";
import { resolveRedirect } from "../sites/redirects/redirect-targets.ts";
import type { SiteSpaceRow, Structure } from "../sites/structure/structure.ts";
import { findStarts } from "../sites/urls/find-published.ts";
import { findFormerPage, findSiteSpace } from "./former-paths.ts";
import { getSitePages, type SitePages } from "./site-pages.ts";

type AutomaticRedirectItem = Output<typeof list>["items"][number];

interface AutomaticRedirectScope {
  readonly db: Queries;
  readonly structure: Structure;
  readonly pages: SitePages;
  /** Redirects of the site, which take precedence. */
  readonly findRedirect: (path: string) => MatchedRedirect | undefined;
  readonly isReadable: (siteSpace: SiteSpaceRow) => boolean;
}

interface FormerPathRow {
  readonly source: string;
  /** Absent if the path does not redirect. */
  readonly redirect: AutomaticRedirectItem | undefined;
}

/**
 * Lists the paths that redirect because a page, section or space had them, in byte order. Each leads
 * directly to the current page.
 * @param structure the parts of the site without drafts
 * @param isReadable whether the caller may read the space of a part
 */
export async function listAutomaticRedirects(
  { db }: Pick<Call, "db">,
  structure: Structure,
  isReadable: (siteSpace: SiteSpaceRow) => boolean,
  { siteId, search, page, limit }: Input<typeof list>,
): Promise<ListResponse<AutomaticRedirectItem>> {
  const pages = getSitePages({ db }, structure);
  const findRedirect = await redirectFinder(db, siteId);
  const scope = { db, structure, pages, findRedirect, isReadable };
  const starts = await listStarts(scope);
  const text = search?.toLowerCase() ?? "";
  const { items, next } = await buildPage<FormerPathRow, AutomaticRedirectItem | undefined>({
    list: JSON.stringify(["automatic site redirects", siteId, search]),
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit }),
    read: async (after, take) => {
      const rows: FormerPathRow[] = [];
      for (const source of await listSources(scope, starts, after?.[0], take)) {
        const redirect = source.toLowerCase().includes(text)
          ? await findAutomaticRedirect(scope, source)
          : undefined;
        rows.push({ source, redirect });
      }
      return rows;
    },
    key: ({ source }) => [source],
    keep: ({ redirect }) => redirect !== undefined,
    show: ({ redirect }) => redirect,
  });
  return { items: items.filter((item) => item !== undefined), ...(next && { next }) };
}

async function findAutomaticRedirect(
  { db, structure, pages, findRedirect, isReadable }: AutomaticRedirectScope,
  source: string,
): Promise<AutomaticRedirectItem | undefined> {
  if (await pages.isPage(source)) return undefined;
  const redirect = findRedirect(source);
  if (redirect && resolveRedirect(structure, redirect)) return undefined;
  const former = await findFormerPage({ db, structure, pages }, source);
  if (!former || !isReadable(former.siteSpace)) return undefined;
  const target = pages.resolvePath(former.siteSpace, former.path) || "/";
  if (target === source) return undefined;
  return {
    object: "automatic-site-redirect",
    source,
    target,
    destination: {
      kind: "site-page",
      siteSpaceId: former.siteSpace.id,
      pageId: former.page.page.id,
    },
  };
}

/** A path that a readable space has or had on the site. */
interface StartPath {
  readonly path: string;
  readonly spaceId: string;
  readonly isCurrent: boolean;
}

async function listStarts({
  db,
  structure,
  isReadable,
}: AutomaticRedirectScope): Promise<readonly StartPath[]> {
  const current = findStarts(structure).map(({ start, siteSpace }) => ({
    path: start,
    spaceId: siteSpace.space_id,
    isCurrent: true,
  }));
  const rows = await db
    .selectFrom("site_paths")
    .select(["path", "space_id"])
    .distinct()
    .where("site_id", "=", structure.site.id)
    .execute();
  const starts = new Map<string, StartPath>();
  const former = rows.map((row) => ({
    path: row.path,
    spaceId: row.space_id,
    isCurrent: false,
  }));
  for (const start of [...former, ...current]) starts.set(`${start.spaceId} ${start.path}`, start);
  return [...starts.values()].filter(({ spaceId }) => {
    const siteSpace = findSiteSpace(structure, spaceId);
    return siteSpace !== undefined && isReadable(siteSpace);
  });
}

/** The next paths that a page may have had, without duplicates. */
async function listSources(
  { db, pages }: AutomaticRedirectScope,
  starts: readonly StartPath[],
  after: string | undefined,
  take: number,
): Promise<readonly string[]> {
  const sources = new Set<string>();
  const current = new Map<string, readonly string[]>();
  const startsBySpace = new Map<string, StartPath[]>();
  for (const start of starts) addTo(startsBySpace, start.spaceId, start);
  for (const [spaceId, spaceStarts] of startsBySpace) {
    if (spaceStarts.every(({ isCurrent }) => isCurrent)) continue;
    const paths = [...getTreeIndex(await pages.tree(spaceId)).pages.values()]
      .filter(({ page }) => page.slug !== undefined)
      .map(({ path }) => path);
    current.set(spaceId, ["", ...paths]);
  }
  for (const { path: start, spaceId, isCurrent } of starts) {
    const add = (below: string) => {
      const source = below === "" ? start : `${start}/${below}`;
      if (source !== "" && (after === undefined || compareBytes(source, after) > 0))
        sources.add(source);
    };
    if (!isCurrent) for (const below of current.get(spaceId) ?? []) add(below);
    const prefix = `${start}/`;
    if (after !== undefined && !after.startsWith(prefix) && compareBytes(prefix, after) < 0)
      continue;
    const former = await db
      .selectFrom("page_paths")
      .select("path")
      .distinct()
      .where("space_id", "=", spaceId)
      .where("path", ">", after?.startsWith(prefix) ? after.slice(prefix.length) : "")
      .orderBy("path")
      .limit(take)
      .execute();
    for (const { path } of former) add(path);
  }
  return [...sources].sort(compareBytes).slice(0, take);
}

/** The order of texts in the databases. */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
