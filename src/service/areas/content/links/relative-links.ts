/**
 * Conversion of relative URLs in Markdown to references by id, which remain valid after a move, and
 * back.
 */

import { posix } from "node:path";
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Document } from "../../../../contract/document.model.ts";
import { UniqueNames } from "../../../../document/free-names.ts";
import {
  decodePart,
  findFilePart,
  findTargetId,
  getAddress,
  parseReference,
  toFileReference,
  withoutFragment,
} from "../../../../document/reference-address.ts";
import { assetsFolder, listLocations } from "../../../../document/repository/paths.ts";
import { resolvePaths } from "../../../../document/repository/resolver.ts";
import { toSlug } from "../../../../document/slugs.ts";
import {
  findDocumentUrls,
  resolveAddresses,
  withResolved,
} from "../../../../document/stored-document.ts";
import { withoutFinalSlashes } from "../../../../json/trim.ts";
import { takeTurn } from "../../../engines/threads/turns.ts";
import { redirectFrom } from "../tree/redirects.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex, type TreePage, withPreparedIndex } from "../tree/tree-index.ts";

/** The base of relative links in a text: its tree, and its location, such as `guides/start.md`. */
interface LinkBase {
  readonly tree: ContentTree;
  readonly location: string;
}

/**
 * The base for the links of a page, file or reusable content of a tree. Most texts have no relative
 * link, and computing the locations of a large tree takes long, so it is done for the first link.
 */
export function getLinkBase(tree: ContentTree, id: string): LinkBase {
  return {
    tree,
    get location() {
      return resolveLocations(tree).of.get(id) ?? "README.md";
    },
  };
}

/** A copy in which URLs of targets in the tree are references. */
export function withReferences(document: Document, from: LinkBase): Document {
  const resolved = resolveAddresses(findDocumentUrls(document), ({ url, isImage }) =>
    toReference(url, from, isImage),
  );
  return withResolved(document, resolved);
}

/** @returns undefined for a URL whose target is not in the tree */
export function toReference(
  url: string,
  from: LinkBase,
  isImage = false,
): ContentReference | undefined {
  const reference = parseReference(url);
  if (reference) return reference;
  if (isExternal(url)) return undefined;
  const [, written = "", hash] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? [];
  const anchor = hash === undefined || hash === "" ? undefined : decodePart(hash);
  if (written === "") return anchor === undefined ? undefined : { kind: "anchor", anchor };
  const paths = resolvePaths(written).map((path) =>
    posix.normalize(
      path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(from.location), path),
    ),
  );
  const target = findFirst(paths, from.tree);
  if (!target) return undefined;
  if (target.kind === "file") return toFileReference(target.id, hash || undefined);
  if (target.kind === "reusable-content") {
    return { kind: "reusable-content", reusableContent: target.id };
  }
  // An image cannot refer to an anchor within a page.
  if (anchor === undefined || isImage) return { kind: "page", page: target.id };
  return { kind: "anchor", anchor, page: target.id };
}

/** The target of a reference: for a URL in the tree, its page, file or reusable content. */
export function resolveTarget(ref: ContentReference, from: LinkBase): ContentReference {
  return withoutFragment(ref.kind === "url" ? (toReference(ref.url, from) ?? ref) : ref);
}

/** Whether resolving a URL requires the locations of all pages. */
export function isRelative(url: string): boolean {
  return !isExternal(url) && !url.startsWith("#") && parseReference(url) === undefined;
}

/** Whether the URL has a scheme or a host. */
export function isExternal(url: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
}

/** @returns the id of the page at a location, or undefined */
export function findPageAtLocation(tree: ContentTree, location: string): string | undefined {
  const target = findAt(location, tree);
  return target?.kind === "page" ? target.id : undefined;
}

function findFirst(paths: readonly string[], tree: ContentTree) {
  for (const path of paths) {
    const target = findAtOrRedirected(path, tree);
    if (target) return target;
  }
  return undefined;
}

/** The target of a path, or of its redirect. */
function findAtOrRedirected(path: string, tree: ContentTree) {
  const target = findAt(path, tree);
  if (target) return target;
  const redirected = redirectFrom(tree, path.replace(/\.md$/, ""));
  return redirected === undefined ? undefined : findAt(redirected, tree);
}

function findAt(path: string, tree: ContentTree) {
  const { at } = resolveLocations(tree);
  const bare = withoutFinalSlashes(path).replace(/^\.$/, "");
  for (const location of listLocations(bare)) {
    const target = at.get(location);
    if (target) return target;
  }
  const page = getTreeIndex(tree).byPath.get(bare.replace(/\.md$/, ""))?.page;
  return page?.type === "document" ? { kind: "page" as const, id: page.id } : undefined;
}

/** A broken reference is written as `/pages/<id>`, which `parseReference` reads again. */
export function buildReferenceUrl(ref: ContentReference, { tree, location }: LinkBase): string {
  if ("space" in ref && ref.space !== undefined) return getAddress(ref);
  const part = findFilePart(ref);
  if (part) return `${buildReferenceUrl(part.file, { tree, location })}#${part.fragment}`;
  const { of } = resolveLocations(tree);
  const id = findTargetId(ref);
  const target = id === undefined ? undefined : of.get(id);
  if (target === undefined) return getAddress(ref);
  const path = posix.relative(posix.dirname(location), target);
  const address = encodeURI(path === "" ? posix.basename(target) : path).replace(
    /[?#]/g,
    encodeURIComponent,
  );
  return ref.kind === "anchor" ? `${address}#${ref.anchor}` : address;
}

type LocationTarget =
  | { readonly kind: "page"; readonly id: string }
  | { readonly kind: "file"; readonly id: string }
  | { readonly kind: "reusable-content"; readonly id: string };

interface LinkLocations {
  /** Paths below the root of the content, by the ids of pages, files and reusable contents. */
  readonly of: ReadonlyMap<string, string>;
  readonly at: ReadonlyMap<string, LocationTarget>;
}

const includes = ".gitbook/includes";

const cache = new WeakMap<ContentTree, LinkLocations>();

/**
 * The files of the pages and files of a tree, which links in Markdown use. Resources from a file
 * keep its path. Any other page has the path `a/b.md`, or `a/b/README.md` if it has children. The
 * first page of all is `README.md`.
 */
export function resolveLocations(tree: ContentTree): LinkLocations {
  const known = cache.get(tree);
  if (known) return known;
  const assigning = assignLocations(tree, Number.POSITIVE_INFINITY);
  for (;;) {
    const step = assigning.next();
    if (step.done) return keepLocations(tree, step.value);
  }
}

/** The number of pages whose locations are assigned in one turn, which takes a few milliseconds. */
const pagesOfTurn = 1000;

/**
 * Prepares the locations of a large tree before its links are resolved, in turns with the work of other
 * callers.
 */
export async function prepareLocations(tree: ContentTree, caller: string): Promise<void> {
  if (cache.has(tree)) return;
  await withPreparedIndex(tree, caller);
  const assigning = assignLocations(tree, pagesOfTurn);
  for (;;) {
    await takeTurn(caller);
    const step = assigning.next();
    if (!step.done) continue;
    keepLocations(tree, step.value);
    return;
  }
}

function keepLocations(tree: ContentTree, locations: LinkLocations): LinkLocations {
  cache.set(tree, locations);
  return locations;
}

/** @param pagesOfStep the number of pages between two steps of the generator */
function* assignLocations(
  tree: ContentTree,
  pagesOfStep: number,
): Generator<undefined, LinkLocations> {
  const of = new Map<string, string>();
  const targets = new Map<string, LocationTarget>();
  const names = new UniqueNames();
  const assign = (preferred: string, target: LocationTarget) => {
    const { dir, name, ext } = posix.parse(preferred);
    const free = names.take(preferred, (number) => posix.join(dir, `${name}-${number}${ext}`));
    targets.set(free, target);
    of.set(target.id, free);
  };
  // Fixed locations come first, so that generated ones never replace them.
  const { pages } = getTreeIndex(tree);
  const documents: TreePage[] = [];
  for (const treePage of pages.values()) {
    const { id, type, location } = treePage.page;
    if (type !== "document") continue;
    documents.push(treePage);
    if (location !== undefined) assign(location, { kind: "page", id });
    if (documents.length % pagesOfStep === 0) yield;
  }
  for (const { id, location } of tree.files) {
    if (location !== undefined) assign(location, { kind: "file", id });
  }
  for (const { id, location } of tree.reusableContents) {
    if (location !== undefined) assign(location, { kind: "reusable-content", id });
  }
  const [first] = documents;
  for (const [index, { page, path }] of documents.entries()) {
    if (index % pagesOfStep === pagesOfStep - 1) yield;
    if (page.location !== undefined) continue;
    const start = page === first?.page && !targets.has("README.md");
    const plain = page.pages.length > 0 ? `${path}/README.md` : `${path}.md`;
    assign(start ? "README.md" : plain, { kind: "page", id: page.id });
  }
  for (const { id, name, location } of tree.files) {
    if (location === undefined) assign(`${assetsFolder}/${toSafeName(name)}`, { kind: "file", id });
  }
  for (const { id, title, location } of tree.reusableContents) {
    const name = toSlug(title) || "content";
    if (location === undefined) assign(`${includes}/${name}.md`, { kind: "reusable-content", id });
  }
  return { of, at: targets };
}

/** A name that is a valid file name on every system. */
function toSafeName(name: string): string {
  const safe = name
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, "_")
    .replace(/^\.+/, "_")
    .trim();
  return safe === "" ? "file" : safe;
}
