import { expect, test } from "vitest";
import { claimsFaultOf, schemaFaultOf } from "../../../src/service/engines/visitor-schema.ts";

const good = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    isBetaUser: { type: "boolean", description: "Takes part in the beta" },
    "https://example.com/partner": { type: "boolean" },
    unsigned: {
      type: "object",
      description: "From the address of a page",
      properties: { trial: { type: "boolean" } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

test("A schema of booleans, with further ones under unsigned, keeps the rules", async () => {
  expect(await schemaFaultOf(good)).toBeUndefined();
  const least = { type: "object", properties: {}, additionalProperties: false };
  expect(await schemaFaultOf(least)).toBeUndefined();
});

test("Whatever else a schema says is named with its place", async () => {
  const wrong: [string, object][] = [
    ["must have required property 'properties'", { type: "object", additionalProperties: false }],
    ["additionalProperties'", { type: "object", properties: {} }],
    ["/additionalProperties must be false", { ...good, additionalProperties: true }],
    ['/type must be "object"', { ...good, type: "array" }],
    ['must not have "required"', { ...good, required: ["isBetaUser"] }],
    [
      "/$schema must be one of",
      { ...good, $schema: "https://json-schema.org/draft/2020-12/schema" },
    ],
    [
      '/properties/plan/type must be "boolean"',
      { ...good, properties: { plan: { type: "string" } } },
    ],
    [
      '/properties/a must not have "pattern"',
      { ...good, properties: { a: { type: "boolean", pattern: "(a+)+$" } } },
    ],
    [
      '/properties/a must not have "$ref"',
      { ...good, properties: { a: { type: "boolean", $ref: "file:///etc/passwd" } } },
    ],
    ["/properties/unsigned", { ...good, properties: { unsigned: { type: "boolean" } } }],
    [
      "/properties/unsigned/properties/deep/type",
      {
        ...good,
        properties: {
          unsigned: { ...good.properties.unsigned, properties: { deep: { type: "object" } } },
        },
      },
    ],
    ['the name "constructor"', { ...good, properties: { constructor: { type: "boolean" } } }],
    [
      'the name "__proto__"',
      { ...good, properties: JSON.parse('{"__proto__": {"type": "boolean"}}') },
    ],
    ['the name ""', { ...good, properties: { "": { type: "boolean" } } }],
  ];
  for (const [said, schema] of wrong) {
    expect(await schemaFaultOf(schema)).toContain(said);
  }
});

test("Claims are booleans that the schema names", async () => {
  for (const claims of [{}, { isBetaUser: true }, { unsigned: { trial: false } }]) {
    expect(await claimsFaultOf(good, claims)).toBeUndefined();
  }
  expect(await claimsFaultOf(good, { isBetaUser: "true" })).toBe("/isBetaUser must be boolean");
  expect(await claimsFaultOf(good, { other: true })).toBe('it must not have "other"');
  expect(await claimsFaultOf(good, { unsigned: { other: true } })).toBe(
    '/unsigned must not have "other"',
  );
  expect(await claimsFaultOf(good, JSON.parse('{"__proto__": {"isBetaUser": true}}'))).toContain(
    "__proto__",
  );
});
