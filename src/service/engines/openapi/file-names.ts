/** Names of a description's files as if they were in one folder. */
import type { SourceFormat } from "../../../document/openapi/source.ts";

/**
 * The entry is `openapi.json` or `openapi.yaml`. A file below the entry's folder keeps its relative
 * path; any other has the hostname before its path.
 * @param url the URL of the entry; undefined if the text was sent
 */
export function fileNames(format: SourceFormat, url: string | undefined) {
  const entry = `openapi.${format}`;
  const folder = url === undefined ? undefined : new URL(".", url).href;
  /** In lower case, because some file systems ignore case. */
  const usedNames = new Set([entry]);
  return {
    entry,
    of(address: string, fileFormat: SourceFormat): string {
      const { host, pathname, search } = new URL(address);
      const isNear = folder !== undefined && address.startsWith(folder);
      const path = isNear ? address.slice(folder.length) : `${host}${pathname}${search}`;
      return free(withEnding(plainPath(path), fileFormat), usedNames);
    },
  };
}

/** Letters, digits, dots and dashes, which are safe in every file system and URL. */
function plainPath(path: string): string {
  return path
    .split("/")
    .map((part) =>
      readable(part)
        .replace(/[^\w.-]+/g, "_")
        .replace(/^\.+$/, "_"),
    )
    .filter((part) => part !== "")
    .join("/");
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function withEnding(path: string, format: SourceFormat): string {
  const ending = format === "json" ? /\.json$/i : /\.ya?ml$/i;
  return ending.test(path) ? path : `${path}.${format}`;
}

function free(path: string, usedNames: Set<string>): string {
  const [, stem = path, ending = ""] = /^(.*)(\.[^./]+)$/.exec(path) ?? [];
  let name = path;
  for (let number = 2; usedNames.has(name.toLowerCase()); number++)
    name = `${stem}-${number}${ending}`;
  usedNames.add(name.toLowerCase());
  return name;
}
