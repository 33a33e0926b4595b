/** Index of the pages and files of a tree by id and by path, built once for each tree. */
import type { ContentPage, ContentTree, ReusableContent, TreeFile } from "./tree.ts";

export interface TreePage {
  readonly page: ContentPage;
  /** The page or group that contains it; absent at the top level. */
  readonly parent?: TreePage;
  /** Slugs from the top level down, joined by `/`; for a link, the path of its parent. */
  readonly path: string;
  /** Its index in reading order. */
  readonly order: number;
}

export interface TreeIndex {
  /** In reading order: a page before its children. */
  readonly pages: ReadonlyMap<string, TreePage>;
  readonly byPath: ReadonlyMap<string, TreePage>;
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly reusableContents: ReadonlyMap<string, ReusableContent>;
}

const indexes = new WeakMap<ContentTree, TreeIndex>();

export function getTreeIndex(tree: ContentTree): TreeIndex {
  let index = indexes.get(tree);
  if (!index) {
    index = buildIndex(tree);
    indexes.set(tree, index);
  }
  return index;
}

/**
 * Finds a page by its id. Searches a tree without an index, because a tree between two edits is used once
 * and building its index takes a hundred times as long.
 */
export function findTreePage(tree: ContentTree, id: string): TreePage | undefined {
  const index = indexes.get(tree);
  if (index) return index.pages.get(id);
  let order = 0;
  const findIn = (siblings: readonly ContentPage[], parent?: TreePage): TreePage | undefined => {
    for (const page of siblings) {
      const position = order++;
      if (page.id !== id && page.pages.length === 0) continue;
      const treePage: TreePage = {
        page,
        ...(parent && { parent }),
        path: joinPath(parent?.path ?? "", page.slug),
        order: position,
      };
      if (page.id === id) return treePage;
      const match = findIn(page.pages, treePage);
      if (match) return match;
    }
    return undefined;
  };
  return findIn(tree.pages);
}

function joinPath(parentPath: string, slug: string | undefined): string {
  if (slug === undefined) return parentPath;
  return parentPath === "" ? slug : `${parentPath}/${slug}`;
}

function buildIndex(tree: ContentTree): TreeIndex {
  const pages = new Map<string, TreePage>();
  const byPath = new Map<string, TreePage>();
  const addPages = (siblings: readonly ContentPage[], parent?: TreePage) => {
    for (const page of siblings) {
      const path = joinPath(parent?.path ?? "", page.slug);
      const treePage: TreePage = { page, ...(parent && { parent }), path, order: pages.size };
      pages.set(page.id, treePage);
      if (page.slug !== undefined && !byPath.has(path)) byPath.set(path, treePage);
      addPages(page.pages, treePage);
    }
  };
  addPages(tree.pages);
  return {
    pages,
    byPath,
    files: new Map(tree.files.map((file) => [file.id, file])),
    reusableContents: new Map(tree.reusableContents.map((content) => [content.id, content])),
  };
}

/** The pages and groups above, outermost first. */
export function findAncestors(treePage: TreePage): TreePage[] {
  const above: TreePage[] = [];
  for (let { parent } = treePage; parent; { parent } = parent) above.unshift(parent);
  return above;
}
