/** Restrictions beside a list of choices, in comparison with the same restrictions in each choice. */
import { describe, expect, test } from "vitest";
import { compareDescriptions } from "../../../../src/features/openapi-diff/compare.ts";
import { compareBodies, type Tree } from "./compare-bodies.ts";

const [text, number] = [{ type: "string" }, { type: "number" }];
const build = (kind: string, more: Tree = {}, required: readonly string[] = []) => ({
  type: "object",
  required: ["kind", ...required],
  properties: { kind: { const: kind }, ...more },
});
const [Dog, Cat] = [build("dog", { bark: text }), build("cat", { purr: text })];
const toDog = { $ref: "#/components/schemas/Dog" };
const toCat = { $ref: "#/components/schemas/Cat" };
const pets = { oneOf: [toDog, toCat] };
const discriminator = { propertyName: "kind" };
const short = { ...text, maxLength: 5 };
const age = { type: "object", properties: { age: number }, required: ["age"] };
const aged = [build("dog", { bark: text, age: number }, ["age"])];
const agedCat = build("cat", { purr: text, age: number }, ["age"]);
const closed = (properties: Tree) => ({ type: "object", properties, additionalProperties: false });
const compare = (before: Tree, now: Tree) => compareBodies(before, now, { Dog, Cat });

test.each<readonly [string, Tree, Tree]>([
  ["the type of all choices", { type: "object", ...pets }, pets],
  [
    "the types of the choices",
    { type: ["object", "string"], anyOf: [toDog, text] },
    {
      anyOf: [toDog, text],
    },
  ],
  [
    "a type with a discriminator",
    { type: "object", ...pets, discriminator },
    {
      ...pets,
      discriminator,
    },
  ],
  ["a type in another part", { allOf: [{ type: "object" }, pets] }, pets],
  ["a limit of one choice", { oneOf: [text, number], maxLength: 5 }, { oneOf: [short, number] }],
  [
    "a limit, and another order",
    { anyOf: [text, number], maxLength: 5 },
    {
      anyOf: [number, short],
    },
  ],
  [
    "limits of each choice",
    { oneOf: [text, number], maxLength: 5, minimum: 3 },
    { oneOf: [short, { ...number, minimum: 3 }] },
  ],
  ["properties", { ...age, ...pets }, { oneOf: [...aged, agedCat] }],
  ["properties, and another order", { ...age, ...pets }, { oneOf: [agedCat, ...aged] }],
  [
    "properties of alternative requirements",
    { type: "object", properties: { a: text }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    {
      anyOf: [
        { type: "object", properties: { a: text }, required: ["a"] },
        { type: "object", properties: { a: text }, required: ["b"] },
      ],
    },
  ],
  [
    "a type that one of the choices does not have",
    { type: "object", oneOf: [toDog, toCat, text] },
    pets,
  ],
  [
    "a type of closed choices",
    { type: "object", anyOf: [closed({ a: text }), closed({ b: text })] },
    {
      anyOf: [closed({ a: text }), closed({ b: text })],
    },
  ],
  [
    "a narrower type of one choice",
    { type: ["integer", "boolean"], anyOf: [number, { type: "boolean" }, text] },
    { anyOf: [{ type: "integer" }, { type: "boolean" }] },
  ],
  [
    "a wider type than that of one choice",
    { type: ["number", "boolean"], anyOf: [{ type: "integer" }, { type: "boolean" }, text] },
    { anyOf: [{ type: "integer" }, { type: "boolean" }] },
  ],
  [
    "a title, with a limit",
    { title: "A", oneOf: [text, number], maxLength: 5 },
    {
      oneOf: [short, number],
    },
  ],
  [
    "a limit under another name of the choices",
    { oneOf: [text, number], maxLength: 5 },
    { anyOf: [short, number] },
  ],
  [
    "a limit of choices of one type under another name",
    { oneOf: [toDog, toCat], minProperties: 2 },
    {
      anyOf: [
        { ...Dog, minProperties: 2 },
        { ...Cat, minProperties: 2 },
      ],
    },
  ],
])("%s can be beside the choices or in each of them", (_, one, other) => {
  expect(compare(one, other)).toEqual([[], []]);
  expect(compare(other, one)).toEqual([[], []]);
});

const limited = ["! max-length-changed: maxLength changed from not set to 5."];
const limitedInResponse = ["max-length-changed: maxLength changed from not set to 5."];
const unlimited = ["max-length-changed: maxLength changed from 5 to not set."];
const unlimitedInResponse = ["! max-length-changed: maxLength changed from 5 to not set."];

const movedRequest = [
  "! property-removed: The required property age was removed.",
  "! property-added: Added the required property age.",
  "! property-added: Added the required property age.",
];
const movedResponse = [
  "! property-removed: The required property age was removed.",
  "property-added: Added the required property age.",
  "property-added: Added the required property age.",
];

describe("a real change is reported:", () => {
  test.each<readonly [string, Tree, Tree, readonly string[], readonly string[]]>([
    [
      "a limit that only one of two choices of strings keeps",
      { anyOf: [text, { type: ["string", "number"] }], maxLength: 5 },
      { anyOf: [short, { type: ["string", "number"] }] },
      unlimited,
      unlimitedInResponse,
    ],
    [
      "a limit beside choices of several types",
      { oneOf: [text, number] },
      { oneOf: [text, number], maxLength: 5 },
      limited,
      limitedInResponse,
    ],
    [
      "a type, and a new choice of another type",
      { type: "object", ...pets },
      { oneOf: [toDog, toCat, text] },
      [
        'choice-added: Added a choice to oneOf: {"type":"string"}.',
        "type-changed: The type changed from object to object or string.",
      ],
      [
        '! choice-added: Added a choice to oneOf: {"type":"string"}.',
        "! type-changed: The type changed from object to object or string.",
      ],
    ],
    [
      "a type that one choice does not have",
      { oneOf: [toDog, text] },
      { type: "object", oneOf: [toDog, text] },
      ['! choice-removed: A choice of oneOf was removed: {"type":"string"}.'],
      ['choice-removed: A choice of oneOf was removed: {"type":"string"}.'],
    ],
    [
      "a type of choices without types",
      { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      ["type-changed: The type changed from object to any."],
      ["! type-changed: The type changed from object to any."],
    ],
    [
      "a removed choice, with a type that no longer is beside them",
      { type: "object", oneOf: [toDog, toCat, build("bird")] },
      pets,
      [
        '! choice-removed: A choice of oneOf was removed: {"properties":{"kind":{"enum":["bird"],"type":"string"}},"required":["kind"],"ty….',
      ],
      [
        'choice-removed: A choice of oneOf was removed: {"properties":{"kind":{"enum":["bird"],"type":"string"}},"required":["kind"],"ty….',
      ],
    ],
    [
      "properties that closed choices refuse",
      {
        type: "object",
        properties: { a: text },
        oneOf: [closed({ b: text }), closed({ c: text })],
      },
      { oneOf: [closed({ a: text, b: text }), closed({ a: text, c: text })] },
      [
        "! property-removed: The optional property a was removed.",
        "property-added: Added the optional property a.",
        "property-added: Added the optional property a.",
      ],
      [
        "! property-removed: The optional property a was removed.",
        "property-added: Added the optional property a.",
        "property-added: Added the optional property a.",
      ],
    ],
    [
      "a type under another name of the choices",
      { type: "object", ...pets },
      { anyOf: [toDog, toCat] },
      [],
      [],
    ],
    [
      "one of two lists of choices",
      { maxLength: 5, anyOf: [text, number], oneOf: [text, number] },
      { anyOf: [short, number] },
      [
        "! max-length-changed: maxLength changed from not set to 5.",
        "choices-removed: The 2 choices of oneOf were removed.",
        ...unlimited,
      ],
      [
        "! choices-removed: The 2 choices of oneOf were removed.",
        ...unlimitedInResponse,
        "max-length-changed: maxLength changed from not set to 5.",
      ],
    ],
    [
      "properties in choices without the names that a discriminator needs",
      { ...age, ...pets, discriminator },
      { oneOf: [...aged, agedCat], discriminator },
      movedRequest,
      movedResponse,
    ],
    [
      "properties, and another mapping of the discriminator",
      { ...age, ...pets, discriminator: { ...discriminator, mapping: { d: toDog.$ref } } },
      { oneOf: [...aged, agedCat] },
      [...movedRequest, "discriminator-removed: The discriminator was removed."],
      [
        ...movedResponse.slice(0, 1),
        "discriminator-removed: The discriminator was removed.",
        ...movedResponse.slice(1),
      ],
    ],
    [
      "a limit and another choice",
      { oneOf: [text, number], maxLength: 5 },
      { oneOf: [short, number, { type: "boolean" }] },
      [
        "! max-length-changed: maxLength changed from not set to 5.",
        'choice-added: Added a choice to oneOf: {"type":"boolean"}.',
        ...unlimited,
      ],
      [
        '! choice-added: Added a choice to oneOf: {"type":"boolean"}.',
        ...unlimitedInResponse,
        "max-length-changed: maxLength changed from not set to 5.",
      ],
    ],
    [
      "another mapping of the discriminator",
      { type: "object", ...pets, discriminator: { ...discriminator, mapping: { d: toDog.$ref } } },
      { ...pets, discriminator: { ...discriminator, mapping: { e: toDog.$ref } } },
      [
        "! discriminator-value-changed: The value d of the discriminator was removed.",
        "discriminator-value-added: Added the value e to the discriminator, for Dog.",
      ],
      [
        "! discriminator-value-added: Added the value e to the discriminator, for Dog.",
        "discriminator-value-changed: The value d of the discriminator was removed.",
      ],
    ],
    [
      "choices under other names, with a discriminator",
      { type: "object", ...pets, discriminator },
      { oneOf: [Dog, Cat], discriminator },
      [],
      [],
    ],
  ])("%s", (_, before, now, request, response) => {
    expect(compare(before, now)).toEqual([request, response]);
  });
});

test("names of XML elements in a choice are compared, whether or not its type moved", () => {
  const describeApi = (schema: Tree) => {
    const content = { "application/xml": { schema } };
    const responses = { 200: { description: "Done", content } };
    return { openapi: "3.1.0", info: {}, paths: { "/a": { get: { responses } } } };
  };
  const rename = (schema: Tree, name: string) => ({
    ...schema,
    properties: { ...Dog.properties, bark: { ...text, xml: { name } } },
  });
  const before = describeApi({ type: "object", oneOf: [rename(Dog, "bark"), Cat] });
  const compareWith = (name: string) =>
    compareDescriptions(before, describeApi({ oneOf: [rename(Dog, name), Cat] }));
  expect(compareWith("bark")).toEqual([]);
  expect(compareWith("sound").map(({ rule }) => rule)).toEqual(["response-xml-changed"]);
});

describe("a schema that no value matches", () => {
  const fewer = (from: string) => [
    [`! type-changed: The type changed from ${from} to none.`],
    [`type-changed: The type changed from ${from} to none.`],
  ];
  const more = (to: string) => [
    [`type-changed: The type changed from none to ${to}.`],
    [`! type-changed: The type changed from none to ${to}.`],
  ];

  test.each<readonly [string, Tree]>([
    ["not with a schema that matches anything", { not: {} }],
    ["not with a description", { not: { description: "Anything" } }],
    ["not true, and a type", { ...text, not: true }],
    ["an empty list of values", { enum: [] }],
    ["a part that matches nothing", { allOf: [text, { not: {} }] }],
    ["choices that match nothing", { anyOf: [{ not: {} }, { enum: [] }] }],
    ["a single choice that matches nothing", { oneOf: [{ not: {} }] }],
  ])("breaks a request when it is added, and a response when it is removed: %s", (_, none) => {
    expect(compare(text, none)).toEqual(fewer("string"));
    expect(compare({ type: ["string", "number"] }, none)).toEqual(fewer("number or string"));
    expect(compare({}, none)).toEqual(fewer("any"));
    expect(compare(none, text)).toEqual(more("string"));
    expect(compare(none, { not: {} })).toEqual([[], []]);
  });

  const never = JSON.parse("false");

  test.each<readonly [string, (schema: Tree) => Tree]>([
    ["the body", (schema) => schema],
    ["a property", (schema) => ({ type: "object", properties: { a: schema } })],
    ["the items of a list", (schema) => ({ type: "array", items: schema })],
  ])("can be false in %s", (_, wrap) => {
    expect(compare(wrap(text), wrap(never))).toEqual(fewer("string"));
    expect(compare(wrap(never), wrap(text))).toEqual(more("string"));
    expect(compare(wrap(never), wrap({ not: {} }))).toEqual([[], []]);
  });

  test.each<readonly [string, Tree, Tree]>([
    ["anyOf", { anyOf: [text, number] }, { anyOf: [text, never, number] }],
    ["oneOf", { oneOf: [toDog, toCat] }, { oneOf: [toDog, toCat, { enum: [] }] }],
    ["one other choice", text, { oneOf: [never, text] }],
  ])("adds nothing to %s", (_, one, other) => {
    expect(compare(one, other)).toEqual([[], []]);
    expect(compare(other, one)).toEqual([[], []]);
  });

  test("is not a condition that only some values refuse", () => {
    expect(compare(text, { ...text, not: { maxLength: 3 } })).toEqual([
      ["! not-added: The condition not was added."],
      ["not-added: The condition not was added."],
    ]);
  });
});
