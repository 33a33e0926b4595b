/** Anchors of a rich text: unique ids of headings, tabs and HTML elements. */

import type { Document, Node } from "../contract/document.model.ts";
import { UniqueNames } from "./free-names.ts";
import { decoded as withoutReferences } from "./html/characters.ts";
import { decoded } from "./reference-address.ts";
import { listNodes, textIn } from "./walk.ts";

export interface Anchor {
  readonly id: string;
  readonly title: string;
}

/**
 * Ids are derived from titles as on the hosted platform, with a number if the id is taken. An
 * explicit id of a heading takes precedence, also one in HTML: `## Title <a href="#x" id="x"></a>`.
 * If several headings have the same explicit id, the second becomes `x-1`.
 * @returns the anchor of each node that has one, in document order
 */
export function collectAnchors(document: Document): Map<Node, Anchor> {
  const ids = new UniqueNames();
  const givenIds = new UniqueNames();
  const anchors = new Map<Node, Anchor>();
  const inHeadings = new Set<Node>();
  for (const { node } of listNodes(document)) {
    const marked = inHeadings.has(node) ? undefined : findHtmlId(node);
    if (marked !== undefined) anchors.set(node, { id: marked, title: "" });
    const title = toTitle(node);
    if (title === undefined) continue;
    const explicitId = givenId(node, inHeadings);
    const preferredId = explicitId ?? getAnchorId(title);
    if (preferredId === "") continue;
    const id = (explicitId === undefined ? ids : givenIds).take(preferredId);
    anchors.set(node, { id, title });
  }
  return anchors;
}

/** The explicit id of a node. @param read parses the HTML that contains it */
function givenId(node: Node, read: Set<Node>): string | undefined {
  const explicit = node.data?.id ?? node.meta?.id;
  if (typeof explicit === "string" && explicit !== "") return explicit;
  if (!isHeading(node)) return undefined;
  for (const { node: inner } of listNodes({ nodes: node.nodes ?? [] })) {
    const id = findHtmlId(inner);
    if (id === undefined) continue;
    read.add(inner);
    return id;
  }
  return undefined;
}

const words: Readonly<Record<string, string>> = { "&": "and", "|": "or" };
const signs = /[&|]/g;
const inWords = (sign: string) => ` ${words[sign]} `;

/**
 * The id of a heading with this title: `id-1.-set-up-sso-and-scim` for `1. Set up SSO & SCIM`. Dots
 * and letters of every script are kept, as in repositories written by the hosted platform.
 */
export function getAnchorId(title: string): string {
  return title
    .normalize("NFKC")
    .toLowerCase()
    .replace(signs, inWords)
    .replace(/['’\p{Cf}]/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, "-")
    .replace(/^-|-$/g, "")
    .replace(/^(?=\p{N})/u, "id-");
}

/** Lookup of anchors by the fragment of a link. */
interface AnchorIndex {
  readonly byId: ReadonlyMap<string, Anchor>;
  /** By normalized spelling; null if several anchors share it. */
  readonly bySpelling: ReadonlyMap<string, Anchor | null>;
}

const indexes = new WeakMap<readonly Anchor[], AnchorIndex>();

/**
 * The anchor that a link refers to: the one with that id, or the only one that differs just in
 * dots, dashes, case, accents, `&`, `|` and `id-`, which platforms have written differently.
 * @param written as in the URL, after the `#`
 */
export function findAnchor(anchors: readonly Anchor[], written: string): Anchor | undefined {
  let index = indexes.get(anchors);
  if (!index) {
    index = buildIndex(anchors);
    indexes.set(anchors, index);
  }
  const id = decoded(written);
  return index.byId.get(id) ?? index.bySpelling.get(getSpelling(id)) ?? undefined;
}

function buildIndex(anchors: readonly Anchor[]): AnchorIndex {
  const byId = new Map(anchors.map((anchor) => [anchor.id, anchor]));
  const bySpelling = new Map<string, Anchor | null>();
  for (const anchor of byId.values()) {
    for (const spelling of collectSpellings(anchor)) {
      if (spelling !== "") bySpelling.set(spelling, bySpelling.has(spelling) ? null : anchor);
    }
  }
  return { byId, bySpelling };
}

/** Ids of titles with `&` or `|` may contain a word for it, or none. */
function collectSpellings({ id, title }: Anchor): Set<string> {
  const spelling = getSpelling(id);
  const spellings = new Set([spelling]);
  if (title.search(signs) === -1) return spellings;
  const made = [getSpelling(title.replace(signs, inWords)), getSpelling(title)];
  if (made.includes(spelling)) for (const one of made) spellings.add(one);
  return spellings;
}

function getSpelling(text: string): string {
  const letters = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return letters.replace(/^id(?=\p{N})/u, "");
}

function findHtmlId(node: Node): string | undefined {
  return node.type === "html" ? idInHtml(String(node.data?.html ?? "")) : undefined;
}

/** The id of the first tag that has one, as in `<a id="options"></a>`. */
function idInHtml(html: string): string | undefined {
  for (const [, attributes = ""] of html.matchAll(/<[a-z][a-z0-9]*\s([^<>]*)>/gi)) {
    const [, ...forms] =
      /(?:^|\s)(?:id|name)=(?:"([^"]+)"|'([^']+)'|([^\s"']+))/i.exec(attributes) ?? [];
    const id = forms.find((form) => form !== undefined);
    if (id !== undefined) return withoutReferences(id);
  }
  return undefined;
}

function toTitle(node: Node): string | undefined {
  if (node.object !== "block") return undefined;
  if (isHeading(node)) return textIn(node).trim();
  if (node.type === "tabs-item") return String(node.data?.title ?? "");
  if (node.type === "expandable") {
    const title = node.fragments?.find((fragment) => fragment.fragment === "expandable-title");
    return title && textIn(title).trim();
  }
  return undefined;
}

export function isHeading(node: Node): boolean {
  return node.object === "block" && /^heading-[1-6]$/.test(node.type ?? "");
}
