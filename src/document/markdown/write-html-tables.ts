/**
 * HTML tables as the hosted platform writes them, for tables that Markdown cannot express: cards,
 * column widths, typed columns, and cells with lists or other blocks.
 */
import type { Leaf, Node } from "../../contract/document.model.ts";
import { findOwn } from "../../json/own-members.ts";
import { encodeAttributeValue, encodeCharacters } from "../html/characters.ts";
import { getAddress } from "../reference-address.ts";
import { asReference } from "../references.ts";
import { collectText } from "../walk.ts";
import { formatButton, formatIcon, formatImage } from "./write-html-inlines.ts";

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

interface CellMerge {
  /** The cell at the top left. */
  readonly anchor: { readonly record: string; readonly column: string };
  readonly rowSpan: number;
  readonly colSpan: number;
}

export interface HtmlTableSource {
  readonly merges: readonly CellMerge[];
  readonly fullWidth: boolean;
  readonly search: boolean | undefined;
  readonly view: HtmlView;
  readonly definition: Readonly<Record<string, HtmlColumn>>;
  readonly rows: readonly {
    readonly id: string;
    readonly values?: Readonly<Record<string, unknown>>;
  }[];
  readonly texts: ReadonlyMap<string | undefined, Node>;
}

const plainTypes = new Set(["text", "undefined"]);

/** Whether a Markdown table would lose a part of it. */
export function needsHtml(source: HtmlTableSource): boolean {
  const { view, definition, texts } = source;
  if (source.fullWidth || source.search !== undefined || source.merges.length > 0) return true;
  const shown = view.columns ?? Object.keys(definition);
  if (view.type === "cards" || view.hideHeader === true) return true;
  if (Object.keys(view.columnWidths ?? {}).length > 0) return true;
  if (Object.keys(definition).some((id) => !shown.includes(id))) return true;
  if (Object.values(definition).some(({ type }) => !plainTypes.has(String(type)))) return true;
  return [...texts.values()].some(({ nodes = [] }) =>
    nodes.some(({ type, object }) => object === "block" && type !== "paragraph"),
  );
}

export function formatHtmlTable(source: HtmlTableSource): string {
  const { view, definition, rows, texts } = source;
  const shown = view.columns ?? Object.keys(definition);
  const columns = [...shown, ...Object.keys(definition).filter((id) => !shown.includes(id))];
  const isCards = view.type === "cards";
  const header = columns.map((id) => {
    const column = definition[id] ?? {};
    const titleText = texts.get(String(column.titleFragment ?? ""));
    const title = titleText
      ? formatCell(titleText.nodes ?? [])
      : encodeCharacters(getText(column.title));
    return `<th${formatColumn(id, column, view, !shown.includes(id))}>${title}</th>`;
  });
  const { spans, covered } = arrangeMerges(source.merges, rows, columns);
  const body = rows.map((row) => {
    const cells = columns.map((id) => {
      const cell = JSON.stringify([row.id, id]);
      if (covered.has(cell)) return "";
      const text = formatValue(row.values?.[id], definition[id] ?? {}, texts);
      return `<td${spans.get(cell) ?? ""}${formatAlignment(definition[id])}>${text}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  const size = isCards && view.cardSize === "large" ? ' data-card-size="large"' : "";
  const cards = isCards ? ' data-view="cards"' : "";
  const head = view.hideHeader === true ? "" : `<thead><tr>${header.join("")}</tr></thead>`;
  const wide = source.fullWidth ? ' data-full-width="true"' : "";
  const search = source.search === undefined ? "" : ` data-search="${source.search}"`;
  return `<table${size}${cards}${wide}${search}>${head}<tbody>${body.join("")}</tbody></table>`;
}

/** Attributes of cells across columns or rows, and the cells that they cover. */
function arrangeMerges(
  merges: readonly CellMerge[],
  rows: HtmlTableSource["rows"],
  columns: readonly string[],
): { readonly spans: ReadonlyMap<string, string>; readonly covered: ReadonlySet<string> } {
  const spans = new Map<string, string>();
  const covered = new Set<string>();
  const ids = rows.map(({ id }) => id);
  for (const { anchor, rowSpan, colSpan } of merges) {
    const [top, left] = [ids.indexOf(anchor.record), columns.indexOf(anchor.column)];
    if (top < 0 || left < 0) continue;
    const [below, right] = [ids.slice(top, top + rowSpan), columns.slice(left, left + colSpan)];
    const cells = below.flatMap((row) => right.map((column) => JSON.stringify([row, column])));
    // Overlapping merges stay apart.
    if (cells.some((cell) => covered.has(cell) || spans.has(cell))) continue;
    const [first = "", ...rest] = cells;
    spans.set(
      first,
      (right.length > 1 ? ` colspan="${right.length}"` : "") +
        (below.length > 1 ? ` rowspan="${below.length}"` : ""),
    );
    for (const cell of rest) covered.add(cell);
  }
  return { spans, covered };
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
    type === "text" ? "" : ` data-type="${encodeAttributeValue(String(type))}"`,
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
    return `<a href="${encodeAttributeValue(url)}">${encodeCharacters(url)}</a>`;
  }
  if (column.type === "select" || column.type === "multi-select") {
    const label = column.options?.find((option) => option.value === value)?.label ?? value;
    const id = getText(value);
    return id === ""
      ? ""
      : `<span data-option="${encodeAttributeValue(id)}">${encodeCharacters(getText(label))}</span>`;
  }
  return encodeCharacters(getText(value));
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
      return `<pre><code>${encodeCharacters(nodes.map(collectText).join("\n"))}</code></pre>`;
    case "divider":
      return "<hr>";
    case "html":
      return String(data.html ?? "");
    case "image":
      return formatImage(data);
    case "images":
      return formatImages(node);
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

export function formatInlines(nodes: readonly Node[]): string {
  return nodes.map(formatInline).join("");
}

function formatInline(node: Node): string {
  const { type, data = {}, nodes = [] } = node;
  if (node.leaves)
    return node.leaves.map(({ text, marks }) => withMarks(encodeCharacters(text), marks)).join("");
  const [ref] = asReference(data.ref);
  switch (type) {
    case "line-break":
      return "<br>";
    case "html":
      return String(data.html ?? "");
    case "inline-image":
      return formatImage(data);
    case "link":
    case "mention": {
      const url = ref ? getAddress(ref) : "";
      const content = formatInlines(nodes) || encodeCharacters(url);
      const mention = type === "mention" ? " data-mention" : "";
      return `<a href="${encodeAttributeValue(url)}"${mention}>${content}</a>`;
    }
    case "button": {
      const [open, close] = formatButton(data);
      return open + encodeCharacters(getText(data.label)) + close;
    }
    case "icon": {
      const [open, text, close] = formatIcon(data);
      return open + encodeCharacters(text) + close;
    }
    case "inline-math":
      return encodeCharacters(`$$${getText(data.formula)}$$`);
    case "expression":
      return `<code class="expression">${encodeCharacters(getText(data.expression))}</code>`;
    default:
      return nodes.length > 0 ? formatInlines(nodes) : encodeCharacters(collectText(node));
  }
}

/** Images of one block have a common container, which also has their settings. */
export function formatImages({ data = {}, nodes = [] }: Node): string {
  const { align, fullWidth, withFrame } = data;
  const settings = [
    align === "left" || align === "right" ? ` align="${align}"` : "",
    fullWidth === true ? ' data-full-width="true"' : "",
    withFrame === true ? ' data-with-frame="true"' : "",
  ].join("");
  const pictures = nodes.map((image) => {
    const caption = (image.fragments ?? [])
      .flatMap((fragment) => fragment.nodes ?? [])
      .map((block) => formatInlines(block.nodes ?? [block]))
      .filter((text) => text !== "")
      .map((text) => `<p>${text}</p>`);
    return `<figure>${formatImage(image.data ?? {})}<figcaption>${caption.join("")}</figcaption></figure>`;
  });
  return settings === "" && nodes.length === 1
    ? pictures.join("")
    : `<div${settings}>${pictures.join(" ")}</div>`;
}

const markElements: Readonly<Record<string, string>> = {
  ...{ bold: "strong", italic: "em", strikethrough: "del", code: "code", keyboard: "kbd" },
  ...{ superscript: "sup", subscript: "sub" },
};

function withMarks(html: string, marks: Leaf["marks"]): string {
  return marks.reduceRight((inside, { type, data = {} }) => {
    const name = findOwn(markElements, type);
    if (name !== undefined) return `<${name}>${inside}</${name}>`;
    if (type !== "color") return inside;
    const style = `color:${data.text ?? "default"};background-color:${data.background ?? "default"};`;
    return `<mark style="${encodeAttributeValue(style)}">${inside}</mark>`;
  }, html);
}
