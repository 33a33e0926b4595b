/** Conversion of a document's table to a syntax tree. */

import type { Html, Table, TableCell, TableRow } from "mdast";
import type { Node } from "../../contract/document.model.ts";
import { ApiError } from "../../errors.ts";
import { getAddress } from "../reference-address.ts";
import { asReference } from "../references.ts";
import { sortRows } from "../row-order.ts";
import type { MarkdownInline } from "./tree.ts";
import { formatHtmlTable, type HtmlTableSource, needsHtml } from "./write-html-tables.ts";
import { writeInlines } from "./write-inlines.ts";

/** Markdown contains every cell, including those that the document omits. */
const mostCells = 100_000;
/** In characters of JSON, because many cells can refer to one text, which Markdown repeats in each. */
const longestCells = 4 * 1024 * 1024;

interface MarkdownTableColumn {
  readonly title?: unknown;
  readonly textAlignment?: unknown;
  readonly titleFragment?: unknown;
  readonly aligned?: unknown;
}

interface MarkdownTableRow {
  readonly orderIndex?: string;
  readonly values?: Record<string, unknown>;
}

/** @returns HTML for a table that a Markdown table cannot express */
export function writeTable(node: Node): Table | Html {
  const { view, definition, records, cellMerges, fullWidth, search } = (node.data ?? {}) as {
    readonly cellMerges?: HtmlTableSource["merges"];
    readonly fullWidth?: unknown;
    readonly search?: unknown;
    readonly view?: { readonly columns?: readonly string[] };
    readonly definition?: Record<string, MarkdownTableColumn>;
    readonly records?: Record<string, MarkdownTableRow>;
  };
  const texts = new Map((node.fragments ?? []).map((fragment) => [fragment.fragment, fragment]));
  const columns = view?.columns ?? Object.keys(definition ?? {});
  const rows = sortRows(Object.entries(records ?? {}).map(([id, record]) => ({ ...record, id })));
  if (columns.length * rows.length > mostCells) {
    throw new ApiError(
      413,
      `The table has ${columns.length} columns and ${rows.length} rows; at most ${mostCells} cells can be written as Markdown. Request the page as a document instead.`,
    );
  }
  refuseRepeatedTexts(columns, rows, texts);
  const source: HtmlTableSource = {
    ...{ view: view ?? {}, definition: definition ?? {}, rows, texts },
    merges: cellMerges ?? [],
    fullWidth: fullWidth === true,
    search: typeof search === "boolean" ? search : undefined,
  };
  if (needsHtml(source)) return { type: "html", value: formatHtmlTable(source) };
  const header = columns.map((id) => {
    const { title, titleFragment } = definition?.[id] ?? {};
    const titleText = texts.get(String(titleFragment ?? ""));
    return createCell(titleText ? listInlines(titleText) : writePlain(title));
  });
  return {
    type: "table",
    align: columns.map((id) => getAlignment(definition?.[id])),
    children: [
      header,
      ...rows.map((row) =>
        columns.map((id) => createCell(parseCellValue(row.values?.[id], texts))),
      ),
    ].map((children): TableRow => ({ type: "tableRow", children })),
  };
}

/** @throws ApiError 413 if the text of all cells exceeds the limit */
function refuseRepeatedTexts(
  columns: readonly string[],
  rows: readonly MarkdownTableRow[],
  texts: ReadonlyMap<string | undefined, Node>,
): void {
  const sizes = new Map<unknown, number>();
  for (const [name, text] of texts) sizes.set(name, JSON.stringify(text).length);
  let characters = 0;
  for (const { values } of rows) {
    for (const id of columns) characters += sizes.get(values?.[id]) ?? 0;
  }
  if (characters > longestCells) {
    throw new ApiError(
      413,
      `The cells of the table have ${characters} characters, because many cells repeat the same text; at most ${longestCells} can be written as Markdown. Request the page as a document instead.`,
    );
  }
}

function createCell(children: MarkdownInline[]): TableCell {
  return { type: "tableCell", children };
}

function getAlignment(column: MarkdownTableColumn | undefined): "left" | "center" | "right" | null {
  const alignment = column?.textAlignment;
  if (column?.aligned === false) return null;
  return alignment === "left" || alignment === "center" || alignment === "right" ? alignment : null;
}

/** A text cell refers to its text; others are shown by value. */
function parseCellValue(
  value: unknown,
  texts: ReadonlyMap<string | undefined, Node>,
): MarkdownInline[] {
  const cellText = typeof value === "string" ? texts.get(value) : undefined;
  if (cellText) return listInlines(cellText);
  const [ref] = asReference(value);
  if (ref)
    return [
      { type: "link", url: getAddress(ref), children: writePlain(getAddress(ref)) as never[] },
    ];
  return writePlain(Array.isArray(value) ? value.join(", ") : value);
}

function writePlain(value: unknown): MarkdownInline[] {
  return ["string", "number", "boolean"].includes(typeof value) && value !== ""
    ? [{ type: "text", value: String(value) }]
    : [];
}

/** A cell is a single line: paragraphs are joined with an HTML line break. */
function listInlines(fragment: Node): MarkdownInline[] {
  return (fragment.nodes ?? []).flatMap((block, at) => [
    ...(at > 0 ? [{ type: "html" as const, value: "<br>" }] : []),
    ...writeInlines(block.nodes ?? []),
  ]);
}
