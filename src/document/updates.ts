/** Entries of the lists of updates in a document, for feeds. */
import type { Document, Node } from "../contract/document.model.ts";
import { type Anchor, isHeading } from "./anchors.ts";
import { listUpdateTags } from "./update-tags.ts";
import { collectText, listVisibleNodes } from "./walk.ts";

export interface PageUpdate {
  /** The anchor of its heading; undefined without one. */
  readonly id: string | undefined;
  /** The heading that begins it; empty without one. */
  readonly title: string;
  /** As written: usually a day or a time in ISO 8601. */
  readonly date: string;
  readonly tags: readonly string[];
  /** The text of each block below the heading. */
  readonly paragraphs: readonly string[];
}

/**
 * @param document with reusable contents inserted and expressions evaluated
 * @param anchors of the same document
 * @returns in document order
 */
export function listUpdates(
  document: Document,
  anchors: ReadonlyMap<Node, Anchor>,
): readonly PageUpdate[] {
  return [...listVisibleNodes(document.nodes)].flatMap((node) =>
    node.type === "update" ? [toUpdate(node, anchors)] : [],
  );
}

function toUpdate({ data = {}, nodes = [] }: Node, anchors: ReadonlyMap<Node, Anchor>): PageUpdate {
  const [first, ...rest] = nodes;
  const heading = first && isHeading(first) ? first : undefined;
  return {
    id: heading && anchors.get(heading)?.id,
    title: heading ? collectText(heading).replace(/\s+/g, " ").trim() : "",
    date: typeof data.date === "string" ? data.date : "",
    tags: listUpdateTags(data.tags),
    paragraphs: (heading ? rest : nodes)
      .map((node) => collectText(node).trim())
      .filter((text) => text !== ""),
  };
}
