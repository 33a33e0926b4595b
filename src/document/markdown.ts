/** Conversion between Markdown and rich text without loss. */
import type { Definition, Root } from "mdast";
import type { Document } from "../contract/document.model.ts";
import { restoreLineEnds, withLineFeeds } from "./markdown/line-ends.ts";
import type { MarkdownReader } from "./markdown/markdown-reader.ts";
import type { Moves } from "./markdown/moves.ts";
import { refuseLongMarkdown } from "./markdown/nesting-limit.ts";
import { readBlocks } from "./markdown/read-blocks.ts";
import { type RewriteResult, rewrite } from "./markdown/rewrite.ts";
import { type AnyNode, type MarkdownBlock, parseTree, printTree } from "./markdown/tree.ts";
import { writeBlocks } from "./markdown/write-blocks.ts";

/**
 * Parses any text: CommonMark with GitHub's extensions, HTML, template tags and formulas. Links and
 * images are references of the kind `url`, as written. The same text always gives the same
 * document.
 * @throws ApiError 413 above 524 288 characters, or 10 000 headings, items and paragraphs
 */
export function parseMarkdown(markdown: string): Document {
  refuseLongMarkdown(markdown);
  return read(withLineFeeds(markdown));
}

/**
 * Parses a text like `parseMarkdown`, with source positions.
 * @throws ApiError 413 like `parseMarkdown`
 */
export function parseWithPositions(markdown: string): {
  readonly document: Document;
  readonly root: Root;
} {
  refuseLongMarkdown(markdown);
  const source = withLineFeeds(markdown);
  const root = parseTree(source);
  return { document: toDocument(root.children, createReading(root, source)), root };
}

/** @returns Markdown that ends with a line break, or an empty text for an empty document */
export function writeMarkdown(document: Document): string {
  return printTree({ type: "root", children: writeBlocks(document.nodes) });
}

/** Copies of a document with other links. */
export interface Links {
  /** URLs resolved relative to the source. */
  readonly before: (document: Document) => Document;
  /** URLs resolved relative to the target of the text. */
  readonly now: (document: Document) => Document;
  /** References converted to URLs relative to the target. */
  readonly written: (document: Document) => Document;
  /** Called with the number of reformatted blocks. */
  readonly printed?: ((blocks: number) => void) | undefined;
  /** Blocks from other texts. */
  readonly moves?: Moves | undefined;
}

/**
 * Writes a document using the source text of unchanged blocks and formatting the others.
 * @returns undefined if the result would not have the same meaning as the document
 */
export function rewriteMarkdown(
  markdown: string,
  document: Document,
  links: Links,
): string | undefined {
  const source = withLineFeeds(markdown);
  const rewrittenText = rewriteIfChanged(source, document, links);
  // Next to other blocks, a block from another text may have another meaning.
  const result =
    rewrittenText ??
    (links.moves && rewriteIfChanged(source, document, { ...links, moves: undefined }));
  if (!result) return undefined;
  links.printed?.(result.printed);
  return restoreLineEnds(markdown, result.text);
}

function rewriteIfChanged(
  source: string,
  document: Document,
  { before, now, written, moves }: Links,
): RewriteResult | undefined {
  const root = parseTree(source);
  const reading = createReading(root, source);
  const toMarkdownBlocks = (block: MarkdownBlock, lead: Links["now"]) =>
    writeBlocks(lead(toDocument([block], reading)).nodes);
  const blocks = writeBlocks(now(document).nodes);
  const saidBy = (result: string) => writeBlocks(now(read(result)).nodes);
  const result = rewrite({
    source,
    before: root.children,
    normal: (block) => toMarkdownBlocks(block, before),
    normalNow: (block) => toMarkdownBlocks(block, now),
    plain: (printed) => withoutNeedlessEscapes(printed, (one) => writeMarkdown(read(one))),
    moving: moves && { moves, says: saidBy },
    after: {
      normal: blocks,
      printed: writeBlocks(written(document).nodes),
    },
  });
  const saidNow = saidBy(result.text);
  // Content that Markdown cannot express, such as a reference to a missing footnote, is formatted
  // as in a new text.
  const isKept =
    JSON.stringify(saidNow) === JSON.stringify(blocks) ||
    isPrintedAlike(saidNow, blocks) ||
    isPrintedAlike(saidNow, saidBy(writeMarkdown(written(document))));
  return isKept ? result : undefined;
}

function isPrintedAlike(one: readonly MarkdownBlock[], other: readonly MarkdownBlock[]): boolean {
  const print = (blocks: readonly MarkdownBlock[]) =>
    printTree({ type: "root", children: [...blocks] });
  return print(one) === print(other);
}

/** @param source with `\n` line breaks, of any length */
function read(source: string): Document {
  const root = parseTree(source);
  return toDocument(root.children, createReading(root, source));
}

function toDocument(blocks: readonly MarkdownBlock[], reading: MarkdownReader): Document {
  return { object: "document", data: { schemaVersion: 1 }, nodes: readBlocks(blocks, reading) };
}

function createReading(root: Root, source: string): MarkdownReader {
  const definitions = new Map<string, Definition>();
  collect(root, definitions);
  return { source, definitions, depth: 0, readBlocks };
}

/** The first definition of a name counts. */
function collect(node: AnyNode, definitions: Map<string, Definition>): void {
  if (node.type === "definition" && !definitions.has(node.identifier)) {
    definitions.set(node.identifier, node);
  }
  if ("children" in node) for (const child of node.children) collect(child, definitions);
}

/** Maximum number of characters that are tried individually. */
const mostTried = 12;

const escaped = /\\([!-/:-@[-`{-~])/g;

/**
 * @param says returns the meaning of a text in a comparable form
 * @returns the text with as few escapes as possible; for each character all escapes are kept or
 * none
 */
function withoutNeedlessEscapes(text: string, says: (text: string) => string): string {
  const signs = [...new Set([...text.matchAll(escaped)].map(([, sign = ""]) => sign))];
  if (signs.length === 0) return text;
  const meant = says(text);
  const without = (from: string, some: readonly string[]) =>
    from.replace(escaped, (whole, sign: string) => (some.includes(sign) ? sign : whole));
  const bare = without(text, signs);
  if (says(bare) === meant) return bare;
  return signs.slice(0, mostTried).reduce((best, sign) => {
    const next = without(best, [sign]);
    return says(next) === meant ? next : best;
  }, text);
}
