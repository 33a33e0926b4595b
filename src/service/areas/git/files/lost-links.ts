/**
 * Links of a file to pages and files that were deleted in the space. The file contains paths, and the
 * document of the last synchronization contains ids. A path without a target is replaced with the id, so
 * that the file and the document stay equal.
 */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Document } from "../../../../contract/document.model.ts";
import { findTargetId, withoutFragment } from "../../../../document/reference-address.ts";
import { collectReferences } from "../../../../document/references.ts";
import type { ContentTree } from "../../content/tree/tree.ts";
import { getTreeIndex } from "../../content/tree/tree-index.ts";
import type { TextLinks } from "./text-file.ts";

/** The former targets of URLs in a file. */
export interface LostLinks {
  readonly find: (url: string) => ContentReference | undefined;
  readonly findUrl: (ref: ContentReference) => string | undefined;
}

const noLostLinks: LostLinks = { find: () => undefined, findUrl: () => undefined };

/**
 * @param written the references of a file as they are written, in order
 * @param stored those of the document that was synchronized with the file
 * @param isLost whether the target of a reference does not exist
 */
export function findLostLinks(
  written: readonly ContentReference[],
  stored: readonly ContentReference[],
  isLost: (ref: ContentReference) => boolean,
): LostLinks {
  if (written.length !== stored.length) return noLostLinks;
  const [targets, urls] = [new Map<string, ContentReference>(), new Map<string, string>()];
  for (const [index, ref] of written.entries()) {
    const target = stored[index];
    if (ref.kind !== "url" || target === undefined || !isLost(target)) continue;
    targets.set(ref.url, target);
    urls.set(JSON.stringify(target), ref.url);
  }
  return {
    find: (url) => targets.get(url),
    findUrl: (ref) => urls.get(JSON.stringify(ref)),
  };
}

/** The references of a document, in order. */
export function listReferences(document: Document | undefined): ContentReference[] {
  return document ? collectReferences(document).map(({ ref }) => ref) : [];
}

/** A resolver that returns the former target of a URL without a target. */
export function resolveWithLost(
  resolve: (ref: ContentReference) => ContentReference,
  lost: LostLinks = noLostLinks,
): (ref: ContentReference) => ContentReference {
  return (ref) => {
    const target = resolve(ref);
    const isUnresolved = ref.kind === "url" && target.kind === "url";
    return (isUnresolved ? lost.find(ref.url) : undefined) ?? target;
  };
}

/** The links of an export, in which URLs without a target stay as they are written. */
export function keepLostLinks(links: TextLinks, lost: LostLinks): TextLinks {
  return {
    ...links,
    before: resolveWithLost(links.before, lost),
    now: resolveWithLost(links.now, lost),
    written(ref) {
      const url = lost.findUrl(ref);
      return url === undefined ? links.written(ref) : { kind: "url", url };
    },
  };
}

/**
 * Whether a reference leads to a resource of the space that neither a tree nor a set of ids has.
 */
export function createLossTest(
  tree: ContentTree,
  ids: ReadonlySet<string> = new Set(),
): (ref: ContentReference) => boolean {
  const { pages, files, reusableContents } = getTreeIndex(tree);
  return (ref) => {
    const id = findTargetId(withoutFragment(ref));
    if (id === undefined || ids.has(id)) return false;
    return !pages.has(id) && !files.has(id) && !reusableContents.has(id);
  };
}
