/** Sections of a page, which are the units of search. */

import type { Document, Node } from "../../../../contract/document.model.ts";
import { collectAnchors, isHeading } from "../../../../document/anchors.ts";
import { stripTags } from "../../../../document/html/strip-tags.ts";
import { textIn } from "../../../../document/walk.ts";
import type { IndexedSection } from "../../../database/search/engine.ts";

/**
 * Each heading, at any level, begins a section. The text before the first one is a section too,
 * even if it is empty, so that a page is found by its title.
 * @param intro the description of the page
 */
export function listSections(document: Document, intro = ""): IndexedSection[] {
  const anchors = collectAnchors(document);
  const sections: { anchor: string; heading: string; texts: string[] }[] = [
    { anchor: "", heading: "", texts: [intro] },
  ];
  const walk = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (isHeading(node)) {
        const { id, title } = anchors.get(node) ?? { id: "", title: textIn(node).trim() };
        sections.push({ anchor: id, heading: title, texts: [] });
      } else if (node.fragments || containsHeading(node)) {
        if (node.type === "tabs-item") sections.at(-1)?.texts.push(String(node.data?.title ?? ""));
        walk(node.fragments ?? []);
        walk(node.nodes ?? []);
      } else {
        sections.at(-1)?.texts.push(toText(node));
      }
    }
  };
  walk(document.nodes);
  return sections.map(({ anchor, heading, texts }) => ({
    anchor,
    heading,
    body: texts
      .filter((text) => text !== "")
      .join("\n")
      .trim(),
  }));
}

function containsHeading(node: Node): boolean {
  return (node.nodes ?? []).some(
    (inner) =>
      inner.object === "block" && (isHeading(inner) || inner.fragments || containsHeading(inner)),
  );
}

/** For HTML, the text between the tags. */
function toText(node: Node): string {
  if (node.type !== "html") return textIn(node);
  return stripTags(String(node.data?.html ?? ""), " ")
    .replace(/\s+/g, " ")
    .trim();
}
