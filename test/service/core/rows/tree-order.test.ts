import type { RawBuilder } from "kysely";
import { expect, it } from "vitest";
import {
  type KeysetRange,
  readInTreeOrder,
  toTreeKey,
} from "../../../../src/service/core/rows/tree-order.ts";
import { openTestDatabase } from "../../../support/platforms/postgres/databases.ts";

const db = await openTestDatabase();
const compile = (part: RawBuilder<unknown>) => part.compile(db).sql;

/** Rows of a tree in the order of their keys. */
const rows = [
  ["", "a", "1"],
  ["", "a", "2"],
  ["", "b", "3"],
  ["p", "a", "4"],
  ["p", "c", "5"],
  ["q", "a", "6"],
].map(([parent = "", rank = "", id = ""]) => ({ parent_id: parent || null, rank, id }));

/** Reads as a database does, and records the ranges. */
function createReader(after: readonly string[] | undefined) {
  const ranges: string[] = [];
  const key = (row: (typeof rows)[number]) => toTreeKey(row).join(" ");
  const read = async ({ condition, order, take }: KeysetRange) => {
    const text = compile(condition);
    ranges.push(`${compile(order)} ${take}`);
    const [parent = ""] = after ?? [];
    const found = rows.filter((row) => {
      if (text === "1 = 1") return true;
      const isSibling = (row.parent_id ?? "") === parent;
      if (text.includes(" and ")) return isSibling && key(row) > (after ?? []).join(" ");
      return (row.parent_id ?? "") > parent;
    });
    return found.slice(0, take);
  };
  return { ranges, read };
}

it.each([
  [undefined, 2, ["1", "2"], 1],
  [undefined, 9, ["1", "2", "3", "4", "5", "6"], 1],
  [["", "a", "1"], 2, ["2", "3"], 1],
  [["", "a", "1"], 3, ["2", "3", "4"], 2],
  [["p", "a", "4"], 9, ["5", "6"], 2],
  [["q", "a", "6"], 9, [], 2],
])("after the key %j, %d rows are read", async (after, take, ids, queries) => {
  const { ranges, read } = createReader(after);
  const found = await readInTreeOrder(after, take, read);
  expect(found.map(({ id }) => id)).toEqual(ids);
  expect(ranges).toHaveLength(queries);
});

it("the siblings are ordered by rank, and others by parent first", async () => {
  const { ranges, read } = createReader(["", "b", "3"]);
  await readInTreeOrder(["", "b", "3"], 2, read);
  expect(ranges).toEqual(["rank, id 2", "coalesce(parent_id, ''), rank, id 2"]);
  expect(toTreeKey({ parent_id: null, rank: "a", id: "1" })).toEqual(["", "a", "1"]);
});
