/**
 * Long work on documents as functions of strings, which run in a worker thread for large documents
 * and in the main thread for small ones.
 */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import type { Document } from "../../contract/document.model.ts";
import { collectAnchors } from "../../document/anchors.ts";
import type { ConditionScope } from "../../document/condition.ts";
import { withTableBlocks, withTableHtml } from "../../document/html/table-sources.ts";
import { parseMarkdown, writeMarkdown } from "../../document/markdown.ts";
import {
  mergeText,
  type TextMergeInput,
  type TextMergeResult,
} from "../../document/merge/merge-text.ts";
import { inPublishedBlocks } from "../../document/published-blocks.ts";
import { listContentAddresses } from "../../document/reference-address.ts";
import { collectReferences } from "../../document/references.ts";
import { isText, readHead } from "../../document/repository/front-matter.ts";
import {
  type ContentUrl,
  findDocumentUrls,
  type ResolvedUrls,
  type StoredDocument,
  toStoredForm,
  withAddresses,
  withResolved,
} from "../../document/stored-document.ts";
import { collectText, mapNodes } from "../../document/walk.ts";
import { readWebPage, type WebPage } from "../../document/web/web-page.ts";
import { type BoundedResult, runWithin } from "../../json/budget.ts";
import { type Evaluation, evaluateDocument } from "./evaluate-document.ts";
import type { BoundedInput } from "./threads/bounded-work.ts";
import { runWithinTime } from "./threads/time-limit.ts";

export interface ParsedText {
  /** A document as JSON. */
  readonly document: string;
  /** The text of the heading at the start of the document, if there is one. */
  readonly heading?: string;
  readonly addresses: readonly ContentUrl[];
}

export function parseText(markdown: string): ParsedText {
  const document = parseMarkdown(markdown);
  const [first] = document.nodes;
  return {
    document: JSON.stringify(document),
    ...(first?.type === "heading-1" && { heading: collectText(first).trim() }),
    addresses: findDocumentUrls(document),
  };
}

/** @param document from a client, as JSON */
export function readDocument(document: string): ParsedText {
  const whole = withTableHtml(JSON.parse(document));
  return { document: JSON.stringify(whole), addresses: findDocumentUrls(whole) };
}

export interface WebText extends Omit<WebPage, "markdown"> {
  readonly text: ParsedText;
  /** The anchors of the document. */
  readonly anchors: readonly string[];
}

/** @param source HTML */
export function readWebText(source: string): WebText {
  const { markdown, ...page } = readWebPage(source);
  return { ...page, ...withAnchors(parseText(markdown)) };
}

export { readWebMetadata } from "../../document/web/web-metadata.ts";

/** @param source Markdown, with or without front matter */
export function readMarkdownText(source: string): WebText {
  const { values, body } = readHead(source);
  const parsed = withAnchors(parseText(body));
  const { title, description } = values;
  return {
    title: parsed.text.heading || (isText(title) ? title : ""),
    ...(isText(description) && { description }),
    links: parsed.text.addresses.flatMap(({ url, isImage }) => (isImage ? [] : url)),
    ...parsed,
  };
}

function withAnchors(text: ParsedText) {
  const anchors = [...collectAnchors(JSON.parse(text.document)).values()].map(({ id }) => id);
  return { text, anchors };
}

export interface Unstored {
  /** As JSON. */
  readonly document: string;
  /** Whether the first block is omitted, because it is the title of the page. */
  readonly isTitled: boolean;
  readonly resolved: ResolvedUrls;
}

export function storeText({ document, isTitled, resolved }: Unstored): StoredDocument {
  const whole: Document = JSON.parse(document);
  const nodes = isTitled ? whole.nodes.slice(1) : whole.nodes;
  return toStoredForm(withResolved({ ...whole, nodes }, resolved));
}

/** @param document as JSON */
export function printText(document: string): string {
  return writeMarkdown(JSON.parse(document));
}

export interface TextRequest {
  /** The document as JSON. */
  readonly body: string;
  readonly format: "document" | "markdown";
  readonly evaluation: Evaluation;
  readonly scope: ConditionScope;
  /** The URLs of the references in Markdown, or in HTML within the document. */
  readonly addresses: readonly (readonly [to: ContentReference, address: string])[];
}

/**
 * @returns the document as JSON, with the anchor ids of its blocks; or Markdown. If expressions are
 * evaluated, the document has only the blocks that all clients of the hosted platform support.
 */
export function presentText({
  input: { body, format, evaluation, scope, addresses },
  limits,
}: BoundedInput<TextRequest>): Promise<BoundedResult<string>> {
  return runWithin(limits, async (budget) => {
    const document = await evaluateDocument(JSON.parse(body), scope, evaluation, budget);
    const present = () => {
      if (format === "markdown") return writeMarkdown(withAddresses(document, addresses));
      const whole = withAnchorIds(document);
      const references = new Map(addresses.map(([to, address]) => [address, to]));
      const find = (url: string) => references.get(url) ?? { kind: "url" as const, url };
      return JSON.stringify(
        evaluation === "false" ? withTableBlocks(whole, find) : inPublishedBlocks(whole, find),
      );
    };
    const isShort = body.length + budget.characters <= shortText;
    return isShort ? present() : runWithinTime(limits, present);
  });
}

/** A text for a visitor of a site; the document as JSON. */
export type VisitorText = Pick<TextRequest, "body" | "scope">;

/**
 * The references of the text that the visitor sees, also addresses such as those in settings of blocks.
 * Values of expressions are no references, because visitors choose their claims.
 */
export function listVisibleReferences({
  input: { body, scope },
  limits,
}: BoundedInput<VisitorText>): Promise<BoundedResult<readonly ContentReference[]>> {
  return runWithin(limits, async (budget) => {
    const whole: Document = JSON.parse(body);
    const nodes = mapNodes(whole.nodes, (node) => (node.type === "expression" ? [] : node));
    const document = await evaluateDocument({ ...whole, nodes }, scope, "visitor", budget);
    const references = collectReferences(document).map(({ ref }) => ref);
    return [...references, ...listContentAddresses(JSON.stringify(document))];
  });
}

/** In characters; starting the timer of a time limit takes longer than presenting a shorter text. */
const shortText = 32 * 1024;

/** @param input with documents as JSON */
export function mergeTexts({ choices, ...versions }: TextMergeInput<string>): TextMergeResult {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map(
    (body): Document => JSON.parse(body),
  ) as [Document, Document, Document];
  return mergeText({ base, ours, theirs, choices });
}

/** A copy in which every block that can be a link target has the id of its anchor. */
function withAnchorIds(document: Document): Document {
  const anchors = collectAnchors(document);
  if (anchors.size === 0) return document;
  const withIds = (nodes: Document["nodes"]): Document["nodes"] =>
    nodes.map((node) => {
      const anchor = anchors.get(node);
      return {
        ...node,
        ...(anchor && { meta: { ...node.meta, id: anchor.id } }),
        ...(node.nodes && { nodes: withIds(node.nodes) }),
        ...(node.fragments && { fragments: withIds(node.fragments) }),
      };
    });
  return { ...document, nodes: withIds(document.nodes) };
}
