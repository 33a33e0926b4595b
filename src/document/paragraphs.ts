/** Documents of plain paragraphs. */
import type { Document } from "../contract/document.model.ts";

/** @param texts the text of each paragraph, without formatting */
export function buildParagraphs(texts: readonly string[]): Document {
  return {
    object: "document",
    data: { schemaVersion: 1 },
    nodes: texts.map((text) => ({
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
    })),
  };
}
