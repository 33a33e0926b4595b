/** Where pages and files stand in a repository, also those that never stood in one. */
import type { Page, Tree } from "../content/tree.ts";
import { slugFrom } from "../content/tree-settle.ts";
import { folderOf, isOutsideGit, isReadme, joined, resolvedPath } from "./paths.ts";

/** Locations below the root of the content, by the ids of pages and files. */
export type Locations = ReadonlyMap<string, string>;

const assets = ".gitbook/assets";

/**
 * @param known where things stand already that do not say so themselves
 * @param readme where the first page stands unless it stands elsewhere
 */
export function locationsOf(tree: Tree, known: Locations, readme: string): Locations {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const settle = (id: string, said: string | undefined) => {
    const location = [said, known.get(id)].find(
      (path) => path !== undefined && isInside(path) && !taken.has(path.toLowerCase()),
    );
    if (location === undefined) return;
    found.set(id, location);
    taken.add(location.toLowerCase());
  };
  const free = (folder: string, name: string, ending: string) => {
    for (let number = 0; ; number++) {
      const path = joined(folder, `${name}${number === 0 ? "" : `-${number}`}${ending}`);
      if (!taken.has(path.toLowerCase())) return path;
    }
  };
  const put = (id: string, path: string) => {
    found.set(id, path);
    taken.add(path.toLowerCase());
  };

  const each = (pages: readonly Page[], visit: (page: Page) => void): void => {
    for (const page of pages) {
      visit(page);
      each(page.pages, visit);
    }
  };
  each(tree.pages, ({ id, type, location }) => {
    if (type === "document") settle(id, location);
  });
  for (const { id, location } of tree.files) settle(id, location);

  const place = (pages: readonly Page[], folder: string): void => {
    for (const page of pages) {
      const slug = page.slug ?? (slugFrom(page.title) || "page");
      if (page.type === "document" && !found.has(page.id)) {
        const isFirst = !taken.has(readme.toLowerCase());
        if (isFirst) put(page.id, readme);
        else if (page.pages.length === 0) put(page.id, free(folder, slug, ".md"));
        else put(page.id, free(folder, slug, "/README.md"));
      }
      const own = found.get(page.id);
      place(page.pages, own === undefined ? joined(folder, slug) : folderBelow(own));
    }
  };
  place(tree.pages, "");
  for (const { id, name } of tree.files) {
    if (found.has(id)) continue;
    const plain = name.replace(/[/\\\p{Cc}]/gu, "-").replace(/^\.+/, "") || "file";
    const [, stem = plain, ending = ""] = /^(.+?)(\.[^.]*)?$/.exec(plain) ?? [];
    put(id, free(assets, stem, ending));
  }
  return found;
}

/** Where the pages below a page stand. */
function folderBelow(location: string): string {
  return isReadme(location) ? folderOf(location) : location.replace(/\.[^./]*$/, "");
}

/** No location leads out of the content, or into what is Git's own. */
function isInside(path: string): boolean {
  return resolvedPath("", path) === path && path !== "" && isOutsideGit(path);
}
