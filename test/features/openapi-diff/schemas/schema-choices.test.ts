/** Choices and nullable types of schemas, in requests and responses. */
import { expect, test } from "vitest";
import { compareBodies, type Tree } from "./compare-bodies.ts";
import { cat, discriminator, dog, tagged, toCat, toDog } from "./pets.ts";

const [text, number, none] = [{ type: "string" }, { type: "number" }, { type: "null" }];

test.each<readonly [string, Tree, Tree, readonly string[], readonly string[]]>([
  [
    "a choice that was removed",
    { oneOf: [text, number] },
    { oneOf: [text] },
    ['! choice-removed: A choice of oneOf was removed: {"type":"number"}.'],
    ['choice-removed: A choice of oneOf was removed: {"type":"number"}.'],
  ],
  [
    "a choice of three that was removed",
    { oneOf: [text, number, none] },
    { oneOf: [text, none] },
    [
      "! type-changed: The type changed from null or number or string to null or string.",
      '! choice-removed: A choice of oneOf was removed: {"type":"number"}.',
    ],
    [
      "type-changed: The type changed from null or number or string to null or string.",
      'choice-removed: A choice of oneOf was removed: {"type":"number"}.',
    ],
  ],
  [
    "a choice that was added",
    { anyOf: [text, none] },
    { anyOf: [text, none, { type: "boolean" }] },
    [
      "type-changed: The type changed from null or string to boolean or null or string.",
      'choice-added: Added a choice to anyOf: {"type":"boolean"}.',
    ],
    [
      "! type-changed: The type changed from null or string to boolean or null or string.",
      '! choice-added: Added a choice to anyOf: {"type":"boolean"}.',
    ],
  ],
  [
    "a choice that is equal to another",
    { anyOf: [text, number] },
    { anyOf: [text, number, text] },
    [],
    [],
  ],
  [
    "a choice of oneOf that is equal to another",
    { oneOf: [toDog, toCat] },
    { oneOf: [toDog, toCat, dog] },
    [
      '! choices-overlap: Existing values also match the new choice {"properties":{"bark":{"type":"string"},"kind":{"enum":["dog"],"type":"string"}}\u2026 of oneOf, which must match exactly one.',
      'choice-added: Added a choice to oneOf: {"properties":{"bark":{"type":"string"},"kind":{"enum":["dog"],"type":"string"}}\u2026.',
    ],
    [
      'choice-added: Added a choice to oneOf: {"properties":{"bark":{"type":"string"},"kind":{"enum":["dog"],"type":"string"}}\u2026.',
    ],
  ],
  [
    "a choice that is included in another",
    { anyOf: [text, number] },
    { anyOf: [text, number, { type: "string", maxLength: 3 }] },
    ['choice-added: Added a choice to anyOf: {"maxLength":3,"type":"string"}.'],
    ['choice-added: Added a choice to anyOf: {"maxLength":3,"type":"string"}.'],
  ],
  [
    "a removed choice that is included in another",
    { anyOf: [text, { type: "string", maxLength: 3 }, none] },
    { anyOf: [text, none] },
    ['choice-removed: A choice of anyOf was removed: {"maxLength":3,"type":"string"}.'],
    ['choice-removed: A choice of anyOf was removed: {"maxLength":3,"type":"string"}.'],
  ],
  ["another order of choices", { oneOf: [toDog, toCat] }, { oneOf: [toCat, toDog] }, [], []],
  ["a reference in place of its schema", { oneOf: [toDog, toCat] }, { oneOf: [dog, cat] }, [], []],
  [
    "a changed choice with the same title",
    {
      oneOf: [
        { title: "A", ...text },
        { title: "B", type: "array" },
      ],
    },
    {
      oneOf: [
        { title: "B", type: "object" },
        { title: "A", ...text },
      ],
    },
    ["! type-changed: The type changed from array to object."],
    ["! type-changed: The type changed from array to object."],
  ],
  [
    "a changed choice with the same value",
    { oneOf: [dog, cat] },
    { oneOf: [tagged("cat", { purr: text, age: number }), dog] },
    ["property-added: Added the optional property age."],
    ["property-added: Added the optional property age."],
  ],
  [
    "a changed choice with similar properties",
    { oneOf: [{ type: "object", properties: { a: text, b: text } }, text] },
    { oneOf: [{ type: "object", properties: { a: text, b: text, c: text } }, text] },
    ["property-added: Added the optional property c."],
    ["property-added: Added the optional property c."],
  ],
  [
    "a choice with other properties",
    { oneOf: [{ type: "object", properties: { a: text, b: text, c: text } }, text] },
    { oneOf: [{ type: "object", properties: { a: text, x: text, y: text, z: text } }, text] },
    [
      '! choice-removed: A choice of oneOf was removed: {"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}\u2026.',
      'choice-added: Added a choice to oneOf: {"properties":{"a":{"type":"string"},"x":{"type":"string"},"y":{"type":"string"}\u2026.',
    ],
    [
      '! choice-added: Added a choice to oneOf: {"properties":{"a":{"type":"string"},"x":{"type":"string"},"y":{"type":"string"}\u2026.',
      'choice-removed: A choice of oneOf was removed: {"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}\u2026.',
    ],
  ],
  ["anyOf in place of oneOf", { oneOf: [text, number] }, { anyOf: [text, number] }, [], []],
  [
    "oneOf in place of anyOf with separate types",
    { anyOf: [text, number] },
    { oneOf: [text, number] },
    [],
    [],
  ],
  [
    "oneOf in place of anyOf with one type",
    {
      anyOf: [
        { type: "string", maxLength: 3 },
        { type: "string", minLength: 2 },
      ],
    },
    {
      oneOf: [
        { type: "string", maxLength: 3 },
        { type: "string", minLength: 2 },
      ],
    },
    ["! choices-overlap: Values that match two of the choices are now refused."],
    [],
  ],
  [
    "oneOf in place of anyOf with values of a property",
    { anyOf: [dog, cat] },
    { oneOf: [dog, cat] },
    [],
    [],
  ],
  [
    "oneOf in place of anyOf with a discriminator",
    {
      anyOf: [
        { type: "object", properties: { kind: text, a: text } },
        { type: "object", properties: { kind: text, b: text } },
      ],
      discriminator,
    },
    {
      oneOf: [
        { type: "object", properties: { kind: text, a: text } },
        { type: "object", properties: { kind: text, b: text } },
      ],
      discriminator,
    },
    [],
    [],
  ],
  [
    "a schema that is now one of two",
    text,
    { oneOf: [text, number] },
    ['choice-added: Added a choice to oneOf: {"type":"number"}.'],
    ['! choice-added: Added a choice to oneOf: {"type":"number"}.'],
  ],
  [
    "a schema that is now one of two of anyOf",
    text,
    { anyOf: [number, text] },
    ['choice-added: Added a choice to anyOf: {"type":"number"}.'],
    ['! choice-added: Added a choice to anyOf: {"type":"number"}.'],
  ],
  [
    "a schema that now overlaps another choice",
    { type: "string", minLength: 2 },
    { oneOf: [{ type: "string", minLength: 2 }, text] },
    [
      '! choices-overlap: Existing values also match the new choice {"type":"string"} of oneOf, which must match exactly one.',
      'choice-added: Added a choice to oneOf: {"type":"string"}.',
    ],
    ['! choice-added: Added a choice to oneOf: {"type":"string"}.'],
  ],
  [
    "a schema that now overlaps a choice of anyOf",
    { type: "string", minLength: 2 },
    { anyOf: [{ type: "string", minLength: 2 }, text] },
    ['choice-added: Added a choice to anyOf: {"type":"string"}.'],
    ['! choice-added: Added a choice to anyOf: {"type":"string"}.'],
  ],
  [
    "a schema that is no longer one of two",
    { oneOf: [text, number] },
    text,
    ['! choice-removed: A choice of oneOf was removed: {"type":"number"}.'],
    ['choice-removed: A choice of oneOf was removed: {"type":"number"}.'],
  ],
  [
    "a schema that is no longer one of two of anyOf",
    { anyOf: [text, { type: "string", maxLength: 2 }] },
    text,
    ['choice-removed: A choice of anyOf was removed: {"maxLength":2,"type":"string"}.'],
    ['choice-removed: A choice of anyOf was removed: {"maxLength":2,"type":"string"}.'],
  ],
  [
    "a schema with choices of properties",
    { type: "object", properties: { a: text, b: text } },
    {
      type: "object",
      properties: { a: text, b: text },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    ["! choices-added: anyOf now allows only values that match one of 2 choices."],
    ["choices-added: anyOf now allows only values that match one of 2 choices."],
  ],
  [
    "a schema with choices of which one is met",
    { type: "object", required: ["a"], properties: { a: text, b: text } },
    {
      type: "object",
      required: ["a"],
      properties: { a: text, b: text },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    ["choices-added: anyOf now allows only values that match one of 2 choices."],
    ["choices-added: anyOf now allows only values that match one of 2 choices."],
  ],
  [
    "a schema with exclusive choices of which one is met",
    { type: "object", required: ["a"], properties: { a: text, b: text } },
    {
      type: "object",
      required: ["a"],
      properties: { a: text, b: text },
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    ["! choices-added: oneOf now allows only values that match one of 2 choices."],
    ["choices-added: oneOf now allows only values that match one of 2 choices."],
  ],
  [
    "a schema without its choices of properties",
    {
      type: "object",
      properties: { a: text, b: text },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    { type: "object", properties: { a: text, b: text } },
    ["choices-removed: The 2 choices of anyOf were removed."],
    ["! choices-removed: The 2 choices of anyOf were removed."],
  ],
  [
    "a schema without its choices of which one is met",
    {
      type: "object",
      required: ["a"],
      properties: { a: text },
      anyOf: [{ required: ["a"], type: "object" }, { required: ["b"] }],
    },
    { type: "object", required: ["a"], properties: { a: text } },
    ["choices-removed: The 2 choices of anyOf were removed."],
    ["choices-removed: The 2 choices of anyOf were removed."],
  ],
  [
    "a schema that can now be null",
    text,
    { type: ["string", "null"] },
    ["type-changed: The type changed from string to null or string."],
    ["! type-changed: The type changed from string to null or string."],
  ],
  [
    "a schema that can no longer be null",
    { type: ["string", "null"] },
    text,
    ["! type-changed: The type changed from null or string to string."],
    ["type-changed: The type changed from null or string to string."],
  ],
  ["null as a choice", { type: ["string", "null"] }, { anyOf: [text, none] }, [], []],
  [
    "null as a choice of values",
    { type: ["string", "null"], enum: ["a", null] },
    { oneOf: [{ type: "string", enum: ["a"] }, none] },
    [],
    [],
  ],
  [
    "null as a type of an object",
    { oneOf: [toDog, none] },
    { ...dog, type: ["object", "null"] },
    [],
    [],
  ],
  [
    "null added to choices",
    { oneOf: [toDog, toCat] },
    { oneOf: [toDog, toCat, none] },
    ["type-changed: The type changed from object to null or object."],
    ["! type-changed: The type changed from object to null or object."],
  ],
  [
    "null removed from choices",
    { oneOf: [toDog, toCat, none] },
    { oneOf: [toDog, toCat] },
    ["! type-changed: The type changed from null or object to object."],
    ["type-changed: The type changed from null or object to object."],
  ],
  ["types in place of choices", { anyOf: [text, number] }, { type: ["string", "number"] }, [], []],
  [
    "types with a limit in place of choices",
    { anyOf: [{ type: "string", maxLength: 3 }, number] },
    { type: ["string", "number"], maxLength: 2 },
    ["! max-length-changed: maxLength changed from 3 to 2."],
    ["max-length-changed: maxLength changed from 3 to 2."],
  ],
  [
    "a type that was added to choices",
    { anyOf: [text, number] },
    { type: ["string", "number", "boolean"] },
    ["type-changed: The type changed from number or string to boolean or number or string."],
    ["! type-changed: The type changed from number or string to boolean or number or string."],
  ],
  [
    "choices within choices",
    { anyOf: [text, { anyOf: [number, none] }] },
    { anyOf: [text, number, none] },
    [],
    [],
  ],
  [
    "choices beside another type",
    { type: "string", oneOf: [{ maxLength: 3 }, { minLength: 9 }] },
    { oneOf: [{ maxLength: 3 }, { minLength: 9 }] },
    ["type-changed: The type changed from string to any."],
    ["! type-changed: The type changed from string to any."],
  ],
  [
    "two lists of choices",
    { anyOf: [text, number], oneOf: [{ maxLength: 3 }, { minLength: 9 }] },
    { anyOf: [text, number] },
    ["choices-removed: The 2 choices of oneOf were removed."],
    ["! choices-removed: The 2 choices of oneOf were removed."],
  ],
  [
    "limits of each type",
    { type: ["string", "number"], maxLength: 3, minimum: 1 },
    {
      anyOf: [
        { ...text, maxLength: 2 },
        { ...number, minimum: 2 },
      ],
    },
    [
      "! minimum-changed: minimum changed from 1 to 2.",
      "! max-length-changed: maxLength changed from 3 to 2.",
    ],
    [
      "minimum-changed: minimum changed from 1 to 2.",
      "max-length-changed: maxLength changed from 3 to 2.",
    ],
  ],
  [
    "limits of each type that became wider",
    {
      anyOf: [
        { ...text, maxLength: 3 },
        { ...number, minimum: 1 },
      ],
    },
    { type: ["number", "string"], maxLength: 4, minimum: 0 },
    [
      "max-length-changed: maxLength changed from 3 to 4.",
      "minimum-changed: minimum changed from 1 to 0.",
    ],
    [
      "! max-length-changed: maxLength changed from 3 to 4.",
      "! minimum-changed: minimum changed from 1 to 0.",
    ],
  ],
  [
    "values beside null",
    { type: ["string", "null"], enum: ["a", null] },
    { type: "string", enum: ["a", "b"] },
    [
      "! type-changed: The type changed from null or string to string.",
      'value-added: Added the value "b".',
    ],
    [
      '! value-added: Added the value "b".',
      "type-changed: The type changed from null or string to string.",
    ],
  ],
  [
    "values of a choice beside null",
    { anyOf: [{ ...text, enum: ["a"] }, none] },
    { type: ["string", "null"], enum: ["a", "b", null] },
    ['value-added: Added the value "b".'],
    ['! value-added: Added the value "b".'],
  ],
  [
    "a reference without null",
    { anyOf: [toDog, none] },
    toDog,
    ["! type-changed: The type changed from null or object to object."],
    ["type-changed: The type changed from null or object to object."],
  ],
  [
    "a reference that can be null",
    toDog,
    { anyOf: [toDog, none] },
    ["type-changed: The type changed from object to null or object."],
    ["! type-changed: The type changed from object to null or object."],
  ],
  [
    "another reference beside null",
    { anyOf: [toDog, none] },
    { anyOf: [none, toCat] },
    [
      "! property-removed: The optional property bark was removed.",
      '! value-removed: The value "dog" was removed.',
      "property-added: Added the optional property purr.",
      'value-added: Added the value "cat".',
    ],
    [
      "! property-removed: The optional property bark was removed.",
      '! value-added: Added the value "cat".',
      "property-added: Added the optional property purr.",
      'value-removed: The value "dog" was removed.',
    ],
  ],
  [
    "two references that can be null",
    { oneOf: [toDog, toCat], discriminator },
    { anyOf: [{ oneOf: [toDog, toCat], discriminator }, none] },
    ["type-changed: The type changed from object to null or object."],
    ["! type-changed: The type changed from object to null or object."],
  ],
  [
    "null in an inner choice",
    { anyOf: [{ oneOf: [toDog, none] }, text] },
    { anyOf: [toDog, text, none] },
    [],
    [],
  ],
  [
    "an integer in place of a number",
    { anyOf: [number, text] },
    { type: ["integer", "string"] },
    [
      "! type-changed: The type changed from number or string to integer or string.",
      "! type-changed: The type changed from number to integer.",
    ],
    [
      "type-changed: The type changed from number or string to integer or string.",
      "type-changed: The type changed from number to integer.",
    ],
  ],
  [
    "a number in place of an integer",
    { type: ["integer", "string"] },
    { anyOf: [number, text] },
    [
      "type-changed: The type changed from integer or string to number or string.",
      "type-changed: The type changed from integer to number.",
    ],
    [
      "! type-changed: The type changed from integer or string to number or string.",
      "! type-changed: The type changed from integer to number.",
    ],
  ],
  [
    "a property of a nullable object",
    { type: ["object", "null"], properties: { a: text } },
    { oneOf: [{ type: "object", properties: { a: number } }, none] },
    ["! type-changed: The type changed from string to number."],
    ["! type-changed: The type changed from string to number."],
  ],
  [
    "a required property of a nullable object",
    { oneOf: [{ type: "object", properties: { a: text } }, none] },
    { type: ["object", "null"], properties: { a: text }, required: ["a"] },
    ["! property-required: The property a is now required."],
    [],
  ],
  [
    "items of a nullable list",
    { type: ["array", "null"], items: text },
    { anyOf: [none, { type: "array", items: number }] },
    ["! type-changed: The type changed from string to number."],
    ["! type-changed: The type changed from string to number."],
  ],
  [
    "only null",
    { type: ["string", "null"] },
    none,
    ["! type-changed: The type changed from null or string to null."],
    ["type-changed: The type changed from null or string to null."],
  ],
  [
    "nothing but null before",
    none,
    { type: ["null", "string"] },
    ["type-changed: The type changed from null to null or string."],
    ["! type-changed: The type changed from null to null or string."],
  ],
  [
    "parts beside choices",
    { allOf: [{ maxLength: 3 }], anyOf: [text, none] },
    { type: ["string", "null"], maxLength: 3 },
    [],
    [],
  ],
  [
    "a type of its part",
    { allOf: [{ type: ["string", "null"] }] },
    { anyOf: [text, none] },
    [],
    [],
  ],
  ["a narrower type of its part", { allOf: [{ type: ["string", "null"] }, text] }, text, [], []],
  [
    "a choice without a type",
    { anyOf: [{ maxLength: 3 }, number] },
    { anyOf: [{ maxLength: 2 }, number] },
    ["! max-length-changed: maxLength changed from 3 to 2."],
    ["max-length-changed: maxLength changed from 3 to 2."],
  ],
  ["any type with null", {}, { anyOf: [{}, none] }, [], []],
  [
    "three levels of choices",
    { anyOf: [{ anyOf: [{ anyOf: [text, none] }, number] }, { type: "boolean" }] },
    { type: ["string", "null", "number", "boolean"] },
    [],
    [],
  ],
  [
    "a default of a nullable value",
    { anyOf: [text, none], default: null },
    { type: ["string", "null"], default: null },
    [],
    [],
  ],
  [
    "a discriminator that became nullable",
    { oneOf: [toDog, toCat], discriminator },
    { oneOf: [toDog, toCat, none], discriminator },
    ["type-changed: The type changed from object to null or object."],
    ["! type-changed: The type changed from object to null or object."],
  ],
  [
    "properties of choices beside null",
    { anyOf: [dog, cat, none] },
    { anyOf: [tagged("dog", { bark: number }), cat, none] },
    ["! type-changed: The type changed from string to number."],
    ["! type-changed: The type changed from string to number."],
  ],
])("%s", (_, before, now, request, response) => {
  expect(compareBodies(before, now, { Dog: dog, Cat: cat })).toEqual([request, response]);
});
