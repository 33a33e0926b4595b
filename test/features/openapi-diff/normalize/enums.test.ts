import { describe, expect, test } from "vitest";
import type { JsonTree } from "../../../../src/contract/openapi-references.ts";
import {
  meetsLimits,
  mergeValues,
  simplifyValues,
} from "../../../../src/features/openapi-diff/normalize/enums.ts";

describe("choices of values", () => {
  const [a, b] = [{ enum: ["a"] }, { type: "string", title: "B", "x-b": 1, enum: ["b", "c"] }];
  test.each<readonly [string, readonly unknown[], string, unknown]>([
    ["none", [], "anyOf", undefined],
    ["two lists", [a, b], "oneOf", ["a", "b", "c"]],
    ["null among values", [a, { type: "null" }], "oneOf", ["a", null]],
    ["null alone", [{ type: "null" }], "oneOf", undefined],
    ["a list of null", [{ enum: [null] }, { type: "null" }], "anyOf", undefined],
    ["another schema", [a, { type: "string" }], "anyOf", undefined],
    ["no schema", [a, true], "anyOf", undefined],
    ["another keyword", [{ enum: ["a"], minLength: 1 }], "anyOf", undefined],
    ["a deprecated choice", [{ enum: ["a"], deprecated: true }], "anyOf", undefined],
    ["an equal value in anyOf", [a, a], "anyOf", ["a", "a"]],
    ["an equal value in oneOf", [a, a], "oneOf", undefined],
  ])("%s", (_, list, name, expected) => {
    expect(mergeValues(list, name)).toEqual(expected);
  });
});

describe("the values of a schema", () => {
  test.each<readonly [JsonTree, JsonTree]>([
    [{ type: "string" }, { type: "string" }],
    [{ const: "a" }, { enum: ["a"], type: "string" }],
    [
      { const: "a", enum: ["b", "a"] },
      { enum: ["a"], type: "string" },
    ],
    [{ const: "a", enum: ["b"] }, { enum: [] }],
    [
      { enum: ["a", 1, null], type: "string" },
      { enum: ["a"], type: "string" },
    ],
    [
      { enum: [1, 1.5], type: "number" },
      { enum: [1, 1.5], type: "number" },
    ],
    [{ enum: [1, 1.5] }, { enum: [1, 1.5], type: "number" }],
    [
      { enum: [1, 1.5], type: "integer" },
      { enum: [1], type: "integer" },
    ],
    [{ enum: ["a", 1] }, { enum: ["a", 1], type: ["string", "integer"] }],
    [
      { enum: ["a"], type: ["string", "null"] },
      { enum: ["a", null], type: ["string", "null"] },
    ],
    [
      { enum: ["a", null], type: ["string", "null"] },
      { enum: ["a", null], type: ["string", "null"] },
    ],
    [
      { enum: ["a"], type: "string", nullable: true },
      { enum: ["a", null], type: "string", nullable: true },
    ],
    [
      { enum: ["a", null], type: "string", nullable: true },
      { enum: ["a", null], type: ["string", "null"], nullable: true },
    ],
    [
      { enum: ["a"], "x-nullable": true, type: "string" },
      { enum: ["a", null], "x-nullable": true, type: "string" },
    ],
    [
      { enum: ["a"], nullable: false, type: "string" },
      { enum: ["a"], nullable: false, type: "string" },
    ],
    [{ enum: [null] }, { type: "null" }],
    [
      { enum: [null], type: "null" },
      { enum: [null], type: "null" },
    ],
    [{ enum: [true, false] }, { type: "boolean" }],
    [
      { enum: [true], type: "boolean" },
      { enum: [true], type: "boolean" },
    ],
    [{ enum: [true, false], type: ["boolean", "null"] }, { type: ["boolean", "null"] }],
    [{ enum: [true, false, "a"] }, { enum: [true, false, "a"], type: ["boolean", "string"] }],
  ])("%j become %j", (schema, expected) => {
    const copy = structuredClone(schema);
    simplifyValues(copy);
    expect(copy).toEqual(expected);
  });
});

test.each<readonly [unknown, JsonTree, boolean]>([
  ["ab", { minLength: 2, maxLength: 2 }, true],
  ["a", { minLength: 2 }, false],
  ["abc", { maxLength: 2 }, false],
  ["😀", { maxLength: 1 }, true],
  [1, { minLength: 2, maxLength: 0 }, true],
  [2, { minimum: 2, maximum: 2 }, true],
  [1, { minimum: 2 }, false],
  [3, { maximum: 2 }, false],
  [2, { exclusiveMinimum: 1, exclusiveMaximum: 3 }, true],
  [2, { exclusiveMinimum: 2 }, false],
  [2, { exclusiveMaximum: 2 }, false],
  ["a", { minimum: 2, maximum: 0, exclusiveMinimum: 1, exclusiveMaximum: 1 }, true],
  [1, { exclusiveMinimum: true }, true],
])("the value %s is within %j: %s", (value, schema, expected) => {
  expect(meetsLimits(value, schema)).toBe(expected);
});

test("large integers are within limits, too", () => {
  const schema = { minimum: 6, maximum: 6 };
  expect([5n, 6n, 7n].map((value) => meetsLimits(value, schema))).toEqual([false, true, false]);
});
