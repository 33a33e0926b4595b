/**
 * Index of the pages and files of a tree by id and by path. The index of an edited tree is derived
 * from that of the tree before the edit, so that it takes time in proportion to the edit.
 */
import { takeTurn } from "../../../engines/threads/turns.ts";
import {
  buildPageIndex,
  derivePageIndex,
  joinPath,
  type PageIndex,
  type TopPages,
  type TreePage,
} from "./page-index.ts";
import type { ContentPage, ContentTree, ReusableContent, TreeFile } from "./tree.ts";

export { isHidden, type TreePage } from "./page-index.ts";

export interface TreeIndex {
  /** In reading order: a page before its children. */
  readonly pages: ReadonlyMap<string, TreePage>;
  readonly byPath: Pick<ReadonlyMap<string, TreePage>, "get" | "has">;
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly reusableContents: ReadonlyMap<string, ReusableContent>;
  /** Whether each path and each id occurs once, as in all stored trees. */
  readonly isUnique: boolean;
}

/** The number of pages that are indexed in one turn, which takes a few milliseconds. */
const pagesOfTurn = 1000;

const pageIndexes = new WeakMap<TopPages, PageIndex>();
/** For pages without an index, the pages from which they were made. */
const origins = new WeakMap<TopPages, TopPages>();
const indexes = new WeakMap<ContentTree, TreeIndex>();

export function getTreeIndex(tree: ContentTree): TreeIndex {
  const known = indexes.get(tree);
  if (known) return known;
  const pages = getPageIndex(tree.pages);
  const index: TreeIndex = {
    pages,
    isUnique: pages.content.isUnique,
    byPath: {
      get: (path) => pages.getAtPath(path),
      has: (path) => pages.content.byPath.has(path),
    },
    get files() {
      return getById(files, tree.files);
    },
    get reusableContents() {
      return getById(reusableContents, tree.reusableContents);
    },
  };
  indexes.set(tree, index);
  return index;
}

/** Indexes by id; edits of pages leave these lists unchanged. */
type ByIdCache<Item> = WeakMap<readonly Item[], ReadonlyMap<string, Item>>;
const files: ByIdCache<TreeFile> = new WeakMap();
const reusableContents: ByIdCache<ReusableContent> = new WeakMap();

function getById<Item extends { readonly id: string }>(
  cache: ByIdCache<Item>,
  items: readonly Item[],
): ReadonlyMap<string, Item> {
  const known = cache.get(items);
  if (known) return known;
  const byId = new Map(items.map((item) => [item.id, item]));
  cache.set(items, byId);
  return byId;
}

function getPageIndex(pages: TopPages): PageIndex {
  const known = pageIndexes.get(pages) ?? deriveIndex(pages);
  if (known) return known;
  const building = buildPageIndex(pages, Number.POSITIVE_INFINITY);
  for (;;) {
    const step = building.next();
    if (step.done) return keepIndex(pages, step.value);
  }
}

/**
 * Prepares the index of a large tree before it is used, in turns with the work of other callers.
 * @returns the tree
 */
export async function withPreparedIndex(tree: ContentTree, caller: string): Promise<ContentTree> {
  const { pages } = tree;
  if (pageIndexes.has(pages) || deriveIndex(pages)) return tree;
  const building = buildPageIndex(pages, pagesOfTurn);
  for (;;) {
    await takeTurn(caller);
    const step = building.next();
    if (!step.done) continue;
    keepIndex(pages, step.value);
    return tree;
  }
}

function deriveIndex(pages: TopPages): PageIndex | undefined {
  const origin = origins.get(pages);
  const originIndex = origin && pageIndexes.get(origin);
  const derived = originIndex && derivePageIndex(originIndex, origin, pages);
  return derived && keepIndex(pages, derived);
}

function keepIndex(pages: TopPages, index: PageIndex): PageIndex {
  pageIndexes.set(pages, index);
  origins.delete(pages);
  return index;
}

/**
 * Records that a tree was made from another one, from whose index that of the tree can be derived.
 * @returns the tree
 */
export function withOrigin<Tree extends ContentTree>(tree: Tree, origin: ContentTree): Tree {
  const { pages } = tree;
  if (pages === origin.pages || pageIndexes.has(pages)) return tree;
  const indexed = pageIndexes.has(origin.pages) ? origin.pages : origins.get(origin.pages);
  origins.set(pages, indexed ?? origin.pages);
  return tree;
}

/** The ids of the pages that may differ between two trees, in their fields, position or path. */
export function listDifferentPages(one: ContentTree, other: ContentTree): Iterable<string> {
  const [index, otherIndex] = [getPageIndex(one.pages), getPageIndex(other.pages)];
  const ids = index.content.byId.listDifferent(otherIndex.content.byId);
  return ids ?? new Set([...index.keys(), ...otherIndex.keys()]);
}

/**
 * Finds a page by its id. Searches a tree without an index, because a tree between two edits is used once
 * and building its index takes a hundred times as long.
 */
export function findTreePage(tree: ContentTree, id: string): TreePage | undefined {
  const index = pageIndexes.get(tree.pages);
  if (index) return index.get(id);
  const findIn = (siblings: readonly ContentPage[], parent?: TreePage): TreePage | undefined => {
    for (const page of siblings) {
      if (page.id !== id && page.pages.length === 0) continue;
      const path = joinPath(parent?.path ?? "", page.slug);
      const treePage: TreePage = { page, ...(parent && { parent }), path };
      if (page.id === id) return treePage;
      const match = findIn(page.pages, treePage);
      if (match) return match;
    }
    return undefined;
  };
  return findIn(tree.pages);
}

/** The pages and groups above, outermost first. */
export function findAncestors(treePage: TreePage): TreePage[] {
  const above: TreePage[] = [];
  for (let { parent } = treePage; parent; { parent } = parent) above.unshift(parent);
  return above;
}
