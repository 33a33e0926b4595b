/** Where the pages and files of a tree stand as files in a folder, which is how Markdown links to them. */
import { posix } from "node:path";
import type { Tree } from "./tree.ts";
import { indexOf } from "./tree-index.ts";
import { slugFrom } from "./tree-settle.ts";

export type Located =
  | { readonly kind: "page"; readonly id: string }
  | { readonly kind: "file"; readonly id: string }
  | { readonly kind: "reusable-content"; readonly id: string };

export interface Locations {
  /** Paths below the root of the content, by the ids of pages, files and reusable contents. */
  readonly of: ReadonlyMap<string, string>;
  readonly at: ReadonlyMap<string, Located>;
}

const assets = ".gitbook/assets";
const includes = ".gitbook/includes";

const known = new WeakMap<Tree, Locations>();

/**
 * What came from a file stays at its place. Another page stands where its path leads: `a/b.md`, or
 * `a/b/README.md` where it holds pages; the first one of all is `README.md`.
 */
export function locationsOf(tree: Tree): Locations {
  let locations = known.get(tree);
  if (!locations) {
    locations = located(tree);
    known.set(tree, locations);
  }
  return locations;
}

function located(tree: Tree): Locations {
  const of = new Map<string, string>();
  const at = new Map<string, Located>();
  const put = (wanted: string, what: Located) => {
    const { dir, name, ext } = posix.parse(wanted);
    let free = wanted;
    for (let number = 1; at.has(free); number++) free = posix.join(dir, `${name}-${number}${ext}`);
    at.set(free, what);
    of.set(what.id, free);
  };
  // What has a place of its own is never moved by what has none.
  const { pages } = indexOf(tree);
  const documents = [...pages.values()].filter(({ page }) => page.type === "document");
  for (const { page } of documents) {
    if (page.location !== undefined) put(page.location, { kind: "page", id: page.id });
  }
  for (const { id, location } of tree.files) {
    if (location !== undefined) put(location, { kind: "file", id });
  }
  for (const { id, location } of tree.reusableContents) {
    if (location !== undefined) put(location, { kind: "reusable-content", id });
  }
  const [first] = documents;
  for (const { page, path } of documents) {
    if (page.location !== undefined) continue;
    const start = page === first?.page && !at.has("README.md");
    const plain = page.pages.length > 0 ? `${path}/README.md` : `${path}.md`;
    put(start ? "README.md" : plain, { kind: "page", id: page.id });
  }
  for (const { id, name, location } of tree.files) {
    if (location === undefined) put(`${assets}/${safeName(name)}`, { kind: "file", id });
  }
  for (const { id, title, location } of tree.reusableContents) {
    const name = slugFrom(title) || "content";
    if (location === undefined) put(`${includes}/${name}.md`, { kind: "reusable-content", id });
  }
  return { of, at };
}

/** A name that is one step of a path in every system. */
function safeName(name: string): string {
  const safe = name
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, "_")
    .replace(/^\.+/, "_")
    .trim();
  return safe === "" ? "file" : safe;
}
