import { expect, test } from "vitest";
import {
  allowsKind,
  appliesTo,
  findUnknownKeywords,
  isNoted,
  listTypes,
  parseKind,
  restrictsValues,
} from "../../../../src/features/openapi-diff/normalize/keywords.ts";
import {
  listMembers,
  locateItems,
  normalizeSerialization,
  pick,
} from "../../../../src/features/openapi-diff/normalize/tools.ts";

test.each([
  [{}, false],
  [{ title: "A", description: "B", "x-a": 1, deprecated: true, xml: {}, $comment: "c" }, false],
  [{ title: "A", type: "string" }, true],
  [{ readOnly: true }, true],
  [{ default: 1 }, true],
])("the schema %j restricts its values: %s", (schema, expected) => {
  expect(restrictsValues(schema)).toBe(expected);
});

test("a deprecated schema, and one with XML names, has information about its location", () => {
  const schemas = [{ deprecated: true }, { deprecated: false }, { xml: {} }, { title: "A" }];
  expect(schemas.map(isNoted)).toEqual([true, false, true, false]);
});

test("keywords of other vocabularies are unknown", () => {
  const known = { type: "a", minContains: 1, "x-a": 1, nullable: true, $dynamicRef: "#", xml: {} };
  expect(findUnknownKeywords({ ...known, foo: 1, translations: 2 })).toEqual([
    "foo",
    "translations",
  ]);
});

test.each([
  [null, "null"],
  [[], "array"],
  [{}, "object"],
  [1, "integer"],
  [1.5, "number"],
  ["1", "string"],
  [true, "boolean"],
])("the kind of %s is %s", (value, kind) => {
  expect(parseKind(value)).toBe(kind);
});

test("a large integer is an integer", () => {
  expect(parseKind(1n)).toBe("integer");
});

test.each([
  [["string"], "string", true],
  [["number"], "integer", true],
  [["integer"], "number", false],
  [["number"], "string", false],
  [[], "string", false],
])("the kinds %j allow %s: %s", (kinds, kind, expected) => {
  expect(allowsKind(new Set(kinds), kind)).toBe(expected);
});

test.each([
  [{ type: "string" }, ["string"]],
  [{ type: ["string", "null"] }, ["string", "null"]],
  [{ type: 1 }, []],
  [{}, []],
  [true, []],
])("the types of %j are %j", (schema, types) => {
  expect(listTypes(schema)).toEqual(types);
});

test.each([
  ["minLength", "string", true],
  ["minLength", "array", false],
  ["items", "array", true],
  ["items", "object", false],
  ["required", "object", true],
  ["minimum", "number", true],
  ["minimum", "integer", true],
  ["minimum", "string", false],
  ["items", "integer", false],
  ["enum", "string", true],
])("the keyword %s applies to %s: %s", (name, kind, expected) => {
  expect(appliesTo(name, kind)).toBe(expected);
});

test.each([
  [{}, "form", { style: "form", explode: true }],
  [{}, "simple", { style: "simple", explode: false }],
  [{ style: "form" }, "simple", { style: "form", explode: true }],
  [{ style: "form", explode: false }, "simple", { style: "form", explode: false }],
  [{ style: 1, explode: "no" }, "deepObject", { style: "deepObject", explode: false }],
])("the serialization of %j with the default %s", (original, usual, expected) => {
  expect(normalizeSerialization(original, usual)).toEqual(expected);
});

test("members and items of other values are none", () => {
  expect([listMembers({ a: 1 }), listMembers([1]), listMembers(null)]).toEqual([
    [["a", 1]],
    [],
    [],
  ]);
  expect(locateItems(["a"], ["x"])).toEqual([{ value: "a", path: ["x", 0] }]);
  expect(locateItems({ a: 1 }, ["x"])).toEqual([]);
  expect(pick({ a: 1, b: null, c: undefined, d: 2 }, ["a", "b", "c", "e"])).toEqual({
    a: 1,
    b: null,
  });
});
