/**
 * Conversion to blocks of the hosted platform, for clients that ignore other blocks: Markdown-only
 * content becomes its nearest equivalent.
 */
import type { Document, Node } from "../contract/document.model.ts";
import { toDescribedData } from "./block-attributes.ts";
import { collectFootnotes, type Footnote, getFootnoteName } from "./footnotes.ts";
import { createTextNode, formatHeading } from "./html/raw-blocks.ts";
import type { ResolveUrl } from "./html/raw-tree.ts";
import { toReadableNodes } from "./readable-blocks.ts";
import { mapNodes } from "./walk.ts";

/** @param find resolves URLs in HTML */
export function inPublishedBlocks(document: Document, find: ResolveUrl): Document {
  const footnotes = collectFootnotes(document);

  function published(node: Node, isInNote = false): Node | readonly Node[] {
    const { type = "" } = node;
    if (node.object === "text") return inOneLine(node);
    switch (type) {
      case "heading-4":
      case "heading-5":
      case "heading-6":
        return { ...node, type: formatHeading(3) };
      case "line-break":
        return createTextNode("\n");
      case "updates":
      case "update":
      case "column":
      case "image":
        return { ...node, data: toDescribedData(node) };
      case "footnote-reference": {
        const footnote = footnotes.get(getFootnoteName(node));
        return footnote ? getNote(footnote, isInNote) : [];
      }
      case "footnote-definition":
        return [];
      default:
        return node;
    }
  }

  /** A footnote within a footnote becomes its number, because it may refer to itself. */
  function getNote({ number, nodes }: Footnote, isInNote: boolean): Node {
    const text = createTextNode(String(number), ["superscript"]);
    if (isInNote) return text;
    const body = mapNodes(toReadableNodes(nodes, find), (node) => published(node, true));
    return {
      object: "inline",
      type: "annotation",
      isVoid: false,
      nodes: [text],
      fragments: [{ object: "fragment", type: "annotation-body", nodes: body }],
    };
  }

  const nodes = toReadableNodes(document.nodes, find);
  return { ...document, nodes: mapNodes(nodes, (node) => published(node)).map(withVoidness) };
}

/** The description requires `isVoid` of most blocks. */
function withVoidness(node: Node): Node {
  const isOpen = node.object === "block" && node.isVoid === undefined;
  const nodes = node.nodes?.map(withVoidness);
  const fragments = node.fragments?.map(withVoidness);
  return {
    ...node,
    ...(isOpen && { isVoid: false }),
    ...(nodes && { nodes }),
    ...(fragments && { fragments }),
  };
}

/**
 * Soft line breaks become spaces, because the hosted platform would display them as line breaks.
 */
function inOneLine(text: Node): Node {
  const leaves = text.leaves?.map((leaf) => ({ ...leaf, text: leaf.text.replaceAll("\n", " ") }));
  return { ...text, ...(leaves && { leaves }) };
}
