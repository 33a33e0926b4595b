/** Conversion of a document table to a PDF table. */
import type { Content, ContentTable } from "pdfmake/interfaces.js";
import type { Node } from "../../../contract/document.model.ts";
import { type PageContext, resolveLinkTarget } from "./book.ts";
import { clean, renderLine } from "./inlines.ts";

interface PdfTableColumn {
  readonly title?: unknown;
  readonly textAlignment?: unknown;
}

interface PdfTableRow {
  readonly orderIndex?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

interface PdfTableData {
  readonly view?: { readonly columns?: readonly string[]; readonly hideHeader?: unknown };
  readonly definition?: Readonly<Record<string, PdfTableColumn>>;
  readonly records?: Readonly<Record<string, PdfTableRow>>;
}

export function renderTable(node: Node, setting: PageContext): Content[] {
  const { view, definition = {}, records = {} }: PdfTableData = node.data ?? {};
  const columns = view?.columns ?? Object.keys(definition);
  if (columns.length === 0) return [];
  const texts = new Map((node.fragments ?? []).map((part) => [part.fragment, part]));
  const rows = Object.values(records).toSorted((one, other) =>
    (one.orderIndex ?? "") < (other.orderIndex ?? "") ? -1 : 1,
  );
  const body = rows.map((row) =>
    columns.map((id) => ({
      stack: renderCell(row.values?.[id], texts, setting),
      alignment: getAlignment(definition[id]),
    })),
  );
  const header = columns.map((id) => ({
    text: clean(String(definition[id]?.title ?? "")),
    bold: true,
    alignment: getAlignment(definition[id]),
  }));
  const withHeader = view?.hideHeader !== true || body.length === 0;
  const table: ContentTable = {
    table: {
      headerRows: withHeader ? 1 : 0,
      widths: columns.map(() => "*"),
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

/** A cell refers to its text; cells of other types show their value. */
function renderCell(
  value: unknown,
  texts: ReadonlyMap<string | undefined, Node>,
  setting: PageContext,
): Content[] {
  const textNodes = typeof value === "string" ? texts.get(value) : undefined;
  if (textNodes)
    return (textNodes.nodes ?? []).map((block) => renderLine(block.nodes ?? [], setting));
  const target = resolveLinkTarget(value, setting);
  if (target) return [{ text: "link" in target ? target.link : "→", ...target }];
  const plain = Array.isArray(value) ? value.join(", ") : value;
  const isPlain = ["string", "number", "boolean"].includes(typeof plain);
  return [{ text: isPlain ? clean(String(plain)) : "" }];
}
