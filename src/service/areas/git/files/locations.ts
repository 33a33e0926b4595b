/** Locations of the pages and files of a space in a repository, and the URLs between them. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import { getAddress, withFileChanged } from "../../../../document/reference-address.ts";
import {
  assetsFolder,
  isOutsideGit,
  isReadme,
  joinPath,
  resolveFolder,
  resolvePath,
  toPageLocation,
  toRelativePath,
} from "../../../../document/repository/paths.ts";
import { formatPageSlug } from "../../../../document/slugs.ts";
import type { ContentPage, ContentTree } from "../../content/tree/tree.ts";
import { encodePath } from "./references.ts";

/** Locations below the root of the content, by the ids of pages, files and reusable contents. */
export type ContentLocations = ReadonlyMap<string, string>;

/** A tree with the locations of its resources. */
export interface LocatedTree {
  readonly tree: ContentTree;
  readonly locations: ContentLocations;
  /** References to deleted pages still lead to their former paths. */
  readonly targets: ContentLocations;
}

/**
 * Assigns a location to every page and file, including those that were never in a repository.
 * Existing locations are kept; new ones differ from all others even on a case-insensitive file
 * system.
 * @param formerLocations former locations, for pages and files without a location
 * @param readme the location of the first page, unless it has another one
 */
export function assignLocations(
  tree: ContentTree,
  formerLocations: ContentLocations,
  readme: string,
): ContentLocations {
  const locations = new Map<string, string>();
  const keptIds = new Set<string>();
  const usedPaths = new Set<string>();
  const assign = (id: string, path: string) => {
    locations.set(id, path);
    usedPaths.add(path.toLowerCase());
  };
  const keepLocation = (id: string, ownLocation: string | undefined) => {
    const location = [ownLocation, formerLocations.get(id)].find(
      (path) => path !== undefined && isInside(path) && !keptIds.has(path),
    );
    if (location === undefined) return;
    keptIds.add(location);
    assign(id, location);
  };
  const freeLocation = (folder: string, name: string, ending: string) => {
    for (let number = 0; ; number++) {
      const path = joinPath(folder, `${name}${number === 0 ? "" : `-${number}`}${ending}`);
      if (!usedPaths.has(path.toLowerCase())) return path;
    }
  };

  const walkPages = (
    pages: readonly ContentPage[],
    callback: (page: ContentPage) => void,
  ): void => {
    for (const page of pages) {
      callback(page);
      walkPages(page.pages, callback);
    }
  };
  walkPages(tree.pages, ({ id, type, location }) => {
    if (type === "document") keepLocation(id, location);
  });
  for (const { id, location } of tree.files) keepLocation(id, location);

  const assignMissing = (pages: readonly ContentPage[], folder: string): void => {
    for (const page of pages) {
      const slug = page.slug ?? (formatPageSlug(page.title) || "page");
      if (page.type === "document" && !locations.has(page.id)) {
        const isFirst = !usedPaths.has(readme.toLowerCase());
        if (isFirst) assign(page.id, readme);
        else if (page.pages.length === 0) assign(page.id, freeLocation(folder, slug, ".md"));
        else assign(page.id, freeLocation(folder, slug, "/README.md"));
      }
      const location = locations.get(page.id);
      assignMissing(
        page.pages,
        location === undefined ? joinPath(folder, slug) : getFolderBelow(location),
      );
    }
  };
  assignMissing(tree.pages, "");
  for (const { id, name } of tree.files) {
    if (locations.has(id)) continue;
    const safeName = name.replace(/[/\\\p{Cc}]/gu, "-").replace(/^\.+/, "") || "file";
    const [, stem = safeName, ending = ""] = /^(.+?)(\.[^.]*)?$/.exec(safeName) ?? [];
    assign(id, freeLocation(assetsFolder, stem, ending));
  }
  return locations;
}

/** The folder for the subpages of a page. */
function getFolderBelow(location: string): string {
  return isReadme(location) ? resolveFolder(location) : location.replace(/\.[^./]*$/, "");
}

/** Whether the path is inside the content and not in a folder of Git itself. */
export function isInside(path: string): boolean {
  return resolvePath("", path) === path && path !== "" && isOutsideGit(path);
}

/** References to this content become relative paths; all others are unchanged. */
export function toRelativeReference(
  ref: ContentReference,
  from: string,
  locations: ContentLocations,
): ContentReference {
  if ("space" in ref && ref.space !== undefined) return ref;
  const part = withFileChanged(ref, (file) => toRelativeReference(file, from, locations));
  if (part) return part;
  if (ref.kind === "anchor" && ref.page === undefined)
    return { kind: "url", url: `#${ref.anchor}` };
  const id = ref.kind === "file" ? ref.file : "page" in ref ? ref.page : undefined;
  if (ref.kind === "reusable-content") {
    const include = locations.get(ref.reusableContent);
    return include === undefined
      ? ref
      : { kind: "url", url: encodePath(toRelativePath(from, include)) };
  }
  const to = typeof id === "string" ? locations.get(id) : undefined;
  if (to === undefined) return ref;
  const anchor = ref.kind === "anchor" ? `#${ref.anchor}` : "";
  return { kind: "url", url: `${encodePath(toPageLocation(toRelativePath(from, to)))}${anchor}` };
}

/** Whether references from a location are written as the same URLs on both sides. */
export function haveSameUrls(
  refs: readonly ContentReference[],
  from: string,
  one: LocatedTree,
  other: LocatedTree,
): boolean {
  const address = (ref: ContentReference, { targets }: LocatedTree) =>
    getAddress(toRelativeReference(ref, from, targets));
  return refs.every((ref) => address(ref, one) === address(ref, other));
}
