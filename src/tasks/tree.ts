/** Lists the items of a tree: indented below their parents for people, as they are for programs. */

import type { Column, Context, JsonObject, JsonValue, Result } from "../context.ts";
import { objectIn } from "../json/values.ts";

interface Tree {
  /** The member of the answer that holds the first level. */
  readonly member: string;
  /** The members of an item that hold its children. */
  readonly below: readonly string[];
  readonly columns: readonly Column[];
  /** Said when there is nothing. */
  readonly none: string;
}

export function listTree({ choice }: Context, record: JsonObject, tree: Tree): Result {
  const { fields, jq, format = "table" } = choice;
  const { member, below, columns, none } = tree;
  const isWhole = fields !== undefined || jq !== undefined || asItIs.includes(format);
  if (!isWhole) return { list: onePage(rowsOf(record[member], below, 0)), columns, none };
  const limited = (most: number) => ({
    ...record,
    [member]: firstOf(record[member], below, { left: most }),
  });
  return { record, limited };
}

/** The forms that show an object whole. */
const asItIs: readonly string[] = ["json", "ndjson", "yaml"];

async function* onePage(rows: readonly JsonObject[]) {
  yield rows;
}

/** Spaces in front of a cell may be trimmed, so dots show the depth of an item. */
function rowsOf(
  items: JsonValue | undefined,
  below: readonly string[],
  depth: number,
): JsonObject[] {
  return listIn(items).flatMap((item) => {
    const title = typeof item.title === "string" ? item.title : "";
    const own = Object.entries(item).filter(([name]) => !below.includes(name));
    const children = below.flatMap((name) => listIn(item[name]));
    const row = { ...Object.fromEntries(own), outline: ". ".repeat(depth) + title };
    return [row, ...rowsOf(children, below, depth + 1)];
  });
}

/** The first items in the order of the rows, each with those of its children that are among them. */
function firstOf(
  items: JsonValue | undefined,
  below: readonly string[],
  budget: { left: number },
): JsonObject[] {
  const first: JsonObject[] = [];
  for (const item of listIn(items)) {
    if (budget.left === 0) break;
    budget.left--;
    const children = below.filter((name) => item[name] !== undefined);
    const cut = children.map((name) => [name, firstOf(item[name], below, budget)] as const);
    first.push({ ...item, ...Object.fromEntries(cut) });
  }
  return first;
}

function listIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}
