/** Which page or file of before a file of the repository is: links, comments and addresses hang on ids. */
import type { Page, Tree } from "../content/tree.ts";
import { indexOf } from "../content/tree-index.ts";
import { alikeIn, type Unsynced } from "./alike.ts";

/** What was alike at the last success. */
export interface Memory {
  readonly tree: Tree;
  /** By paths from the root of the repository. */
  readonly files: ReadonlyMap<string, { readonly oid: string; readonly thing: string | undefined }>;
  /** Paths of before by paths of now, of files that were moved. */
  readonly movedFrom: ReadonlyMap<string, string>;
  readonly unsynced: Unsynced;
}

/** A page as it was, or as it was made in the space since. */
export function pageBefore({ tree, unsynced }: Memory, id: string): Page | undefined {
  return (indexOf(tree).pages.get(id) ?? unsynced.pages.get(id))?.page;
}

export interface Identities {
  /** The id of a file at a path; `location` is the same below the root of the content. */
  readonly of: (path: string, location: string) => string;
  /** The id of a page without a file, by what makes it that one; a new one each time it is asked. */
  readonly without: (kind: "group" | "link" | "empty", key: string) => string;
}

/** @param locations of all files of the repository below the root of the content */
export function identitiesFrom(
  memory: Memory,
  newId: () => string,
  locations: Iterable<string>,
): Identities {
  const { unsynced } = memory;
  const { pages, files } = indexOf(memory.tree);
  const alike = alikeIn(unsynced, locations);
  const byLocation = new Map<string, string>();
  for (const { page } of pages.values()) {
    if (page.type === "document" && page.location !== undefined) {
      byLocation.set(page.location, page.id);
    }
  }
  for (const { id, location } of files.values()) {
    if (location !== undefined) byLocation.set(location, id);
  }
  const loose = new Map<string, string[]>();
  for (const { page } of [...pages.values(), ...unsynced.pages.values()]) {
    const key = keyOf(page);
    if (key !== undefined) loose.set(key, [...(loose.get(key) ?? []), page.id]);
  }
  const given = new Set<string>();
  const there = new Set([
    ...pages.keys(),
    ...files.keys(),
    ...unsynced.pages.keys(),
    ...unsynced.files.map(({ id }) => id),
  ]);
  const isThere = (id: string | undefined): id is string =>
    id !== undefined && !given.has(id) && there.has(id);
  const give = (id: string) => {
    given.add(id);
    return id;
  };
  return {
    of(path, location) {
      const before = memory.movedFrom.get(path);
      const found = [
        memory.files.get(path)?.thing,
        before === undefined ? undefined : memory.files.get(before)?.thing,
        byLocation.get(location),
        alike.get(location),
      ].find(isThere);
      return give(found ?? newId());
    },
    without(kind, key) {
      return give(loose.get(`${kind} ${key}`)?.find(isThere) ?? newId());
    },
  };
}

function keyOf(page: Page): string | undefined {
  if (page.type === "group") return `group ${page.title}`;
  if (page.type === "link") return `link ${page.title}`;
  if (page.type === "document" && page.location === undefined) return `empty ${page.title}`;
  return undefined;
}
