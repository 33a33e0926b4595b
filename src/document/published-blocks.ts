/**
 * A rich text in the blocks of the hosted platform alone, for programs that show those and leave out
 * everything else: what only Markdown has becomes what comes nearest to it.
 */
import type { Document, Node } from "../contract/document.model.ts";
import { type Footnote, footnoteName, footnotesIn } from "./footnotes.ts";
import { type Find, formatHeading, parseRawBlocks, textNode } from "./html/raw-blocks.ts";
import { mappedNodes } from "./walk.ts";

/** @param find for addresses in HTML */
export function inPublishedBlocks(document: Document, find: Find): Document {
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

  /** A note within a note is its number, as it may lead to itself. */
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

/** Where a line of Markdown ends a text goes on; in the hosted platform's documents it would break there. */
function inOneLine(text: Node): Node {
  const leaves = text.leaves?.map((leaf) => ({ ...leaf, text: leaf.text.replaceAll("\n", " ") }));
  return { ...text, ...(leaves && { leaves }) };
}
