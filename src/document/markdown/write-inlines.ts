/** Conversion of texts with marks and inline nodes to a syntax tree. */
import type { Leaf, Node } from "../../contract/document.model.ts";
import { encodeAttributeValue } from "../html/characters.ts";
import { getAddress } from "../reference-address.ts";
import { asReference } from "../references.ts";
import { collectText } from "../walk.ts";
import type { MarkdownInline } from "./tree.ts";
import { formatButton, formatIcon, formatImage } from "./write-html-inlines.ts";

type Marks = Leaf["marks"];

/** A part without its marks; marks are ordered from the outermost. */
interface Unit {
  readonly marks: Marks;
  readonly parts: readonly MarkdownInline[];
}

export function writeInlines(nodes: readonly Node[]): MarkdownInline[] {
  return nest(nodes.flatMap(toUnits));
}

/** Writes one pair of delimiters around the longest run of parts that share a mark. */
function nest(units: readonly Unit[]): MarkdownInline[] {
  const result: MarkdownInline[] = [];
  for (let at = 0; at < units.length; ) {
    const unit = units[at];
    if (!unit) break;
    const [mark, end] = findWidestMark(units, at);
    if (mark === undefined) {
      for (const part of unit.parts) result.push(part);
      at++;
    } else {
      const inner = units.slice(at, end).map(({ marks, parts }) => ({
        marks: marks.filter((other) => !isSameMark(other, mark)),
        parts,
      }));
      for (const part of wrapInMark(mark, nest(inner))) result.push(part);
      at = end;
    }
  }
  return result;
}

function findWidestMark(units: readonly Unit[], at: number): [Marks[number] | undefined, number] {
  let [best, end]: [Marks[number] | undefined, number] = [undefined, at];
  for (const mark of units[at]?.marks ?? []) {
    let reach = at + 1;
    while (units[reach]?.marks.some((other) => isSameMark(other, mark))) reach++;
    if (reach > end) [best, end] = [mark, reach];
  }
  return [best, end];
}

function isSameMark(one: Marks[number], other: Marks[number]): boolean {
  return one.type === other.type && JSON.stringify(one.data) === JSON.stringify(other.data);
}

function wrapInMark(mark: Marks[number], children: MarkdownInline[]): MarkdownInline[] {
  switch (mark.type) {
    case "italic":
      return [{ type: "emphasis", children }];
    case "bold":
      return [{ type: "strong", children }];
    case "strikethrough":
      return [{ type: "delete", children }];
    case "keyboard":
      return wrapInHtml("<kbd>", children, "</kbd>");
    case "superscript":
      return wrapInHtml("<sup>", children, "</sup>");
    case "subscript":
      return wrapInHtml("<sub>", children, "</sub>");
    case "color": {
      const { text = "default", background = "default" } = mark.data ?? {};
      const style = `color:${text};background-color:${background};`;
      return wrapInHtml(`<mark style="${encodeAttributeValue(style)}">`, children, "</mark>");
    }
    default:
      return children;
  }
}

function wrapInHtml(
  open: string,
  children: readonly MarkdownInline[],
  close: string,
): MarkdownInline[] {
  return [{ type: "html", value: open }, ...children, { type: "html", value: close }];
}

function toUnits(node: Node): Unit[] {
  if (node.leaves) return node.leaves.flatMap(toLeafUnits);
  const { marks = [] } = node;
  return [{ marks, parts: listParts(node, marks) }];
}

function toLeafUnits({ text, marks }: Leaf): Unit[] {
  if (text === "") return [];
  const code = marks.some(({ type }) => type === "code");
  return [
    {
      marks: marks.filter(({ type }) => type !== "code"),
      parts: [{ type: code ? "inlineCode" : "text", value: text }],
    },
  ];
}

function listParts(node: Node, outer: Marks): MarkdownInline[] {
  const { data = {} } = node;
  switch (node.type) {
    case "line-break":
      return [{ type: "break" }];
    case "html":
      return [{ type: "html", value: String(data.html ?? "") }];
    case "inline-math":
      return [{ type: "formula", value: String(data.formula ?? "") }];
    case "expression":
      return wrapInHtml(
        '<code class="expression">',
        [{ type: "text", value: String(data.expression ?? "") }],
        "</code>",
      );
    case "link": {
      const inner = (node.nodes ?? []).map((child) => without(child, outer));
      return [{ type: "link", ...toLinkTarget(data), children: writeInlines(inner) as never[] }];
    }
    case "mention": {
      const { url } = toLinkTarget(data);
      const open = `<a href="${encodeAttributeValue(url)}" data-mention>`;
      return wrapInHtml(open, [{ type: "text", value: url }], "</a>");
    }
    case "inline-image":
      return [writeInlineImage(data)];
    case "button": {
      const [open, close] = formatButton(data);
      return wrapInHtml(open, [{ type: "text", value: String(data.label ?? "") }], close);
    }
    case "icon": {
      const [open, text, close] = formatIcon(data);
      return wrapInHtml(open, [{ type: "text", value: text }], close);
    }
    case "footnote-reference": {
      const identifier = String(data.identifier ?? "");
      const label = typeof data.label === "string" ? data.label : undefined;
      return [{ type: "footnoteReference", identifier, ...(label !== undefined && { label }) }];
    }
    default:
      return node.nodes ? writeInlines(node.nodes) : [{ type: "text", value: collectText(node) }];
  }
}

/** Markdown has no size or dark variant of an image, so such an image is HTML. */
function writeInlineImage(data: Record<string, unknown>): MarkdownInline {
  const [dark] = asReference(data.refDark);
  if (data.size !== "line" && !dark) {
    return { type: "image", ...toLinkTarget(data), alt: String(data.alt ?? "") };
  }
  return { type: "html", value: formatImage(data) };
}

function toLinkTarget(data: Readonly<Record<string, unknown>>): { url: string; title?: string } {
  const [ref] = asReference(data.ref);
  return {
    url: ref ? getAddress(ref) : "",
    ...(typeof data.title === "string" && { title: data.title }),
  };
}

/** Marks around a link are not repeated inside it. */
function without(node: Node, outer: Marks): Node {
  const less = (marks: Marks) =>
    marks.filter((mark) => !outer.some((other) => isSameMark(mark, other)));
  if (node.leaves) {
    return { ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, marks: less(leaf.marks) })) };
  }
  return node.marks ? { ...node, marks: less(node.marks) } : node;
}
