/** Old paths of a space that lead to its pages, as `.gitbook.yaml` states them. */

import { redirectTarget } from "../../../document/repository/settings.ts";
import { withoutFinalSlashes } from "../../../json/trimming.ts";
import type { Tree } from "./tree.ts";

const indexes = new WeakMap<Tree, ReadonlyMap<string, string>>();

/**
 * Upper and lower case are the same, as in published addresses.
 * @param path as in an address
 * @returns the file that the path leads to, below the root of the content; whether there is such a
 * page is not checked
 */
export function redirectFrom(tree: Tree, path: string): string | undefined {
  if (!tree.redirects) return undefined;
  let index = indexes.get(tree);
  if (!index) {
    const followed = Object.entries(tree.redirects).filter(([from]) => !hasSlash(from));
    index = new Map(followed.map(([from, to]) => [getKey(from), redirectTarget(to)]));
    indexes.set(tree, index);
  }
  return index.get(getKey(path.replace(/^\/+/, "")));
}

/** Such a redirect is not followed: it would name a path of a whole site. */
function hasSlash(from: string): boolean {
  return from.startsWith("/");
}

function getKey(path: string): string {
  return withoutFinalSlashes(path).toLowerCase();
}

/**
 * @param isPage whether a page is there, as `redirectFrom` names it
 * @returns a sentence for each redirect that is not followed
 */
export function findRedirectFaults(tree: Tree, isPage: (target: string) => boolean): string[] {
  return Object.entries(tree.redirects ?? {}).flatMap(([from, to]) => {
    if (hasSlash(from)) {
      const better = from.replace(/^\/+/, "");
      return [
        `.gitbook.yaml: the redirect from ${from} must not begin with a slash; write ${better}.`,
      ];
    }
    if (isPage(redirectTarget(to))) return [];
    return [
      `.gitbook.yaml: the redirect from ${from} leads to ${to}, which is not a page of the space.`,
    ];
  });
}
