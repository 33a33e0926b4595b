/** Edits of a tree: each function returns a new tree and leaves the old one unchanged. */
import { Problem } from "../../../errors.ts";
import type { File, Page, Tree } from "./tree.ts";
import { findTreePage, type TreePage } from "./tree-index.ts";

/** The position of a page: in a page or group, or at the top level; at the end if `at` is absent. */
export interface Position {
  readonly into?: string | null;
  /** The index among the siblings. */
  readonly at?: number;
}

/** @throws Problem 404 if the tree has no such page */
export function getPage(tree: Tree, id: string): TreePage {
  return findTreePage(tree, id) ?? refuse(id);
}

function refuse(id: string): never {
  throw new Problem(404, `There is no page ${id} in this content.`, { field: "page" });
}

/**
 * Replaces fields of a page. A field that is undefined is removed.
 * @throws Problem 404 if the tree has no such page
 */
export function withPage(tree: Tree, id: string, fields: Partial<Omit<Page, "id">>): Tree {
  return changePage(tree, id, (page) => ({ ...page, ...fields }));
}

/** Finds the page on its way: the index of a tree that is about to change would be used only once. */
function changePage(tree: Tree, id: string, change: (page: Page) => Page): Tree {
  const pages = mapPages(tree.pages, (page) => (page.id === id ? change(page) : page));
  return pages === tree.pages ? refuse(id) : { ...tree, pages };
}

/** @throws Problem 404 if the parent is not in the tree */
export function withNewPage(tree: Tree, page: Page, { into = null, at }: Position = {}): Tree {
  if (into === null) return { ...tree, pages: insertAt(tree.pages, page, at) };
  return changePage(tree, into, (parent) => ({
    ...parent,
    pages: insertAt(parent.pages, page, at),
  }));
}

/** Removes a page with its children. */
export function withoutPage(tree: Tree, id: string): Tree {
  getPage(tree, id);
  return { ...tree, pages: withoutId(tree.pages, id) };
}

/**
 * Moves a page with its children; `at` counts the siblings without it.
 * @throws Problem 400 into itself or below itself, 404 if either page is not in the tree
 */
export function withPageMoved(tree: Tree, id: string, position: Position): Tree {
  const { page } = getPage(tree, id);
  for (
    let above = position.into ? getPage(tree, position.into) : undefined;
    above;
    above = above.parent
  ) {
    if (above.page.id === id) {
      throw new Problem(400, `Page ${id} cannot be moved into itself or below itself.`, {
        field: "into",
      });
    }
  }
  return withNewPage(withoutPage(tree, id), page, position);
}

/** Adds a file, or replaces the one of the same id. */
export function withFile(tree: Tree, file: File): Tree {
  const others = tree.files.filter(({ id }) => id !== file.id);
  const known = others.length < tree.files.length;
  return {
    ...tree,
    files: known
      ? tree.files.map((old) => (old.id === file.id ? file : old))
      : [...tree.files, file],
  };
}

/** Lists without a change stay the same objects, which makes the next commit fast. */
export function mapPages(pages: readonly Page[], change: (page: Page) => Page): readonly Page[] {
  let changed = false;
  const mapped = pages.map((page) => {
    const children = mapPages(page.pages, change);
    const next = change(children === page.pages ? page : { ...page, pages: children });
    changed ||= next !== page;
    return next;
  });
  return changed ? mapped : pages;
}

function insertAt(siblings: readonly Page[], page: Page, at = siblings.length): Page[] {
  return siblings.toSpliced(Math.max(0, Math.min(at, siblings.length)), 0, page);
}

function withoutId(pages: readonly Page[], id: string): readonly Page[] {
  const remaining = pages.filter((page) => page.id !== id);
  if (remaining.length < pages.length) return remaining;
  return pages.map((page) =>
    page.pages.length === 0 ? page : { ...page, pages: withoutId(page.pages, id) },
  );
}
