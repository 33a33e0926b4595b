/** Nodes of documents for tests. */
import type { Node } from "../../../src/contract/document.model.ts";

export function buildText(content: string, ...marks: string[]): Node {
  const leaf = {
    object: "leaf" as const,
    text: content,
    marks: marks.map((type) => ({ object: "mark" as const, type })),
  };
  return { object: "text", leaves: [leaf] };
}

export function buildBlock(
  type: string,
  data: Record<string, unknown> = {},
  nodes: Node[] = [],
): Node {
  return { object: "block", type, data, nodes };
}

export function buildInline(
  type: string,
  data: Record<string, unknown> = {},
  nodes: Node[] = [],
): Node {
  return { object: "inline", type, data, nodes };
}

/** @param fragments the nodes of each fragment by its name */
export function addFragments(node: Node, fragments: Record<string, Node[]>): Node {
  return {
    ...node,
    fragments: Object.entries(fragments).map(([fragment, nodes]) => ({
      object: "fragment",
      fragment,
      nodes,
    })),
  };
}
