/** Conversion of a document table to a PDF table. */

import type { Content, ContentTable } from "pdfmake/interfaces.js";
import type { Node } from "../../../contract/document.model.ts";
import { sortRows } from "../../../document/row-order.ts";
import { describeTarget, type PageContext, resolveLinkTarget } from "./book.ts";
import { toTextContent } from "./text.ts";

/** Converts the blocks of a cell. */
type RenderCellBlocks = (nodes: readonly Node[], setting: PageContext) => Content[];

interface PdfTableColumn {
  readonly title?: unknown;
  readonly type?: unknown;
  readonly max?: unknown;
  readonly textAlignment?: unknown;
  readonly options?: readonly { readonly value?: unknown; readonly label?: unknown }[];
}

interface PdfTableRow {
  readonly orderIndex?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

interface PdfTableData {
  readonly view?: {
    readonly type?: unknown;
    readonly columns?: readonly string[];
    readonly hideHeader?: unknown;
    readonly targetDefinition?: unknown;
    readonly columnWidths?: Readonly<Record<string, number>>;
  };
  readonly definition?: Readonly<Record<string, PdfTableColumn>>;
  readonly records?: Readonly<Record<string, PdfTableRow>>;
}

/** Cards are a table without a header, whose last column is the link of the card. */
export function renderTable(
  node: Node,
  setting: PageContext,
  renderBlocks: RenderCellBlocks,
): Content[] {
  const { view, definition = {}, records = {} }: PdfTableData = node.data ?? {};
  const target = view?.type === "cards" ? view.targetDefinition : undefined;
  const shown = view?.columns ?? Object.keys(definition);
  const columns =
    typeof target === "string" && !shown.includes(target) ? [...shown, target] : shown;
  if (columns.length === 0) return [];
  const cellContext = { texts: new Map<string | undefined, Node>(), setting, renderBlocks };
  for (const part of node.fragments ?? []) cellContext.texts.set(part.fragment, part);
  const rows = sortRows(Object.values(records));
  const body = rows.map((row) =>
    columns.map((id) => ({
      stack: renderCell(row.values?.[id], definition[id], cellContext),
      alignment: getAlignment(definition[id]),
    })),
  );
  const header = columns.map((id) => ({
    text: toTextContent(String(definition[id]?.title ?? ""), setting),
    bold: true,
    alignment: getAlignment(definition[id]),
  }));
  const isHeadless = view?.hideHeader === true || view?.type === "cards";
  const withHeader = !isHeadless || body.length === 0;
  const table: ContentTable = {
    table: {
      headerRows: withHeader ? 1 : 0,
      widths: computeWidths(columns, view?.columnWidths ?? {}),
      body: withHeader ? [header, ...body] : body,
    },
    layout: "lightHorizontalLines",
    margin: [0, 4, 0, 8],
  };
  return [table];
}

function getAlignment(column: PdfTableColumn | undefined): "left" | "center" | "right" {
  const alignment = column?.textAlignment;
  return alignment === "center" || alignment === "right" ? alignment : "left";
}

/** The width of a page in points. */
const pageWidth = 483;

/** Widths in pixels as points; columns without one share the rest. */
function computeWidths(
  columns: readonly string[],
  widths: Readonly<Record<string, number>>,
): ("*" | number)[] {
  const points = columns.map((id) => (widths[id] ?? 0) * 0.75);
  const total = points.reduce((sum, width) => sum + width, 0);
  const isFull = points.every((width) => width > 0);
  const most = isFull ? pageWidth : pageWidth * 0.7;
  const scale = total > most ? most / total : 1;
  return points.map((width) => (width > 0 ? width * scale : "*"));
}

interface CellContext {
  readonly texts: ReadonlyMap<string | undefined, Node>;
  readonly setting: PageContext;
  readonly renderBlocks: RenderCellBlocks;
}

/** A cell refers to its text; cells of other types show their value. */
function renderCell(
  value: unknown,
  column: PdfTableColumn | undefined,
  { texts, setting, renderBlocks }: CellContext,
): Content[] {
  const textNodes = typeof value === "string" ? texts.get(value) : undefined;
  if (textNodes) {
    const content = renderBlocks(textNodes.nodes ?? [], setting);
    return content.length > 0 ? content : [{ text: "" }];
  }
  if (column?.type === "checkbox") return [{ text: value === true ? "☑" : "☐" }];
  if (column?.type === "rating") {
    return [{ text: value === undefined ? "" : `${value} / ${column.max ?? 5}` }];
  }
  const parts = [value].flat().map((one) => describeCellValue(one, column, setting));
  const target = resolveLinkTarget(value, setting);
  const text = toTextContent(parts.filter((part) => part !== "").join(", "), setting);
  return [{ text, ...target }];
}

function describeCellValue(
  value: unknown,
  column: PdfTableColumn | undefined,
  setting: PageContext,
): string {
  const target = describeTarget(value, setting);
  if (target !== undefined) return target;
  if (column?.type === "files" && typeof value === "string") {
    return setting.book.files?.[value] ?? value;
  }
  const label = column?.options?.find((option) => option.value === value)?.label ?? value;
  return ["string", "number", "boolean"].includes(typeof label) ? String(label) : "";
}
