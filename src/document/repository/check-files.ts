/** Checks files that an import skips, or reads differently from the author's editor. */
import { addTo } from "../../json/groups.ts";
import { isHidden } from "./outline.ts";
import { isMarkdown } from "./paths.ts";
import type { RepositoryFault, RepositoryFile } from "./repository-fault.ts";
import { settingsName } from "./settings.ts";

/**
 * @param files below the content root
 * @param links symbolic links of the project
 * @param usedLinks those that texts use
 */
export function checkNames(
  files: ReadonlyMap<string, RepositoryFile>,
  links: readonly string[],
  usedLinks: ReadonlySet<string>,
  add: (fault: RepositoryFault) => void,
): void {
  for (const path of links) {
    if (!usedLinks.has(path) && !isContentPath(path)) continue;
    const message = "The file is a symbolic link, which an import skips.";
    add({ rule: "symbolic-link", path, target: "", message });
  }
  const byName = new Map<string, string[]>();
  for (const { path } of files.values()) addTo(byName, path.normalize(), path);
  for (const [, ...others] of byName.values()) {
    for (const path of others) {
      const message =
        "Another file has the same name in a different Unicode normalization. On macOS and Windows, both names look alike.";
      add({ rule: "name-normalization", path, target: "", message });
    }
  }
}

/** Whether an import would read a file or folder with this path. */
export function isContentPath(path: string): boolean {
  const [fileName = "", ...folders] = path.split("/").toReversed();
  if (path === settingsName || path.startsWith(".gitbook/")) return true;
  return (
    (isMarkdown(fileName) || !fileName.includes(".")) && ![fileName, ...folders].some(isHidden)
  );
}

const pointerStart = "version https://git-lfs.github.com/spec/v1\n";
/** In bytes, by the specification. */
const largestPointer = 1024;

/** A pointer of Git LFS is stored in place of the file, and an import reads only Git's files. */
export async function checkPointers(
  files: readonly RepositoryFile[],
  readSmall: (path: string) => Promise<string | undefined>,
  add: (fault: RepositoryFault) => void,
): Promise<void> {
  for (const { path, size } of files) {
    if (size < pointerStart.length || size >= largestPointer) continue;
    const text = await readSmall(path);
    if (text?.replaceAll("\r\n", "\n").startsWith(pointerStart) !== true) continue;
    const message = "The file is a Git LFS pointer, so readers see the pointer and not the file.";
    add({ rule: "lfs-pointer", path, target: "", message });
  }
}

/** Names the reason for a missing file that exists in the folder, but not for Git. */
export async function explainMissing(
  faults: RepositoryFault[],
  exists: (location: string) => Promise<boolean>,
): Promise<void> {
  for (const [at, fault] of faults.entries()) {
    const { missing, message } = fault;
    if (missing === undefined || !message.endsWith(" was not found.")) continue;
    if (!(await exists(missing))) continue;
    const reason = " is ignored by Git, so an import does not find it.";
    faults[at] = { ...fault, message: message.replace(/ was not found\.$/, reason) };
  }
}
