/**
 * Content that is stored as its source, as blocks: HTML, and tags that have a separate block.
 * Every output for readers starts from these blocks.
 */
import type { Node } from "../contract/document.model.ts";
import { buildOperationBlocks, parseFormerOperation } from "./former-api.ts";
import { createTextNode, parseRawBlocks, parseRawInlines } from "./html/raw-blocks.ts";
import type { ResolveUrl } from "./html/raw-tree.ts";
import { withoutSilentContent } from "./html/silent-content.ts";
import { readTag, readTagContent } from "./markdown/tags.ts";

export function toReadableNodes(nodes: readonly Node[], find: ResolveUrl): Node[] {
  return convertSiblings(withoutSilentContent(nodes), find);
}

/** @param nodes HTML may be closed by a later node */
function convertSiblings(nodes: readonly Node[], find: ResolveUrl): Node[] {
  const inner = nodes.flatMap((node) => (node.type === "html" ? [node] : toReadable(node, find)));
  const html = inner.find((node) => node.type === "html");
  if (!html) return inner;
  return html.object === "block" ? parseRawBlocks(inner, find) : parseRawInlines(inner, find);
}

function toReadable(node: Node, find: ResolveUrl): Node[] {
  const { type, data = {} } = node;
  const tag = String(data.tag ?? "");
  if (type === "tag") return readLoneTag(node, tag, find);
  const nodes = node.nodes && convertSiblings(node.nodes, find);
  const fragments = node.fragments?.map((fragment) => ({
    ...fragment,
    nodes: convertSiblings(fragment.nodes ?? [], find),
  }));
  const inner: Node = { ...node, ...(nodes && { nodes }), ...(fragments && { fragments }) };
  if (type !== "tag-block") return [inner];
  const operation = parseFormerOperation(node);
  if (operation) {
    return buildOperationBlocks(operation).flatMap((block) => toReadable(block, find));
  }
  const known = readTagContent(tag, nodes ?? []);
  return known.type === "tag-block" ? (nodes ?? []) : [withTarget(known, find)];
}

/** A tag without content; an unknown one is shown as it is written. */
function readLoneTag(node: Node, tag: string, find: ResolveUrl): Node[] {
  const operation = parseFormerOperation(node);
  if (operation) return buildOperationBlocks(operation);
  const known = readTag(tag);
  if (known.type !== "tag") return [withTarget(known, find)];
  const text = createTextNode(`{% ${tag} %}`, ["code"]);
  return [{ object: "block", type: "paragraph", nodes: [text] }];
}

function withTarget(node: Node, find: ResolveUrl): Node {
  const { ref } = node.data ?? {};
  const isUrl = typeof ref === "object" && ref !== null && "kind" in ref && ref.kind === "url";
  const url = isUrl && "url" in ref ? ref.url : undefined;
  return typeof url === "string" ? { ...node, data: { ...node.data, ref: find(url) } } : node;
}
