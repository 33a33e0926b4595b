/** Storage form of a rich text: each part is text, so that it can be passed between threads. */
import type { ContentReference } from "../contract/content-reference.model.ts";
import type { Document, Node } from "../contract/document.model.ts";
import { computeHash, toCanonicalText } from "../json/canonical.ts";
import { collectAnchors } from "./anchors.ts";
import { addKeys } from "./keys.ts";
import { listAddressedSpaces } from "./reference-address.ts";
import { asReference, collectReferences } from "./references.ts";
import { listNodes, mapNodes } from "./walk.ts";

export interface StoredDocument {
  /** Of the body: equal texts are stored once. */
  readonly hash: string;
  /** The document as JSON. */
  readonly body: string;
  /** References as JSON: an array of `LocatedReference`. */
  readonly refs: string;
  /** Anchors as JSON: an array of `Anchor`. */
  readonly anchors: string;
  /** Ids of the spaces that it references, also in addresses. */
  readonly spaces: readonly string[];
}

export function toStoredForm(document: Document): StoredDocument {
  const whole = addKeys(document);
  const body = toCanonicalText(whole);
  const references = collectReferences(whole);
  const refs = JSON.stringify(references);
  const spaces = references.flatMap(({ ref }) =>
    "space" in ref && typeof ref.space === "string" ? [ref.space] : [],
  );
  // HTML contains encoded characters, which references do not.
  const addressed = [body, refs].flatMap(listAddressedSpaces);
  return {
    hash: computeHash(body),
    body,
    refs,
    anchors: JSON.stringify([...collectAnchors(whole).values()]),
    spaces: [...new Set([...spaces, ...addressed])],
  };
}

/** A URL in a text, which may refer to other content of the same import. */
export interface ContentUrl {
  readonly url: string;
  /** An image refers to a file, never to an anchor. */
  readonly isImage: boolean;
}

/** URLs in links, images and files of a text, without duplicates. */
export function findDocumentUrls(document: Document): readonly ContentUrl[] {
  const addresses = new Map<string, ContentUrl>();
  for (const { node } of listNodes(document)) {
    for (const ref of [node.data?.ref, node.data?.refDark].flatMap(asReference)) {
      if (ref.kind !== "url") continue;
      const address = { url: ref.url, isImage: node.type === "inline-image" };
      addresses.set(getName(address), address);
    }
  }
  return [...addresses.values()];
}

/** Targets of URLs. */
export type ResolvedUrls = readonly (readonly [address: ContentUrl, to: ContentReference])[];

/** @param resolve returns undefined for a URL that is kept */
export function resolveAddresses(
  addresses: readonly ContentUrl[],
  resolve: (address: ContentUrl) => ContentReference | undefined,
): ResolvedUrls {
  return addresses.flatMap((address) => {
    const to = resolve(address);
    return to === undefined ? [] : [[address, to] as const];
  });
}

/** A copy with resolved URLs; unknown ones are kept. */
export function withResolved(document: Document, resolved: ResolvedUrls): Document {
  if (resolved.length === 0) return document;
  const targets = new Map(resolved.map(([address, to]) => [getName(address), to]));
  return withReferencesChanged(document, (ref, isImage) =>
    ref.kind === "url" ? targets.get(getName({ url: ref.url, isImage })) : undefined,
  );
}

/** A copy with references converted to URLs. */
export function withAddresses(
  document: Document,
  addresses: readonly (readonly [to: ContentReference, address: string])[],
): Document {
  const urls = new Map(addresses.map(([to, address]) => [toCanonicalText(to), address]));
  return withReferencesChanged(document, (ref) => {
    const url = urls.get(toCanonicalText(ref));
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
  const nodes = mapNodes(document.nodes, (node) => {
    const isImage = node.type === "inline-image";
    const ref = changed(node.data?.ref, isImage);
    const refDark = changed(node.data?.refDark, isImage);
    const records = withCellsChanged(node, (value) => changed(value, false));
    if (!ref && !refDark && !records) return node;
    return {
      ...node,
      data: {
        ...node.data,
        ...(ref && { ref }),
        ...(refDark && { refDark }),
        ...(records && { records }),
      },
    };
  });
  return { ...document, nodes };
}

/** @returns the records of a table with changed references; undefined for any other node */
function withCellsChanged(
  { type, data = {} }: Node,
  change: (value: unknown) => ContentReference | undefined,
): Record<string, unknown> | undefined {
  const { records } = data;
  if (type !== "table" || typeof records !== "object" || records === null) return undefined;
  return Object.fromEntries(
    Object.entries(records).map(([id, record]: [string, unknown]) => {
      const values = typeof record === "object" && record !== null && "values" in record;
      if (!values || typeof record.values !== "object" || record.values === null) {
        return [id, record];
      }
      const cells = Object.entries(record.values).map(([column, value]: [string, unknown]) => [
        column,
        change(value) ?? value,
      ]);
      return [id, { ...record, values: Object.fromEntries(cells) }];
    }),
  );
}

function getName({ url, isImage }: ContentUrl): string {
  return `${isImage ? "image" : "link"} ${url}`;
}
