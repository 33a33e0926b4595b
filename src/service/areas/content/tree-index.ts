/** Finds pages and files of a tree by id and by path; built once for each tree. */
import type { File, Page, ReusableContent, Tree } from "./tree.ts";

export interface TreePage {
  readonly page: Page;
  /** The page or group that contains it; absent at the top level. */
  readonly parent?: TreePage;
  /** Slugs from the top level down, joined by `/`; of a link, that of its parent. */
  readonly path: string;
  /** Its index in reading order. */
  readonly order: number;
}

export interface TreeIndex {
  /** In reading order: a page before its children. */
  readonly pages: ReadonlyMap<string, TreePage>;
  readonly byPath: ReadonlyMap<string, TreePage>;
  readonly files: ReadonlyMap<string, File>;
  readonly reusableContents: ReadonlyMap<string, ReusableContent>;
}

const indexes = new WeakMap<Tree, TreeIndex>();

export function getTreeIndex(tree: Tree): TreeIndex {
  let index = indexes.get(tree);
  if (!index) {
    index = buildIndex(tree);
    indexes.set(tree, index);
  }
  return index;
}

/**
 * A page by its id. A tree that is about to change again is searched: its index would take a hundred times
 * as long, and be used once.
 */
export function findTreePage(tree: Tree, id: string): TreePage | undefined {
  const index = indexes.get(tree);
  if (index) return index.pages.get(id);
  let order = 0;
  const findIn = (siblings: readonly Page[], parent?: TreePage): TreePage | undefined => {
    for (const page of siblings) {
      const at = order++;
      if (page.id !== id && page.pages.length === 0) continue;
      const treePage: TreePage = {
        page,
        ...(parent && { parent }),
        path: joinPath(parent?.path ?? "", page.slug),
        order: at,
      };
      if (page.id === id) return treePage;
      const found = findIn(page.pages, treePage);
      if (found) return found;
    }
    return undefined;
  };
  return findIn(tree.pages);
}

function joinPath(above: string, slug: string | undefined): string {
  if (slug === undefined) return above;
  return above === "" ? slug : `${above}/${slug}`;
}

function buildIndex(tree: Tree): TreeIndex {
  const pages = new Map<string, TreePage>();
  const byPath = new Map<string, TreePage>();
  const addPages = (siblings: readonly Page[], parent?: TreePage) => {
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

/** The pages and groups above, the outermost first. */
export function findAncestors(treePage: TreePage): TreePage[] {
  const above: TreePage[] = [];
  for (let { parent } = treePage; parent; { parent } = parent) above.unshift(parent);
  return above;
}
