import type { Document, Node } from "../../../src/contract/document.model.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";

/** Blocks that are separated by `¦`, each with its key, or `-` for none: `1 # Title ¦ - Text`. */
export function parseBlocks(text: string): Node[] {
  return text.split(" ¦ ").flatMap((one): Node[] => {
    const [, key = "", markdown = ""] = /^(\S+) ([\s\S]*)$/.exec(one) ?? [];
    return parseMarkdown(markdown).nodes.map((node) => (key === "-" ? node : { ...node, key }));
  });
}

export function parseDocument(text: string): Document {
  return { object: "document", data: { schemaVersion: 1 }, nodes: parseBlocks(text) };
}
