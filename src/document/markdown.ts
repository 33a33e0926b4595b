/** Markdown as rich text, and back; nothing that Markdown says is lost on the way. */
import type { Definition } from "mdast";
import type { Document } from "../contract/document.model.ts";
import { Problem } from "../errors.ts";
import { mostBlocksIn } from "./markdown/excess.ts";
import { readBlocks } from "./markdown/read-blocks.ts";
import { type AnyNode, parseTree, printTree } from "./markdown/tree.ts";
import { writeBlocks } from "./markdown/write-blocks.ts";

/** In characters; reading takes about half a second for so many. */
const longest = 512 * 1024;

/** Each costs some four kilobytes of memory until it is written down. */
const mostBlocks = 10_000;

/**
 * Reads any text: CommonMark with GitHub's extensions, HTML, template tags and formulas. Links and
 * images are references of the kind `url`, as they are written; the same text gives the same document.
 * @throws Problem 413 for more than 524 288 characters, or 10 000 headings, items and paragraphs
 */
export function parseMarkdown(markdown: string): Document {
  if (markdown.length > longest) {
    throw new Problem(
      413,
      `A text of Markdown has ${markdown.length} characters; at most ${longest} are read. Divide it into several pages.`,
    );
  }
  const blocks = mostBlocksIn(markdown);
  if (blocks > mostBlocks) {
    throw new Problem(
      413,
      `A text of Markdown has ${blocks} headings, items and paragraphs; at most ${mostBlocks} are read. Divide it into several pages.`,
    );
  }
  const root = parseTree(markdown);
  const definitions = new Map<string, Definition>();
  collect(root, definitions);
  const reading = { source: markdown, definitions, depth: 0, readBlocks };
  return {
    object: "document",
    data: { schemaVersion: 1 },
    nodes: readBlocks(root.children, reading),
  };
}

/** @returns Markdown that ends with a line break, or nothing where the document says nothing */
export function writeMarkdown(document: Document): string {
  return printTree({ type: "root", children: writeBlocks(document.nodes) });
}

/** The first definition of a name holds. */
function collect(node: AnyNode, definitions: Map<string, Definition>): void {
  if (node.type === "definition" && !definitions.has(node.identifier)) {
    definitions.set(node.identifier, node);
  }
  if ("children" in node) for (const child of node.children) collect(child, definitions);
}
