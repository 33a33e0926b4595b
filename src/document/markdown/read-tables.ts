/** From a table of a syntax tree to the table of a document: columns, records, and the text of each cell. */
import type { Table, TableCell } from "mdast";
import type { Node } from "../../contract/document.model.ts";
import { textIn } from "../walk.ts";
import { type Definitions, readInlines } from "./read-inlines.ts";

/** Ids of columns, records and cells count from 1: `c1`, `r1`, `r1c1`. */
export function readTable(table: Table, definitions: Definitions): Node {
  const [header, ...rows] = table.children;
  const columns = header?.children ?? [];
  const fragments: Node[] = [];
  const keep = (name: string, cell: TableCell) => {
    fragments.push({
      object: "fragment",
      fragment: name,
      nodes: [
        { object: "block", type: "paragraph", nodes: readInlines(cell.children, definitions) },
      ],
    });
    return name;
  };
  const definition = Object.fromEntries(
    columns.map((cell, at) => [`c${at + 1}`, columnOf(cell, at, table, definitions, keep)]),
  );
  const records = Object.fromEntries(
    rows.map((row, number) => {
      const values = Object.fromEntries(
        row.children.map((cell, at) => [`c${at + 1}`, keep(`r${number + 1}c${at + 1}`, cell)]),
      );
      return [`r${number + 1}`, { orderIndex: String(number + 1).padStart(6, "0"), values }];
    }),
  );
  const view = { type: "grid", columns: Object.keys(definition), hideHeader: false };
  return {
    object: "block",
    type: "table",
    isVoid: true,
    data: { view, definition, records },
    fragments,
  };
}

function columnOf(
  cell: TableCell,
  at: number,
  { align }: Table,
  definitions: Definitions,
  keep: (name: string, cell: TableCell) => string,
) {
  const nodes = readInlines(cell.children, definitions);
  const title = nodes.map(textIn).join("");
  const plain = nodes.every((node) => node.leaves?.every((leaf) => leaf.marks.length === 0));
  const alignment = align?.[at];
  return {
    id: `c${at + 1}`,
    title,
    type: "text",
    textAlignment: alignment ?? "left",
    // A title is plain text; one that is more is kept as a text of its own.
    ...(!plain && { titleFragment: keep(`c${at + 1}`, cell) }),
    ...(!alignment && { aligned: false }),
  };
}
