/** Blocks and inline content of author-written HTML, from known elements and text. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import type { Node } from "../../contract/document.model.ts";
import { cardsIn } from "./raw-cards.ts";
import { buildPieces, type HtmlPiece } from "./tags.ts";

/** Resolves a URL in the text. */
export type ResolveUrl = (url: string) => ContentReference;

type OpenTag = Extract<HtmlPiece, { kind: "open" }>;

/** Inline elements; all others end the paragraph. */
const within = new Set(
  (
    "a abbr b bdi bdo cite code data del dfn em font i img ins kbd mark q s samp small span strike " +
    "strong sub sup time u var wbr"
  ).split(" "),
);
const markOf: Readonly<Record<string, string>> = {
  ...{ b: "bold", strong: "bold", i: "italic", em: "italic", code: "code", kbd: "keyboard" },
  ...{ s: "strikethrough", del: "strikethrough", strike: "strikethrough" },
  ...{ sup: "superscript", sub: "subscript" },
};

export function parseRawBlocks(source: string, find: ResolveUrl): Node[] {
  const cards = cardsIn(source);
  if (!cards) return textBlocks(source, find);
  const fragments: Node[] = [];
  const count = cards.reduce((most, { fields }) => Math.max(most, fields.length), 0);
  const columns = Array.from({ length: count }, (_, at) => `c${at + 1}`);
  const records = cards.map(({ target, cover, fields }, row) => {
    const values: [column: string, value: unknown][] = fields.map((field, at) => {
      const fragment = `r${row + 1}c${at + 1}`;
      fragments.push({ object: "fragment", fragment, nodes: textBlocks(field, find) });
      return [`c${at + 1}`, fragment];
    });
    if (target !== undefined) values.push(["target", find(target)]);
    if (cover !== undefined) values.push(["cover", find(cover)]);
    const orderIndex = String(row + 1).padStart(6, "0");
    return [`r${row + 1}`, { orderIndex, values: Object.fromEntries(values) }];
  });
  const definitions = [
    ...columns.map((id) => ({ id, title: "", type: "text", textAlignment: "left" })),
    { id: "target", title: "", type: "content-ref" },
    { id: "cover", title: "", type: "image" },
  ];
  const view = { type: "cards", cardSize: "medium", columns, hideColumnTitle: true };
  const data = {
    view: { ...view, targetDefinition: "target", coverDefinition: "cover" },
    records: Object.fromEntries(records),
    definition: Object.fromEntries(definitions.map((one) => [one.id, one])),
  };
  return [{ object: "block", type: "table", isVoid: true, data, fragments }];
}

/** The text of the HTML, with a block for each element that contains text. */
function textBlocks(source: string, find: ResolveUrl): Node[] {
  const blocks: Node[] = [];
  let type = "paragraph";
  let nodes: Node[] = [];
  /** The open link, whose content has been written already. */
  let link: Node[] | undefined;
  let marks: string[] = [];

  const end = () => {
    if (nodes.length > 0) blocks.push({ object: "block", type, data: {}, nodes });
    [type, nodes, link, marks] = ["paragraph", [], undefined, []];
  };
  const open = ({ name, attributes }: OpenTag) => {
    const mark = markOf[name];
    if (mark !== undefined) marks = [...marks, mark];
    else if (name === "br") nodes.push(textNode("\n"));
    else if (name === "img") {
      const ref = find(attributes.get("src") ?? "");
      const data = { ref, size: "original", caption: "", alt: attributes.get("alt") ?? "" };
      nodes.push({ object: "inline", type: "inline-image", isVoid: true, data });
    } else if (name === "a" && attributes.has("href")) {
      link = [];
      const data = { ref: find(attributes.get("href") ?? "") };
      nodes.push({ object: "inline", type: "link", isVoid: false, data, nodes: link });
    } else if (!within.has(name)) {
      end();
      const level = /^h([1-6])$/.exec(name)?.[1];
      if (level !== undefined) type = formatHeading(Number(level));
      if (name === "hr") blocks.push({ object: "block", type: "divider", isVoid: true, data: {} });
    }
  };
  const close = (name: string) => {
    if (markOf[name] !== undefined) marks = marks.filter((mark) => mark !== markOf[name]);
    else if (name === "a") link = undefined;
    else if (!within.has(name) && name !== "br") end();
  };
  for (const piece of buildPieces(source)) {
    if (piece.kind === "open") open(piece);
    else if (piece.kind === "close") close(piece.name);
    else {
      const text = piece.text.replace(/\s+/g, " ");
      const holder = link ?? nodes;
      if (text.trim() !== "" || holder.length > 0) holder.push(textNode(text, marks));
    }
  }
  end();
  return blocks;
}

/** Three heading levels are available below the page title. */
export function formatHeading(level: number): string {
  return `heading-${Math.min(3, level)}`;
}

export function textNode(text: string, marks: readonly string[] = []): Node {
  const written = marks.map((type) => ({ object: "mark" as const, type }));
  return { object: "text", leaves: [{ object: "leaf", text, marks: written }] };
}
