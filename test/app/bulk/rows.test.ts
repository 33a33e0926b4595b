import { expect, test } from "vitest";
import { readRows } from "../../../src/app/bulk/rows.ts";
import type { Context } from "../../../src/context.ts";

/** Only reading is used. */
const context = { readText: async (path: string) => `title\nfrom ${path}\n` } as Context;

async function read(path: string, text?: string) {
  try {
    const { rows, ...others } = await readRows(path, context, text);
    const plain = rows.map(({ cells, ...row }) => ({ ...row, cells: Object.fromEntries(cells) }));
    return { ...others, rows: plain };
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

const a = { a: "1" };

test.each<[string, string | undefined, unknown]>([
  [
    "-",
    undefined,
    {
      name: "standard input",
      columns: ["title"],
      isTable: true,
      rows: [{ at: "standard input:2", line: 2, cells: { title: "from -" } }],
    },
  ],
  [
    "f.CSV",
    "{a\n1",
    {
      name: "f.CSV",
      columns: ["{a"],
      isTable: true,
      rows: [{ at: "f.CSV:2", line: 2, cells: { "{a": "1" } }],
    },
  ],
  [
    "f.csv",
    " a , b\n1,2",
    {
      name: "f.csv",
      columns: ["a", "b"],
      isTable: true,
      rows: [{ at: "f.csv:2", line: 2, cells: { a: "1", b: "2" } }],
    },
  ],
  [
    "f.json",
    '{"a":1}',
    {
      name: "f.json",
      columns: ["a"],
      isTable: false,
      rows: [{ at: "f.json:1", line: 1, cells: { a: 1 } }],
    },
  ],
  [
    "f.tsv",
    "a\n1",
    { name: "f.tsv", columns: ["a"], isTable: true, rows: [{ at: "f.tsv:2", line: 2, cells: a }] },
  ],
  [
    "f",
    ' [{"a":"1"},{"b":2}]',
    {
      name: "f",
      columns: ["a", "b"],
      isTable: false,
      rows: [
        { at: "f, item 1", cells: a },
        { at: "f, item 2", cells: { b: 2 } },
      ],
    },
  ],
  [
    "f",
    '{"a":"1"}\r\n \n{"b":null,"a":""}',
    {
      name: "f",
      columns: ["a", "b"],
      isTable: false,
      rows: [
        { at: "f:1", line: 1, cells: a },
        { at: "f:3", line: 3, cells: { b: null, a: "" } },
      ],
    },
  ],
  ["f.jsonl", "[1]", 'f.jsonl:1 must be an object such as {"title": "Guide"}.'],
  ["f.ndjson", "null", 'f.ndjson:1 must be an object such as {"title": "Guide"}.'],
  ["f.json", "[5]", 'f.json, item 1 must be an object such as {"title": "Guide"}.'],
  ["f.csv", " \n", { name: "f.csv", columns: [], isTable: true, rows: [] }],
  ["f", "", { name: "f", columns: [], isTable: true, rows: [] }],
  ["f.csv", "a,b,a\n1,2,3", "f.csv has a duplicate column a."],
  ["f.csv", "a, ,b\n1,2,3", "f.csv:1 must be a header that names every column."],
  [
    "f.csv",
    Array.from({ length: 1001 }, (_, index) => `c${index}`).join(","),
    "f.csv has 1001 columns; the maximum is 1000. Remove columns.",
  ],
  [
    "f.csv",
    Array.from({ length: 1000 }, (_, index) => `c${index}`).join(","),
    { name: "f.csv", columns: [], isTable: true, rows: [] },
  ],
])("%s is read (%#)", async (path, text, expected) => {
  expect(await read(path, text)).toEqual(expected);
});

test.each([
  ["f.jsonl", '{"a":1}\n{', /^f\.jsonl:2 is not valid JSON: .*[^.]\.$/],
  ["f", "[1", /^f is not valid JSON: .*[^.]\.$/],
])("%s with %j is not JSON", async (path, text, message) => {
  expect(await read(path, text)).toMatch(message);
});
