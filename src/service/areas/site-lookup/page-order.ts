/** Reading order, visibility and paths of the pages of a space. */
import type { ContentPage, ContentTree } from "../content/tree/tree.ts";
import { getTreeIndex, isHidden, type TreePage } from "../content/tree/tree-index.ts";
import type { SiteSpaceRow } from "../sites/structure/structure.ts";

/** The reading order of a tree, cached because each request and each path in a list needs it. */
interface ReadingOrder {
  readonly pages: readonly TreePage[];
  /** The index of each page in `pages`, by its id. */
  readonly positions: ReadonlyMap<string, number>;
  /** The first page with a document, for a tree in which all pages are hidden. */
  readonly hidden: TreePage | undefined;
}

const orders = new WeakMap<ContentTree, ReadingOrder>();

function getOrder(tree: ContentTree): ReadingOrder {
  let order = orders.get(tree);
  if (!order) {
    const documents = [...getTreeIndex(tree).pages.values()].filter(
      ({ page }) => page.type === "document",
    );
    const pages = documents.filter((treePage) => !isHidden(treePage));
    const positions = new Map(pages.map(({ page }, index) => [page.id, index]));
    order = { pages, positions, hidden: documents[0] };
    orders.set(tree, order);
  }
  return order;
}

/** The visible pages with a document, in reading order. */
export function listReadablePages(tree: ContentTree): readonly TreePage[] {
  return getOrder(tree).pages;
}

/** The previous and next page in reading order. */
export function findNeighbors(
  tree: ContentTree,
  here: TreePage,
): { readonly before: TreePage | undefined; readonly after: TreePage | undefined } {
  const { pages, positions } = getOrder(tree);
  const index = positions.get(here.page.id);
  if (index === undefined) return { before: undefined, after: undefined };
  return { before: pages[index - 1], after: pages[index + 1] };
}

type Home = Pick<SiteSpaceRow, "page_id">;

/**
 * The home page of a space.
 * @param home the id of the configured home page; without one, the first visible page is used
 */
export function findFirstPage(tree: ContentTree, home: string | null): TreePage | undefined {
  const chosen = home === null ? undefined : getTreeIndex(tree).pages.get(home);
  if (chosen?.page.type === "document") return chosen;
  const { pages, hidden } = getOrder(tree);
  return pages[0] ?? hidden;
}

/** The path of a page below its space; empty for the home page. */
export function getPagePath(
  tree: ContentTree,
  treePage: TreePage,
  { page_id: home }: Home,
): string {
  return treePage === findFirstPage(tree, home) ? "" : treePage.path;
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
