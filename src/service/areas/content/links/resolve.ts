/**
 * Says of every reference in a tree whether it leads anywhere. Pure: what stands outside of the tree
 * is told by a `World`, and what is in documents by their facts.
 */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Relation } from "../../../../document/references.ts";
import type { DocumentFacts } from "../documents.ts";
import { isExternal, referenceTo, standpointOf } from "../relative-links.ts";
import type { Tree } from "../tree.ts";
import { indexOf } from "../tree-index.ts";

export type LinkStatus = "ok" | "broken" | "in-app";

/** Where a reference stands: a page or a reusable content, and perhaps the block in it. */
export interface Location {
  readonly kind: "page" | "reusable-content";
  readonly id: string;
  /** The keys of the blocks; empty where it is not in a text. */
  readonly nodes: readonly string[];
}

/** All references from one place to one thing. */
export interface FoundLink {
  readonly location: Location;
  readonly relation: Relation;
  /** What it says, with relative addresses as the references that they are. */
  readonly ref: ContentReference;
  /** Absent until somebody who knows the other spaces decides. */
  readonly status: LinkStatus | undefined;
}

/** The facts of documents, by their hashes. */
export type Facts = ReadonlyMap<string, DocumentFacts>;

export interface LinkedTree {
  readonly tree: Tree;
  readonly facts: Facts;
}

/**
 * In the order of reading. Links that lead out of the space, to people and to specifications have
 * no status yet.
 * @param isInApp tells the addresses that lead into the platform itself
 */
export function linksIn(
  { tree, facts }: LinkedTree,
  isInApp: (url: string) => boolean,
): FoundLink[] {
  const links = new Map<string, { link: FoundLink; nodes: Set<string> }>();
  const note = (location: Location, relation: Relation, said: ContentReference) => {
    const from = standpointOf(tree, location.id);
    const ref = said.kind === "url" ? (referenceTo(said.url, from) ?? said) : said;
    const name = JSON.stringify([location.kind, location.id, relation, ref]);
    const known = links.get(name);
    if (known) {
      for (const node of location.nodes) known.nodes.add(node);
      return;
    }
    const status = statusOf(ref, location, { tree, facts }, isInApp);
    links.set(name, { link: { location, relation, ref, status }, nodes: new Set(location.nodes) });
  };
  const noteDocument = (location: Omit<Location, "nodes">, hash: string | undefined) => {
    for (const { ref, relation, node } of facts.get(hash ?? "")?.references ?? []) {
      note({ ...location, nodes: node === undefined ? [] : [node] }, relation, ref);
    }
  };
  for (const { page } of indexOf(tree).pages.values()) {
    const location = { kind: "page" as const, id: page.id };
    for (const ref of [page.target, page.cover?.ref, page.cover?.refDark]) {
      if (ref) note({ ...location, nodes: [] }, "reference", ref);
    }
    noteDocument(location, page.document);
  }
  for (const { id, document } of tree.reusableContents) {
    noteDocument({ kind: "reusable-content", id }, document);
  }
  return [...links.values()].map(({ link, nodes }) => ({
    ...link,
    location: { ...link.location, nodes: [...nodes] },
  }));
}

function statusOf(
  ref: ContentReference,
  location: Omit<Location, "nodes">,
  { tree, facts }: LinkedTree,
  isInApp: (url: string) => boolean,
): LinkStatus | undefined {
  if ("space" in ref && ref.space !== undefined) return undefined;
  const { pages, files, reusableContents } = indexOf(tree);
  const exists = (there: boolean) => (there ? "ok" : "broken");
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
      // Which page a reusable content will stand on is not known.
      if (page === undefined) return "ok";
      return exists(hasAnchor({ tree, facts }, page, ref.anchor));
    }
    default:
      return undefined;
  }
}

/** Whether a page of the tree has something of that id to point at. */
export function hasAnchor({ tree, facts }: LinkedTree, pageId: string, anchor: string): boolean {
  const page = indexOf(tree).pages.get(pageId)?.page;
  if (!page) return false;
  return (facts.get(page.document ?? "")?.anchors ?? []).some(({ id }) => id === anchor);
}

/** What a change of the content would break: links that are broken after it, and were not before. */
export function brokenBy(before: LinkedTree, after: LinkedTree): FoundLink[] {
  const outside = () => false;
  const name = ({ location, relation, ref }: FoundLink) =>
    JSON.stringify([location.kind, location.id, relation, ref]);
  const broken = new Set(linksIn(before, outside).filter(isBroken).map(name));
  return linksIn(after, outside).filter((link) => isBroken(link) && !broken.has(name(link)));
}

function isBroken({ status }: FoundLink): boolean {
  return status === "broken";
}
