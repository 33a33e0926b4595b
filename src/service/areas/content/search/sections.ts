/** Sections of a page, which are the units of search. */

import type { Document, Node } from "../../../../contract/document.model.ts";
import { collectAnchors, isHeading } from "../../../../document/anchors.ts";
import { withoutSilentContent } from "../../../../document/html/silent-content.ts";
import { getLabel, writePlainText } from "../../../../document/plain-text.ts";
import { collectText } from "../../../../document/walk.ts";
import type { IndexedSection } from "../../../database/search/engine.ts";

/**
 * Each heading, at any level, begins a section. The text before the first one is a section too,
 * even if it is empty, so that a page is found by its title.
 * @param intro the description of the page
 */
export function listSections(whole: Document, intro = ""): IndexedSection[] {
  const visible = [...withoutSilentContent(whole.nodes)];
  const anchors = collectAnchors({ nodes: visible });
  const sections: { anchor: string; heading: string; texts: string[] }[] = [
    { anchor: "", heading: "", texts: [intro] },
  ];
  const walk = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (isHeading(node)) {
        const { id, title } = anchors.get(node) ?? { id: "", title: collectText(node).trim() };
        sections.push({ anchor: id, heading: title, texts: [] });
      } else if (containsHeading(node)) {
        sections.at(-1)?.texts.push(getLabel(node));
        walk(node.fragments ?? []);
        walk(node.nodes ?? []);
      } else {
        sections.at(-1)?.texts.push(writePlainText([node]));
      }
    }
  };
  walk(visible);
  return sections.map(({ anchor, heading, texts }) => ({
    anchor,
    heading,
    body: texts
      .filter((text) => text !== "")
      .join("\n")
      .trim(),
  }));
}

function containsHeading({ nodes = [], fragments = [] }: Node): boolean {
  return [...nodes, ...fragments].some(
    (inner) => inner.object !== "text" && (isHeading(inner) || containsHeading(inner)),
  );
}
