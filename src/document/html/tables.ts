/** HTML of tables, and of tables displayed as cards. */

import type { Node } from "../../contract/document.model.ts";
import { asReference } from "../references.ts";
import { sortRows } from "../row-order.ts";
import { collectText } from "../walk.ts";
import { toSafeUrl } from "./addresses.ts";
import { renderBlockDirection } from "./direction.ts";
import { attribute, element, type Html, type HtmlPart, html, nothing } from "./html.ts";
import { renderImage } from "./media.ts";
import type { HtmlWriter } from "./render-context.ts";

interface HtmlTableColumn {
  readonly title?: unknown;
  readonly type?: unknown;
  readonly textAlignment?: unknown;
  readonly verticalAlignment?: unknown;
  readonly titleFragment?: unknown;
  readonly max?: unknown;
  readonly options?: readonly { readonly value?: unknown; readonly label?: unknown }[];
}

interface HtmlTableRow {
  readonly orderIndex?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

interface HtmlTableView {
  readonly type?: unknown;
  readonly columns?: readonly string[];
  readonly hideHeader?: unknown;
  /** In pixels, by column. */
  readonly columnWidths?: unknown;
  readonly hideColumnTitle?: unknown;
  readonly targetDefinition?: unknown;
  readonly coverDefinition?: unknown;
  readonly coverDefinitionDark?: unknown;
}

interface HtmlTable {
  readonly view: HtmlTableView;
  readonly columns: readonly string[];
  readonly definition: Readonly<Record<string, HtmlTableColumn>>;
  readonly rows: readonly HtmlTableRow[];
  readonly texts: ReadonlyMap<string | undefined, Node>;
}

export function renderTable(node: Node, writing: HtmlWriter): Html {
  const {
    view = {},
    definition = {},
    records = {},
  } = (node.data ?? {}) as {
    readonly view?: HtmlTableView;
    readonly definition?: Readonly<Record<string, HtmlTableColumn>>;
    readonly records?: Readonly<Record<string, HtmlTableRow>>;
  };
  const table: HtmlTable = {
    view,
    definition,
    columns: (Array.isArray(view.columns) ? view.columns : Object.keys(definition)).filter(
      (id) => typeof id === "string",
    ),
    rows: sortRows(Object.values(records)),
    texts: new Map((node.fragments ?? []).map((fragment) => [fragment.fragment, fragment])),
  };
  return view.type === "cards" ? renderCards(table, writing) : renderGrid(table, writing);
}

function renderGrid(
  { view, columns, definition, rows, texts }: HtmlTable,
  writing: HtmlWriter,
): Html {
  const names = columns.map((id) => getColumnClass(definition[id]));
  const header = columns.map((id, at) => {
    const titleText = texts.get(String(definition[id]?.titleFragment ?? ""));
    const title: HtmlPart = titleText
      ? renderFragment(titleText, writing)
      : String(definition[id]?.title ?? "");
    const isEmpty =
      title === "" || (typeof title === "object" && "source" in title && title.source === "");
    // A header without text is omitted.
    return element(
      isEmpty ? "td" : "th",
      [attribute("scope", isEmpty ? undefined : "col"), names[at]],
      title,
    );
  });
  const body = rows.map((row) => {
    const cells = columns.map((id, at) =>
      element("td", names[at], renderCell(row?.values?.[id], definition[id], texts, writing)),
    );
    return html`<tr>${cells}</tr>`;
  });
  const head = view.hideHeader === true ? nothing : html`<thead><tr>${header}</tr></thead>`;
  const titles = columns.map((id) => String(definition[id]?.title ?? "")).join(" ");
  const words = [...texts.values()].map(collectText).join(" ");
  // The header decides, because cells often contain only names and code.
  const isTitled = view.hideHeader !== true && /\p{L}/u.test(titles);
  const dir = renderBlockDirection(isTitled ? titles : words, writing.isRightToLeft);
  return html`<div class="scroll" tabindex="0"${dir}><table>${renderWidths(view, columns)}${head}<tbody>${body}</tbody></table></div>`;
}

const widestColumn = 2000;

/** Columns without a width share the rest. */
function renderWidths({ columnWidths }: HtmlTableView, columns: readonly string[]): Html {
  const widths = new Map<string, unknown>(
    typeof columnWidths === "object" && columnWidths !== null ? Object.entries(columnWidths) : [],
  );
  const columnElements = columns.map((id) => {
    const width = Math.round(Number(widths.get(id)));
    return html`<col${attribute("width", width > 0 ? Math.min(width, widestColumn) : undefined)}>`;
  });
  return widths.size === 0 ? nothing : html`<colgroup>${columnElements}</colgroup>`;
}

function getColumnClass(column: HtmlTableColumn | undefined): Html {
  const { textAlignment, verticalAlignment, type } = column ?? {};
  const isAligned = textAlignment === "center" || textAlignment === "right";
  const isShort = type === "number" && textAlignment === undefined;
  const names = [
    ...(isAligned ? [`to-${textAlignment}`] : isShort ? ["to-right"] : []),
    ...(verticalAlignment === "center" ? ["to-middle"] : []),
    ...(verticalAlignment === "bottom" ? ["to-bottom"] : []),
  ];
  return attribute("class", names.length === 0 ? undefined : names.join(" "));
}

function renderCards(
  { view, columns, definition, rows, texts }: HtmlTable,
  writing: HtmlWriter,
): Html {
  const { targetDefinition: targetId, coverDefinition: coverId } = view;
  const darkId = view.coverDefinitionDark;
  const visibleColumns = columns.filter((id) => ![targetId, coverId, darkId].includes(id));
  const cards = rows.map((row) => {
    const values = row?.values ?? {};
    const cover = findReference(values[String(coverId)]);
    const refDark = findReference(values[String(darkId)]);
    const image =
      cover === undefined ? nothing : renderImage({ ref: cover, refDark }, writing, "cover");
    const fields = visibleColumns.map((id, at) => {
      const text = renderCell(values[id], definition[id], texts, writing);
      if (text.source.trim() === "") return nothing;
      return html`<div${attribute("class", at === 0 ? "title" : undefined)}>${text}</div>`;
    });
    const [ref] = asReference(findReference(values[String(targetId)]));
    const target = ref && writing.find(ref);
    const address = target && toSafeUrl(target.address);
    return renderCard(image, fields, address, target?.title);
  });
  return html`<ul class="cards">${cards}</ul>`;
}

/** With the stylesheet the link covers the whole card; without it, the link is at the end. */
export function renderCard(
  image: Html,
  fields: readonly Html[],
  address: string | undefined,
  title: string | undefined,
): Html {
  const link =
    address === undefined
      ? nothing
      : html`<a class="whole" href="${address}"><span>${title ?? "Open"}</span></a>`;
  return html`<li class="card">${image}<div class="fields">${fields}</div>${link}</li>`;
}

/** A cover or target: a reference, alone, in settings, or in a list of one. */
function findReference(value: unknown): unknown {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof one === "string") return { kind: "file", file: one };
  if (typeof one !== "object" || one === null) return undefined;
  return "ref" in one ? one.ref : one;
}

function renderCell(
  value: unknown,
  column: HtmlTableColumn | undefined,
  texts: HtmlTable["texts"],
  writing: HtmlWriter,
): Html {
  if (typeof value === "string") {
    const cellText = texts.get(value);
    if (cellText) return renderFragment(cellText, writing);
  }
  switch (column?.type) {
    case "checkbox":
      return html`<span class="box">${value === true ? "☑" : "☐"}<span class="unseen">${value === true ? " yes" : " no"}</span></span>`;
    case "rating": {
      const [most, rating] = [parseBound(column.max), parseBound(value)];
      return html`<span class="rating">${"★".repeat(Math.min(rating, most))}${"☆".repeat(Math.max(0, most - rating))}<span class="unseen"> ${rating} of ${most}</span></span>`;
    }
    case "select":
    case "multi-select":
      return html`${[value].flat().map((one) => renderOption(one, column))}`;
    default:
      return renderPlain(value, writing);
  }
}

function parseBound(value: unknown): number {
  return Math.min(10, Math.max(0, Math.round(Number(value ?? 5)) || 0));
}

function renderOption(value: unknown, { options = [] }: HtmlTableColumn): Html {
  const label = options.find((option) => option?.value === value)?.label ?? value;
  return isPlain(label) ? html`<span class="option">${String(label)}</span> ` : nothing;
}

function renderPlain(value: unknown, writing: HtmlWriter): Html {
  if (Array.isArray(value)) {
    const parts = value.map((one) =>
      renderPlain(typeof one === "string" ? findFile(one, writing) : one, writing),
    );
    return html`${parts.map((part, at) => (at === 0 ? part : html`, ${part}`))}`;
  }
  const [ref] = asReference(findReference(value));
  if (ref && typeof value === "object") {
    const target = writing.find(ref);
    const address = target && toSafeUrl(target.address);
    const title = target?.title ?? (ref.kind === "url" ? ref.url : "…");
    return address === undefined ? html`${title}` : html`<a href="${address}">${title}</a>`;
  }
  return isPlain(value) ? html`${String(value)}` : nothing;
}

/** Lists of files contain only ids. */
function findFile(id: string, writing: HtmlWriter): unknown {
  const ref = { kind: "file", file: id } as const;
  return writing.find(ref) ? ref : id;
}

function isPlain(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Text of a cell: a single paragraph without <p>, several with it. */
function renderFragment({ nodes = [] }: Node, writing: HtmlWriter): Html {
  const [only] = nodes;
  if (nodes.length === 1 && only?.type === "paragraph") return writing.inlines(only.nodes ?? []);
  return writing.blocks(nodes);
}
