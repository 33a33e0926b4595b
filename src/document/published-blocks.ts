/**
 * Conversion to blocks of the hosted platform, for clients that ignore other blocks: Markdown-only
 * content becomes its nearest equivalent.
 */
import type { Document, Node } from "../contract/document.model.ts";
import { type Footnote, footnoteName, footnotesIn } from "./footnotes.ts";
import { formatHeading, parseRawBlocks, type ResolveUrl, textNode } from "./html/raw-blocks.ts";
import { mappedNodes } from "./walk.ts";

/** @param find resolves URLs in HTML */
export function inPublishedBlocks(document: Document, find: ResolveUrl): Document {
  const footnotes = footnotesIn(document);

  function published(node: Node, isInNote = false): Node | readonly Node[] {
    const { type = "", data = {}, nodes = [] } = node;
    if (node.object === "text") return inOneLine(node);
    switch (type) {
      case "heading-4":
      case "heading-5":
      case "heading-6":
        return { ...node, type: formatHeading(3) };
      case "line-break":
        return textNode("\n");
      case "html": {
        const source = String(data.html ?? "");
        if (node.object === "block") return parseRawBlocks(source, find);
        return /^<br\b/i.test(source) ? textNode("\n") : [];
      }
      case "footnote-reference": {
        const footnote = footnotes.get(footnoteName(node));
        return footnote ? getNote(footnote, isInNote) : [];
      }
      case "footnote-definition":
      case "tag":
        return [];
      case "tag-block":
        return nodes;
      default:
        return node;
    }
  }

  /** A footnote within a footnote becomes its number, because it may refer to itself. */
  function getNote({ number, nodes }: Footnote, isInNote: boolean): Node {
    const text = textNode(String(number), ["superscript"]);
    if (isInNote) return text;
    const body = mappedNodes(nodes, (node) => published(node, true));
    return {
      object: "inline",
      type: "annotation",
      isVoid: false,
      nodes: [text],
      fragments: [{ object: "fragment", type: "annotation-body", nodes: body }],
    };
  }

  return { ...document, nodes: mappedNodes(document.nodes, (node) => published(node)) };
}

/**
 * Soft line breaks become spaces, because the hosted platform would display them as line breaks.
 */
function inOneLine(text: Node): Node {
  const leaves = text.leaves?.map((leaf) => ({ ...leaf, text: leaf.text.replaceAll("\n", " ") }));
  return { ...text, ...(leaves && { leaves }) };
}
