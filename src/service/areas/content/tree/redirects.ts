/** Redirects of old paths of a space to its pages, as configured in `.gitbook.yaml`. */

import { redirectSource, redirectTarget } from "../../../../document/repository/settings.ts";
import { withoutFinalSlashes } from "../../../../json/trim.ts";
import type { ContentTree } from "./tree.ts";

const indexes = new WeakMap<ContentTree, Map<string, string>>();

/**
 * Case-insensitive, as in published URLs.
 * @param path as in a URL
 * @returns the target file below the root of the content; it may not belong to a page
 */
export function redirectFrom(tree: ContentTree, path: string): string | undefined {
  if (!tree.redirects) return undefined;
  let index = indexes.get(tree);
  if (!index) {
    index = new Map();
    for (const [from, to] of Object.entries(tree.redirects)) {
      const source = redirectSource(from);
      if (source !== undefined) index.set(getKey(source), redirectTarget(to));
    }
    indexes.set(tree, index);
  }
  return index.get(getKey(path.replace(/^\/+/, "")));
}

function getKey(path: string): string {
  return withoutFinalSlashes(path).toLowerCase();
}

/**
 * @param isPage whether a target, as returned by `redirectFrom`, is a page
 * @returns a sentence for each ignored redirect
 */
export function findRedirectFaults(
  tree: ContentTree,
  isPage: (target: string) => boolean,
): string[] {
  return Object.entries(tree.redirects ?? {}).flatMap(([from, to]) => {
    // Such a redirect is ignored, because it would apply to the path of a whole site.
    if (redirectSource(from) === undefined) {
      const better = from.replace(/^\/+/, "");
      return [
        `.gitbook.yaml: the redirect from ${from} must not begin with a slash. Use ${better}.`,
      ];
    }
    if (isPage(redirectTarget(to))) return [];
    return [
      `.gitbook.yaml: the redirect from ${from} leads to ${to}, which is not a page of the space.`,
    ];
  });
}
