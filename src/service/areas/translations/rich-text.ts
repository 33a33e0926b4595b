/** The texts of a document that are translated, and the document with others in their place. */
import type { Document, Node } from "../../../contract/document.model.ts";
import { segmentsOf } from "./segments.ts";

/** Blocks and inlines whose content is for machines. */
const machines = new Set([
  "code",
  "code-line",
  "html",
  "math",
  "inline-math",
  "tag",
  "swagger",
  "openapi",
  "embed",
  "content-ref",
]);

/** Settings of nodes that people read. */
const readSettings = ["alt", "label", "title", "caption"] as const;

/** Puts what `change` makes of each text into a copy of the document. */
export function withTexts(document: Document, change: (text: string) => string): Document {
  return { ...document, nodes: document.nodes.map((node) => changed(node, change)) };
}

/** Every text of the document, in its order. */
export function textsIn(document: Document): string[] {
  const texts: string[] = [];
  withTexts(document, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** @param translated by the words of a segment */
export function translatedText(text: string, translated: ReadonlyMap<string, string>): string {
  return segmentsOf(text)
    .map((segment) =>
      segment.translatable ? (translated.get(segment.text) ?? segment.text) : segment.text,
    )
    .join("");
}

function changed(node: Node, change: (text: string) => string): Node {
  if (node.type !== undefined && machines.has(node.type)) return node;
  return {
    ...node,
    ...(node.leaves && {
      leaves: node.leaves.map((leaf) =>
        leaf.marks.some(({ type }) => type === "code")
          ? leaf
          : { ...leaf, text: change(leaf.text) },
      ),
    }),
    ...(node.nodes && { nodes: node.nodes.map((inner) => changed(inner, change)) }),
    ...(node.fragments && { fragments: node.fragments.map((inner) => changed(inner, change)) }),
    ...(node.data && { data: withSettings(node.data, change) }),
  };
}

function withSettings(
  data: Record<string, unknown>,
  change: (text: string) => string,
): Record<string, unknown> {
  const settings = { ...data };
  for (const name of readSettings) {
    const value = settings[name];
    if (typeof value === "string" && value !== "") settings[name] = change(value);
  }
  return settings;
}
