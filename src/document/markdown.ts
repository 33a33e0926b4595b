/** Markdown as rich text, and back; nothing is lost on the way. */
import type { Definition, Root } from "mdast";
import type { Document } from "../contract/document.model.ts";
import { withoutNeedlessEscapes } from "./markdown/escapes.ts";
import { refuseLongMarkdown } from "./markdown/excess.ts";
import { restoreLineEnds, withLineFeeds } from "./markdown/line-ends.ts";
import type { Moves } from "./markdown/moves.ts";
import { readBlocks } from "./markdown/read-blocks.ts";
import type { Reading } from "./markdown/reading.ts";
import { type Rewritten, rewrite } from "./markdown/rewrite.ts";
import { type AnyNode, type Block, parseTree, printTree } from "./markdown/tree.ts";
import { writeBlocks } from "./markdown/write-blocks.ts";

/**
 * Reads any text: CommonMark with GitHub's extensions, HTML, template tags and formulas. Links and
 * images are references of the kind `url`, as they are written; the same text gives the same document.
 * @throws Problem 413 for more than 524 288 characters, or 10 000 headings, items and paragraphs
 */
export function parseMarkdown(markdown: string): Document {
  refuseLongMarkdown(markdown);
  return read(withLineFeeds(markdown));
}

/**
 * Reads a text as `parseMarkdown` does, and says where in it everything stands.
 * @throws Problem 413 as `parseMarkdown` does
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

/** Copies of a document in which its links are something else. */
export interface Links {
  /** Addresses become what they led to from where the source was. */
  readonly before: (document: Document) => Document;
  /** Addresses become what they lead to from where the text will be. */
  readonly now: (document: Document) => Document;
  /** What is referred to becomes an address from there. */
  readonly written: (document: Document) => Document;
  /** Told how many blocks were printed. */
  readonly printed?: ((blocks: number) => void) | undefined;
  /** Blocks that come from other texts. */
  readonly moves?: Moves | undefined;
}

/**
 * Writes a document over the Markdown that it was once read from: blocks that say the same keep
 * their source, and the others are printed.
 * @returns undefined if that would not say the same as the document
 */
export function rewriteMarkdown(
  markdown: string,
  document: Document,
  links: Links,
): string | undefined {
  const source = withLineFeeds(markdown);
  const kept = rewritten(source, document, links);
  // Beside its new neighbours, a block of another text may say something else.
  const result =
    kept ?? (links.moves && rewritten(source, document, { ...links, moves: undefined }));
  if (!result) return undefined;
  links.printed?.(result.printed);
  return restoreLineEnds(markdown, result.text);
}

function rewritten(
  source: string,
  document: Document,
  { before, now, written, moves }: Links,
): Rewritten | undefined {
  const root = parseTree(source);
  const reading = createReading(root, source);
  const toMarkdownBlocks = (block: Block, lead: Links["now"]) =>
    writeBlocks(lead(toDocument([block], reading)).nodes);
  const said = writeBlocks(now(document).nodes);
  const saidBy = (result: string) => writeBlocks(now(read(result)).nodes);
  const result = rewrite({
    source,
    before: root.children,
    normal: (block) => toMarkdownBlocks(block, before),
    normalNow: (block) => toMarkdownBlocks(block, now),
    plain: (printed) => withoutNeedlessEscapes(printed, (one) => writeMarkdown(read(one))),
    moving: moves && { moves, says: saidBy },
    after: {
      normal: said,
      printed: writeBlocks(written(document).nodes),
    },
  });
  const saidNow = saidBy(result.text);
  // What no Markdown can say, such as a note without its text, is said as a new text would say it.
  const isKept =
    JSON.stringify(saidNow) === JSON.stringify(said) ||
    isPrintedAlike(saidNow, said) ||
    isPrintedAlike(saidNow, saidBy(writeMarkdown(written(document))));
  return isKept ? result : undefined;
}

function isPrintedAlike(one: readonly Block[], other: readonly Block[]): boolean {
  const print = (blocks: readonly Block[]) => printTree({ type: "root", children: [...blocks] });
  return print(one) === print(other);
}

/** @param source with `\n` alone as line ends, and of any length */
function read(source: string): Document {
  const root = parseTree(source);
  return toDocument(root.children, createReading(root, source));
}

function toDocument(blocks: readonly Block[], reading: Reading): Document {
  return { object: "document", data: { schemaVersion: 1 }, nodes: readBlocks(blocks, reading) };
}

function createReading(root: Root, source: string): Reading {
  const definitions = new Map<string, Definition>();
  collect(root, definitions);
  return { source, definitions, depth: 0, readBlocks };
}

/** The first definition of a name holds. */
function collect(node: AnyNode, definitions: Map<string, Definition>): void {
  if (node.type === "definition" && !definitions.has(node.identifier)) {
    definitions.set(node.identifier, node);
  }
  if ("children" in node) for (const child of node.children) collect(child, definitions);
}
