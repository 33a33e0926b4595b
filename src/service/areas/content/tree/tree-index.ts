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

function buildIndex(tree: ContentTree): TreeIndex {
  const pages = new Map<string, TreePage>();
  const byPath = new Map<string, TreePage>();
  const addPages = (siblings: readonly ContentPage[], parent?: TreePage) => {
    for (const page of siblings) {
      const above = parent?.path ?? "";
      const path =
        page.slug === undefined ? above : above === "" ? page.slug : `${above}/${page.slug}`;
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
