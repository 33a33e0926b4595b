/** Markdown as rich text, and back; nothing is lost on the way. */
import type { Definition } from "mdast";
import type { Document } from "../contract/document.model.ts";
import { refuseLongMarkdown } from "./markdown/excess.ts";
import { readBlocks } from "./markdown/read-blocks.ts";
import { type AnyNode, parseTree, printTree } from "./markdown/tree.ts";
import { writeBlocks } from "./markdown/write-blocks.ts";

/**
 * Reads any text: CommonMark with GitHub's extensions, HTML, template tags and formulas. Links and
 * images are references of the kind `url`, as they are written; the same text gives the same document.
 * @throws Problem 413 for more than 524 288 characters, or 10 000 headings, items and paragraphs
 */
export function parseMarkdown(markdown: string): Document {
  refuseLongMarkdown(markdown);
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

/** @returns Markdown that ends with a line break, or an empty text for an empty document */
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
