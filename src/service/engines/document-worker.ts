/** The long work on rich texts, as functions of texts: a thread of the pool for large ones, the thread that answers for small ones. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import type { Document } from "../../contract/document.model.ts";
import { collectAnchors } from "../../document/anchors.ts";
import { parseMarkdown, writeMarkdown } from "../../document/markdown.ts";
import { inPublishedBlocks } from "../../document/published-blocks.ts";
import { readHead } from "../../document/repository/head.ts";
import {
  type Address,
  addressesIn,
  type Resolved,
  type StoredDocument,
  storedForm,
  withAddresses,
  withResolved,
} from "../../document/stored.ts";
import { textIn } from "../../document/walk.ts";
import { readWebPage, type WebPage } from "../../document/web/web-page.ts";
import { type Bounded, runWithin } from "../../json/budget.ts";
import type { BoundedInput } from "./bounded-work.ts";
import type { Scope } from "./condition.ts";
import { type Evaluation, evaluateDocument } from "./evaluate-document.ts";
import { runWithinTime } from "./time-limit.ts";

export interface ParsedText {
  /** The document as JSON. */
  readonly document: string;
  /** What the heading says that the text begins with, if it does. */
  readonly heading?: string;
  readonly addresses: readonly Address[];
}

export function parseText(markdown: string): ParsedText {
  const document = parseMarkdown(markdown);
  const [first] = document.nodes;
  return {
    document: JSON.stringify(document),
    ...(first?.type === "heading-1" && { heading: textIn(first).trim() }),
    addresses: addressesIn(document),
  };
}

/** @param document as JSON */
export function readDocument(document: string): ParsedText {
  return { document, addresses: addressesIn(JSON.parse(document)) };
}

export interface WebText extends Omit<WebPage, "markdown"> {
  readonly text: ParsedText;
  /** What links can lead to in it. */
  readonly anchors: readonly string[];
}

/** @param source HTML */
export function readWebText(source: string): WebText {
  const { markdown, ...page } = readWebPage(source);
  return { ...page, ...withAnchors(parseText(markdown)) };
}

/** @param source Markdown, with front matter or without */
export function readMarkdownText(source: string): WebText {
  const { values, body } = readHead(source);
  const parsed = withAnchors(parseText(body));
  const { title, description } = values;
  return {
    title: parsed.text.heading || (typeof title === "string" ? title : ""),
    ...(typeof description === "string" && { description }),
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
  /** Whether the first block is left out, as it is the page's title. */
  readonly isTitled: boolean;
  readonly resolved: Resolved;
}

export function storeText({ document, isTitled, resolved }: Unstored): StoredDocument {
  const whole: Document = JSON.parse(document);
  const nodes = isTitled ? whole.nodes.slice(1) : whole.nodes;
  return storedForm(withResolved({ ...whole, nodes }, resolved));
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
  readonly scope: Scope;
  /** By what address Markdown, or HTML within the document, leads to each thing that it refers to. */
  readonly addresses: readonly (readonly [to: ContentReference, address: string])[];
}

/**
 * @returns the document as JSON, each block that a link can lead to with its id, and as readers see it in
 *   blocks that every program of the hosted platform knows; or Markdown
 */
export function presentText({
  input: { body, format, evaluation, scope, addresses },
  limits,
}: BoundedInput<TextRequest>): Promise<Bounded<string>> {
  return runWithin(limits, async (budget) => {
    const document = await evaluateDocument(JSON.parse(body), scope, evaluation, budget);
    return runWithinTime(limits, () => {
      if (format === "markdown") return writeMarkdown(withAddresses(document, addresses));
      const whole = withAnchorIds(document);
      if (evaluation === "false") return JSON.stringify(whole);
      const known = new Map(addresses.map(([to, address]) => [address, to]));
      const find = (url: string) => known.get(url) ?? { kind: "url" as const, url };
      return JSON.stringify(inPublishedBlocks(whole, find));
    });
  });
}

/** A copy in which every block that a link can lead to has the id of its anchor. */
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
