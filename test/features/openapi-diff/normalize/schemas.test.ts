import { describe, expect, test } from "vitest";
import {
  createSchemaNormalizer,
  type SchemaContext,
} from "../../../../src/features/openapi-diff/normalize/schemas.ts";

interface Options {
  readonly isLegacy?: boolean;
  readonly countsEvaluated?: boolean;
}

/** The normalized schema; references are `{$ref, dynamic}`. `paths` are the locations by value. */
function normalize(schema: unknown, { isLegacy = false, countsEvaluated = false }: Options = {}) {
  const located: string[] = [];
  const counted: string[] = [];
  const locate: SchemaContext["locate"] = (value, path) => {
    located.push(path.join("/"));
    return value;
  };
  const run = createSchemaNormalizer({
    isLegacy,
    locate,
    locateOnce: (value) => value,
    refer: (text, path, base, isDynamic) => ({
      $ref: `${base}${text} at ${path.join("/")}`,
      ...(isDynamic && { dynamic: true }),
    }),
    countsEvaluated: () => countsEvaluated,
    baseIn: (_, base) => base,
    onSchema: (_, path) => void counted.push(path.join("/")),
  });
  return { result: run(schema, ["s"], "base"), located, counted, run };
}

const text = { type: "string" };
const object = { type: "object" };
const bytes = "application/octet-stream";

describe("a schema", () => {
  test.each<[string, unknown, unknown]>([
    ["false matches nothing", false, { not: {} }],
    ["true matches anything", true, {}],
    ["undefined matches anything", undefined, {}],
    ["a text matches anything", "x", {}],
    // Types.
    ["keeps one type of a list", { type: ["string"] }, text],
    ["keeps several types", { type: ["string", "null"] }, { type: ["string", "null"] }],
    ["has no integer beside number", { type: ["integer", "number"] }, { type: "number" }],
    ["keeps integer alone", { type: ["integer"] }, { type: "integer" }],
    [
      "loses a type that allows everything",
      { type: ["array", "boolean", "null", "number", "object", "string"] },
      {},
    ],
    [
      "keeps almost every type",
      { type: ["array", "boolean", "null", "integer", "object", "string"] },
      { type: ["array", "boolean", "null", "integer", "object", "string"] },
    ],
    ["loses an empty list of types", { type: [] }, {}],
    ["of the type file is bytes", { type: "file" }, { type: "string", contentMediaType: bytes }],
    [
      "of the type file keeps its media type",
      { type: "file", contentMediaType: "image/png" },
      { type: "string", contentMediaType: "image/png" },
    ],
    // Contents.
    ["byte is base64", { ...text, format: "byte" }, { ...text, contentEncoding: "base64" }],
    [
      "base64 is an encoding",
      { ...text, format: "base64" },
      { ...text, contentEncoding: "base64" },
    ],
    [
      "base64url is an encoding",
      { format: "base64url" },
      { ...text, contentEncoding: "base64url" },
    ],
    [
      "byte keeps another encoding",
      { ...text, format: "byte", contentEncoding: "base32" },
      { ...text, contentEncoding: "base32" },
    ],
    ["binary is bytes", { ...text, format: "binary" }, { ...text, contentMediaType: bytes }],
    [
      "binary keeps its media type",
      { ...text, format: "binary", contentMediaType: "image/png" },
      { ...text, contentMediaType: "image/png" },
    ],
    [
      "byte of another type is a format",
      { type: "integer", format: "byte" },
      { type: "integer", format: "byte" },
    ],
    [
      "binary of another type is a format",
      { type: "integer", format: "binary" },
      { type: "integer", format: "binary" },
    ],
    ["other formats stay", { type: ["string"], format: "date" }, { ...text, format: "date" }],
    ["a format that is not text stays", { ...text, format: 7 }, { ...text, format: 7 }],
    [
      "encodings have lower case",
      { contentEncoding: "BASE64" },
      { ...text, contentEncoding: "base64" },
    ],
    ...["binary", "7bit", "8bit", "identity", "Identity"].map(
      (name): [string, unknown, unknown] => [
        `the encoding ${name} is bytes`,
        { ...text, contentEncoding: name },
        { ...text, contentMediaType: bytes },
      ],
    ),
    [
      "the encoding 8bit keeps the media type",
      { contentEncoding: "8bit", contentMediaType: "image/png" },
      { ...text, contentMediaType: "image/png" },
    ],
    [
      "an encoding implies bytes",
      { ...text, contentEncoding: "base64", contentMediaType: bytes },
      { ...text, contentEncoding: "base64" },
    ],
    [
      "an encoding has another media type",
      { ...text, contentEncoding: "base64", contentMediaType: "image/png" },
      { ...text, contentEncoding: "base64", contentMediaType: "image/png" },
    ],
    ["an encoding that is not text stays", { contentEncoding: 7 }, { ...text, contentEncoding: 7 }],
    [
      "a media type implies a text",
      { contentMediaType: bytes },
      { ...text, contentMediaType: bytes },
    ],
    [
      "a media type keeps the types",
      { type: ["string", "null"], contentMediaType: bytes },
      { type: ["string", "null"], contentMediaType: bytes },
    ],
    // Limits.
    [
      "an exclusive minimum of 3.0",
      { minimum: 1, exclusiveMinimum: true },
      { exclusiveMinimum: 1 },
    ],
    ["an inclusive minimum of 3.0", { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
    ["an exclusive minimum without one", { exclusiveMinimum: true }, {}],
    [
      "an exclusive maximum of 3.0",
      { maximum: 1, exclusiveMaximum: true },
      { exclusiveMaximum: 1 },
    ],
    ["the stricter minimum", { minimum: 1, exclusiveMinimum: 2 }, { exclusiveMinimum: 2 }],
    ["the stricter minimum that is inclusive", { minimum: 3, exclusiveMinimum: 2 }, { minimum: 3 }],
    ["equal minimums are exclusive", { minimum: 2, exclusiveMinimum: 2 }, { exclusiveMinimum: 2 }],
    ["the stricter maximum", { maximum: 1, exclusiveMaximum: 2 }, { maximum: 1 }],
    [
      "the stricter maximum that is exclusive",
      { maximum: 3, exclusiveMaximum: 2 },
      { exclusiveMaximum: 2 },
    ],
    ["one exclusive limit", { exclusiveMinimum: 2 }, { exclusiveMinimum: 2 }],
    ["a large limit is a number", { maximum: 9007199254740993n }, { maximum: 9007199254740992 }],
    // Defaults.
    ["has no limits of zero", { minLength: 0, minItems: 0, minProperties: 0 }, {}],
    [
      "keeps other limits",
      { minLength: 1, minItems: 2, minProperties: 3, maxItems: 0 },
      { minLength: 1, minItems: 2, minProperties: 3, maxItems: 0 },
    ],
    [
      "has no values that are false",
      { uniqueItems: false, deprecated: false, readOnly: false, writeOnly: false },
      {},
    ],
    [
      "keeps values that are true",
      { uniqueItems: true, deprecated: true, readOnly: true, writeOnly: true },
      { uniqueItems: true, deprecated: true, readOnly: true, writeOnly: true },
    ],
    ["has no empty lists", { required: [], prefixItems: [], allOf: [], anyOf: [], oneOf: [] }, {}],
    [
      "keeps other lists",
      { required: ["a"], prefixItems: [text] },
      { required: ["a"], prefixItems: [text] },
    ],
    ["of empty properties is an object", { properties: {} }, object],
    ["of empty properties keeps its type", { type: "array", properties: {} }, { type: "array" }],
    [
      "has no empty maps",
      { patternProperties: {}, dependentSchemas: {}, dependentRequired: {} },
      {},
    ],
    ["keeps other maps", { dependentRequired: { a: ["b"] } }, { dependentRequired: { a: ["b"] } }],
    [
      "has no members that match anything",
      {
        additionalProperties: true,
        items: {},
        propertyNames: {},
        unevaluatedItems: true,
        unevaluatedProperties: {},
      },
      {},
    ],
    [
      "keeps members that restrict",
      { additionalProperties: false, items: text, unevaluatedProperties: false },
      { additionalProperties: false, items: text, unevaluatedProperties: false },
    ],
    ["items of false are a schema", { items: false }, { items: { not: {} } }],
    ["names are texts", { propertyNames: text }, {}],
    [
      "names of another type stay",
      { propertyNames: { type: "integer" } },
      { propertyNames: { type: "integer" } },
    ],
    [
      "names with a limit stay",
      { propertyNames: { ...text, maxLength: 3 } },
      { propertyNames: { ...text, maxLength: 3 } },
    ],
    ["not false matches anything", { not: false }, {}],
    ["not true stays", { not: true }, { not: {} }],
    ["not a schema stays", { not: text }, { not: text }],
    [
      "has no settings of XML without effect",
      { ...text, xml: { attribute: false, prefix: "" } },
      text,
    ],
    [
      "keeps settings of XML",
      { ...text, xml: { name: "a", attribute: false, wrapped: true, prefix: "" } },
      { ...text, xml: { name: "a", wrapped: true } },
    ],
    // Lists with `contains`.
    ["contains anything is a limit", { contains: true }, { minItems: 1 }],
    ["contains anything has the larger limit", { contains: {}, minItems: 3 }, { minItems: 3 }],
    [
      "contains anything at most twice",
      { contains: true, maxContains: 2, maxItems: 5 },
      { minItems: 1, maxItems: 2 },
    ],
    [
      "contains anything within the limit",
      { contains: true, minContains: 2, maxContains: 7, maxItems: 5 },
      { minItems: 2, maxItems: 5 },
    ],
    [
      "contains anything at most",
      { contains: true, minContains: 0, maxContains: 2 },
      { maxItems: 2 },
    ],
    [
      "contains anything with an invalid limit",
      { contains: true, minContains: "x" },
      { contains: {}, minContains: "x" },
    ],
    ["contains a schema once", { contains: text, minContains: 1 }, { contains: text }],
    [
      "contains a schema twice",
      { contains: text, minContains: 2, maxContains: 3 },
      { contains: text, minContains: 2, maxContains: 3 },
    ],
    ["contains nothing necessarily", { contains: text, minContains: 0 }, {}],
    [
      "contains at most",
      { contains: text, minContains: 0, maxContains: 1 },
      { contains: text, minContains: 0, maxContains: 1 },
    ],
    ["limits without contains", { minContains: 2, maxContains: 3 }, {}],
    // Conditions by name.
    [
      "has no patterns that match anything",
      { patternProperties: { a: {}, b: text, c: true } },
      { patternProperties: { b: text } },
    ],
    [
      "has no dependent schemas that match anything",
      { dependentSchemas: { a: {}, b: object } },
      { dependentSchemas: { b: object } },
    ],
    [
      "keeps patterns that exempt from another condition",
      { patternProperties: { a: {} }, additionalProperties: false },
      { patternProperties: { a: {} }, additionalProperties: false },
    ],
    [
      "keeps patterns beside unevaluated properties",
      { patternProperties: { a: {} }, unevaluatedProperties: false },
      { patternProperties: { a: {} }, unevaluatedProperties: false },
    ],
    ["loses patterns without exceptions", { patternProperties: { a: true } }, {}],
    [
      "has properties named __proto__",
      JSON.parse('{"properties":{"__proto__":{"type":["string"]}}}'),
      JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
    ],
    // Choices.
    ["one choice is a part", { anyOf: [text] }, { allOf: [text] }],
    [
      "one choice of both lists",
      { anyOf: [text], oneOf: [object], allOf: [{ maxLength: 1 }] },
      { allOf: [{ maxLength: 1 }, text, object] },
    ],
    ["parts that match anything", { allOf: [{}, true, text] }, { allOf: [text] }],
    ["choices with one that matches anything", { anyOf: [text, {}] }, {}],
    ["oneOf with one that matches anything stays", { oneOf: [text, {}] }, { oneOf: [text, {}] }],
    [
      "choices of values are values",
      { oneOf: [{ const: 1 }, { const: 2 }] },
      { type: "integer", enum: [1, 2] },
    ],
    [
      "choices of values beside values stay",
      { ...text, enum: ["a", "b"], oneOf: [{ const: "a" }, { const: "b" }] },
      {
        ...text,
        enum: ["a", "b"],
        oneOf: [
          { ...text, enum: ["a"] },
          { ...text, enum: ["b"] },
        ],
      },
    ],
    ["choices stay", { anyOf: [text, object] }, { anyOf: [text, object] }],
    // Null.
    ["nullable is a type", { ...text, nullable: true }, { type: ["string", "null"] }],
    ["x-nullable is a type", { ...text, "x-nullable": true }, { type: ["string", "null"] }],
    ["nullable false", { ...text, nullable: false, "x-nullable": "true" }, text],
    [
      "nullable beside null",
      { type: ["string", "null"], nullable: true },
      { type: ["string", "null"] },
    ],
    ["nullable without a type", { nullable: true, maxLength: 3 }, { maxLength: 3 }],
    [
      "nullable of values",
      { nullable: true, enum: [1] },
      { type: ["integer", "null"], enum: [1, null] },
    ],
    [
      "nullable of parts",
      { nullable: true, allOf: [object], description: "d", "x-a": 1 },
      { description: "d", "x-a": 1, anyOf: [object, { type: "null" }] },
    ],
    [
      "nullable of several parts",
      { nullable: true, allOf: [object, text] },
      { anyOf: [{ allOf: [object, text] }, { type: "null" }] },
    ],
    [
      "nullable of a part and more",
      { nullable: true, allOf: [object], maxLength: 1 },
      { anyOf: [{ allOf: [object], maxLength: 1 }, { type: "null" }] },
    ],
    [
      "nullable of choices with a type",
      { ...object, nullable: true, oneOf: [text, object] },
      { anyOf: [{ ...object, oneOf: [text, object] }, { type: "null" }] },
    ],
    [
      "nullable of choices",
      { ...object, nullable: true, anyOf: [text, object] },
      { anyOf: [{ ...object, anyOf: [text, object] }, { type: "null" }] },
    ],
    ["null has no values", { type: "null", enum: [null] }, { type: "null" }],
    // Members.
    [
      "has no examples and definitions",
      {
        ...text,
        example: 1,
        examples: [1],
        $defs: {},
        definitions: {},
        additionalItems: false,
        externalDocs: {},
      },
      text,
    ],
    [
      "a discriminator can be its property",
      { ...object, discriminator: "kind" },
      { ...object, discriminator: { propertyName: "kind" } },
    ],
    [
      "a discriminator stays",
      { ...object, discriminator: { propertyName: "kind", mapping: {} } },
      { ...object, discriminator: { propertyName: "kind", mapping: {} } },
    ],
    ["values that are not a list", { ...text, enum: "x" }, text],
    [
      "a default stays exact",
      { type: "integer", default: 9007199254740993n },
      { type: "integer", default: 9007199254740993n },
    ],
    ["maps that are not objects", { ...object, properties: "x", patternProperties: [] }, object],
    ["lists that are not lists", { ...text, anyOf: {}, prefixItems: "x" }, text],
    ["a list of items is a tuple", { items: [text, true] }, { prefixItems: [text, {}] }],
    [
      "properties are schemas",
      { properties: { a: { type: ["string"] }, b: false, c: text, d: 7 } },
      { properties: { a: text, b: { not: {} }, c: text, d: {} } },
    ],
  ])("%s", (_, schema, expected) => {
    expect(normalize(schema).result).toEqual(expected);
  });

  // As JSON, because an object with `then` can be mistaken for a promise.
  test.each<[string, string]>([
    [
      '{"if":{"type":"string"},"then":{"maxLength":3},"else":{"type":"object"}}',
      '{"if":{"type":"string"},"then":{"maxLength":3},"else":{"type":"object"}}',
    ],
    ['{"if":{"type":"string"}}', "{}"],
    ['{"if":{"type":"string"},"then":{},"else":true}', "{}"],
    [
      '{"if":{"type":"string"},"then":{},"else":{"type":"object"}}',
      '{"if":{"type":"string"},"else":{"type":"object"}}',
    ],
    ['{"then":{"type":"string"},"else":{"type":"object"}}', "{}"],
    [
      '{"if":true,"then":{"type":"string"},"else":{"type":"object"}}',
      '{"allOf":[{"type":"string"}]}',
    ],
    [
      '{"if":false,"then":{"type":"string"},"else":{"type":"object"}}',
      '{"allOf":[{"type":"object"}]}',
    ],
    ['{"if":true,"else":{"type":"object"}}', "{}"],
    [
      '{"if":true,"then":{"type":"string"},"allOf":[{"type":"object"}]}',
      '{"allOf":[{"type":"object"},{"type":"string"}]}',
    ],
  ])("with the condition %s is %s", (schema, expected) => {
    expect(normalize(JSON.parse(schema)).result).toEqual(JSON.parse(expected));
  });

  test.each<[string, unknown]>([
    ["if without a consequence", { if: text }],
    ["contains anything", { contains: {} }],
  ])("%s stays if evaluated members are counted", (_, schema) => {
    expect(normalize(schema, { countsEvaluated: true }).result).toEqual(schema);
  });

  test("that needs no change is used as it is", () => {
    for (const schema of [
      {},
      { type: "string", title: "T", description: "d", pattern: "p", $comment: "c", format: "date" },
      { minimum: 1, maximum: 2, multipleOf: 3, maxLength: 0, maxItems: 0, maxProperties: 0 },
      { minLength: 1, minItems: 1, minProperties: 1 },
    ]) {
      expect(normalize(schema).result).toBe(schema);
    }
  });

  test.each([
    { type: ["string"] },
    { type: "file" },
    { type: 7 },
    { format: "byte" },
    { format: "binary" },
    { format: 7 },
    { title: 7 },
    { minimum: "1" },
    { minLength: 0 },
    { minLength: "1" },
    { other: 1 },
  ])("%j is copied", (schema) => {
    expect(normalize(schema).result).not.toBe(schema);
  });

  test("is normalized once", () => {
    const schema = { type: ["string"] };
    const { result, run, counted } = normalize(schema);
    expect(run(schema, ["other"], "base")).toBe(result);
    expect(counted).toEqual(["s"]);
  });

  test("has locations of its schemas", () => {
    const { located, counted } = normalize({
      properties: { a: { type: ["string"] } },
      anyOf: [{ type: ["object"] }, { type: ["null"] }],
      not: { type: ["array"] },
    });
    expect(located).toEqual(["s/properties/a", "s/anyOf/0", "s/anyOf/1", "s/not", "s"]);
    expect(counted).toEqual(["s", "s/properties/a", "s/anyOf/0", "s/anyOf/1", "s/not"]);
    expect(normalize(JSON.parse('{"if":true,"then":{"type":["string"]}}')).located).toContain(
      "s/then",
    );
  });
});

describe("a reference", () => {
  const ref = { $ref: "base#/a at s" };
  const dynamic = { $ref: "base#a at s", dynamic: true };

  test.each<[string, unknown, unknown]>([
    ["alone", { $ref: "#/a" }, ref],
    ["with members that restrict nothing", { $ref: "#/a", example: 1 }, ref],
    ["with a restriction", { $ref: "#/a", maxLength: 3 }, { maxLength: 3, allOf: [ref] }],
    ["with other parts", { $ref: "#/a", allOf: [text] }, { allOf: [text, ref] }],
    ["that is dynamic", { $dynamicRef: "#a" }, dynamic],
    ["of both kinds", { $ref: "#/a", $dynamicRef: "#a" }, { allOf: [ref, dynamic] }],
    ["that is not text", { $ref: 7 }, { $ref: "base7 at s" }],
    [
      "that is dynamic and not text",
      { $dynamicRef: 7, type: ["string"] },
      { $dynamicRef: 7, ...text },
    ],
  ])("%s", (_, schema, expected) => {
    expect(normalize(schema).result).toEqual(expected);
  });

  test("before 3.1 has no siblings and is not counted", () => {
    const { result, counted } = normalize({ $ref: "#/a", maxLength: 3 }, { isLegacy: true });
    expect([result, counted]).toEqual([ref, []]);
    expect(normalize({ type: ["string"] }, { isLegacy: true }).result).toEqual(text);
  });
});
