/** Which files of a repository are pages, and in what order: by its table of contents, or by its folders. */
import { isMarkdown, isReadme, joined, titleOfPath } from "./paths.ts";
import type { SummaryItem, SummaryPart } from "./summary.ts";

interface Folder {
  readonly files: string[];
  readonly folders: Map<string, Folder>;
}

/**
 * The folders as a table of contents: the page of a folder stands before what is in it. A folder at
 * the top without a page is a heading.
 * @param locations of all files below the root of the content
 * @param readme the page that comes first
 */
export function outlineOfFolders(
  locations: readonly string[],
  readme: string | undefined,
): SummaryPart[] {
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
      .map((name) => pageItem(joined(path, name), [])),
    ...foldersOf(folder).map(([name, below]) => itemOfFolder(joined(path, name), below)),
  ];
  return own === undefined
    ? { title: titleOfPath(path), items }
    : pageItem(joined(path, own), items);
}

/** A path is told as an address, as in a table of contents that stands at the root. */
function pageItem(path: string, items: readonly SummaryItem[]): SummaryItem {
  return { title: "", address: encodeURI(path).replace(/[#?]/g, encodeURIComponent), items };
}

function foldersOf({ folders }: Folder): [string, Folder][] {
  return [...folders].sort(([one], [other]) => inOrder(one, other));
}

function sorted(names: readonly string[]): string[] {
  return [...names].sort(inOrder);
}

/** Chapter 2 before chapter 10, the same on every machine. */
const collator = new Intl.Collator("en", { numeric: true });

function inOrder(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : 1);
}

function isHidden(part: string): boolean {
  return part.startsWith(".") || part === "node_modules";
}
