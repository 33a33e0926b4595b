/** Which pages of a space visitors are led to, and in which order. */
import type { Page, Tree } from "../content/tree.ts";
import { getTreeIndex, type TreePage } from "../content/tree-index.ts";
import type { SiteSpaceRow } from "../sites/structure.ts";

/** What is read of a tree again and again: for the path of each page in a list, and for each request. */
interface Order {
  readonly pages: readonly TreePage[];
  /** The index of each page in `pages`, by its id. */
  readonly positions: ReadonlyMap<string, number>;
  /** The first page with a text, if there are only hidden ones. */
  readonly hidden: TreePage | undefined;
}

const orders = new WeakMap<Tree, Order>();

function getOrder(tree: Tree): Order {
  let order = orders.get(tree);
  if (!order) {
    const documents = [...getTreeIndex(tree).pages.values()].filter(
      ({ page }) => page.type === "document",
    );
    const pages = documents.filter((treePage) => !isHidden(treePage));
    const positions = new Map(pages.map(({ page }, at) => [page.id, at]));
    order = { pages, positions, hidden: documents[0] };
    orders.set(tree, order);
  }
  return order;
}

/** The pages with a text that navigation leads to, in reading order. */
export function readablePages(tree: Tree): readonly TreePage[] {
  return getOrder(tree).pages;
}

/** The pages before and after one in reading order. */
export function findNeighbors(
  tree: Tree,
  here: TreePage,
): { readonly before: TreePage | undefined; readonly after: TreePage | undefined } {
  const { pages, positions } = getOrder(tree);
  const at = positions.get(here.page.id);
  if (at === undefined) return { before: undefined, after: undefined };
  return { before: pages[at - 1], after: pages[at + 1] };
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
  const { pages, hidden } = getOrder(tree);
  return pages[0] ?? hidden;
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
