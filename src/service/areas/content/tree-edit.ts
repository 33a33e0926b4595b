/** Making a tree from another: each function returns a new tree and leaves the old one as it is. */
import { Problem } from "../../../errors.ts";
import type { File, Page, Tree } from "./tree.ts";
import { indexOf, type PlacedPage } from "./tree-index.ts";

/** Where a page stands: in a page or group, or at the top level; at the end where `at` is absent. */
export interface Place {
  readonly into?: string | null;
  /** The number among the siblings, from 0. */
  readonly at?: number;
}

/** @throws Problem 404 where the tree has no such page */
export function pageIn(tree: Tree, id: string): PlacedPage {
  const placed = indexOf(tree).pages.get(id);
  if (!placed) throw new Problem(404, `There is no page ${id} in this content.`, { field: "page" });
  return placed;
}

/** Replaces fields of a page. A field that is undefined goes away. */
export function withPage(tree: Tree, id: string, fields: Partial<Omit<Page, "id">>): Tree {
  pageIn(tree, id);
  return {
    ...tree,
    pages: mapPages(tree.pages, (page) => (page.id === id ? { ...page, ...fields } : page)),
  };
}

/** @throws Problem 404 where the parent is not in the tree */
export function withNewPage(tree: Tree, page: Page, { into = null, at }: Place = {}): Tree {
  if (into === null) return { ...tree, pages: inserted(tree.pages, page, at) };
  pageIn(tree, into);
  return {
    ...tree,
    pages: mapPages(tree.pages, (parent) =>
      parent.id === into ? { ...parent, pages: inserted(parent.pages, page, at) } : parent,
    ),
  };
}

/** Removes a page with all that it holds. */
export function withoutPage(tree: Tree, id: string): Tree {
  pageIn(tree, id);
  return { ...tree, pages: removed(tree.pages, id) };
}

/**
 * Moves a page with all that it holds; `at` counts the siblings without it.
 * @throws Problem 400 into itself or below itself, 404 where either page is not in the tree
 */
export function withPageMoved(tree: Tree, id: string, place: Place): Tree {
  const { page } = pageIn(tree, id);
  for (let above = place.into ? pageIn(tree, place.into) : undefined; above; above = above.parent) {
    if (above.page.id === id) {
      throw new Problem(400, `Page ${id} cannot be moved into itself or below itself.`, {
        field: "into",
      });
    }
  }
  return withNewPage(withoutPage(tree, id), page, place);
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

/** Lists without a change in them stay the same lists, which makes the next commit quick. */
export function mapPages(pages: readonly Page[], change: (page: Page) => Page): readonly Page[] {
  let changed = false;
  const mapped = pages.map((page) => {
    const held = mapPages(page.pages, change);
    const next = change(held === page.pages ? page : { ...page, pages: held });
    changed ||= next !== page;
    return next;
  });
  return changed ? mapped : pages;
}

function inserted(siblings: readonly Page[], page: Page, at = siblings.length): Page[] {
  return siblings.toSpliced(Math.max(0, Math.min(at, siblings.length)), 0, page);
}

function removed(pages: readonly Page[], id: string): readonly Page[] {
  const kept = pages.filter((page) => page.id !== id);
  if (kept.length < pages.length) return kept;
  return pages.map((page) =>
    page.pages.length === 0 ? page : { ...page, pages: removed(page.pages, id) },
  );
}
