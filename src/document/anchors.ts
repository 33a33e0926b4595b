/** Anchors of a rich text: unique ids of headings, tabs and HTML elements. */

import type { Document, Node } from "../contract/document.model.ts";
import { findOwn } from "../json/own-members.ts";
import { UniqueNames } from "./free-names.ts";
import { decodeCharacters as withoutReferences } from "./html/characters.ts";
import { decodePart } from "./reference-address.ts";
import { formatName, transliterate } from "./transliterate.ts";
import { collectText, listVisibleNodes } from "./walk.ts";

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
export function collectAnchors(document: Pick<Document, "nodes">): Map<Node, Anchor> {
  const ids = new UniqueNames();
  const givenIds = new UniqueNames();
  const anchors = new Map<Node, Anchor>();
  const inHeadings = new Set<Node>();
  for (const node of listVisibleNodes(document.nodes)) {
    const marked = inHeadings.has(node) ? undefined : findHtmlId(node);
    if (marked !== undefined) anchors.set(node, { id: marked, title: "" });
    const title = toTitle(node);
    if (title === undefined) continue;
    const explicitId = findExplicitId(node, inHeadings);
    const preferredId = explicitId ?? getAnchorId(title);
    if (preferredId === "") continue;
    const id = (explicitId === undefined ? ids : givenIds).take(preferredId);
    anchors.set(node, { id, title });
  }
  return anchors;
}

/** The explicit id of a node. @param read parses the HTML that contains it */
function findExplicitId(node: Node, read: Set<Node>): string | undefined {
  const explicit = node.data?.id ?? node.meta?.id;
  if (typeof explicit === "string" && explicit !== "") return explicit;
  if (!isHeading(node)) return undefined;
  for (const inner of listVisibleNodes(node.nodes ?? [])) {
    const id = findHtmlId(inner);
    if (id === undefined) continue;
    read.add(inner);
    return id;
  }
  return undefined;
}

/**
 * The id of a heading with this title, as on the hosted platform: `id-1.-set-up-sso-and-scim` for
 * `1. Set up SSO & SCIM`, `shi-bie-xiang` for `識別項`. A title without a Latin name keeps its
 * letters.
 */
export function getAnchorId(title: string): string {
  const name = formatName(title.normalize("NFKC").replace(/\p{Cf}/gu, "")).replace(
    /^(?=\d)/,
    "id-",
  );
  return name === "" ? getFormerAnchorId(title) : name;
}

const formerWords: Readonly<Record<string, string>> = { "&": "and", "|": "or" };
const formerSigns = /[&|]/g;

/** The id of the heading before ids were transliterated, to which links may still refer. */
export function getFormerAnchorId(title: string): string {
  return title
    .normalize("NFKC")
    .toLowerCase()
    .replace(formerSigns, (sign) => ` ${findOwn(formerWords, sign)} `)
    .replace(/['’\p{Cf}]/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, "-")
    .replace(/^-|-$/g, "")
    .replace(/^(?=\p{N})/u, "id-");
}

/**
 * Anchors of a stored document with their present ids: ids that were derived from the titles are
 * derived again.
 */
export function withPresentIds(anchors: readonly Anchor[]): readonly Anchor[] {
  const formerIds = new UniqueNames();
  const ids = new UniqueNames();
  const changed = anchors.map((anchor) => {
    const { id, title } = anchor;
    const [former, present] = [getFormerAnchorId(title), getAnchorId(title)];
    if (title === "" || former === "") return anchor;
    const rest = id.startsWith(former) ? id.slice(former.length) : undefined;
    if (rest === undefined || !/^(?:-\d+)?$/.test(rest) || formerIds.take(former) !== id) {
      if (id === present || id.startsWith(`${present}-`)) ids.take(present);
      return anchor;
    }
    const next = ids.take(present);
    return next === id ? anchor : { id: next, title };
  });
  return changed.every((anchor, at) => anchor === anchors[at]) ? anchors : changed;
}

/** The former id of an anchor, if the title has led to another one. */
export function findFormerId({ id, title }: Anchor): string | undefined {
  const [former, present] = [getFormerAnchorId(title), getAnchorId(title)];
  if (title === "" || former === present || !id.startsWith(present)) return undefined;
  const number = id.slice(present.length);
  return /^(?:-\d+)?$/.test(number) ? `${former}${number}` : undefined;
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
  const id = decodePart(written);
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

/** Ids of titles with signs may contain a word for a sign, or none, in any script. */
function collectSpellings({ id, title }: Anchor): Set<string> {
  const spelling = getSpelling(id);
  const spellings = new Set([spelling]);
  if (!hasWordSigns(title) && !/[^\x20-\x7e]/.test(title)) return spellings;
  const made = [
    getAnchorId(title),
    getFormerAnchorId(title),
    title,
    transliterate(title),
    transliterate(title.replace(/[<>]/g, " ")),
    getFormerAnchorId(title.replace(/[<>]/g, " ")),
  ].map(getSpelling);
  if (made.includes(spelling)) for (const one of made) spellings.add(one);
  const former = findFormerId({ id, title });
  if (former !== undefined) spellings.add(getSpelling(former));
  return spellings;
}

function hasWordSigns(title: string): boolean {
  return /[&|<>]/.test(title);
}

function getSpelling(text: string): string {
  const letters = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return letters.replace(/^id(?=\p{N})/u, "");
}

function findHtmlId(node: Node): string | undefined {
  return node.type === "html" ? findIdInHtml(String(node.data?.html ?? "")) : undefined;
}

/** The id of the first tag that has one, as in `<a id="options"></a>`. */
function findIdInHtml(html: string): string | undefined {
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
  if (isHeading(node)) return collectText(node).trim();
  if (node.type === "tabs-item") return String(node.data?.title ?? "");
  if (node.type === "expandable") {
    const title = node.fragments?.find((fragment) => fragment.fragment === "expandable-title");
    return title && collectText(title).trim();
  }
  return undefined;
}

export function isHeading(node: Node): boolean {
  return node.object === "block" && /^heading-[1-6]$/.test(node.type ?? "");
}
