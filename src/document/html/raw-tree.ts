/** Tree of author-written HTML, whose elements may contain blocks of the surrounding text. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import type { Node } from "../../contract/document.model.ts";
import { findOwn } from "../../json/own-members.ts";
import { buildPieces, type HtmlPiece } from "./tags.ts";

/** Resolves a URL in the text. */
export type ResolveUrl = (url: string) => ContentReference;

export interface RawElement {
  readonly kind: "element";
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: RawItem[];
}

export type RawItem =
  | RawElement
  | { readonly kind: "text"; readonly text: string }
  /** A block or inline node between two pieces of HTML. */
  | { readonly kind: "node"; readonly node: Node };

/** Elements without content. */
const empty = new Set("br hr wbr img col source input area embed track".split(" "));

/** Elements that are closed by the start of another one, up to a container. */
const implied: Readonly<Record<string, { readonly closes: string; readonly within: string }>> = {
  li: { closes: "li", within: "ul ol" },
  dt: { closes: "dt dd", within: "dl" },
  dd: { closes: "dt dd", within: "dl" },
  td: { closes: "td th", within: "tr table" },
  th: { closes: "td th", within: "tr table" },
  tr: { closes: "tr td th", within: "table" },
  thead: { closes: "thead tbody tfoot tr td th", within: "table" },
  tbody: { closes: "thead tbody tfoot tr td th", within: "table" },
  tfoot: { closes: "thead tbody tfoot tr td th", within: "table" },
  option: { closes: "option", within: "select" },
};

/** Elements that end an open paragraph. */
const endsParagraph = new Set(
  (
    "p div section article ul ol dl table blockquote pre figure hr h1 h2 h3 h4 h5 h6 details " +
    "header footer main nav aside form fieldset address center"
  ).split(" "),
);

/** Deeper elements are omitted, and their content belongs to the enclosing element. */
const deepest = 64;

/** @param nodes HTML of a sequence is one source: an element may be closed by a later node */
export function parseRawTree(nodes: readonly Node[]): RawItem[] {
  const root: RawElement = { kind: "element", name: "", attributes: new Map(), children: [] };
  const open: RawElement[] = [root];
  const top = () => open.at(-1) ?? root;

  const closeTo = (names: readonly string[], within: readonly string[]) => {
    const from = open.findLastIndex(({ name }) => within.includes(name));
    for (let at = Math.max(1, from + 1); at < open.length; at++) {
      if (names.includes(open[at]?.name ?? "")) {
        open.length = at;
        return;
      }
    }
  };
  const start = ({ name, attributes, isClosed }: Extract<HtmlPiece, { kind: "open" }>) => {
    const rule = findOwn(implied, name);
    if (rule) closeTo(rule.closes.split(" "), rule.within.split(" "));
    if (endsParagraph.has(name) && top().name === "p") open.pop();
    const element: RawElement = { kind: "element", name, attributes, children: [] };
    top().children.push(element);
    if (!empty.has(name) && !(isClosed && name === "a") && open.length < deepest) {
      open.push(element);
    }
  };
  const end = (name: string) => {
    const at = open.findLastIndex((element) => element.name === name);
    // A cell is not closed from within a nested table.
    const table = open.findLastIndex((element) => element.name === "table");
    if (at > 0 && at >= table) open.length = at;
  };

  for (const node of nodes) {
    if (node.type !== "html") {
      top().children.push({ kind: "node", node });
      continue;
    }
    for (const piece of buildPieces(String(node.data?.html ?? ""))) {
      if (piece.kind === "open") start(piece);
      else if (piece.kind === "close") end(piece.name);
      else top().children.push({ kind: "text", text: piece.text });
    }
  }
  return root.children;
}

/** Elements of these names below an item, without those in a nested table. */
export function findElements(items: readonly RawItem[], names: readonly string[]): RawElement[] {
  return items.flatMap((item) => {
    if (item.kind !== "element") return [];
    if (names.includes(item.name)) return [item];
    return item.name === "table" ? [] : findElements(item.children, names);
  });
}

/** Whether an `<i>` is an icon of a font, as in `fa-rocket`; its content repeats the name. */
export function isIconClass(names: string): boolean {
  return /(?:^|\s)fa-[a-z\d-]+(?:\s|$)/.test(names);
}

/** The text of items without markup. */
export function getRawText(items: readonly RawItem[]): string {
  return items
    .map((item) =>
      item.kind === "text" ? item.text : item.kind === "element" ? getRawText(item.children) : "",
    )
    .join("");
}
