/** The text of a single block, to show it without its document. */
import type { Node } from "../../contract/document.model.ts";
import { writeMarkdown } from "../markdown.ts";
import { textIn } from "../walk.ts";

/** In characters. */
const longestText = 2000;

/** The Markdown of a block; for parts of a block, such as list items, that of their contents. */
export function writeBlock(node: Node): string {
  const isPart = /-(?:item|line|row|cell)$|^(?:tab|step)$/.test(node.type ?? "");
  const inner = node.nodes?.filter(({ object }) => object === "block") ?? [];
  const text =
    isPart && inner.length === 0
      ? textIn(node)
      : writeMarkdown({
          object: "document",
          data: { schemaVersion: 1 },
          nodes: isPart ? inner.flatMap((one) => (isCell(one) ? (one.nodes ?? []) : one)) : [node],
        }).trim();
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

function isCell({ type }: Node): boolean {
  return type === "table-cell";
}
