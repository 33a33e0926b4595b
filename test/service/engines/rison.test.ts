import { expect, test } from "vitest";
import { readRison } from "../../../src/service/engines/rison.ts";

const nested = (depth: number) => `${"!(".repeat(depth)}1${")".repeat(depth)}`;

test.each([
  ["(isCustomer:!t,unsigned:(plan:pro))", { isCustomer: true, unsigned: { plan: "pro" } }],
  ["!(1,!f,!n,a,'b c')", [1, false, null, "a", "b c"]],
  ["()", {}],
  ["!()", []],
  ["'it!'s !!'", "it's !"],
  ["''", ""],
  ["-1.5e-3", -0.0015],
  ["0", 0],
  ["10", 10],
  ["01", "01"],
  ["1e5", 100_000],
  ["1.", "1."],
  ["a-b.c", "a-b.c"],
  ["(1:2,!t:3)", { 1: 2, true: 3 }],
  ["(__proto__:1)", JSON.parse('{"__proto__":1}')],
])("%s is read as %j", (text, value) => {
  expect(readRison(text)).toEqual(value);
});

test.each([
  "",
  "a b",
  "(a:1",
  "(a1)",
  "(a:1 b:2)",
  "(a:1b:2)",
  "(a:1,)",
  "(,a:1)",
  "!(1,)",
  "!(1",
  "!(!t!f)",
  "!x",
  "!",
  "'a",
  "'a!b'",
  "'a!",
  "(a:1))",
  "a,b",
  "@a",
  "a$",
  nested(21),
  `${"(a:".repeat(21)}1${")".repeat(21)}`,
  `${"(".repeat(21)}:1`,
])("%s is invalid", (text) => {
  expect(readRison(text)).toBeUndefined();
});

test.each([nested(20), `${"(a:".repeat(20)}1${")".repeat(20)}`])("%s is not too deep", (text) => {
  expect(readRison(text)).toBeDefined();
});
