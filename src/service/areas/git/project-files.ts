/** Finds the content of a commit: the files below the root, and the table of contents. */

import { type Clone, sumOf, type TreeEntry } from "../../engines/git/clone.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import { folderOf, isMarkdown, isReadme, joinPath, titleOfPath } from "./paths.ts";
import {
  type ProjectPaths,
  readProjectPaths,
  readRedirects,
  settingsName,
} from "./settings-file.ts";
import { readSummary, type SummaryItem, type SummaryPart } from "./summary.ts";

export interface ProjectFiles {
  /** All files of the commit. */
  readonly entries: readonly TreeEntry[];
  readonly paths: ProjectPaths;
  /** By their locations below the root of the content. */
  readonly files: ReadonlyMap<string, TreeEntry>;
  /** The location of the page of a folder, "" for the root; the one of the settings there. */
  readonly readmeOf: (folder: string) => string | undefined;
  readonly parts: readonly SummaryPart[];
  /** The folder that relative addresses in the parts start from. */
  readonly outlineFolder: string;
  readonly redirects: Readonly<Record<string, string>>;
  /** The table of contents and the settings, if there are any. */
  readonly special: readonly TreeEntry[];
}

/** In bytes. */
const longestSummary = 4 * 1024 * 1024;

/** Reads only the settings of a project. */
export async function findProjectPaths(
  clone: Clone,
  entries: readonly TreeEntry[],
  directory: string,
): Promise<{
  readonly paths: ProjectPaths;
  readonly redirects: Readonly<Record<string, string>>;
  readonly settings: TreeEntry | undefined;
}> {
  const path = joinPath(directory, settingsName);
  const settings = entries.find((entry) => entry.path === path);
  const text = settings && (await textOf(clone, settings));
  return { paths: readProjectPaths(directory, text), redirects: readRedirects(text), settings };
}

/**
 * @param directory the folder of the project, "" for the whole repository
 * @throws GitFailure if there is no such folder, or neither a first page nor a table of contents
 */
export async function findProjectFiles(
  clone: Clone,
  commit: string,
  directory: string,
): Promise<ProjectFiles> {
  const entries = await clone.entries(commit);
  if (directory !== "" && !entries.some(({ path }) => path.startsWith(`${directory}/`))) {
    throw new GitFailure("failed", `The repository has no folder ${directory}.`);
  }
  const { paths, redirects, settings } = await findProjectPaths(clone, entries, directory);
  const start = paths.root === "" ? "" : `${paths.root}/`;
  const files = new Map(
    entries
      .filter(({ path }) => path.startsWith(start))
      .map((entry) => [entry.path.slice(start.length), entry]),
  );
  const summary = entries.find(({ path }) => sameName(path, paths.summary));
  const readme = [...files].find(([, { path }]) => sameName(path, paths.readme))?.[0];
  if (!summary && readme === undefined) {
    throw new GitFailure(
      "failed",
      `There is neither ${paths.readme} nor ${paths.summary} in the repository; one of them is needed to begin with.`,
    );
  }
  const likely = [...(summary ? [summary] : []), ...likelyNeeded([...files.values()])];
  await clone.sizes(likely.map(({ oid }) => oid));
  const readmes = new Map<string, string>();
  for (const location of files.keys()) {
    if (isReadme(location)) readmes.set(folderOf(location), location);
  }
  if (readme !== undefined) readmes.set("", readme);
  return {
    entries,
    paths,
    files,
    readmeOf: (folder) => readmes.get(folder),
    parts: summary
      ? readSummary(await textOf(clone, summary))
      : outlineOfFolders([...files.keys()], readme),
    outlineFolder: summary?.path.startsWith(start)
      ? folderOf(summary.path.slice(start.length))
      : "",
    redirects,
    special: [...(summary ? [summary] : []), ...(settings ? [settings] : [])],
  };
}

/** Of more pictures than this, most are not of the pages. */
const mostPictures = 200;

/** What an import reads in most cases: fetched in one go, it costs one answer of the server. */
function likelyNeeded(files: readonly TreeEntry[]): TreeEntry[] {
  const pictures = files.filter(({ path }) => /\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(path));
  const few = pictures.length <= mostPictures ? pictures : [];
  return [
    ...files.filter(({ path }) => isMarkdown(path) || /(^|\/)\.gitbook\//.test(path)),
    ...few,
  ];
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

async function textOf(clone: Clone, { oid, path }: TreeEntry): Promise<string> {
  if (sumOf(await clone.sizes([oid])) > longestSummary) {
    throw new GitFailure("too-large", `${path} has more than ${longestSummary} bytes.`);
  }
  const bytes = (await clone.read([oid])).get(oid);
  return Buffer.from(bytes ?? []).toString("utf8");
}

interface Folder {
  readonly files: string[];
  readonly folders: Map<string, Folder>;
}

/**
 * Makes a table of contents from the folders: the page of a folder comes before its content. A
 * folder without a page at the top is a heading.
 * @param locations of all files below the root of the content
 * @param readme the page that comes first
 */
function outlineOfFolders(locations: readonly string[], readme: string | undefined): SummaryPart[] {
  const top: Folder = { files: [], folders: new Map() };
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
  const first: SummaryItem[] = readme === undefined ? [] : [pageItem(readme, [])];
  const parts: SummaryPart[] = [];
  for (const [name, folder] of foldersOf(top)) {
    const item = itemOfFolder(name, folder);
    if (item.address === undefined) parts.push(item);
    else first.push(item);
  }
  const files = sorted(top.files).map((name) => pageItem(name, []));
  const [start, ...rest] = first;
  return [{ items: [...(start ? [start] : []), ...files, ...rest] }, ...parts];
}

function itemOfFolder(path: string, folder: Folder): SummaryItem {
  const own = sorted(folder.files).find(isReadme);
  const items = [
    ...sorted(folder.files)
      .filter((name) => name !== own)
      .map((name) => pageItem(joinPath(path, name), [])),
    ...foldersOf(folder).map(([name, below]) => itemOfFolder(joinPath(path, name), below)),
  ];
  return own === undefined
    ? { title: titleOfPath(path), items }
    : pageItem(joinPath(path, own), items);
}

/** The path becomes an address, as in a table of contents at the root. */
function pageItem(path: string, items: readonly SummaryItem[]): SummaryItem {
  return { title: "", address: encodeURI(path).replace(/[#?]/g, encodeURIComponent), items };
}

function foldersOf({ folders }: Folder): [string, Folder][] {
  return [...folders].sort(([one], [other]) => inOrder(one, other));
}

function sorted(names: readonly string[]): string[] {
  return [...names].sort(inOrder);
}

/** Puts chapter 2 before chapter 10, in the same way on every machine. */
const collator = new Intl.Collator("en", { numeric: true });

function inOrder(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : 1);
}

function isHidden(part: string): boolean {
  return part.startsWith(".") || part === "node_modules";
}
