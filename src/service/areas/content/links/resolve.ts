/**
 * Finds all references in a tree, and whether they are broken. Pure: it uses the facts of
 * documents, and leaves references outside the tree undecided.
 */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import { findAnchor } from "../../../../document/anchors.ts";
import type { Relation } from "../../../../document/references.ts";
import type { DocumentFacts } from "../texts/documents.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex } from "../tree/tree-index.ts";
import { getLinkBase, isExternal, resolveTarget, toReference } from "./relative-links.ts";

export type LinkStatus = "ok" | "broken" | "in-app";

/** The location of a reference: a page or a reusable content, and the blocks in it. */
export interface ReferenceLocation {
  readonly kind: "page" | "reusable-content";
  readonly id: string;
  /** The keys of the blocks; empty if it is not in a text. */
  readonly nodes: readonly string[];
}

/** All references from one location to one target. */
export interface TreeLink {
  readonly location: ReferenceLocation;
  readonly relation: Relation;
  /** The target; a relative URL is resolved to a reference. */
  readonly ref: ContentReference;
  /** Undefined if it depends on content outside the tree. */
  readonly status: LinkStatus | undefined;
}

/** The facts of documents, by hash. */
export type Facts = ReadonlyMap<string, DocumentFacts>;

export interface LinkedTree {
  readonly tree: ContentTree;
  readonly facts: Facts;
}

/**
 * In reading order. Links to other spaces, to users and to specifications have no status yet.
 * @param isInApp whether a URL leads to the platform itself
 */
export function listTreeLinks(linked: LinkedTree, isInApp: (url: string) => boolean): TreeLink[] {
  const steps = findLinks(linked, isInApp);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const referencesAtOnce = 500;

/** The same as an iterator, which yields the number of references read in each step. */
export function* findLinks(
  { tree, facts }: LinkedTree,
  isInApp: (url: string) => boolean,
): Generator<number, TreeLink[]> {
  const links = new Map<string, { link: TreeLink; nodes: Set<string> }>();
  const add = (location: ReferenceLocation, relation: Relation, written: ContentReference) => {
    const from = getLinkBase(tree, location.id);
    const ref = resolveTarget(written, from);
    const name = JSON.stringify([location.kind, location.id, relation, ref]);
    const existingLink = links.get(name);
    if (existingLink) {
      for (const node of location.nodes) existingLink.nodes.add(node);
      return;
    }
    const status = getStatus(ref, location, { tree, facts }, isInApp);
    links.set(name, { link: { location, relation, ref, status }, nodes: new Set(location.nodes) });
  };
  function* addDocument(location: Omit<ReferenceLocation, "nodes">, hash: string | undefined) {
    const references = facts.get(hash ?? "")?.references ?? [];
    for (const [index, { ref, relation, node }] of references.entries()) {
      add({ ...location, nodes: node === undefined ? [] : [node] }, relation, ref);
      if ((index + 1) % referencesAtOnce === 0) yield referencesAtOnce;
    }
    yield references.length % referencesAtOnce;
  }
  for (const { page } of getTreeIndex(tree).pages.values()) {
    const location = { kind: "page" as const, id: page.id };
    for (const ref of [page.target, page.cover?.ref, page.cover?.refDark]) {
      if (ref) add({ ...location, nodes: [] }, "reference", ref);
    }
    yield* addDocument(location, page.document);
  }
  for (const { id, document } of tree.reusableContents) {
    yield* addDocument({ kind: "reusable-content", id }, document);
  }
  return [...links.values()].map(({ link, nodes }) => ({
    ...link,
    location: { ...link.location, nodes: [...nodes] },
  }));
}

function getStatus(
  ref: ContentReference,
  location: Omit<ReferenceLocation, "nodes">,
  { tree, facts }: LinkedTree,
  isInApp: (url: string) => boolean,
): LinkStatus | undefined {
  if ("space" in ref && ref.space !== undefined) return undefined;
  const { pages, files, reusableContents } = getTreeIndex(tree);
  const exists = (isThere: boolean) => (isThere ? "ok" : "broken");
  switch (ref.kind) {
    case "url":
      if (isInApp(ref.url)) return "in-app";
      return exists(isExternal(ref.url));
    case "page":
      return exists(pages.has(ref.page));
    case "file":
      return exists(files.has(ref.file));
    case "reusable-content":
      return exists(reusableContents.has(ref.reusableContent));
    case "anchor": {
      const page = ref.page ?? (location.kind === "page" ? location.id : undefined);
      // The pages that include a reusable content are not known here.
      if (page === undefined) return "ok";
      return exists(hasAnchor({ tree, facts }, page, ref.anchor));
    }
    default:
      return undefined;
  }
}

/** Whether a page of the tree has the anchor, itself or in a reusable content that it includes. */
export function hasAnchor({ tree, facts }: LinkedTree, pageId: string, anchor: string): boolean {
  const page = getTreeIndex(tree).pages.get(pageId)?.page;
  const pageElements = facts.get(page?.document ?? "");
  if (!pageElements) return false;
  if (findAnchor(pageElements.anchors, anchor)) return true;
  return pageElements.references.some(({ ref, relation }) => {
    if (relation !== "dependsOn") return false;
    const target = ref.kind === "url" ? toReference(ref.url, getLinkBase(tree, pageId)) : ref;
    if (target?.kind !== "reusable-content" || target.space !== undefined) return false;
    const included = getTreeIndex(tree).reusableContents.get(target.reusableContent);
    const includedFacts = facts.get(included?.document ?? "");
    return includedFacts !== undefined && findAnchor(includedFacts.anchors, anchor) !== undefined;
  });
}

/** The links that a change of the content breaks: broken after it, but not before. */
export function findBrokenLinks<Link extends TreeLink>(
  before: readonly Link[],
  after: readonly Link[],
): Link[] {
  const name = ({ location, relation, ref }: Link) =>
    JSON.stringify([location.kind, location.id, relation, ref]);
  const broken = new Set(before.filter(isBroken).map(name));
  return after.filter((link) => isBroken(link) && !broken.has(name(link)));
}

function isBroken({ status }: TreeLink): boolean {
  return status === "broken";
}
