/** Lookup of pages by path, including former paths. */

import { isMarkdown, joinPath, toFormerPageSlug } from "../../../../document/repository/paths.ts";
import { toSlug } from "../../../../document/slugs.ts";
import { trimCharacter } from "../../../../json/trim.ts";
import { findPageAtLocation } from "../links/relative-links.ts";
import { findRedirectFaults, redirectFrom } from "./redirects.ts";
import type { ContentTree } from "./tree.ts";
import { getTreeIndex, type TreePage } from "./tree-index.ts";

/** @param path slugs joined by `/`; leading and trailing slashes are ignored */
export function findPageAtPath(tree: ContentTree, path: string): TreePage | undefined {
  const { byPath, pages } = getTreeIndex(tree);
  const bare = trimCharacter(path, "/");
  const page = byPath.get(bare) ?? byPath.get(bare.toLowerCase());
  if (page) return page;
  const target = redirectFrom(tree, bare);
  const redirected =
    target === undefined ? undefined : pages.get(findPageAtLocation(tree, target) ?? "");
  return redirected ?? getFormerPaths(tree).get(bare.toLowerCase()) ?? findPageOfFile(tree, bare);
}

/**
 * The page whose file in a repository has the path: if the table of contents does not follow the
 * folders, URLs from the time when it did contain the folders.
 */
function findPageOfFile(tree: ContentTree, path: string): TreePage | undefined {
  // The path of a file is the URL of a page as Markdown.
  if (isMarkdown(path)) return undefined;
  return getTreeIndex(tree).pages.get(findPageAtLocation(tree, path) ?? "");
}

const formerPaths = new WeakMap<ContentTree, ReadonlyMap<string, TreePage>>();

/**
 * The paths that pages would have had before slugs were transliterated. They lead to the pages like
 * redirects; the current path of a page takes precedence.
 */
function getFormerPaths(tree: ContentTree): ReadonlyMap<string, TreePage> {
  const known = formerPaths.get(tree);
  if (known) return known;
  const { pages } = getTreeIndex(tree);
  const index = new Map<string, TreePage>();
  const byId = new Map<string, string>();
  for (const treePage of pages.values()) {
    const { page, parent } = treePage;
    const formerAbove = byId.get(parent?.page.id ?? "") ?? "";
    if (page.slug === undefined) {
      byId.set(page.id, formerAbove);
      continue;
    }
    const location = page.type === "document" ? page.location : undefined;
    const slug = location === undefined ? toSlug(page.title) || "page" : toFormerPageSlug(location);
    const former = joinPath(formerAbove, slug);
    byId.set(page.id, former);
    const forms = [former, joinPath(formerAbove, page.slug), joinPath(parent?.path ?? "", slug)];
    for (const form of forms) if (!index.has(form)) index.set(form, treePage);
  }
  formerPaths.set(tree, index);
  return index;
}

/** @returns a sentence for each ignored redirect of the space */
export function findBrokenRedirects(tree: ContentTree): string[] {
  return findRedirectFaults(tree, (target) => findPageAtLocation(tree, target) !== undefined);
}
