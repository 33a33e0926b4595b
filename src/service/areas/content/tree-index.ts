/** Finds pages and files of a tree by id and by path; worked out once for each tree. */
import type { File, Page, ReusableContent, Tree } from "./tree.ts";

export interface PlacedPage {
  readonly page: Page;
  /** The page or group that holds it; absent at the top level. */
  readonly parent?: PlacedPage;
  /** Slugs from the top level down, joined by `/`; of a link, that of its parent. */
  readonly path: string;
  /** Its number in the order of reading, from 0. */
  readonly order: number;
}

export interface TreeIndex {
  /** In the order of reading: a page before those it holds. */
  readonly pages: ReadonlyMap<string, PlacedPage>;
  readonly byPath: ReadonlyMap<string, PlacedPage>;
  readonly files: ReadonlyMap<string, File>;
  readonly reusableContents: ReadonlyMap<string, ReusableContent>;
}

const indexes = new WeakMap<Tree, TreeIndex>();

export function indexOf(tree: Tree): TreeIndex {
  let index = indexes.get(tree);
  if (!index) {
    index = made(tree);
    indexes.set(tree, index);
  }
  return index;
}

function made(tree: Tree): TreeIndex {
  const pages = new Map<string, PlacedPage>();
  const byPath = new Map<string, PlacedPage>();
  const place = (siblings: readonly Page[], parent?: PlacedPage) => {
    for (const page of siblings) {
      const above = parent?.path ?? "";
      const path =
        page.slug === undefined ? above : above === "" ? page.slug : `${above}/${page.slug}`;
      const placed: PlacedPage = { page, ...(parent && { parent }), path, order: pages.size };
      pages.set(page.id, placed);
      if (page.slug !== undefined && !byPath.has(path)) byPath.set(path, placed);
      place(page.pages, placed);
    }
  };
  place(tree.pages);
  return {
    pages,
    byPath,
    files: new Map(tree.files.map((file) => [file.id, file])),
    reusableContents: new Map(tree.reusableContents.map((content) => [content.id, content])),
  };
}

/** The pages and groups above, the outermost first. */
export function ancestorsOf(placed: PlacedPage): PlacedPage[] {
  const above: PlacedPage[] = [];
  for (let { parent } = placed; parent; { parent } = parent) above.unshift(parent);
  return above;
}
