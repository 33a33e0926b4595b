/** Spellings of types, null, conditions and values that mean the same, in every position. */
import { describe, expect, test } from "vitest";
import { examineDescriptions } from "../../../src/features/openapi-diff/compare.ts";

type Tree = Record<string, unknown>;

const text = { type: "string" };
const integer = { type: "integer" };
const flag = { type: "boolean" };
const nothing = { type: "null" };

function describeApi(schema: Tree, openapi = "3.1.0", schemas: Tree = {}): Tree {
  const content = { "application/json": { schema } };
  return {
    openapi,
    info: { title: "Things", version: "1" },
    paths: {
      "/sent": { post: { requestBody: { content }, responses: { 204: { description: "Done" } } } },
      "/got": { get: { responses: { 200: { description: "Done", content } } } },
    },
    components: { schemas },
  };
}

function compare(before: Tree, now: Tree) {
  const { changes, unresolved } = examineDescriptions(before, now);
  const all = [...unresolved.old, ...unresolved.young].map(({ reason }) => reason);
  return [
    ...changes.map(({ rule, isBreaking }) => `${rule}${isBreaking ? " breaks" : ""}`),
    ...all,
  ];
}

const positions: Readonly<Record<string, (schema: Tree) => Tree>> = {
  "the body": (schema) => schema,
  "a property": (schema) => ({ type: "object", properties: { a: schema } }),
  "a list": (schema) => ({ type: "array", items: schema }),
  "additional properties": (schema) => ({ type: "object", additionalProperties: schema }),
  "a part": (schema) => ({ allOf: [{ type: "object", properties: { a: schema } }, {}] }),
};

const equal: readonly (readonly [string, Tree, Tree])[] = [
  ["types and choices", { type: ["string", "integer"] }, { anyOf: [text, integer] }],
  [
    "types with limits and choices",
    { type: ["string", "integer"], minLength: 2, minimum: 4 },
    {
      oneOf: [
        { ...integer, minimum: 4 },
        { ...text, minLength: 2 },
      ],
    },
  ],
  [
    "types in groups",
    { type: ["string", "integer", "boolean", "null"] },
    { anyOf: [{ type: ["string", "null"] }, { type: ["integer", "boolean"] }] },
  ],
  [
    "lists and objects",
    { type: ["array", "object"], items: text, properties: { b: integer } },
    {
      anyOf: [
        { type: "array", items: text },
        { type: "object", properties: { b: integer } },
      ],
    },
  ],
  [
    "limits beside choices",
    { type: ["string", "null"], minLength: 2 },
    { anyOf: [text, nothing], minLength: 2 },
  ],
  [
    "null in a choice",
    { anyOf: [{ type: ["string", "null"] }, integer] },
    { anyOf: [text, integer, nothing] },
  ],
  [
    "null twice",
    { type: ["string", "null"] },
    { anyOf: [{ type: ["string", "null"] }, { const: null }] },
  ],
  [
    "choices in choices",
    { oneOf: [text, integer, flag] },
    { oneOf: [{ oneOf: [text, integer] }, flag] },
  ],
  ["a choice twice", text, { anyOf: [text, text] }],
  [
    "a number and an integer",
    { type: ["number", "string"] },
    { anyOf: [{ type: "number" }, integer, text] },
  ],
  ["every type", {}, { type: ["string", "number", "boolean", "object", "array", "null"] }],
  ["both values of a boolean", flag, { ...flag, enum: [true, false] }],
  [
    "limits that all values meet",
    { ...text, enum: ["a", "b"] },
    { enum: ["a", "b"], maxLength: 5 },
  ],
  ["names that are text", { type: "object" }, { type: "object", propertyNames: text }],
  [
    "a pattern for anything",
    { type: "object" },
    { type: "object", patternProperties: { "^x": {} } },
  ],
  [
    "dependencies on anything",
    { type: "object" },
    { type: "object", dependentSchemas: { a: true } },
  ],
  ["not false", text, { ...text, not: false }],
  ["values and their type", { enum: [1] }, { type: "number", enum: [1] }],
  ["values and a type with null", { enum: [1, null] }, { type: ["number", "null"], enum: [1] }],
  ["fractions and their type", { enum: [1, 1.5] }, { type: "number", enum: [1, 1.5] }],
  [
    "values and a type without values",
    { enum: ["a"] },
    { type: ["string", "integer"], enum: ["a"] },
  ],
  ["a constant and its type", { const: 2 }, { type: "number", enum: [2] }],
  ["any item and a minimum", { contains: {} }, { minItems: 1 }],
  ["any item, and a minimum that includes it", { minItems: 3 }, { minItems: 3, contains: true }],
  [
    "any items in a range and limits",
    { type: "array", contains: {}, minContains: 2, maxContains: 4, maxItems: 9 },
    { type: "array", minItems: 2, maxItems: 4 },
  ],
  [
    "any items up to a number and a maximum",
    { type: "array", contains: {}, minContains: 0, maxContains: 4 },
    { type: "array", maxItems: 4 },
  ],
  [
    "fewer properties than are required",
    { type: "object", required: ["a"] },
    { type: "object", required: ["a"], minProperties: 1 },
  ],
];

describe.each(Object.entries(positions))("in %s", (_, wrap) => {
  test.each(equal)("%s are equal to another spelling", (_title, one, other) => {
    const [a, b] = [describeApi(wrap(one)), describeApi(wrap(other))];
    expect(compare(a, b)).toEqual([]);
    expect(compare(b, a)).toEqual([]);
  });
});

describe("listed values", () => {
  const number = { type: "number" };

  test("determine whether numbers are integers, and the type is not a separate change", () => {
    const [few, more] = [
      describeApi({ ...number, enum: [1] }),
      describeApi({ ...number, enum: [1, 1.5] }),
    ];
    expect(compare(few, more)).toEqual(["response-value-added breaks", "request-value-added"]);
    expect(compare(more, few)).toEqual(["request-value-removed breaks", "response-value-removed"]);
    expect(compare(describeApi(number), few)).toEqual([
      "request-enum-added breaks",
      "response-enum-added",
    ]);
    expect(compare(few, describeApi(number))).toEqual([
      "response-enum-removed breaks",
      "request-enum-removed",
    ]);
  });

  test("with a fraction are another type than integers", () => {
    const now = describeApi({ ...number, enum: [1, 1.5] });
    expect(compare(describeApi(integer), now)).toContain("response-type-changed breaks");
  });
});

describe("an item that matches anything", () => {
  test("counts as evaluated", () => {
    const before = describeApi({ type: "array", contains: {}, unevaluatedItems: false });
    const now = describeApi({ type: "array", minItems: 1, unevaluatedItems: false });
    expect(compare(before, now)).not.toEqual([]);
  });
});

describe("a choice of anyOf", () => {
  test("does not break if another choice includes it", () => {
    const [a, b] = [describeApi(text), describeApi({ anyOf: [text, { ...text, maxLength: 3 }] })];
    expect(compare(a, b)).toEqual(["request-choice-added", "response-choice-added"]);
    expect(compare(b, a)).toEqual(["request-choice-removed", "response-choice-removed"]);
  });

  test("does not break if it only requires properties that were required", () => {
    const properties = { a: text, b: text };
    const before = describeApi({ type: "object", properties, required: ["a"] });
    const anyOf = [{ required: ["a"] }, { required: ["b"] }];
    const now = describeApi({ type: "object", properties, anyOf });
    expect(compare(before, now)).not.toContain("request-choices-added breaks");
    expect(compare(now, before)).not.toContain("response-choices-removed breaks");
    const others = [{ required: ["b"] }, { required: ["c"] }];
    const narrow = describeApi({ type: "object", properties, anyOf: others });
    expect(compare(before, narrow)).toContain("request-choices-added breaks");
  });
});

describe("a discriminator", () => {
  const part = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const animal = { type: "object", required: ["kind"], properties: { kind: text } };
  const choose = (mapping: Tree) =>
    describeApi(
      { oneOf: [part("Cat"), part("Dog")], discriminator: { propertyName: "kind", mapping } },
      "3.1.0",
      { Cat: animal, Dog: { ...animal, properties: { kind: text, size: integer } } },
    );

  test("with another value for the same choice breaks both sides", () => {
    const found = compare(
      choose({ cat: "Cat", dog: "Dog" }),
      choose({ kitten: "Cat", dog: "Dog" }),
    );
    expect(found).toContain("request-discriminator-value-changed breaks");
    expect(found).toContain("response-discriminator-value-added breaks");
  });

  test("with another spelling of the mapping is equal", () => {
    const full = { Cat: "#/components/schemas/Cat", Dog: "#/components/schemas/Dog" };
    expect(compare(choose({ Cat: "Cat", Dog: "Dog" }), choose(full))).toEqual([]);
  });

  test("that maps to a schema that does not exist is reported", () => {
    const broken = choose({ cat: "Cat", dog: "Wolf" });
    expect(compare(broken, broken)).toEqual(["missing", "missing"]);
  });

  test("of a part is followed to the schemas that include it", () => {
    const build = (claws: Tree) =>
      describeApi({ allOf: [part("Animal"), { properties: { note: text } }] }, "3.0.3", {
        Animal: { ...animal, discriminator: { propertyName: "kind" } },
        Cat: { allOf: [part("Animal"), { type: "object", properties: { claws } }] },
      });
    expect(compare(build(integer), build(text))).toContain("response-type-changed breaks");
  });
});

describe("a reference", () => {
  test.each<[string, Tree, Tree, string]>([
    ["to text", { $ref: "#/info/title" }, {}, "misplaced"],
    ["to the document", { $ref: "#" }, {}, "misplaced"],
    ["that is a number", { $ref: 3 }, {}, "missing"],
    [
      "in a circle",
      { $ref: "#/components/schemas/A" },
      { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } },
      "circular",
    ],
  ])("%s is reported", (_title, schema, schemas, reason) => {
    const broken = describeApi(schema, "3.1.0", schemas);
    expect(compare(broken, broken)).toContain(reason);
  });
});

describe("a parameter", () => {
  const describeParameters = (path: string, parameters: readonly Tree[]): Tree => ({
    openapi: "3.0.3",
    info: { title: "Things", version: "1" },
    paths: { [path]: { get: { parameters, responses: { 200: { description: "Done" } } } } },
  });

  test("of a path that was not described does not break", () => {
    const id = { name: "id", in: "path", required: true, schema: text };
    const [before, now] = [describeParameters("/a/{id}", []), describeParameters("/a/{id}", [id])];
    expect(compare(before, now)).toEqual(["parameter-added"]);
    expect(compare(now, before)).toEqual(["parameter-removed"]);
  });

  test("that was text may also be a list in any style", () => {
    const filter = { name: "filter", in: "query", schema: text };
    const list = { anyOf: [text, { type: "array", items: text }] };
    const more = { ...filter, explode: false, schema: list };
    expect(compare(describeParameters("/a", [filter]), describeParameters("/a", [more]))).toEqual([
      "request-choice-added",
    ]);
  });

  test("may have another charset", () => {
    const build = (type: string) =>
      describeParameters("/a", [{ name: "q", in: "query", content: { [type]: { schema: text } } }]);
    const now = build("application/json; charset=utf-8");
    expect(compare(build("application/json"), now)).toEqual([]);
  });
});
