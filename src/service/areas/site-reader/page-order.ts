/** Reading order, visibility and paths of the pages of a space. */
import type { ContentPage, ContentTree } from "../content/tree/tree.ts";
import { getTreeIndex, type TreePage } from "../content/tree/tree-index.ts";
import type { SiteSpaceRow } from "../sites/structure/structure.ts";

/** The visible pages with a document, in reading order. */
export function readablePages(tree: ContentTree): TreePage[] {
  return [...getTreeIndex(tree).pages.values()].filter(
    (treePage) => treePage.page.type === "document" && !isHidden(treePage),
  );
}

type Home = Pick<SiteSpaceRow, "page_id">;

/** A page is hidden if it or one of its ancestors is marked as hidden. */
export function isHidden(treePage: TreePage | undefined): boolean {
  for (let one = treePage; one; one = one.parent) if (one.page.hidden === true) return true;
  return false;
}

/**
 * The home page of a space.
 * @param home the id of the configured home page; without one, the first visible page is used
 */
export function firstPage(tree: ContentTree, home: string | null): TreePage | undefined {
  const chosen = home === null ? undefined : getTreeIndex(tree).pages.get(home);
  if (chosen?.page.type === "document") return chosen;
  return (
    readablePages(tree)[0] ??
    [...getTreeIndex(tree).pages.values()].find(({ page }) => page.type === "document")
  );
}

/** The path of a page below its space; empty for the home page. */
export function pathIn(tree: ContentTree, treePage: TreePage, { page_id: home }: Home): string {
  return treePage === firstPage(tree, home) ? "" : treePage.path;
}

/** The page, or the first visible page in a group. */
export function withText(tree: ContentTree, treePage: TreePage): TreePage | undefined {
  if (treePage.page.type === "document") return treePage;
  const findFirst = (page: ContentPage): ContentPage | undefined => {
    for (const child of page.pages) {
      if (child.hidden === true) continue;
      const page = child.type === "document" ? child : findFirst(child);
      if (page) return page;
    }
    return undefined;
  };
  const first = findFirst(treePage.page);
  return first && getTreeIndex(tree).pages.get(first.id);
}
