/** Choices, discriminators, schemas of several parts, and references with siblings. */
import { expect, test } from "vitest";
import { compareDescriptions } from "../../../src/features/openapi-diff/compare.ts";

type Tree = Record<string, unknown>;

const text = { type: "string" };
const dog = { type: "object", properties: { kind: { enum: ["dog"] }, bark: text } };
const cat = { type: "object", properties: { kind: { enum: ["cat"] }, purr: text } };
const loudDog = { ...dog, properties: { ...dog.properties, volume: text } };
const toDog = { $ref: "#/components/schemas/Dog" };
const toCat = { $ref: "#/components/schemas/Cat" };
const told = (mapping: Tree, propertyName = "kind") => ({
  discriminator: { propertyName, mapping },
});

function description(schema: Tree, openapi: string): Tree {
  const content = { "application/json": { schema } };
  const post = { requestBody: { content }, responses: { 200: { description: "", content } } };
  const schemas = { Dog: dog, Cat: cat };
  return { openapi, info: {}, paths: { "/pets": { post } }, components: { schemas } };
}

/** The reported changes in requests, and in responses. */
function changes(before: Tree, now: Tree, version = "3.1.0") {
  const all = compareDescriptions(description(before, version), description(now, version));
  const of = (direction: string) =>
    all
      .filter(({ rule }) => rule.startsWith(direction))
      .map(({ rule, isBreaking }) => {
        return `${rule.slice(direction.length)}${isBreaking ? " breaks" : ""}`;
      });
  return [of("request-"), of("response-")];
}

const same = [[], []];

const cases: readonly (readonly [string, Tree, Tree, readonly (readonly string[])[]])[] = [
  [
    "two choices with one title",
    { anyOf: [{ title: "A", type: "string" }] },
    {
      anyOf: [
        { title: "A", type: "string" },
        { title: "A", type: "number" },
      ],
    },
    [["choice-added"], ["choice-added breaks"]],
  ],
  [
    "a choice identified by a unique value",
    { oneOf: [dog, cat] },
    { oneOf: [cat, loudDog] },
    [["property-added"], ["property-added"]],
  ],
  [
    "a choice without similarity to the removed one",
    { oneOf: [dog, text] },
    { oneOf: [cat, text] },
    [
      ["choice-removed breaks", "choice-added"],
      ["choice-added breaks", "choice-removed"],
    ],
  ],
  ["a single choice for the schema itself", toDog, { oneOf: [toDog] }, same],
  [
    "a schema that becomes one of several choices",
    toDog,
    { oneOf: [toDog, toCat] },
    [["choice-added"], ["choice-added breaks"]],
  ],
  [
    "a changed schema that becomes one of several choices",
    dog,
    { oneOf: [cat, loudDog] },
    [
      ["choice-added", "property-added"],
      ["choice-added breaks", "property-added"],
    ],
  ],
  [
    "null added together with a value",
    { type: "string", enum: ["a"] },
    { type: ["string", "null"], enum: ["a", "b", null] },
    [
      ["type-changed", "value-added"],
      ["type-changed breaks", "value-added breaks"],
    ],
  ],
  [
    "one remaining choice",
    { oneOf: [toDog, toCat] },
    toDog,
    [["choice-removed breaks"], ["choice-removed"]],
  ],
  [
    "a choice required in addition",
    dog,
    { ...dog, anyOf: [{ required: ["bark"] }, { required: ["kind"] }] },
    [["choices-added breaks"], ["choices-added"]],
  ],
  [
    "null as a value and a type",
    { oneOf: [text, { type: "string", nullable: true, enum: [null] }] },
    { oneOf: [text, { type: "null" }] },
    same,
  ],
  [
    "another discriminator property",
    { oneOf: [toDog, toCat], ...told({}) },
    { oneOf: [toDog, toCat], ...told({}, "species") },
    [["discriminator-changed breaks"], ["discriminator-changed breaks"]],
  ],
  [
    "another discriminator value",
    { type: "object", ...told({ dog: "Dog" }) },
    { type: "object", ...told({ dog: "Dog", cat: "Cat" }) },
    [["discriminator-value-added"], ["discriminator-value-added breaks"]],
  ],
  [
    "a discriminator value for another schema",
    { oneOf: [toDog, toCat], ...told({ pet: "Dog" }) },
    { oneOf: [toDog, toCat], ...told({ pet: "Cat" }) },
    [["discriminator-value-changed breaks"], ["discriminator-value-changed breaks"]],
  ],
  [
    "a property in two parts",
    { allOf: [dog, { properties: { bark: { maxLength: 9 } } }] },
    { allOf: [dog, { properties: { bark: { maxLength: 5 } } }] },
    [["max-length-changed breaks"], ["max-length-changed"]],
  ],
  [
    "items in a part",
    { type: "array", allOf: [{ items: text }] },
    { type: "array", allOf: [{ items: { type: "number" } }] },
    [["type-changed breaks"], ["type-changed breaks"]],
  ],
  [
    "a condition in a part",
    { allOf: [dog, {}] },
    { allOf: [dog, { not: { required: ["bark"] } }] },
    [["not-added breaks"], ["not-added"]],
  ],
  [
    "a type of additional properties",
    { type: "object" },
    { type: "object", additionalProperties: text },
    [["type-changed breaks"], ["type-changed"]],
  ],
  [
    "a removed schema",
    dog,
    { description: "Any JSON" },
    [["type-changed"], ["type-changed breaks"]],
  ],
  [
    "a property that becomes read-only",
    dog,
    { ...dog, properties: { ...dog.properties, bark: { ...text, readOnly: true } } },
    [["property-read-only breaks"], []],
  ],
];

const more = { type: "object", required: ["bark"], properties: { bark: text, purr: text } };
const either = (name: string, more: Tree = {}) => ({
  [name]: [dog, { ...dog, required: [], title: "Any" }],
  ...more,
});

test("a value that matches two oneOf choices is refused, so an overlapping choice is breaking", () => {
  const [sent, got] = changes(dog, either("oneOf"));
  expect(sent).toEqual(["choices-overlap breaks", "choice-added"]);
  // Responses have no values that the former schema does not have.
  expect(got).toEqual(["choice-added"]);
  expect(changes(dog, either("anyOf"))[0]).toEqual([]);
  for (const now of [
    either("oneOf", { discriminator: { propertyName: "kind" } }),
    { oneOf: [dog, more] },
  ]) {
    expect(changes(dog, now)[0]).toEqual(["choice-added"]);
  }
});

test.each(cases)("a change (%s) is reported", (_, before, now, expected) => {
  expect(changes(before, now)).toEqual(expected);
});

test("siblings of a reference count since 3.1", () => {
  const now = { ...toDog, required: ["bark"] };
  expect(changes(toDog, now)).toEqual([["property-required breaks"], []]);
  expect(changes(toDog, now, "3.0.3")).toEqual(same);
});

test("a schema that is a choice of itself is compared", () => {
  const loop = { oneOf: [text, { type: "array", items: { $ref: "#/components/schemas/Loop" } }] };
  const whole = description({ $ref: "#/components/schemas/Loop" }, "3.1.0");
  const now = { ...whole, components: { schemas: { Loop: loop } } };
  const self = { oneOf: [{ $ref: "#/components/schemas/Loop" }] };
  expect(compareDescriptions(now, now)).toEqual([]);
  expect(
    compareDescriptions({ ...whole, components: { schemas: { Loop: self } } }, now),
  ).toBeDefined();
});
