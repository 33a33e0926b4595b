/** Which pages of a space visitors are led to, and in which order. */
import type { Page, Tree } from "../content/tree.ts";
import { getTreeIndex, type TreePage } from "../content/tree-index.ts";
import type { SiteSpaceRow } from "../sites/structure.ts";

/** The pages with a text that navigation leads to, in reading order. */
export function readablePages(tree: Tree): TreePage[] {
  return [...getTreeIndex(tree).pages.values()].filter(
    (treePage) => treePage.page.type === "document" && !isHidden(treePage),
  );
}

type Home = Pick<SiteSpaceRow, "page_id">;

/** Of a hidden page, those below it are hidden, too. */
export function isHidden(treePage: TreePage | undefined): boolean {
  for (let one = treePage; one; one = one.parent) if (one.page.hidden === true) return true;
  return false;
}

/**
 * The page at which visitors of a space arrive.
 * @param home the id of the page that the site has chosen; while there is none, it is the first one
 */
export function firstPage(tree: Tree, home: string | null): TreePage | undefined {
  const chosen = home === null ? undefined : getTreeIndex(tree).pages.get(home);
  if (chosen?.page.type === "document") return chosen;
  return (
    readablePages(tree)[0] ??
    [...getTreeIndex(tree).pages.values()].find(({ page }) => page.type === "document")
  );
}

/** The path of a page below its space: the one at which visitors arrive has none. */
export function pathIn(tree: Tree, treePage: TreePage, { page_id: home }: Home): string {
  return treePage === firstPage(tree, home) ? "" : treePage.path;
}

/** The page itself, or the first one in a group. */
export function withText(tree: Tree, treePage: TreePage): TreePage | undefined {
  if (treePage.page.type === "document") return treePage;
  const inside = (page: Page): Page | undefined => {
    for (const child of page.pages) {
      if (child.hidden === true) continue;
      const found = child.type === "document" ? child : inside(child);
      if (found) return found;
    }
    return undefined;
  };
  const first = inside(treePage.page);
  return first && getTreeIndex(tree).pages.get(first.id);
}
