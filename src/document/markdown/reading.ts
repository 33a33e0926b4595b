/** What the readers of blocks share: the text at hand, and the way to read what a block holds. */
import type { BlockContent, DefinitionContent } from "mdast";
import type { Node } from "../../contract/document.model.ts";
import type { Definitions } from "./read-inlines.ts";
import type { Block } from "./tree.ts";

export interface Reading {
  /** The whole Markdown, for what is kept as it is. */
  readonly source: string;
  readonly definitions: Definitions;
  readonly depth: number;
  /** Reads what a block holds; given along, as it leads back to every reader. */
  readonly readBlocks: (
    children: readonly (Block | BlockContent | DefinitionContent)[],
    reading: Reading,
  ) => Node[];
}

export function block(type: string, rest: Omit<Node, "object" | "type">): Node {
  return { object: "block", type, ...rest };
}
