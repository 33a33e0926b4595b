import { expect, test } from "vitest";
import {
  findClaimsFault,
  findDraftFault,
  findSchemaFault,
} from "../../../src/service/engines/visitor-schema.ts";
import { slowTest } from "../../support/generators/amount.ts";

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

test("a schema of booleans, with further ones under unsigned, is valid", async () => {
  expect(await findSchemaFault(good)).toBeUndefined();
  const least = { type: "object", properties: {}, additionalProperties: false };
  expect(await findSchemaFault(least)).toBeUndefined();
});

const closed = { type: "object", additionalProperties: false };

/** Nested objects with this number of levels below the schema itself. */
function nested(depth: number): object {
  const properties = depth === 0 ? {} : { inner: nested(depth - 1) };
  return { ...closed, properties };
}

function many(claims: number): object {
  const names = Array.from({ length: claims }, (_, index) => `claim${index}`);
  return Object.fromEntries(names.map((name) => [name, { type: "boolean" }]));
}

const rich = {
  ...closed,
  properties: {
    language: { type: "string", description: "Language", enum: ["en", "fr"] },
    name: { type: "string", description: "Name" },
    seats: { type: "number", description: "Seats" },
    plans: {
      type: "array",
      description: "Plans",
      items: { type: "string", description: "Plan", enum: ["free", "pro"] },
    },
    access: {
      ...closed,
      description: "Access",
      properties: { isAlpha: { type: "boolean", description: "Alpha" } },
    },
    unsigned: {
      ...closed,
      description: "Unsigned claims of the site visitor.",
      properties: { theme: { type: "string", description: "Theme", enum: ["dark"] } },
    },
  },
};

slowTest(
  "a claim is a boolean, a string, a number, a list of these, or an object of claims",
  async () => {
    expect(await findSchemaFault(rich)).toBeUndefined();
    expect(await findSchemaFault(nested(5))).toBeUndefined();
    expect(await findSchemaFault({ ...closed, properties: many(500) })).toBeUndefined();
    const claims = { language: "fr", name: "Ada", seats: 3, plans: ["pro"], access: {} };
    expect(await findClaimsFault(rich, claims)).toBeUndefined();
    for (const [said, wrong] of [
      ['/language must be one of ["en","fr"]', { language: "de" }],
      ["/seats must be number", { seats: "3" }],
      ["/plans/0 must be one of", { plans: ["none"] }],
      ["/access/isAlpha must be boolean", { access: { isAlpha: "yes" } }],
      ['/unsigned must not have "other"', { unsigned: { other: true } }],
    ] as const) {
      expect(await findClaimsFault(rich, wrong)).toContain(said);
    }
  },
);

test("any other schema is refused with the location", async () => {
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
      '/properties/plan/type must not be "integer"',
      { ...good, properties: { plan: { type: "integer" } } },
    ],
    [
      "/properties/plan must have required property 'type'",
      { ...good, properties: { plan: { enum: ["a"] } } },
    ],
    [
      "/properties/plan/enum must NOT have fewer than 1 items",
      { ...good, properties: { plan: { type: "string", enum: [] } } },
    ],
    [
      '/properties/plan must not have "enum"',
      { ...good, properties: { plan: { type: "number", enum: [1] } } },
    ],
    [
      '/properties/plans/items/type must not be "object"',
      { ...good, properties: { plans: { type: "array", items: { type: "object" } } } },
    ],
    [
      "/properties/access must have required property 'additionalProperties'",
      { ...good, properties: { access: { type: "object", properties: {} } } },
    ],
    ['type must not be "object"', nested(6)],
    ["it has more than 500 claims", { ...good, properties: many(501) }],
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
      "/properties/unsigned/properties/deep must have required property 'properties'",
      {
        ...good,
        properties: {
          unsigned: { ...good.properties.unsigned, properties: { deep: { type: "object" } } },
        },
      },
    ],
    [
      'the reserved name "constructor"',
      { ...good, properties: { constructor: { type: "boolean" } } },
    ],
    [
      'the reserved name "__proto__"',
      { ...good, properties: JSON.parse('{"__proto__": {"type": "boolean"}}') },
    ],
    ['the reserved name ""', { ...good, properties: { "": { type: "boolean" } } }],
  ];
  for (const [said, schema] of wrong) {
    expect(await findSchemaFault(schema)).toContain(said);
  }
});

slowTest("claims are booleans named by the schema", async () => {
  for (const claims of [{}, { isBetaUser: true }, { unsigned: { trial: false } }]) {
    expect(await findClaimsFault(good, claims)).toBeUndefined();
  }
  expect(await findClaimsFault(good, { isBetaUser: "true" })).toBe("/isBetaUser must be boolean");
  expect(await findClaimsFault(good, { other: true })).toBe('it must not have "other"');
  expect(await findClaimsFault(good, { unsigned: { other: true } })).toBe(
    '/unsigned must not have "other"',
  );
  expect(await findClaimsFault(good, JSON.parse('{"__proto__": {"isBetaUser": true}}'))).toContain(
    "__proto__",
  );
});

const withEnums = (counts: readonly number[]) => ({
  ...closed,
  properties: Object.fromEntries(
    counts.map((length, at) => [
      `claim${at}`,
      {
        type: "array",
        items: { type: "string", enum: Array.from({ length }, (_, one) => `${one}`) },
      },
    ]),
  ),
});

test("a schema has at most 5,000 enum values and 20,000 JSON values in total", async () => {
  const most = Array.from({ length: 10 }, () => 500);
  expect(await findSchemaFault(withEnums(most))).toBe(undefined);
  expect(await findSchemaFault(withEnums([...most, 1]))).toBe(
    "its claims have more than 5000 enum values in total",
  );
  expect(await findSchemaFault({ ...closed, examples: Array(19_997).fill(null) })).toBe(
    "it has more than 20000 JSON values",
  );
  expect(await findSchemaFault({ ...closed, examples: Array(19_996).fill(null) })).toBe(
    "it must have required property 'properties'",
  );
});

test.each<[unknown, string | undefined]>([
  [{ type: "object" }, undefined],
  [{ $schema: "http://json-schema.org/draft-07/schema#" }, undefined],
  [{ $schema: "http://json-schema.org/draft-07/schema" }, undefined],
  [
    { $schema: "http://json-schema.org/draft-04/schema#" },
    'has an unsupported draft ("http://json-schema.org/draft-04/schema#"); use draft 7',
  ],
  [{ $schema: 7 }, "has an unsupported draft (7); use draft 7"],
  [
    { type: "nosuch" },
    "is not a valid JSON schema: /type must be equal to one of the allowed values",
  ],
  [
    { properties: { a: { minimum: "1" } } },
    "is not a valid JSON schema: /properties/a/minimum must be number",
  ],
  [[], undefined],
  [null, "is not an object"],
  ["text", "is not an object"],
])("the draft of the schema %j is valid, or the fault is %s", async (schema, fault) => {
  expect(await findDraftFault(schema)).toBe(fault);
});
