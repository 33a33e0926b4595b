/** Which pages and files that were made in a space are those that a repository has at the same path. */
import type { File, Page, Tree } from "../content/tree.ts";
import { indexOf, type PlacedPage } from "../content/tree-index.ts";
import { folderOf, isMarkdown, isReadme } from "./paths.ts";

/** What a space has beside what was alike at the last success: all of it before the first. */
export interface Unsynced {
  readonly pages: ReadonlyMap<string, PlacedPage>;
  readonly files: readonly File[];
}

/** @param synced what was alike at the last success; absent before the first */
export function unsyncedIn(now: Tree, synced: Tree | undefined): Unsynced {
  const { pages, files } = indexOf(now);
  if (synced === undefined) return { pages, files: now.files };
  const before = indexOf(synced);
  return {
    pages: new Map([...pages].filter(([id]) => !before.pages.has(id))),
    files: [...files.values()].filter(({ id }) => !before.files.has(id)),
  };
}

/**
 * Ids by the locations at which a repository has them. A page is at the path of its address:
 * `guide/install` is `guide/install.md` or `guide/install/README.md`, in letters of any case. The
 * first page of a space is the README of the repository, unless it has a file of its own there.
 */
export function alikeIn(
  { pages, files }: Unsynced,
  locations: Iterable<string>,
): ReadonlyMap<string, string> {
  const byKey = new Map([...locations].map((location) => [keyOf(location), location]));
  const found = new Map<string, string>();
  const take = (key: string, id: string) => {
    const location = byKey.get(key);
    if (location === undefined || found.has(location)) return false;
    found.set(location, id);
    return true;
  };
  const documents = [...pages.values()].filter(({ page }) => page.type === "document");
  const left = documents.filter(({ page, path }) => !take(keyOfPage(page, path), page.id));
  const [first] = documents;
  if (first !== undefined && first.order === 0 && left.includes(first)) take("", first.page.id);
  for (const { id, name, location } of files)
    take(keyOf(location ?? `.gitbook/assets/${name}`), id);
  return found;
}

function keyOfPage({ location }: Page, path: string): string {
  return location === undefined ? path.toLowerCase().replace(/^readme$/, "") : keyOf(location);
}

function keyOf(location: string): string {
  const path = isReadme(location)
    ? folderOf(location)
    : isMarkdown(location)
      ? location.replace(/\.[^.]*$/, "")
      : location;
  return path.toLowerCase();
}
