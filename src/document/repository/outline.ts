/** Location of the content in a repository, and the pages of its table of contents. */
import {
  isMarkdown,
  isReadme,
  joinPath,
  resolveFolder,
  resolvePath,
  toPathTitle,
} from "./paths.ts";
import { parseInnerUrl } from "./resolver.ts";
import type { ProjectPaths } from "./settings.ts";
import type { SummaryItem, SummaryPart } from "./summary.ts";

/** Files below the content root. */
export interface Layout<Listed> {
  /** By location below the content root. */
  readonly files: ReadonlyMap<string, Listed>;
  /** The table of contents, ignoring the case of its name. */
  readonly summary: Listed | undefined;
  /** Location of the first page, ignoring the case of its name. */
  readonly readme: string | undefined;
  /** Location of a folder's page, "" for the root, which the settings define. */
  readonly findReadme: (folder: string) => string | undefined;
  /** Base folder of relative URLs in the table of contents. */
  readonly outlineFolder: string;
}

/** @param entries all files of the repository, by path from its root */
export function layOut<Listed extends { readonly path: string }>(
  entries: readonly Listed[],
  paths: ProjectPaths,
): Layout<Listed> {
  const start = paths.root === "" ? "" : `${paths.root}/`;
  const files = new Map(
    entries
      .filter(({ path }) => path.startsWith(start))
      .map((entry) => [entry.path.slice(start.length), entry]),
  );
  const summary = entries.find(({ path }) => isSameName(path, paths.summary));
  const readme = [...files].find(([, { path }]) => isSameName(path, paths.readme))?.[0];
  const readmes = new Map<string, string>();
  for (const location of files.keys()) {
    if (isReadme(location)) readmes.set(resolveFolder(location), location);
  }
  if (readme !== undefined) readmes.set("", readme);
  return {
    files,
    summary,
    readme,
    findReadme: (folder) => readmes.get(folder),
    outlineFolder: summary?.path.startsWith(start)
      ? resolveFolder(summary.path.slice(start.length))
      : "",
  };
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Location of the page that a line of the table of contents refers to.
 * @param assigned locations of earlier lines: a file that is listed twice is one page
 * @returns undefined for a line without a URL, and for a link
 */
export function locateLine(
  { address }: SummaryItem,
  {
    files,
    findReadme,
    outlineFolder,
  }: Pick<Layout<unknown>, "files" | "findReadme" | "outlineFolder">,
  assigned: ReadonlySet<string>,
): string | undefined {
  if (address === undefined || address.includes("#")) return undefined;
  const paths = parseInnerUrl(address)?.paths ?? [];
  const named = paths.flatMap((path) => resolvePath(outlineFolder, path) ?? []);
  const path = named.find((one) => files.has(one) || findReadme(one) !== undefined) ?? named[0];
  if (path === undefined) return undefined;
  const location = files.has(path) ? path : (findReadme(path) ?? path);
  return isMarkdown(location) && !assigned.has(location) ? location : undefined;
}

interface OutlineFolder {
  readonly files: string[];
  readonly folders: Map<string, OutlineFolder>;
}

/**
 * Creates a table of contents from the folders: the page of a folder precedes its content. A
 * top-level folder without a page is a heading.
 * @param locations all files below the content root
 * @param readme the first page
 */
export function buildFolderOutline(
  locations: readonly string[],
  readme: string | undefined,
): SummaryPart[] {
  const top: OutlineFolder = { files: [], folders: new Map() };
  for (const location of locations) {
    const parts = location.split("/");
    const name = parts.pop() ?? "";
    if (!isMarkdown(name) || location === readme || parts.some(isHidden)) continue;
    let folder = top;
    for (const part of parts) {
      const below = folder.folders.get(part) ?? { files: [], folders: new Map() };
      folder.folders.set(part, below);
      folder = below;
    }
    folder.files.push(name);
  }
  const first = readme === undefined ? [] : [createPageItem(readme, [])];
  const pages: SummaryItem[] = [];
  const parts: SummaryPart[] = [];
  for (const [name, folder] of listFolders(top)) {
    const item = getFolderItem(name, folder);
    if (item.address === undefined) parts.push(item);
    else pages.push(item);
  }
  const files = sortNames(top.files).map((name) => createPageItem(name, []));
  return [{ items: [...first, ...files, ...pages] }, ...parts];
}

function getFolderItem(path: string, folder: OutlineFolder): SummaryItem {
  const folderPage = sortNames(folder.files).find(isReadme);
  const items = [
    ...sortNames(folder.files)
      .filter((name) => name !== folderPage)
      .map((name) => createPageItem(joinPath(path, name), [])),
    ...listFolders(folder).map(([name, below]) => getFolderItem(joinPath(path, name), below)),
  ];
  return folderPage === undefined
    ? { title: toPathTitle(path), items }
    : createPageItem(joinPath(path, folderPage), items);
}

/** Encodes the path as a URL, as in a table of contents at the root. */
function createPageItem(path: string, items: readonly SummaryItem[]): SummaryItem {
  return { title: "", address: encodeURI(path).replace(/[#?]/g, encodeURIComponent), items };
}

function listFolders({ folders }: OutlineFolder): [string, OutlineFolder][] {
  return [...folders].sort(([one], [other]) => inOrder(one, other));
}

function sortNames(names: readonly string[]): string[] {
  return [...names].sort(inOrder);
}

/** Sorts chapter 2 before chapter 10, equally on every machine. */
const collator = new Intl.Collator("en", { numeric: true });

function inOrder(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : 1);
}

/** Whether a folder belongs to tools and contains no pages. */
export function isHidden(part: string): boolean {
  return part.startsWith(".") || part === "node_modules";
}
