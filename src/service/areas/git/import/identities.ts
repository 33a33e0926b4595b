/**
 * Identity of repository files: the page, file or reusable content of a file keeps its id, on which
 * links, comments and URLs depend.
 */

import {
  assetsFolder,
  isMarkdown,
  isReadme,
  resolveFolder,
} from "../../../../document/repository/paths.ts";
import { addTo } from "../../../../json/groups.ts";
import type {
  ContentPage,
  ContentTree,
  ReusableContent,
  TreeFile,
} from "../../content/tree/tree.ts";
import { getTreeIndex, type TreePage } from "../../content/tree/tree-index.ts";
import { includeName, includePath } from "../files/include-file.ts";
import type { SyncedFiles } from "../files/synced-files.ts";

/** The state after the last successful synchronization. */
export interface SyncState {
  readonly tree: ContentTree;
  readonly files: SyncedFiles;
  /** The former paths of moved files, by their current paths. */
  readonly movedFrom: ReadonlyMap<string, string>;
  readonly unsynced: NewContent;
}

/** A page at the last synchronization, or as it was created in the space since. */
export function findPageBefore({ tree, unsynced }: SyncState, id: string): ContentPage | undefined {
  return (getTreeIndex(tree).pages.get(id) ?? unsynced.pages.get(id))?.page;
}

type IdentityKind = "page" | "file" | "reusable-content";

export interface Identities {
  /** The id of the file at a path; `location` is the path below the root of the content. */
  readonly of: (path: string, location: string, kind: IdentityKind) => string;
  /** The id of a page without a file, by its kind and title; each call returns another page. */
  readonly without: (kind: "group" | "link" | "empty", key: string) => string;
}

/** @param locations of all files of the repository, below the root of the content */
export function createIdentities(
  memory: SyncState,
  newId: () => string,
  locations: Iterable<string>,
): Identities {
  const { unsynced } = memory;
  const { pages, files, reusableContents } = getTreeIndex(memory.tree);
  const matches = matchUnsynced(unsynced, locations);
  const byLocation = new Map<string, string>();
  for (const { page } of pages.values()) {
    if (page.type === "document" && page.location !== undefined) {
      byLocation.set(page.location, page.id);
    }
  }
  for (const { id, location } of [...files.values(), ...reusableContents.values()]) {
    if (location !== undefined) byLocation.set(location, id);
  }
  const withoutFile = new Map<string, string[]>();
  for (const { page } of [...pages.values(), ...unsynced.pages.values()]) {
    const key = getKeyWithoutFile(page);
    if (key !== undefined) addTo(withoutFile, key, page.id);
  }
  const assigned = new Set<string>();
  // A file that changes its kind, for example from a page to an include, gets another id.
  const kinds = new Map<string, IdentityKind>();
  for (const id of [...pages.keys(), ...unsynced.pages.keys()]) kinds.set(id, "page");
  for (const { id } of [...files.values(), ...unsynced.files]) kinds.set(id, "file");
  for (const id of [...reusableContents.keys(), ...unsynced.reusableContents.keys()]) {
    kinds.set(id, "reusable-content");
  }
  const isFree = (id: string | undefined, kind: IdentityKind): id is string =>
    id !== undefined && !assigned.has(id) && kinds.get(id) === kind;
  const assign = (id: string) => {
    assigned.add(id);
    return id;
  };
  return {
    of(path, location, kind) {
      const before = memory.movedFrom.get(path);
      const former = [
        memory.files.get(path)?.thing,
        before === undefined ? undefined : memory.files.get(before)?.thing,
        byLocation.get(location),
        matches.get(location),
      ].find((id) => isFree(id, kind));
      return assign(former ?? newId());
    },
    without(kind, key) {
      return assign(withoutFile.get(`${kind} ${key}`)?.find((id) => isFree(id, "page")) ?? newId());
    },
  };
}

function getKeyWithoutFile(page: ContentPage): string | undefined {
  if (page.type === "group") return `group ${page.title}`;
  if (page.type === "link") return `link ${page.title}`;
  if (page.type === "document" && page.location === undefined) return `empty ${page.title}`;
  return undefined;
}

/**
 * Resources that were created in a space since the last synchronization; before the first one, all
 * of them.
 */
interface NewContent {
  readonly pages: ReadonlyMap<string, TreePage>;
  /** The id of the first page of the space, which may be older; absent in an empty space. */
  readonly firstPage: string | undefined;
  readonly files: readonly TreeFile[];
  readonly reusableContents: ReadonlyMap<string, ReusableContent>;
}

/** @param synced the content at the last synchronization; absent before the first one */
export function findUnsynced(now: ContentTree, synced: ContentTree | undefined): NewContent {
  const { pages, files, reusableContents } = getTreeIndex(now);
  const firstPage = now.pages[0]?.id;
  if (synced === undefined) return { pages, firstPage, files: now.files, reusableContents };
  const before = getTreeIndex(synced);
  return {
    pages: new Map([...pages].filter(([id]) => !before.pages.has(id))),
    firstPage,
    files: [...files.values()].filter(({ id }) => !before.files.has(id)),
    reusableContents: new Map(
      [...reusableContents].filter(([id]) => !before.reusableContents.has(id)),
    ),
  };
}

/**
 * Matches resources that were created on both sides: ids by their locations in the repository. A
 * page is matched by its path: `guide/install` is `guide/install.md` or `guide/install/README.md`,
 * ignoring case. The first page of a space is the README of the repository, unless it has another
 * file there.
 */
export function matchUnsynced(
  { pages, firstPage, files, reusableContents }: NewContent,
  locations: Iterable<string>,
): ReadonlyMap<string, string> {
  const byKey = new Map([...locations].map((location) => [toLocationKey(location), location]));
  const ids = new Map<string, string>();
  const take = (key: string, id: string) => {
    const location = byKey.get(key);
    if (location === undefined || ids.has(location)) return false;
    ids.set(location, id);
    return true;
  };
  const documents = [...pages.values()].filter(({ page }) => page.type === "document");
  const unmatched = documents.filter(({ page, path }) => !take(getPageKey(page, path), page.id));
  const [first] = documents;
  if (first !== undefined && first.page.id === firstPage && unmatched.includes(first))
    take("", first.page.id);
  for (const { id, name, location } of files)
    take(toLocationKey(location ?? `${assetsFolder}/${name}`), id);
  for (const { id, title, location } of reusableContents.values())
    take(toLocationKey(location ?? includePath(includeName(title))), id);
  return ids;
}

function getPageKey({ location }: ContentPage, path: string): string {
  return location === undefined
    ? path.toLowerCase().replace(/^readme$/, "")
    : toLocationKey(location);
}

function toLocationKey(location: string): string {
  const path = isReadme(location)
    ? resolveFolder(location)
    : isMarkdown(location)
      ? location.replace(/\.[^.]*$/, "")
      : location;
  return path.toLowerCase();
}
