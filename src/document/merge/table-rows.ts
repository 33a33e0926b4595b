/**
 * Tables as blocks with a block for each row, so that rows are merged like blocks. The ids of rows
 * and cells count them, so they do not identify a row in two versions of a table.
 */

import type { Node } from "../../contract/document.model.ts";
import { sortRows, toOrderIndex } from "../row-order.ts";

export const rowType = "table-row";
const cellType = "table-cell";

/** The ids of rows and the fragments of cells, which are not content. */
const origins = new WeakMap<Node, Origin>();

interface Origin {
  readonly id?: string;
  readonly fragment?: Node;
}

/** A merged row or cell keeps the id of this one. */
export function withOrigin(node: Node, from: Node): Node {
  const origin = origins.get(from);
  if (origin) origins.set(node, origin);
  return node;
}

type Members = Readonly<Record<string, unknown>>;

/** @returns undefined for a table with another structure */
export function toRowBlocks(table: Node): Node | undefined {
  const { records, ...data } = table.data ?? {};
  const columns = listColumns(table);
  if (columns.length === 0 || !isMembers(records)) return undefined;
  const fragments = new Map((table.fragments ?? []).map((one) => [one.fragment, one]));
  const rows: { readonly orderIndex: unknown; readonly node: Node }[] = [];
  for (const [id, record] of Object.entries(records)) {
    if (!isMembers(record)) return undefined;
    const { orderIndex, values = {}, ...rest } = record;
    if (!isMembers(values) || Object.keys(values).some((name) => !columns.includes(name))) {
      return undefined;
    }
    const nodes = columns.map((column): Node => {
      const value = values[column];
      const fragment = typeof value === "string" ? fragments.get(value) : undefined;
      if (!fragment) {
        const cell = value === undefined ? { column } : { column, value };
        return { object: "block", type: cellType, data: cell };
      }
      fragments.delete(fragment.fragment);
      const nodes = fragment.nodes ?? [];
      const cell: Node = { object: "block", type: cellType, data: { column }, nodes };
      origins.set(cell, { fragment });
      return cell;
    });
    const node: Node = { object: "block", type: rowType, data: rest, nodes };
    origins.set(node, { id });
    rows.push({ orderIndex, node });
  }
  // A fragment without a cell would be lost.
  if (fragments.size > 0) return undefined;
  const { fragments: _, ...shell } = table;
  const nodes = sortRows(rows).map(({ node }) => node);
  return { ...shell, data, nodes };
}

export function listColumns({ data }: Node): string[] {
  return isMembers(data?.definition) ? Object.keys(data.definition) : [];
}

/** Rows and cells keep their ids unless another row has the same. */
export function fromRowBlocks(table: Node): Node {
  const { nodes: rows = [], ...shell } = table;
  const idsInUse = new Set<string>();
  const assignId = (previousId: string | undefined, prefix: string): string => {
    let id = previousId ?? `${prefix}1`;
    for (let number = 1; idsInUse.has(id); number++) id = `${prefix}${number}`;
    idsInUse.add(id);
    return id;
  };
  const records: Record<string, unknown> = {};
  const fragments: Node[] = [];
  const recordIds = rows.map((row) => assignId(origins.get(row)?.id, "r"));
  for (const [index, { data, nodes = [] }] of rows.entries()) {
    const id = recordIds[index] ?? "";
    const values: Record<string, unknown> = {};
    for (const cell of nodes) {
      const column = String(cell.data?.column);
      if (!cell.nodes) {
        if (cell.data && "value" in cell.data) values[column] = cell.data.value;
        continue;
      }
      const { fragment: original } = origins.get(cell) ?? {};
      const fragment = assignId(original?.fragment, `${id}${column}-`);
      values[column] = fragment;
      fragments.push({ ...original, object: "fragment", fragment, nodes: cell.nodes });
    }
    const orderIndex = toOrderIndex(index + 1);
    records[id] = { ...data, orderIndex, values };
  }
  return { ...shell, data: { ...shell.data, records }, fragments };
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
