/** The columns of lists and records, and which of them are printed. */
import { leafPathsOf } from "./path.ts";
import type { Row } from "./row.ts";

/** A column of a list, or a line of a record. */
export interface Column {
  readonly header: string;
  /** The dotted path in the item. */
  readonly path: string;
  readonly as?: "text" | "time" | "number" | "flag" | "list";
  /** What people read instead of null, if null has a meaning: "guest". */
  readonly nothing?: string;
  /** May be shortened before the other columns. */
  readonly wide?: boolean;
}

/** The columns to print: the chosen fields, else the command's columns, else all fields that are not objects. */
export function columnsFor(
  fields: readonly string[],
  columns: readonly Column[],
  rows: readonly Row[],
): readonly Column[] {
  if (fields.length > 0) {
    return fields.map((path) => columns.find((column) => column.path === path) ?? named(path));
  }
  return columns.length > 0 ? columns : [...new Set(rows.flatMap(leafPathsOf))].map(named);
}

function named(path: string): Column {
  return { header: path, path, wide: true };
}
