/**
 * The same change of a schema in requests and responses: if it is breaking in one, it is compatible
 * in the other.
 */
import { describe, expect, test } from "vitest";
import { compareDescriptions } from "../../../src/features/openapi-diff/compare.ts";

type Tree = Record<string, unknown>;

const text = { type: "string" };

interface Parts {
  readonly sent?: Tree;
  readonly got?: Tree;
  readonly parameter?: Tree;
  readonly header?: Tree;
}

function description({ sent, got, parameter, header }: Parts): Tree {
  const json = (schema?: Tree) => ({ content: { "application/json": schema ? { schema } : {} } });
  const parameters = parameter ? [{ name: "size", in: "query", ...parameter }] : [];
  const headers = header ? { "X-Rest": header } : {};
  const post = {
    parameters,
    requestBody: json(sent),
    responses: { 200: { description: "", headers, ...json(got) } },
  };
  return { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: { "/pets": { post } } };
}

function changes(before: Parts, now: Parts) {
  return compareDescriptions(description(before), description(now)).map(
    ({ rule, isBreaking }) => `${rule}${isBreaking ? " breaks" : ""}`,
  );
}

/** An addition to a schema, its rule, and the rule of its removal. */
const narrower: readonly (readonly [Tree, Tree, string, string])[] = [
  [{ type: "array" }, { contains: text }, "contains-added", "contains-removed"],
  [
    { type: "array", contains: text },
    { minContains: 2 },
    "min-contains-changed",
    "min-contains-changed",
  ],
  [
    { type: "array", contains: text },
    { maxContains: 2 },
    "max-contains-changed",
    "max-contains-changed",
  ],
  [{ type: "array" }, { items: text }, "type-changed", "type-changed"],
  [
    { type: "array" },
    { unevaluatedItems: false },
    "unevaluated-items-added",
    "unevaluated-items-removed",
  ],
  [
    { type: "object" },
    { propertyNames: { maxLength: 3 } },
    "property-names-added",
    "property-names-removed",
  ],
  [
    { type: "object" },
    { unevaluatedProperties: false },
    "unevaluated-properties-added",
    "unevaluated-properties-removed",
  ],
  [
    { type: "object" },
    { patternProperties: { "^x": text } },
    "pattern-properties-added",
    "pattern-properties-removed",
  ],
  [
    { type: "object" },
    { dependentRequired: { card: ["name"] } },
    "dependent-required-added",
    "dependent-required-removed",
  ],
  [
    { type: "object" },
    { dependentSchemas: { card: { minProperties: 2 } } },
    "dependent-schemas-added",
    "dependent-schemas-removed",
  ],
  [text, { not: { const: "a" } }, "not-added", "not-removed"],
  // As text, because an object with a field of that name is treated as a promise.
  [
    JSON.parse('{"type":"string","if":{"const":"a"},"else":{"minLength":3}}'),
    JSON.parse('{"then":{"maxLength":3}}'),
    "then-added",
    "then-removed",
  ],
  [
    JSON.parse('{"type":"string","if":{"const":"a"},"then":{"minLength":3}}'),
    { else: { maxLength: 3 } },
    "else-added",
    "else-removed",
  ],
  [text, { contentEncoding: "base64" }, "content-encoding-added", "content-encoding-removed"],
  [
    text,
    { contentMediaType: "image/png" },
    "content-media-type-added",
    "content-media-type-removed",
  ],
  [text, { contentSchema: { type: "object" } }, "content-schema-added", "content-schema-removed"],
  [text, { allOf: [{ maxLength: 3 }] }, "max-length-changed", "max-length-changed"],
  [text, { allOf: [{ pattern: "^a" }] }, "pattern-changed", "pattern-changed"],
  [text, { allOf: [{ enum: ["a"] }] }, "enum-added", "enum-removed"],
  [text, { const: "a" }, "enum-added", "enum-removed"],
  [
    { type: "number" },
    { exclusiveMinimum: 1 },
    "exclusive-minimum-changed",
    "exclusive-minimum-changed",
  ],
];

test.each(narrower)("%j with %j is narrower", (schema, more, comes, goes) => {
  const whole = { ...schema, ...more };
  expect(changes({ sent: schema }, { sent: whole })).toEqual([`request-${comes} breaks`]);
  expect(changes({ sent: whole }, { sent: schema })).toEqual([`request-${goes}`]);
  expect(changes({ got: schema }, { got: whole })).toEqual([`response-${comes}`]);
  // A removed pattern may still hold, because values may not change.
  const breaks = goes === "pattern-changed" ? "" : " breaks";
  expect(changes({ got: whole }, { got: schema })).toEqual([`response-${goes}${breaks}`]);
});

test.each(["not", "if", "contentEncoding", "contentMediaType"])(
  "a different %s may match more or fewer values, and is breaking in both directions",
  (name) => {
    const [one, other] = name.startsWith("content")
      ? ["base64", "base32"]
      : [{ const: "a" }, { const: "b" }];
    const [before, now] = [
      { ...text, [name]: one, else: { maxLength: 3 } },
      { ...text, [name]: other, else: { maxLength: 3 } },
    ];
    const rule = `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-changed breaks`;
    expect(changes({ sent: before }, { sent: now })).toEqual([`request-${rule}`]);
    expect(changes({ got: before }, { got: now })).toEqual([`response-${rule}`]);
  },
);

test("a change within a condition is reported like that of a schema", () => {
  const list = (items: Tree) => ({ type: "array", prefixItems: [items], contains: { ...items } });
  const [before, now] = [list(text), list({ ...text, maxLength: 3 })];
  expect(changes({ sent: before }, { sent: now })).toEqual([
    "request-max-length-changed breaks",
    "request-max-length-changed breaks",
  ]);
});

test("fewer prefix items are breaking in requests, and more in responses", () => {
  const list = (...prefixItems: Tree[]) => ({ type: "array", prefixItems });
  const [short, long] = [list(text), list(text, { type: "integer" })];
  expect(changes({ sent: long }, { sent: short })).toEqual(["request-prefix-item-removed breaks"]);
  expect(changes({ sent: short }, { sent: long })).toEqual(["request-prefix-item-added"]);
  expect(changes({ got: short }, { got: long })).toEqual(["response-prefix-item-added breaks"]);
  expect(changes({ got: long }, { got: short })).toEqual(["response-prefix-item-removed"]);
});

test("a body gets a schema or loses it", () => {
  expect(changes({}, { sent: text })).toEqual(["request-type-changed breaks"]);
  expect(changes({ sent: text }, {})).toEqual(["request-type-changed"]);
  expect(changes({}, { got: text })).toEqual(["response-type-changed"]);
  expect(changes({ got: text }, {})).toEqual(["response-type-changed breaks"]);
});

test("a new required property is breaking in requests, even with a default", () => {
  const before = { type: "object", properties: {} };
  const now = { type: "object", required: ["a"], properties: { a: { ...text, default: "b" } } };
  expect(changes({ sent: before }, { sent: now })).toEqual(["request-property-added breaks"]);
});

test("a changed default of a parameter affects clients that omit it", () => {
  const parameter = (more: Tree) => ({ parameter: { schema: { type: "integer", ...more } } });
  const rule = ["parameter-default-changed breaks"];
  expect(changes(parameter({}), parameter({ default: 1 }))).toEqual(rule);
  expect(changes(parameter({ default: 1 }), parameter({ default: 2 }))).toEqual(rule);
  expect(changes(parameter({ default: 1 }), parameter({}))).toEqual(rule);
});

test("a response header becomes optional, nullable or another type", () => {
  const header = (more: Tree, schema: Tree = text) => ({ header: { schema, ...more } });
  const required = header({ required: true });
  expect(changes(required, header({}))).toEqual(["response-header-optional breaks"]);
  expect(changes(header({}), required)).toEqual([]);
  const nullable = header({ required: true }, { type: ["string", "null"] });
  expect(changes(required, nullable)).toEqual(["response-type-changed breaks"]);
  expect(changes(nullable, required)).toEqual(["response-type-changed"]);
});

test("a pattern that matches every text is no constraint", () => {
  const strict = { type: "string", pattern: "^a" };
  expect(changes({ sent: strict }, { sent: { ...text, pattern: ".*" } })).toEqual([
    "request-pattern-changed",
  ]);
  expect(changes({ sent: text }, { sent: { ...text, pattern: "" } })).toEqual([]);
});

describe("a condition that has no effect", () => {
  const effect = '{"then":{"maxLength":3}}';

  test.each<readonly [string, Tree, Tree]>([
    ["if without then and else", { ...text, if: { const: "a" } }, text],
    ["then without if", { ...text, ...JSON.parse(effect) }, text],
    ["else without if", { ...text, else: { maxLength: 3 } }, text],
    ["then and else that allow anything", { ...text, if: { const: "a" }, else: {} }, text],
    ["if: true", { ...text, if: true, ...JSON.parse(effect) }, { ...text, maxLength: 3 }],
    ["if: false", { ...text, if: false, else: { maxLength: 3 } }, { ...text, maxLength: 3 }],
  ])("is not a change: %s", (_, schema, same) => {
    for (const side of ["sent", "got"] as const) {
      expect(changes({ [side]: schema }, { [side]: same })).toEqual([]);
      expect(changes({ [side]: same }, { [side]: schema })).toEqual([]);
    }
  });

  test("is a change if the properties of the condition count as evaluated", () => {
    const closed = { type: "object", unevaluatedProperties: false };
    const open = { ...closed, if: { properties: { a: text } } };
    expect(changes({ sent: closed }, { sent: open })).not.toEqual([]);
  });
});

describe("an integer beyond 2^53", () => {
  const [one, next] = [12345678901234567890n, 12345678901234567891n];

  test.each<readonly [string, (value: bigint) => Tree]>([
    ["enum", (value) => ({ type: "integer", enum: [value, 1] })],
    ["enum without a type", (value) => ({ enum: [value, "none"] })],
    ["const", (value) => ({ const: value })],
    ["const in a property", (value) => ({ properties: { id: { const: value } } })],
  ])("differs from the next one in %s", (_, make) => {
    expect(changes({ got: make(one) }, { got: make(one) })).toEqual([]);
    expect(changes({ got: make(one) }, { got: make(next) })).toEqual([
      "response-value-added breaks",
      "response-value-removed",
    ]);
  });

  test("beyond the maximum is not an allowed value", () => {
    const make = (values: readonly bigint[]) => ({
      got: { type: "integer", maximum: 100, enum: [1, ...values] },
    });
    expect(changes(make([]), make([one]))).toEqual([]);
  });

  test("as a default is reported with all digits", () => {
    const make = (value: bigint) => ({
      parameter: { schema: { type: "integer", default: value } },
    });
    const [change] = compareDescriptions(description(make(one)), description(make(next)));
    expect(change?.message).toContain(`${one} to ${next}`);
  });
});
