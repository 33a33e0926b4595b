/** Lookup of pages by path, including former paths. */

import { trimCharacter } from "../../../../json/trim.ts";
import { pageAtLocation } from "../links/relative-links.ts";
import { findRedirectFaults, redirectFrom } from "./redirects.ts";
import type { ContentTree } from "./tree.ts";
import { getTreeIndex, type TreePage } from "./tree-index.ts";

/** @param path slugs joined by `/`; leading and trailing slashes are ignored */
export function pageAtPath(tree: ContentTree, path: string): TreePage | undefined {
  const { byPath, pages } = getTreeIndex(tree);
  const bare = trimCharacter(path, "/");
  const page = byPath.get(bare) ?? byPath.get(bare.toLowerCase());
  if (page) return page;
  const target = redirectFrom(tree, bare);
  return target === undefined ? undefined : pages.get(pageAtLocation(tree, target) ?? "");
}

/** @returns a sentence for each ignored redirect of the space */
export function brokenRedirects(tree: ContentTree): string[] {
  return findRedirectFaults(tree, (target) => pageAtLocation(tree, target) !== undefined);
}
