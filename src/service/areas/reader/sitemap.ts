/** The sitemap and robots.txt of a site. */
import { html } from "../../../document/html/html.ts";
import { siteAddresses } from "../sites/addresses.ts";
import { isIndexed } from "./page.ts";
import { pathIn, readablePages } from "./page-order.ts";
import type { SiteView } from "./site-view.ts";

/** Limit of the sitemap protocol. */
const maxPages = 50_000;

function isOpen({ site, preview }: SiteView): boolean {
  return site.visibility === "public" && !preview;
}

export function buildRobots(view: SiteView): string {
  if (!isOpen(view)) return "User-agent: *\nDisallow: /\n";
  const { reading, site } = view;
  const sitemap = siteAddresses(reading.base, site, undefined)("/sitemap.xml");
  return `User-agent: *\nAllow: /\nDisallow: /~search\n\nSitemap: ${sitemap}\n`;
}

/** @returns undefined for a site that search engines must not index */
export async function findSitemap(view: SiteView): Promise<string | undefined> {
  if (!isOpen(view)) return undefined;
  const { reading, site, structure, pages } = view;
  const getAddress = siteAddresses(reading.base, site, undefined);
  const entries = [];
  for (const siteSpace of structure.siteSpaces.values()) {
    if (siteSpace.deleted_at !== null) continue;
    const tree = await pages.tree(siteSpace.space_id);
    const above = pages.resolvePath(siteSpace);
    for (const treePage of readablePages(tree)) {
      if (entries.length >= maxPages) break;
      if (!isIndexed(view, treePage)) continue;
      const path = pathIn(tree, treePage, siteSpace);
      const { updatedAt } = treePage.page;
      entries.push(
        html`<url><loc>${getAddress(path === "" ? above : `${above}/${path}`)}</loc>${updatedAt === undefined ? "" : html`<lastmod>${updatedAt}</lastmod>`}</url>\n`,
      );
    }
  }
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}</urlset>
`.source;
}
