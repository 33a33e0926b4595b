/**
 * HTML tables as the hosted platform writes them, for tables that Markdown cannot express: cards,
 * column widths, typed columns, and cells with lists or other blocks.
 */
import type { Leaf, Node } from "../../contract/document.model.ts";
import { encoded, encodedValue } from "../html/characters.ts";
import { getAddress } from "../reference-address.ts";
import { asReference } from "../references.ts";
import { textIn } from "../walk.ts";

interface HtmlColumn {
  readonly title?: unknown;
  readonly type?: unknown;
  readonly max?: unknown;
  readonly textAlignment?: unknown;
  readonly titleFragment?: unknown;
  readonly options?: readonly { readonly value?: unknown; readonly label?: unknown }[];
}

interface HtmlView {
  readonly type?: unknown;
  readonly columns?: readonly string[];
  readonly hideHeader?: unknown;
  readonly cardSize?: unknown;
  readonly columnWidths?: Readonly<Record<string, number>>;
  readonly targetDefinition?: unknown;
  readonly coverDefinition?: unknown;
  readonly coverDefinitionDark?: unknown;
}

export interface HtmlTableSource {
  readonly view: HtmlView;
  readonly definition: Readonly<Record<string, HtmlColumn>>;
  readonly rows: readonly { readonly values?: Readonly<Record<string, unknown>> }[];
  readonly texts: ReadonlyMap<string | undefined, Node>;
}

const plainTypes = new Set(["text", "undefined"]);

/** Whether a Markdown table would lose a part of it. */
export function needsHtml({ view, definition, texts }: HtmlTableSource): boolean {
  const shown = view.columns ?? Object.keys(definition);
  if (view.type === "cards" || view.hideHeader === true) return true;
  if (Object.keys(view.columnWidths ?? {}).length > 0) return true;
  if (Object.keys(definition).some((id) => !shown.includes(id))) return true;
  if (Object.values(definition).some(({ type }) => !plainTypes.has(String(type)))) return true;
  return [...texts.values()].some(({ nodes = [] }) =>
    nodes.some(({ type, object }) => object === "block" && type !== "paragraph"),
  );
}

export function formatHtmlTable({ view, definition, rows, texts }: HtmlTableSource): string {
  const shown = view.columns ?? Object.keys(definition);
  const columns = [...shown, ...Object.keys(definition).filter((id) => !shown.includes(id))];
  const isCards = view.type === "cards";
  const header = columns.map((id) => {
    const column = definition[id] ?? {};
    const titleText = texts.get(String(column.titleFragment ?? ""));
    const title = titleText ? formatCell(titleText.nodes ?? []) : encoded(getText(column.title));
    return `<th${formatColumn(id, column, view, !shown.includes(id))}>${title}</th>`;
  });
  const body = rows.map((row) => {
    const cells = columns.map((id) => {
      const text = formatValue(row.values?.[id], definition[id] ?? {}, texts);
      return `<td${formatAlignment(definition[id])}>${text}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  const size = isCards && view.cardSize === "large" ? ' data-card-size="large"' : "";
  const cards = isCards ? ' data-view="cards"' : "";
  const head = view.hideHeader === true ? "" : `<thead><tr>${header.join("")}</tr></thead>`;
  return `<table${size}${cards}>${head}<tbody>${body.join("")}</tbody></table>`;
}

function formatColumn(id: string, column: HtmlColumn, view: HtmlView, isHidden: boolean): string {
  const { type = "text", max } = column;
  const width = view.columnWidths?.[id];
  const roles = [
    [view.targetDefinition, " data-card-target"],
    [view.coverDefinition, " data-card-cover"],
    [view.coverDefinitionDark, " data-card-cover-dark"],
  ] as const;
  return [
    width === undefined ? "" : ` width="${width}"`,
    formatAlignment(column),
    isHidden ? " data-hidden" : "",
    ...roles.map(([name, attribute]) => (name === id ? attribute : "")),
    type === "text" ? "" : ` data-type="${encodedValue(String(type))}"`,
    type === "rating" && typeof max === "number" ? ` data-max="${max}"` : "",
  ].join("");
}

function formatAlignment(column: HtmlColumn | undefined): string {
  const alignment = column?.textAlignment;
  return alignment === "center" || alignment === "right" ? ` align="${alignment}"` : "";
}

function formatValue(value: unknown, column: HtmlColumn, texts: HtmlTableSource["texts"]): string {
  const text = typeof value === "string" ? texts.get(value) : undefined;
  if (text) return formatCell(text.nodes ?? []);
  if (Array.isArray(value)) return value.map((one) => formatValue(one, column, texts)).join(" ");
  const written = typeof value === "object" && value !== null && "ref" in value ? value.ref : value;
  const [ref] = asReference(
    column.type === "files" && typeof value === "string" ? { kind: "file", file: value } : written,
  );
  if (ref) {
    const url = getAddress(ref);
    return `<a href="${encodedValue(url)}">${encoded(url)}</a>`;
  }
  if (column.type === "select" || column.type === "multi-select") {
    const label = column.options?.find((option) => option.value === value)?.label ?? value;
    const id = getText(value);
    return id === ""
      ? ""
      : `<span data-option="${encodedValue(id)}">${encoded(getText(label))}</span>`;
  }
  return encoded(getText(value));
}

function getText(value: unknown): string {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

/** A single paragraph has no element of its own. */
function formatCell(nodes: readonly Node[]): string {
  const [only] = nodes;
  const html =
    nodes.length === 1 && only?.type === "paragraph"
      ? formatInlines(only.nodes ?? [])
      : nodes.map(formatBlock).join("");
  // A line break would end the table at a blank line.
  return html.replace(/\n/g, "<br>");
}

function formatBlock(node: Node): string {
  const { type = "", data = {}, nodes = [], fragments = [] } = node;
  const level = /^heading-([1-6])$/.exec(type)?.[1];
  if (level !== undefined) return `<h${level}>${formatInlines(nodes)}</h${level}>`;
  switch (type) {
    case "paragraph":
      return `<p>${formatInlines(nodes)}</p>`;
    case "list-ordered": {
      const start = typeof data.start === "number" ? ` start="${data.start}"` : "";
      return `<ol${start}>${nodes.map(formatItem).join("")}</ol>`;
    }
    case "list-unordered":
    case "list-tasks":
      return `<ul>${nodes.map(formatItem).join("")}</ul>`;
    case "blockquote":
      return `<blockquote>${nodes.map(formatBlock).join("")}</blockquote>`;
    case "code":
      return `<pre><code>${encoded(nodes.map(textIn).join("\n"))}</code></pre>`;
    case "divider":
      return "<hr>";
    case "html":
      return String(data.html ?? "");
    case "image":
      return formatImage(data);
    case "images": {
      const caption = nodes.flatMap((image) => image.fragments ?? []).map(formatBlock);
      const images = nodes.map((image) => formatImage(image.data ?? {}));
      return `<figure>${images.join("")}<figcaption>${caption.join("")}</figcaption></figure>`;
    }
    default: {
      const below = [...nodes, ...fragments];
      const hasBlocks = below.some(({ object }) => object === "block" || object === "fragment");
      if (hasBlocks) return below.map(formatBlock).join("");
      const text = formatInlines(below.length > 0 ? below : [node]);
      return text === "" ? "" : `<p>${text}</p>`;
    }
  }
}

function formatItem({ nodes = [] }: Node): string {
  return `<li>${formatCell(nodes)}</li>`;
}

function formatInlines(nodes: readonly Node[]): string {
  return nodes.map(formatInline).join("");
}

function formatInline(node: Node): string {
  const { type, data = {}, nodes = [] } = node;
  if (node.leaves)
    return node.leaves.map(({ text, marks }) => withMarks(encoded(text), marks)).join("");
  const [ref] = asReference(data.ref);
  switch (type) {
    case "line-break":
      return "<br>";
    case "html":
      return String(data.html ?? "");
    case "inline-image":
      return formatImage(data);
    case "link":
    case "mention":
    case "button": {
      const url = ref ? getAddress(ref) : "";
      const content = formatInlines(nodes) || encoded(getText(data.label) || url);
      return `<a href="${encodedValue(url)}">${content}</a>`;
    }
    case "inline-math":
      return encoded(`$$${getText(data.formula)}$$`);
    case "expression":
      return `<code class="expression">${encoded(getText(data.expression))}</code>`;
    default:
      return nodes.length > 0 ? formatInlines(nodes) : encoded(textIn(node));
  }
}

function formatImage({ ref: written, alt, width, height, size }: Record<string, unknown>): string {
  const [ref] = asReference(written);
  const attributes = {
    alt: getText(alt),
    width,
    height,
    "data-size": size === "line" ? size : undefined,
  };
  const rest = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? "" : ` ${name}="${encodedValue(String(value))}"`,
  );
  return `<img src="${encodedValue(ref ? getAddress(ref) : "")}"${rest.join("")}>`;
}

const markElements: Readonly<Record<string, string>> = {
  ...{ bold: "strong", italic: "em", strikethrough: "del", code: "code", keyboard: "kbd" },
  ...{ superscript: "sup", subscript: "sub" },
};

function withMarks(html: string, marks: Leaf["marks"]): string {
  return marks.reduceRight((inside, { type, data = {} }) => {
    const name = Object.hasOwn(markElements, type) ? markElements[type] : undefined;
    if (name !== undefined) return `<${name}>${inside}</${name}>`;
    if (type !== "color") return inside;
    const style = `color:${data.text ?? "default"};background-color:${data.background ?? "default"};`;
    return `<mark style="${encodedValue(style)}">${inside}</mark>`;
  }, html);
}
