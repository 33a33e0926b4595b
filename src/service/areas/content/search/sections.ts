/** Cuts a page into the sections that can be found by themselves. */
import type { Document, Node } from "../../../../contract/document.model.ts";
import { anchorsOf, isHeading } from "../../../../document/anchors.ts";
import { textIn } from "../../../../document/walk.ts";
import type { IndexedSection } from "../../../database/search/engine.ts";

/**
 * A section begins with each heading, at any depth; what stands before the first is a section too,
 * also where it is empty, so that a page is found by its title.
 * @param intro what is said of the page outside its text: its description
 */
export function sectionsOf(document: Document, intro = ""): IndexedSection[] {
  const anchors = anchorsOf(document);
  const sections: { anchor: string; heading: string; texts: string[] }[] = [
    { anchor: "", heading: "", texts: [intro] },
  ];
  const visit = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (isHeading(node)) {
        const { id, title } = anchors.get(node) ?? { id: "", title: textIn(node).trim() };
        sections.push({ anchor: id, heading: title, texts: [] });
      } else if (node.fragments || holdsHeading(node)) {
        if (node.type === "tabs-item") sections.at(-1)?.texts.push(String(node.data?.title ?? ""));
        visit(node.fragments ?? []);
        visit(node.nodes ?? []);
      } else {
        sections.at(-1)?.texts.push(textOf(node));
      }
    }
  };
  visit(document.nodes);
  return sections.map(({ anchor, heading, texts }) => ({
    anchor,
    heading,
    body: texts
      .filter((text) => text !== "")
      .join("\n")
      .trim(),
  }));
}

function holdsHeading(node: Node): boolean {
  return (node.nodes ?? []).some(
    (inner) =>
      inner.object === "block" && (isHeading(inner) || inner.fragments || holdsHeading(inner)),
  );
}

/** Of HTML, what stands between the tags. */
function textOf(node: Node): string {
  if (node.type !== "html") return textIn(node);
  return String(node.data?.html ?? "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
