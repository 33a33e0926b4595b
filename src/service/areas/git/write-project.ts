/** Writes the content of a space as the files of a repository, each at its location. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { writeMarkdown } from "../../../document/markdown.ts";
import { addressOf } from "../../../document/reference-address.ts";
import type { Queries } from "../../database/tables.ts";
import { getFile } from "../content/blobs.ts";
import { emptyDocument, getDocuments } from "../content/documents.ts";
import { writeHead } from "../content/front-matter.ts";
import type { Page, Tree } from "../content/tree.ts";
import { slugFrom } from "../content/tree-normalize.ts";
import { inBatches } from "../content/tree-store.ts";
import { folderOf, isOutsideGit, isReadme, joinPath, relativePath, resolvePath } from "./paths.ts";
import { encodePath, withReferences } from "./references.ts";
import type { ProjectPaths } from "./settings-file.ts";
import { type SummaryItem, type SummaryPart, writeSummary } from "./summary.ts";

export interface ProjectFile {
  /** The page or file; absent for the table of contents. */
  readonly thing?: string;
  /** A text, or the hash of a file's bytes; equal ones mean equal files. */
  readonly text?: string;
  readonly hash?: string;
}

/** Whose documents are read with one query: reading even the longest takes milliseconds. */
const pagesAtOnce = 8;

/** By paths from the root of the repository. */
export type Project = ReadonlyMap<string, ProjectFile>;

/** @param known the locations at the last synchronization */
export async function writeProject(
  db: Queries,
  spaceId: string,
  tree: Tree,
  paths: ProjectPaths,
  known: Locations,
): Promise<Project> {
  const inside = (path: string) => path.slice(paths.root === "" ? 0 : paths.root.length + 1);
  const locations = assignLocations(tree, known, inside(paths.readme));
  // References to deleted pages keep leading to the paths that they had.
  const targets: Locations = new Map([...known, ...locations]);
  const at = (location: string) => joinPath(paths.root, location);
  const project = new Map<string, ProjectFile>();
  const pages = documentsIn(tree.pages);
  for (const some of inBatches(pages, pagesAtOnce)) {
    const hashes = some.flatMap(({ document }) => document ?? []);
    const texts = await getDocuments(db, spaceId, hashes);
    for (const page of some) {
      const location = locations.get(page.id) ?? "";
      const document = texts.get(page.document ?? "") ?? emptyDocument;
      const makeRelative = (ref: ContentReference) => relativeReference(ref, location, targets);
      const written = writeMarkdown(withReferences(document, makeRelative));
      const head = writeHead(page, { write: (ref) => addressOf(makeRelative(ref)) });
      const title = writeMarkdown(titleOf(page.title));
      const text = `${head}${title}${written === "" ? "" : `\n${written}`}`;
      project.set(at(location), { thing: page.id, text });
    }
  }
  for (const { id, hash } of tree.files) {
    project.set(at(locations.get(id) ?? ""), { thing: id, hash });
  }
  project.set(paths.summary, { text: summaryOf(tree, locations, inside(paths.summary)) });
  return project;
}

/** @throws an error if the bytes are missing in the space */
export async function bytesOf(
  db: Queries,
  spaceId: string,
  { text, hash = "" }: ProjectFile,
): Promise<Uint8Array> {
  if (text !== undefined) return Buffer.from(text, "utf8");
  const bytes = await getFile(db, spaceId, hash);
  if (!bytes) throw new Error(`The file ${hash} of space ${spaceId} is missing.`);
  return bytes;
}

function documentsIn(pages: readonly Page[]): Page[] {
  return pages.flatMap((page) => [
    ...(page.type === "document" ? [page] : []),
    ...documentsIn(page.pages),
  ]);
}

function titleOf(title: string): Parameters<typeof writeMarkdown>[0] {
  const leaves = [{ object: "leaf" as const, text: title, marks: [] }];
  const nodes = [{ object: "text" as const, leaves }];
  return { ...emptyDocument, nodes: [{ object: "block", type: "heading-1", nodes }] };
}

/** References to this content become relative paths; all others stay as they are. */
function relativeReference(
  ref: ContentReference,
  from: string,
  locations: Locations,
): ContentReference {
  if ("space" in ref && ref.space !== undefined) return ref;
  if (ref.kind === "anchor" && ref.page === undefined)
    return { kind: "url", url: `#${ref.anchor}` };
  const thing = ref.kind === "file" ? ref.file : "page" in ref ? ref.page : undefined;
  const to = typeof thing === "string" ? locations.get(thing) : undefined;
  if (to === undefined) return ref;
  const anchor = ref.kind === "anchor" ? `#${ref.anchor}` : "";
  return { kind: "url", url: `${encodePath(relativePath(from, to))}${anchor}` };
}

function summaryOf(tree: Tree, locations: Locations, from: string): string {
  const parts: { title?: string; items: SummaryItem[] }[] = [];
  const items = (pages: readonly Page[]): SummaryItem[] =>
    pages.flatMap((page) => itemOf(page, locations, from, items));
  for (const page of tree.pages) {
    if (page.type === "group") {
      parts.push({ title: page.title, items: items(page.pages) });
      continue;
    }
    const last = parts.at(-1);
    if (last && last.title === undefined) for (const item of items([page])) last.items.push(item);
    else parts.push({ items: items([page]) });
  }
  return writeSummary(parts satisfies SummaryPart[]);
}

function itemOf(
  page: Page,
  locations: Locations,
  from: string,
  items: (pages: readonly Page[]) => SummaryItem[],
): SummaryItem[] {
  const location = locations.get(page.id);
  if (page.type === "document" && location !== undefined) {
    const address = encodePath(relativePath(from, location));
    return [{ title: page.title, address, items: items(page.pages) }];
  }
  if (page.type !== "link" || !page.target) return [];
  const target = addressOf(relativeReference(page.target, from, locations));
  // A path without an anchor would be a page, not a link to one.
  const isPath = page.target.kind === "page" && page.target.space === undefined;
  return [{ title: page.title, address: isPath ? `${target}#` : target, items: [] }];
}

/** Locations below the root of the content, by the ids of pages and files. */
type Locations = ReadonlyMap<string, string>;

const assets = ".gitbook/assets";

/**
 * Finds a location for every page and file, also for those that were never in a repository.
 * @param known former locations, for pages and files without one of their own
 * @param readme the location of the first page, unless it has another one
 */
function assignLocations(tree: Tree, known: Locations, readme: string): Locations {
  const locations = new Map<string, string>();
  const taken = new Set<string>();
  const keepLocation = (id: string, ownLocation: string | undefined) => {
    const location = [ownLocation, known.get(id)].find(
      (path) => path !== undefined && isInside(path) && !taken.has(path.toLowerCase()),
    );
    if (location === undefined) return;
    locations.set(id, location);
    taken.add(location.toLowerCase());
  };
  const freeLocation = (folder: string, name: string, ending: string) => {
    for (let number = 0; ; number++) {
      const path = joinPath(folder, `${name}${number === 0 ? "" : `-${number}`}${ending}`);
      if (!taken.has(path.toLowerCase())) return path;
    }
  };
  const assign = (id: string, path: string) => {
    locations.set(id, path);
    taken.add(path.toLowerCase());
  };

  const walkPages = (pages: readonly Page[], callback: (page: Page) => void): void => {
    for (const page of pages) {
      callback(page);
      walkPages(page.pages, callback);
    }
  };
  walkPages(tree.pages, ({ id, type, location }) => {
    if (type === "document") keepLocation(id, location);
  });
  for (const { id, location } of tree.files) keepLocation(id, location);

  const assignMissing = (pages: readonly Page[], folder: string): void => {
    for (const page of pages) {
      const slug = page.slug ?? (slugFrom(page.title) || "page");
      if (page.type === "document" && !locations.has(page.id)) {
        const isFirst = !taken.has(readme.toLowerCase());
        if (isFirst) assign(page.id, readme);
        else if (page.pages.length === 0) assign(page.id, freeLocation(folder, slug, ".md"));
        else assign(page.id, freeLocation(folder, slug, "/README.md"));
      }
      const location = locations.get(page.id);
      assignMissing(
        page.pages,
        location === undefined ? joinPath(folder, slug) : folderBelow(location),
      );
    }
  };
  assignMissing(tree.pages, "");
  for (const { id, name } of tree.files) {
    if (locations.has(id)) continue;
    const safeName = name.replace(/[/\\\p{Cc}]/gu, "-").replace(/^\.+/, "") || "file";
    const [, stem = safeName, ending = ""] = /^(.+?)(\.[^.]*)?$/.exec(safeName) ?? [];
    assign(id, freeLocation(assets, stem, ending));
  }
  return locations;
}

/** The folder for the pages below a page. */
function folderBelow(location: string): string {
  return isReadme(location) ? folderOf(location) : location.replace(/\.[^./]*$/, "");
}

/** No location is outside the content, or in a folder of Git itself. */
function isInside(path: string): boolean {
  return resolvePath("", path) === path && path !== "" && isOutsideGit(path);
}
