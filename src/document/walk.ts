/** Traversal of a rich text. */
import type { Document, Node } from "../contract/document.model.ts";
import { withoutSilentContent } from "./html/silent-content.ts";

/** All nodes in document order, with the enclosing block (itself for a block). */
export function* listNodes(
  holder: Pick<Document, "nodes">,
  block?: Node,
): Generator<{ readonly node: Node; readonly block: Node | undefined }> {
  for (const node of holder.nodes) {
    const within = node.object === "block" ? node : block;
    yield { node, block: within };
    yield* listNodes({ nodes: node.fragments ?? [] }, within);
    yield* listNodes({ nodes: node.nodes ?? [] }, within);
  }
}

/** All nodes of a text that readers see, in document order. */
export function* listVisibleNodes(nodes: readonly Node[]): Generator<Node> {
  for (const { node } of listNodes({ nodes: [...withoutSilentContent(nodes)] })) yield node;
}

/** The text of a node without marks, as read aloud. */
export function collectText(node: Node): string {
  return node.nodes ? withoutSilentContent([node]).map(joinText).join("") : joinText(node);
}

function joinText(node: Node): string {
  if (node.leaves) return node.leaves.map((leaf) => leaf.text).join("");
  if (node.type === "line-break") return "\n";
  if (node.type === "inline-math" || node.type === "math") return String(node.data?.formula ?? "");
  if (node.type === "emoji") return getEmoji(node.data?.code);
  if (node.type === "button") return String(node.data?.label ?? "");
  if (node.type === "inline-image") return String(node.data?.alt ?? "");
  const between = node.nodes?.some((inner) => inner.object === "block") ? "\n" : "";
  return (node.nodes ?? []).map(joinText).join(between);
}

/** @param code hex code points joined by `-` */
function getEmoji(code: unknown): string {
  if (typeof code !== "string" || !/^[0-9a-f]{1,6}(-[0-9a-f]{1,6})*$/i.test(code)) return "";
  const points = code.split("-").map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff)
    ? points.map((point) => String.fromCodePoint(point)).join("")
    : "";
}

/** A copy with nodes replaced by `change`, innermost first. */
export function mapNodes(
  nodes: readonly Node[],
  change: (node: Node) => Node | readonly Node[],
): Node[] {
  return nodes.flatMap((node) =>
    change({
      ...node,
      ...(node.nodes && { nodes: mapNodes(node.nodes, change) }),
      ...(node.fragments && { fragments: mapNodes(node.fragments, change) }),
    }),
  );
}
