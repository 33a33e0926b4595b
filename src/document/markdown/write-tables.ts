/** From the table of a document to a table of a syntax tree. */
import type { Table, TableCell, TableRow } from "mdast";
import type { Node } from "../../contract/document.model.ts";
import { Problem } from "../../errors.ts";
import { getAddress } from "../reference-address.ts";
import { asReference } from "../references.ts";
import type { Inline } from "./tree.ts";
import { writeInlines } from "./write-inlines.ts";

/** Markdown writes out every cell, also those that a document does not have. */
const mostCells = 100_000;
/** In characters of JSON: many cells may name one text, which Markdown repeats for each. */
const longestCells = 4 * 1024 * 1024;

interface Column {
  readonly title?: unknown;
  readonly textAlignment?: unknown;
  readonly titleFragment?: unknown;
  readonly aligned?: unknown;
}

interface Row {
  readonly orderIndex?: string;
  readonly values?: Record<string, unknown>;
}

export function writeTable(node: Node): Table {
  const { view, definition, records } = (node.data ?? {}) as {
    readonly view?: { readonly columns?: readonly string[] };
    readonly definition?: Record<string, Column>;
    readonly records?: Record<string, Row>;
  };
  const texts = new Map((node.fragments ?? []).map((fragment) => [fragment.fragment, fragment]));
  const columns = view?.columns ?? Object.keys(definition ?? {});
  const rows = Object.values(records ?? {}).toSorted((one, other) =>
    (one.orderIndex ?? "") < (other.orderIndex ?? "") ? -1 : 1,
  );
  if (columns.length * rows.length > mostCells) {
    throw new Problem(
      413,
      `A table has ${columns.length} columns and ${rows.length} rows; at most ${mostCells} cells are written as Markdown. Ask for the document instead.`,
    );
  }
  refuseRepeatedTexts(columns, rows, texts);
  const header = columns.map((id) => {
    const { title, titleFragment } = definition?.[id] ?? {};
    const own = texts.get(String(titleFragment ?? ""));
    return cell(own ? inlinesIn(own) : plain(title));
  });
  return {
    type: "table",
    align: columns.map((id) => getAlignment(definition?.[id])),
    children: [
      header,
      ...rows.map((row) => columns.map((id) => cell(parseCellValue(row.values?.[id], texts)))),
    ].map((children): TableRow => ({ type: "tableRow", children })),
  };
}

/** @throws Problem 413 for cells that are longer together than a table is */
function refuseRepeatedTexts(
  columns: readonly string[],
  rows: readonly Row[],
  texts: ReadonlyMap<string | undefined, Node>,
): void {
  const sizes = new Map<unknown, number>();
  for (const [name, text] of texts) sizes.set(name, JSON.stringify(text).length);
  let characters = 0;
  for (const { values } of rows) {
    for (const id of columns) characters += sizes.get(values?.[id]) ?? 0;
  }
  if (characters > longestCells) {
    throw new Problem(
      413,
      `The cells of a table have ${characters} characters, as many name the same text; at most ${longestCells} are written as Markdown. Ask for the document instead.`,
    );
  }
}

function cell(children: Inline[]): TableCell {
  return { type: "tableCell", children };
}

function getAlignment(column: Column | undefined): "left" | "center" | "right" | null {
  const alignment = column?.textAlignment;
  if (column?.aligned === false) return null;
  return alignment === "left" || alignment === "center" || alignment === "right" ? alignment : null;
}

/** A cell names its text; one of another kind is shown by what it is. */
function parseCellValue(value: unknown, texts: ReadonlyMap<string | undefined, Node>): Inline[] {
  const own = typeof value === "string" ? texts.get(value) : undefined;
  if (own) return inlinesIn(own);
  const [ref] = asReference(value);
  if (ref)
    return [{ type: "link", url: getAddress(ref), children: plain(getAddress(ref)) as never[] }];
  return plain(Array.isArray(value) ? value.join(", ") : value);
}

function plain(value: unknown): Inline[] {
  return ["string", "number", "boolean"].includes(typeof value) && value !== ""
    ? [{ type: "text", value: String(value) }]
    : [];
}

/** A cell is one line: paragraphs are put one after the other, with a line break in HTML. */
function inlinesIn(fragment: Node): Inline[] {
  return (fragment.nodes ?? []).flatMap((block, at) => [
    ...(at > 0 ? [{ type: "html" as const, value: "<br>" }] : []),
    ...writeInlines(block.nodes ?? []),
  ]);
}
