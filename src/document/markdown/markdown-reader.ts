/** Context of the block readers: the source text, and a function to read children. */
import type { BlockContent, DefinitionContent } from "mdast";
import type { Node } from "../../contract/document.model.ts";
import type { Definitions } from "./read-inlines.ts";
import type { MarkdownBlock } from "./tree.ts";

export interface MarkdownReader {
  /** The complete Markdown, for content that is kept as source. */
  readonly source: string;
  readonly definitions: Definitions;
  readonly depth: number;
  /** Reads children; passed as a function, because readers are mutually recursive. */
  readonly readBlocks: (
    children: readonly (MarkdownBlock | BlockContent | DefinitionContent)[],
    reading: MarkdownReader,
  ) => Node[];
}

export function createBlock(type: string, rest: Omit<Node, "object" | "type">): Node {
  return { object: "block", type, ...rest };
}
