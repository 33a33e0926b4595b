/** References of a rich text: in links, images, files, embeds, tables and HTML. */
import { type ContentReference, contentReference } from "../contract/content-reference.model.ts";
import type { Document, Node } from "../contract/document.model.ts";
import { collectFootnotes, type Footnote, parseFootnoteName } from "./footnotes.ts";
import { readSourceSet } from "./html/source-set.ts";
import { listStartTags } from "./html/tags.ts";
import { listNodes, mapNodes } from "./walk.ts";

/** Whether the reference is a link or an embed. */
export type Relation = "reference" | "dependsOn";

export interface LocatedReference {
  readonly ref: ContentReference;
  readonly relation: Relation;
  /** Key of the enclosing block. */
  readonly node?: string;
}

const dependent = new Set([
  "reusable-content",
  "swagger",
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook",
]);

/** In document order. */
export function collectReferences(document: Document): LocatedReference[] {
  const references: LocatedReference[] = [];
  const footnotes = collectFootnotes(document);
  for (const { node, block } of listNodes(document)) {
    const relation = dependent.has(node.type ?? "") ? "dependsOn" : "reference";
    for (const ref of listReferences(node, footnotes)) {
      references.push({ ref, relation, ...(block?.key !== undefined && { node: block.key }) });
    }
  }
  return references;
}

function listReferences(node: Node, footnotes: ReadonlyMap<string, Footnote>): ContentReference[] {
  const { data } = node;
  if (!data) return [];
  if (node.type === "html") {
    // A footnote of the same text is not a link, even as a URL in HTML.
    return findHtmlUrls(String(data.html ?? ""))
      .filter(({ url }) => !footnotes.has(parseFootnoteName(url) ?? ""))
      .map(({ url }) => toUrl(url));
  }
  if (node.type === "embed" && typeof data.url === "string") return [toUrl(data.url)];
  return [data.ref, data.refDark, ...listTableValues(data.records)].flatMap(asReference);
}

function toUrl(url: string): ContentReference {
  return { kind: "url", url };
}

export function asReference(value: unknown): ContentReference[] {
  const read = contentReference.safeParse(value);
  return read.success ? [read.data] : [];
}

/** References in the cells of a table, also in settings. */
function listTableValues(records: unknown): unknown[] {
  if (typeof records !== "object" || records === null) return [];
  return Object.values(records).flatMap((record: { readonly values?: unknown }) =>
    Object.values(record?.values ?? {}).flatMap((value) =>
      typeof value === "object" && value !== null && "ref" in value ? [value.ref] : [value],
    ),
  );
}

/** A URL in HTML. */
interface HtmlUrl {
  readonly url: string;
  /** Start of its tag. */
  readonly at: number;
}

/** Attributes with one URL. */
const addressed = ["href", "src", "poster"];

/** URLs of links, images and media in HTML. */
export function findHtmlUrls(html: string): HtmlUrl[] {
  return listStartTags(html).flatMap(({ attributes, at }) => {
    const urls = addressed.map((name) => attributes.get(name));
    return [...urls, readSourceSet(attributes.get("srcset"))].flatMap((url) =>
      url === undefined || url === "" ? [] : [{ url, at }],
    );
  });
}

/** The same reference from a text in another space. */
export function withSpace(ref: ContentReference, space: string): ContentReference {
  const isWithin =
    ref.kind === "file" ||
    ref.kind === "page" ||
    ref.kind === "reusable-content" ||
    // Without a page, it is in the text itself.
    (ref.kind === "anchor" && ref.page !== undefined);
  return isWithin && ref.space === undefined ? { ...ref, space } : ref;
}

/** A copy of a document, for a page in another space. URLs are unchanged. */
export function withSpaceInReferences(document: Document, space: string): Document {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== "object" || value === null) return value;
    const [ref] = asReference(value);
    if (ref) return withSpace(ref, space);
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, change(member)]),
    );
  };
  const nodes = mapNodes(document.nodes, (node) =>
    node.data ? { ...node, data: Object(change(node.data)) } : node,
  );
  return { ...document, nodes };
}
