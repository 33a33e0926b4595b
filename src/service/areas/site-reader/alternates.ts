/** The same page in the languages of a site, for search engines. */
import { pageAtPath } from "../content/tree/page-paths.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import type { TreePage } from "../content/tree/tree-index.ts";
import { firstPage, pathIn } from "../site-lookup/page-order.ts";
import { liveSiteSpaces, type SiteSpaceRow } from "../sites/structure/structure.ts";
import { siteAddresses } from "../sites/urls/urls.ts";
import type { PageAlternate } from "./pages/shell.ts";
import type { SiteView } from "./site-view.ts";

/**
 * The variants in different languages that have the page at the same path, including the current one.
 * @returns empty if the page exists in one language only
 */
export async function listAlternates(
  view: SiteView,
  treePage: TreePage,
): Promise<readonly PageAlternate[]> {
  const { structure, siteSpace, pages, reading, site } = view;
  const variants = liveSiteSpaces(structure, siteSpace.section_id).filter(
    ({ space_language: language, hidden }) => language !== null && hidden === 0,
  );
  const languages = new Set(variants.map(({ space_language }) => space_language));
  if (languages.size < 2 || siteSpace.space_language === null) return [];
  const currentTree = await pages.tree(siteSpace.space_id);
  const path = pathIn(currentTree, treePage, siteSpace);
  const getUrl = siteAddresses(reading.base, site, undefined);
  const alternates = new Map<string, PageAlternate>();
  for (const variant of [siteSpace, ...variants]) {
    const language = variant.space_language;
    if (language === null || alternates.has(language)) continue;
    const tree = await pages.tree(variant.space_id);
    const page = findVariantPage(tree, path, variant);
    if (!page) continue;
    const url = getUrl(pages.resolvePath(variant, pathIn(tree, page, variant)));
    alternates.set(language, { language, url });
  }
  return alternates.size < 2 ? [] : [...alternates.values()];
}

function findVariantPage(
  tree: ContentTree,
  path: string,
  { page_id: home }: SiteSpaceRow,
): TreePage | undefined {
  const page = path === "" ? firstPage(tree, home) : pageAtPath(tree, path);
  return page?.page.type === "document" ? page : undefined;
}
