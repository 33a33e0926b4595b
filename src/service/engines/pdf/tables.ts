/** Conversion of a document table to a PDF table. */

import type { Content, ContentTable } from "pdfmake/interfaces.js";
import type { Node } from "../../../contract/document.model.ts";
import { sortRows } from "../../../document/row-order.ts";
import { describeTarget, findImage, type PageContext, resolveLinkTarget } from "./book.ts";
import { toTextContent } from "./text.ts";

/** Converts the blocks of a cell. */
type RenderCellBlocks = (nodes: readonly Node[], setting: PageContext) => Content[];

interface PdfTableColumn {
  readonly title?: unknown;
  /** The formatted title, if it is more than plain text. */
  readonly titleFragment?: unknown;
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
    readonly coverDefinition?: unknown;
    readonly coverDefinitionDark?: unknown;
    readonly columnWidths?: Readonly<Record<string, number>>;
  };
  readonly definition?: Readonly<Record<string, PdfTableColumn>>;
  readonly records?: Readonly<Record<string, PdfTableRow>>;
}

/** Cards are a table without a header, with the cover first and the link of the card last. */
export function renderTable(
  node: Node,
  setting: PageContext,
  renderBlocks: RenderCellBlocks,
): Content[] {
  const { view, definition = {}, records = {} }: PdfTableData = node.data ?? {};
  const { cover, columns } = arrangeColumns(view, definition);
  if (columns.length === 0) return [];
  const cellContext = { texts: new Map<string | undefined, Node>(), setting, renderBlocks };
  for (const part of node.fragments ?? []) cellContext.texts.set(part.fragment, part);
  const rows = sortRows(Object.values(records));
  const body = rows.map((row) =>
    columns.map((id) => ({
      stack:
        id === cover
          ? renderCover(unwrapCover(row.values?.[id]), setting)
          : renderCell(row.values?.[id], definition[id], cellContext),
      alignment: getAlignment(definition[id]),
    })),
  );
  const header = columns.map((id) => ({
    ...renderColumnTitle(definition[id], cellContext),
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

function renderColumnTitle(
  column: PdfTableColumn | undefined,
  { texts, setting, renderBlocks }: CellContext,
) {
  const titleText = texts.get(String(column?.titleFragment ?? ""));
  if (titleText) return { stack: renderBlocks(titleText.nodes ?? [], setting) };
  return { text: toTextContent(String(column?.title ?? ""), setting) };
}

/** @returns the columns in the order of the PDF; paper is light, so dark covers are left out */
function arrangeColumns(
  view: PdfTableData["view"],
  definition: Readonly<Record<string, PdfTableColumn>>,
): { readonly cover: string | undefined; readonly columns: readonly string[] } {
  const shown = view?.columns ?? Object.keys(definition);
  if (view?.type !== "cards") return { cover: undefined, columns: shown };
  const { targetDefinition: target, coverDefinition, coverDefinitionDark: dark } = view;
  const cover = typeof coverDefinition === "string" ? coverDefinition : undefined;
  const fields = shown.filter((id) => id !== target && id !== cover && id !== dark);
  const first = cover === undefined ? [] : [cover];
  return { cover, columns: [...first, ...fields, ...(typeof target === "string" ? [target] : [])] };
}

/** The maximum size of a cover in points. */
const largestCover: [number, number] = [110, 110];

/** A cover is a reference, alone, in settings, or in a list of one, or the id of a file. */
function unwrapCover(value: unknown): unknown {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof one === "string") return { kind: "file", file: one };
  return typeof one === "object" && one !== null && "ref" in one ? one.ref : one;
}

/** A cover that is not in the PDF is a link to the image. */
function renderCover(value: unknown, setting: PageContext): Content[] {
  const image = findImage(value, setting);
  if (image !== undefined) return [{ image, fit: largestCover }];
  const text = toTextContent(describeTarget(value, setting) ?? "", setting);
  return [{ text, ...resolveLinkTarget(value, setting) }];
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
