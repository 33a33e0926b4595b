/** Tables as blocks with a block for each row, and back. */
import { describe, expect, test } from "vitest";
import type { Node } from "../../../src/contract/document.model.ts";
import { fromRowBlocks, listColumns, toRowBlocks } from "../../../src/document/merge/table-rows.ts";

const paragraph = (text: string): Node => ({
  object: "block",
  type: "paragraph",
  nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
});
const fragment = (name: string, text = name): Node => ({
  object: "fragment",
  fragment: name,
  nodes: [paragraph(text)],
});
const definition = { c1: { id: "c1", type: "text" }, c2: { id: "c2", type: "number" } };

function createTable(
  records: unknown,
  fragments: readonly Node[] = [],
  columns = definition,
): Node {
  return {
    object: "block",
    type: "table",
    isVoid: true,
    data: { definition: columns, records, view: { type: "grid" } },
    fragments: [...fragments],
  };
}

/** The cells of each row: the text of a fragment, or the value. */
function listCells(rows: Node | undefined): readonly (readonly unknown[])[] | undefined {
  return rows?.nodes?.map(({ nodes = [] }) =>
    nodes.map((cell) => (cell.nodes ? JSON.stringify(cell.nodes) : cell.data?.value)),
  );
}

const whole = createTable(
  {
    r2: { orderIndex: "b", values: { c1: "f2", c2: 7 }, note: "kept" },
    r1: { orderIndex: "a", values: { c1: "f1" } },
  },
  [fragment("f1"), fragment("f2")],
);

test("rows are in the order of the table, and cells in that of the columns", () => {
  expect(listCells(toRowBlocks(whole))).toEqual([
    [JSON.stringify([paragraph("f1")]), undefined],
    [JSON.stringify([paragraph("f2")]), 7],
  ]);
});

test("a table keeps the ids of its rows and cells", () => {
  const rows = toRowBlocks(whole);
  const table = rows && fromRowBlocks(rows);
  expect(table?.fragments).toEqual(whole.fragments);
  expect(table?.data).toMatchObject({
    ...whole.data,
    records: {
      r1: { values: { c1: "f1" } },
      r2: { values: { c1: "f2", c2: 7 }, note: "kept" },
    },
  });
  expect(Object.keys(table?.data?.records ?? {})).toEqual(["r1", "r2"]);
});

test("a row that is there twice gets new ids", () => {
  const rows = toRowBlocks(whole);
  const [first, ...others] = rows?.nodes ?? [];
  const twice = rows && first && fromRowBlocks({ ...rows, nodes: [first, first, ...others] });
  const names = twice?.fragments?.map((one) => one.fragment) ?? [];
  expect(new Set(names).size).toBe(3);
  expect(Object.keys(twice?.data?.records ?? {})).toHaveLength(3);
  expect(names.map((name) => typeof name)).toEqual(["string", "string", "string"]);
});

describe("a table is merged as a whole, so that nothing is lost, if", () => {
  test.each<readonly [string, Node]>([
    ["it has no columns", createTable({}, [], {} as typeof definition)],
    ["it has no records", { ...whole, data: { definition } }],
    ["its records are a list", createTable([])],
    ["a record is no object", createTable({ r1: "x" })],
    ["the values of a record are a list", createTable({ r1: { orderIndex: "a", values: [] } })],
    ["a record has a value of no column", createTable({ r1: { values: { c9: 1 } } })],
    [
      "a fragment belongs to no cell",
      createTable({ r1: { values: { c1: "f1" } } }, [fragment("f1"), fragment("f2")]),
    ],
    ["a fragment is there without records", createTable({}, [fragment("f1")])],
  ])("%s", (_, table) => {
    expect(toRowBlocks(table)).toBeUndefined();
  });
});

test.each<readonly [string, Node, readonly string[]]>([
  ["definitions", whole, ["c1", "c2"]],
  ["no data", { object: "block", type: "table" }, []],
  ["a list", { object: "block", type: "table", data: { definition: ["c1"] } }, []],
])("the columns of a table with %s are listed", (_, table, columns) => {
  expect(listColumns(table)).toEqual(columns);
});
