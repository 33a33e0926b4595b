/** Edits of a tree: each function returns a new tree and leaves the old one unchanged. */
import { ApiError } from "../../../../errors.ts";
import type { ContentPage, ContentTree, TreeFile } from "./tree.ts";
import { findTreePage, type TreePage } from "./tree-index.ts";

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

/**
 * Finds the page by walking, because the index of a tree that is about to change would be used only
 * once.
 */
function changePage(
  tree: ContentTree,
  id: string,
  change: (page: ContentPage) => ContentPage,
): ContentTree {
  const pages = mapPages(tree.pages, (page) => (page.id === id ? change(page) : page));
  return pages === tree.pages ? refuse(id) : { ...tree, pages };
}

/** @throws ApiError 404 if the parent is not in the tree */
export function withNewPage(
  tree: ContentTree,
  page: ContentPage,
  { into = null, at }: PagePosition = {},
): ContentTree {
  if (into === null) return { ...tree, pages: insertAt(tree.pages, page, at) };
  return changePage(tree, into, (parent) => ({
    ...parent,
    pages: insertAt(parent.pages, page, at),
  }));
}

/** Removes a page with its children. */
export function withoutPage(tree: ContentTree, id: string): ContentTree {
  getPage(tree, id);
  return { ...tree, pages: withoutId(tree.pages, id) };
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
    const children = mapPages(page.pages, change);
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

function withoutId(pages: readonly ContentPage[], id: string): readonly ContentPage[] {
  const remaining = pages.filter((page) => page.id !== id);
  if (remaining.length < pages.length) return remaining;
  return pages.map((page) =>
    page.pages.length === 0 ? page : { ...page, pages: withoutId(page.pages, id) },
  );
}
