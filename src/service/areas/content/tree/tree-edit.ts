/** Edits of a tree: each function returns a new tree and leaves the old one unchanged. */
import { ApiError } from "../../../../errors.ts";
import type { ContentPage, ContentTree, TreeFile } from "./tree.ts";
import { findTreePage, type TreePage, withOrigin } from "./tree-index.ts";

/** The position of a page: in a page or group, or at the top level; at the end if `at` is absent. */
export interface PagePosition {
  readonly into?: string | null;
  /** The index among the siblings. */
  readonly at?: number;
}

/** @throws ApiError 404 if the tree has no such page */
export function getPage(tree: ContentTree, id: string): TreePage {
  return findTreePage(tree, id) ?? refuse(id);
}

function refuse(id: string): never {
  throw new ApiError(404, `The content has no page ${id}.`, { field: "page" });
}

/**
 * Replaces fields of a page. Undefined fields are removed.
 * @throws ApiError 404 if the tree has no such page
 */
export function withPage(
  tree: ContentTree,
  id: string,
  fields: Partial<Omit<ContentPage, "id">>,
): ContentTree {
  return changePage(tree, id, (page) => ({ ...page, ...fields }));
}

/** Copies only the lists on the path to the page. */
function changePage(
  tree: ContentTree,
  id: string,
  change: (page: ContentPage) => ContentPage,
): ContentTree {
  const treePage = getPage(tree, id);
  return withChangedList(tree, treePage.parent, (siblings) =>
    siblings.with(findPosition(siblings, id), change(treePage.page)),
  );
}

/** @param parent whose list is changed; undefined for the top level */
function withChangedList(
  tree: ContentTree,
  parent: TreePage | undefined,
  change: (siblings: readonly ContentPage[]) => readonly ContentPage[],
): ContentTree {
  let pages = change(parent ? parent.page.pages : tree.pages);
  for (let above = parent; above; above = above.parent) {
    const siblings = above.parent ? above.parent.page.pages : tree.pages;
    pages = siblings.with(findPosition(siblings, above.page.id), { ...above.page, pages });
  }
  return withOrigin({ ...tree, pages }, tree);
}

function findPosition(siblings: readonly ContentPage[], id: string): number {
  return siblings.findIndex((page) => page.id === id);
}

/** @throws ApiError 404 if the parent is not in the tree */
export function withNewPage(
  tree: ContentTree,
  page: ContentPage,
  { into = null, at }: PagePosition = {},
): ContentTree {
  const parent = into === null ? undefined : getPage(tree, into);
  return withChangedList(tree, parent, (siblings) => insertAt(siblings, page, at));
}

/** Removes a page with its children. */
export function withoutPage(tree: ContentTree, id: string): ContentTree {
  const { parent } = getPage(tree, id);
  return withChangedList(tree, parent, (siblings) => siblings.filter((page) => page.id !== id));
}

/**
 * Moves a page with its children; `at` counts the siblings without it.
 * @throws ApiError 400 for a move into itself or a descendant, 404 if either page is not in the tree
 */
export function withPageMoved(tree: ContentTree, id: string, position: PagePosition): ContentTree {
  const { page } = getPage(tree, id);
  for (
    let above = position.into ? getPage(tree, position.into) : undefined;
    above;
    above = above.parent
  ) {
    if (above.page.id === id) {
      throw new ApiError(400, `Page ${id} cannot be moved into itself or one of its subpages.`, {
        field: "into",
      });
    }
  }
  return withNewPage(withoutPage(tree, id), page, position);
}

/** Adds a file, or replaces the one with the same id. */
export function withFile(tree: ContentTree, file: TreeFile): ContentTree {
  const others = tree.files.filter(({ id }) => id !== file.id);
  const exists = others.length < tree.files.length;
  return {
    ...tree,
    files: exists
      ? tree.files.map((old) => (old.id === file.id ? file : old))
      : [...tree.files, file],
  };
}

/** Unchanged lists remain the same objects, which makes the next commit fast. */
export function mapPages(
  pages: readonly ContentPage[],
  change: (page: ContentPage) => ContentPage,
): readonly ContentPage[] {
  let changed = false;
  const mapped = pages.map((page) => {
    const children = page.pages.length === 0 ? page.pages : mapPages(page.pages, change);
    const next = change(children === page.pages ? page : { ...page, pages: children });
    changed ||= next !== page;
    return next;
  });
  return changed ? mapped : pages;
}

function insertAt(
  siblings: readonly ContentPage[],
  page: ContentPage,
  index = siblings.length,
): ContentPage[] {
  return siblings.toSpliced(Math.max(0, Math.min(index, siblings.length)), 0, page);
}
