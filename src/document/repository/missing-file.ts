/** Reasons why a file of a repository was not found. */
import { showInvisibleCharacters } from "./invisible-characters.ts";
import { getBaseName } from "./paths.ts";

export interface MissingFileFinder {
  /** @returns the end of a sentence about a location, such as ` was not found.` */
  readonly describe: (location: string) => string;
  /** The symbolic link that the location is or is below, if any. */
  readonly findLink: (location: string) => string | undefined;
}

/**
 * @param locations all files below the content root
 * @param links symbolic links below it
 */
export function createMissingFileFinder(
  locations: Iterable<string>,
  links: readonly string[],
): MissingFileFinder {
  const byFold = new Map<string, string>();
  /** Null for a name that several files have. */
  const byName = new Map<string, string | null>();
  const folders = new Set<string>();
  for (const location of locations) {
    byFold.set(foldLocation(location), location);
    const name = foldLocation(getBaseName(location));
    for (let at = location.indexOf("/"); at >= 0; at = location.indexOf("/", at + 1)) {
      folders.add(location.slice(0, at));
    }
    byName.set(name, byName.has(name) ? null : location);
  }
  const linkSet = new Set(links);
  const findLink = (location: string) => {
    const parts = location.split("/");
    const paths = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
    return [...paths, `${location}.md`].find((path) => linkSet.has(path));
  };
  return {
    findLink,
    describe(location) {
      const link = findLink(location);
      if (link !== undefined) {
        return link === location
          ? " is a symbolic link, which an import skips."
          : ` is not imported, because ${link} is a symbolic link.`;
      }
      if (folders.has(location)) return " is a folder without README.md, so it has no page.";
      const same = byFold.get(foldLocation(location));
      if (same !== undefined && same.normalize() === location.normalize()) {
        return " was not found. A file exists whose name differs only in Unicode normalization.";
      }
      const other = same ?? byName.get(foldLocation(getBaseName(location)));
      return ` was not found${other ? `; did you mean ${showInvisibleCharacters(other)}?` : "."}`;
    },
  };
}

/** Equal for names that differ only in case, Unicode normalization or invisible characters. */
function foldLocation(location: string): string {
  return showInvisibleCharacters(location)
    .replace(/<U\+[\dA-F]+>/g, "")
    .normalize()
    .toLowerCase();
}
