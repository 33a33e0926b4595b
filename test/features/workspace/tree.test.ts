import { describe, expect, test } from "vitest";
import type { Context, JsonObject } from "../../../src/context.ts";
import { listTree } from "../../../src/features/workspace/tree.ts";

const record: JsonObject = {
  total: 4,
  items: [
    {
      id: "A",
      title: "A",
      children: [{ id: "B", title: "B", spaces: [{ id: "C", title: "C" }] }],
      spaces: [{ id: "D" }],
    },
    { id: "E", title: "E", children: [] },
  ],
};
const columns = [
  { header: "ID", path: "id" },
  { header: "TITLE", path: "outline" },
];
const rows = [
  { id: "A", title: "A", outline: "A" },
  { id: "B", title: "B", outline: ". B" },
  { id: "C", title: "C", outline: ". . C" },
  { id: "D", outline: ". " },
  { id: "E", title: "E", outline: "E" },
];
const none = "Empty.";

function show(choice: object, { drawn = false, of = record } = {}) {
  const draw = ({ id }: JsonObject) => ({ title: String(id), notes: [] });
  return listTree({ choice } as Context, of, {
    member: "items",
    below: ["children", "spaces"],
    columns,
    none,
    ...(drawn && { drawn: draw }),
  });
}

describe("a tree", () => {
  test.each([
    [{}, false],
    [{ format: "csv" }, true],
    [{ columns: ["id"] }, true],
    [{ filters: ["id=A"] }, true],
    [{ sort: "id" }, true],
  ])("with %j has rows with their depth", (choice, drawn) => {
    expect(show(choice, { drawn })).toEqual({ list: [rows], columns, none });
  });

  test("without items has no rows", () => {
    expect(show({}, { drawn: true, of: {} })).toEqual({ list: [[]], columns, none });
  });

  test.each([
    [{ format: "json" }, true],
    [{ format: "yaml" }, true],
    [{ jq: "." }, true],
    [{ format: "json", fields: ["items"] }, true],
    [{ fields: ["items.id", "total"] }, true],
    [{ format: "json", isBrief: true }, false],
    [{ fields: ["id"] }, false],
    [{ fields: ["total", "id"] }, false],
    [{ fields: ["title"], isBrief: false }, false],
  ])("with %j is complete: %s", (choice, isWhole) => {
    const result = show(choice, { drawn: true });
    if (isWhole) expect(result).toMatchObject({ record });
    else
      expect(result).toEqual({
        list: [rows],
        columns: [columns[0], { header: "TITLE", path: "title" }],
        none,
      });
  });

  test.each([
    [1, [{ id: "A", title: "A", children: [], spaces: [] }]],
    [
      3,
      [
        {
          id: "A",
          title: "A",
          children: [{ id: "B", title: "B", spaces: [{ id: "C", title: "C" }] }],
          spaces: [],
        },
      ],
    ],
    [9, record.items],
    [0, []],
  ])("is limited to %d items with their parents", (most, items) => {
    const result = show({ format: "json" });
    const limited = result && "limited" in result ? result.limited?.(most) : undefined;
    expect(limited).toEqual({ total: 4, items });
  });

  const branch = (title: string, ...below: readonly object[]) => ({ title, notes: [], below });
  test("is drawn on a terminal, with the number of omitted items", () => {
    const result = show({}, { drawn: true });
    if (result === undefined || !("view" in result)) throw new Error("It has no view.");
    expect(result.view).toEqual([
      { tree: [branch("A", branch("B", branch("C")), branch("D")), branch("E")] },
    ]);
    expect(result.limitedView?.(2)).toEqual([
      { tree: [branch("A", branch("B"))] },
      { lines: [[{ text: "3 more.", tone: "dim" }]] },
    ]);
    expect(result.limitedView?.(5)).toEqual(result.view);
    expect(result.limitedView?.(4)).toHaveLength(2);
  });
});
