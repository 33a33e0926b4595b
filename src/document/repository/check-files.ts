/** Checks files other than pages against the limits of an import. */
import type { RepositoryFault, RepositoryFile } from "./fault.ts";
import { largestFile, mostBytes, mostIncludes } from "./limits.ts";
import { assetsFolder, isAttachment } from "./paths.ts";

/**
 * @param files by location
 * @param used locations of files that texts use
 * @param includes number of texts that can be included
 */
export function checkFiles(
  files: ReadonlyMap<string, RepositoryFile>,
  used: ReadonlySet<string>,
  includes: number,
  add: (fault: RepositoryFault) => void,
): void {
  let sum = 0;
  for (const [location, { path, size }] of files) {
    const isTaken = location.startsWith(`${assetsFolder}/`) || used.has(location);
    if (!isAttachment(location) || !isTaken) continue;
    sum += size;
    if (size <= largestFile) continue;
    const message = `${path} has ${size} bytes; the maximum is ${largestFile}.`;
    add({ rule: "too-large", path, target: "", message });
  }
  if (sum > mostBytes) {
    const message = `The files of the pages have ${sum} bytes in total; the maximum for an import is ${mostBytes}.`;
    add({ rule: "too-large", path: "", target: "files", message });
  }
  if (includes > mostIncludes) {
    const message = `.gitbook/includes has ${includes} files; the maximum for an import is ${mostIncludes}.`;
    add({ rule: "too-large", path: ".gitbook/includes", target: "includes", message });
  }
}
