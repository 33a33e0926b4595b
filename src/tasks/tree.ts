/** Lists what stands in a tree: to people each on a line below what holds it, to programs as it is. */

import type { Column, Context, JsonObject, JsonValue, Result } from "../context.ts";
import { objectIn } from "../json/values.ts";

interface Tree {
  /** The member of the answer that holds the first level. */
  readonly member: string;
  /** The members of an item that hold what stands below it. */
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

/** Spaces in front of a cell may be trimmed, so dots show how deep an item stands. */
function rowsOf(
  items: JsonValue | undefined,
  below: readonly string[],
  depth: number,
): JsonObject[] {
  return listIn(items).flatMap((item) => {
    const title = typeof item.title === "string" ? item.title : "";
    const own = Object.entries(item).filter(([name]) => !below.includes(name));
    const held = below.flatMap((name) => listIn(item[name]));
    const row = { ...Object.fromEntries(own), outline: ". ".repeat(depth) + title };
    return [row, ...rowsOf(held, below, depth + 1)];
  });
}

/** The first items in the order of the rows, each with what of those stands below it. */
function firstOf(
  items: JsonValue | undefined,
  below: readonly string[],
  room: { left: number },
): JsonObject[] {
  const first: JsonObject[] = [];
  for (const item of listIn(items)) {
    if (room.left === 0) break;
    room.left--;
    const held = below.filter((name) => item[name] !== undefined);
    const cut = held.map((name) => [name, firstOf(item[name], below, room)] as const);
    first.push({ ...item, ...Object.fromEntries(cut) });
  }
  return first;
}

function listIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}
