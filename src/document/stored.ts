/** A rich text in the form in which it is stored: each part a text of its own, so that threads can hand it over. */
import type { ContentReference } from "../contract/content-reference.model.ts";
import type { Document } from "../contract/document.model.ts";
import { canonicalText, computeHash } from "../json/canonical.ts";
import { collectAnchors } from "./anchors.ts";
import { keyed } from "./keys.ts";
import { asReference, referencesIn } from "./references.ts";
import { listNodes, mappedNodes } from "./walk.ts";

export interface StoredDocument {
  /** Of the body: equal texts are stored once. */
  readonly hash: string;
  /** The document as JSON. */
  readonly body: string;
  /** What it refers to, as JSON: an array of `LocatedReference`. */
  readonly refs: string;
  /** What can be pointed at in it, as JSON: an array of `Anchor`. */
  readonly anchors: string;
  /** The ids of the spaces that its references name. */
  readonly spaces: readonly string[];
}

export function storedForm(document: Document): StoredDocument {
  const whole = keyed(document);
  const body = canonicalText(whole);
  const references = referencesIn(whole);
  const spaces = references.flatMap(({ ref }) =>
    "space" in ref && typeof ref.space === "string" ? [ref.space] : [],
  );
  return {
    hash: computeHash(body),
    body,
    refs: JSON.stringify(references),
    anchors: JSON.stringify([...collectAnchors(whole).values()]),
    spaces: [...new Set(spaces)],
  };
}

/** An address in a text, which may lead to something of the same content. */
export interface Address {
  readonly url: string;
  /** An image leads to a file, and never to a place within a page. */
  readonly isImage: boolean;
}

/** The addresses in links, images and files of a text, each once. */
export function addressesIn(document: Document): readonly Address[] {
  const addresses = new Map<string, Address>();
  for (const { node } of listNodes(document)) {
    for (const ref of [node.data?.ref, node.data?.refDark].flatMap(asReference)) {
      if (ref.kind !== "url") continue;
      const address = { url: ref.url, isImage: node.type === "inline-image" };
      addresses.set(getName(address), address);
    }
  }
  return [...addresses.values()];
}

/** What each of some addresses leads to. */
export type Resolved = readonly (readonly [address: Address, to: ContentReference])[];

/** @param resolve returns undefined for an address that stays as it is */
export function resolveAddresses(
  addresses: readonly Address[],
  resolve: (address: Address) => ContentReference | undefined,
): Resolved {
  return addresses.flatMap((address) => {
    const to = resolve(address);
    return to === undefined ? [] : [[address, to] as const];
  });
}

/** A copy in which the addresses are what they lead to; those that are not named stay. */
export function withResolved(document: Document, resolved: Resolved): Document {
  if (resolved.length === 0) return document;
  const known = new Map(resolved.map(([address, to]) => [getName(address), to]));
  return withReferencesChanged(document, (ref, isImage) =>
    ref.kind === "url" ? known.get(getName({ url: ref.url, isImage })) : undefined,
  );
}

/** A copy in which references are the addresses that lead there. */
export function withAddresses(
  document: Document,
  addresses: readonly (readonly [to: ContentReference, address: string])[],
): Document {
  const known = new Map(addresses.map(([to, address]) => [canonicalText(to), address]));
  return withReferencesChanged(document, (ref) => {
    const url = known.get(canonicalText(ref));
    return url === undefined ? undefined : { kind: "url", url };
  });
}

function withReferencesChanged(
  document: Document,
  change: (ref: ContentReference, isImage: boolean) => ContentReference | undefined,
): Document {
  const changed = (value: unknown, isImage: boolean) => {
    const [ref] = asReference(value);
    return ref && (change(ref, isImage) ?? ref);
  };
  const nodes = mappedNodes(document.nodes, (node) => {
    const isImage = node.type === "inline-image";
    const ref = changed(node.data?.ref, isImage);
    const refDark = changed(node.data?.refDark, isImage);
    if (!ref && !refDark) return node;
    return { ...node, data: { ...node.data, ...(ref && { ref }), ...(refDark && { refDark }) } };
  });
  return { ...document, nodes };
}

function getName({ url, isImage }: Address): string {
  return `${isImage ? "image" : "link"} ${url}`;
}
