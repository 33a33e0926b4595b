/** What can be pointed at in a rich text, each by an id of its own: headings, tabs, marks in HTML. */

import type { Document, Node } from "../contract/document.model.ts";
import { Slugger } from "./slugs.ts";
import { nodesOf, textIn } from "./walk.ts";

export interface Anchor {
  readonly id: string;
  readonly title: string;
}

/**
 * The ids are made of the titles as Git hosts make them, with a number if the id is taken.
 * An id that a heading brings along wins.
 * @returns the anchor of each node that has one, in the order of the text
 */
export function anchorsOf(document: Document): Map<Node, Anchor> {
  const slugger = new Slugger();
  const anchors = new Map<Node, Anchor>();
  for (const { node } of nodesOf(document)) {
    const marked = node.type === "html" ? idInHtml(String(node.data?.html ?? "")) : undefined;
    if (marked !== undefined) anchors.set(node, { id: marked, title: "" });
    const title = titleOf(node);
    if (title === undefined) continue;
    const given = node.data?.id ?? node.meta?.id;
    const id = typeof given === "string" && given !== "" ? given : slugger.slug(title);
    if (id !== "") anchors.set(node, { id, title });
  }
  return anchors;
}

/** The id of the first tag that has one, as in `<a id="options"></a>`. */
function idInHtml(html: string): string | undefined {
  for (const [, attributes = ""] of html.matchAll(/<[a-z][a-z0-9]*\s([^<>]*)>/gi)) {
    const [, ...forms] =
      /(?:^|\s)(?:id|name)=(?:"([^"]+)"|'([^']+)'|([^\s"']+))/i.exec(attributes) ?? [];
    const id = forms.find((form) => form !== undefined);
    if (id !== undefined) return id;
  }
  return undefined;
}

function titleOf(node: Node): string | undefined {
  if (node.object !== "block") return undefined;
  if (isHeading(node)) return textIn(node).trim();
  if (node.type === "tabs-item") return String(node.data?.title ?? "");
  if (node.type === "expandable") {
    const title = node.fragments?.find((fragment) => fragment.fragment === "expandable-title");
    return title && textIn(title).trim();
  }
  return undefined;
}

export function isHeading(node: Node): boolean {
  return node.object === "block" && /^heading-[1-6]$/.test(node.type ?? "");
}
