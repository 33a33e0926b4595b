import { expect, test } from "vitest";
import { findOwn, mergeTables } from "../../src/json/own-members.ts";

test("an inherited member is not found", () => {
  const table = { a: 0, 1: 2 };
  expect(["a", 1, "b", "constructor", "__proto__"].map((name) => findOwn(table, name))).toEqual([
    0,
    2,
    undefined,
    undefined,
    undefined,
  ]);
});

test("of merged tables, the last one with a member counts", () => {
  const merged = mergeTables({ a: 1, b: 1 }, { b: 2, c: 2 }, { c: 3, d: 3 }, { d: 4 });
  expect(Object.entries(merged)).toEqual([
    ["a", 1],
    ["b", 2],
    ["c", 3],
    ["d", 4],
  ]);
});
