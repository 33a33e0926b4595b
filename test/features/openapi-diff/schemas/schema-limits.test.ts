/** Limits of schemas in requests and responses. */
import { expect, test } from "vitest";
import { compareDescriptions } from "../../../../src/features/openapi-diff/compare.ts";

type Tree = Readonly<Record<string, unknown>>;

const body = (schema: Tree) => ({ content: { "application/json": { schema } } });
const operations = {
  request: (schema: Tree) => ({ requestBody: { required: true, ...body(schema) }, responses: {} }),
  response: (schema: Tree) => ({ responses: { 200: { description: "", ...body(schema) } } }),
};

/** The changes of a body as text: whether they are breaking, the rule and the message. */
function compare(before: Tree, now: Tree, direction: keyof typeof operations): string[] {
  const describe = (schema: Tree) => ({
    openapi: "3.1.0",
    info: {},
    paths: { "/a": { post: operations[direction](schema) } },
  });
  return compareDescriptions(describe(before), describe(now)).map(
    ({ isBreaking, rule, message }) =>
      `${isBreaking ? "breaking" : "compatible"} ${rule}: ${message}`,
  );
}

test.each<readonly [Tree, Tree, readonly string[], readonly string[]]>([
  [{ type: "string", maxLength: 5 }, { type: "string", maxLength: 5 }, [], []],
  [
    { type: "string", maxLength: 5 },
    { type: "string", maxLength: 4 },
    ["breaking request-max-length-changed: maxLength changed from 5 to 4."],
    ["compatible response-max-length-changed: maxLength changed from 5 to 4."],
  ],
  [
    { type: "string", maxLength: 5 },
    { type: "string", maxLength: 6 },
    ["compatible request-max-length-changed: maxLength changed from 5 to 6."],
    ["breaking response-max-length-changed: maxLength changed from 5 to 6."],
  ],
  [
    { type: "string" },
    { type: "string", maxLength: 6 },
    ["breaking request-max-length-changed: maxLength changed from not set to 6."],
    ["compatible response-max-length-changed: maxLength changed from not set to 6."],
  ],
  [
    { type: "string", maxLength: 6 },
    { type: "string" },
    ["compatible request-max-length-changed: maxLength changed from 6 to not set."],
    ["breaking response-max-length-changed: maxLength changed from 6 to not set."],
  ],
  [
    { type: "string", minLength: 1 },
    { type: "string", minLength: 2 },
    ["breaking request-min-length-changed: minLength changed from 1 to 2."],
    ["compatible response-min-length-changed: minLength changed from 1 to 2."],
  ],
  [
    { type: "string", minLength: 1 },
    { type: "string" },
    ["compatible request-min-length-changed: minLength changed from 1 to not set."],
    ["breaking response-min-length-changed: minLength changed from 1 to not set."],
  ],
  [{ type: "integer", maxLength: 5 }, { type: "integer", maxLength: 4 }, [], []],
  [
    { maxLength: 5 },
    { maxLength: 4 },
    ["breaking request-max-length-changed: maxLength changed from 5 to 4."],
    ["compatible response-max-length-changed: maxLength changed from 5 to 4."],
  ],
  [
    { type: ["string", "null"], minLength: 1 },
    { type: ["string", "null"], minLength: 0 },
    ["compatible request-min-length-changed: minLength changed from 1 to not set."],
    ["breaking response-min-length-changed: minLength changed from 1 to not set."],
  ],
  [
    { type: "array", minItems: 1 },
    { type: "array", minItems: 2 },
    ["breaking request-min-items-changed: minItems changed from 1 to 2."],
    ["compatible response-min-items-changed: minItems changed from 1 to 2."],
  ],
  [
    { type: "array", maxItems: 1 },
    { type: "array", maxItems: 2 },
    ["compatible request-max-items-changed: maxItems changed from 1 to 2."],
    ["breaking response-max-items-changed: maxItems changed from 1 to 2."],
  ],
  [
    { type: "array", contains: { type: "string" }, maxContains: 3 },
    { type: "array", contains: { type: "string" }, maxContains: 2 },
    ["breaking request-max-contains-changed: maxContains changed from 3 to 2."],
    ["compatible response-max-contains-changed: maxContains changed from 3 to 2."],
  ],
  [
    { type: "object", minProperties: 1 },
    { type: "object", minProperties: 2 },
    ["breaking request-min-properties-changed: minProperties changed from 1 to 2."],
    ["compatible response-min-properties-changed: minProperties changed from 1 to 2."],
  ],
  [
    { type: "object", maxProperties: 1 },
    { type: "object", maxProperties: 2 },
    ["compatible request-max-properties-changed: maxProperties changed from 1 to 2."],
    ["breaking response-max-properties-changed: maxProperties changed from 1 to 2."],
  ],
  [
    { type: "object", required: ["a", "b"], properties: { a: {}, b: {} } },
    { type: "object", minProperties: 2, required: ["a", "b"], properties: { a: {}, b: {} } },
    [],
    [],
  ],
  [
    { type: "object", required: ["a"], properties: { a: {} }, minProperties: 1 },
    { type: "object", required: ["a"], properties: { a: {} }, minProperties: 2 },
    ["breaking request-min-properties-changed: minProperties changed from 1 to 2."],
    ["compatible response-min-properties-changed: minProperties changed from 1 to 2."],
  ],
  [
    { type: "string", allOf: [{ maxLength: 9 }, { maxLength: 5 }] },
    { type: "string", allOf: [{ maxLength: 5 }, { maxLength: 7 }] },
    [],
    [],
  ],
  [
    { type: "string", allOf: [{ minLength: 3 }], minLength: 1 },
    { type: "string", minLength: 2 },
    ["compatible request-min-length-changed: minLength changed from 3 to 2."],
    ["breaking response-min-length-changed: minLength changed from 3 to 2."],
  ],
  [
    { type: "number", minimum: 1 },
    { type: "number", minimum: 2 },
    ["breaking request-minimum-changed: minimum changed from 1 to 2."],
    ["compatible response-minimum-changed: minimum changed from 1 to 2."],
  ],
  [
    { type: "number", minimum: 2 },
    { type: "number", minimum: 1 },
    ["compatible request-minimum-changed: minimum changed from 2 to 1."],
    ["breaking response-minimum-changed: minimum changed from 2 to 1."],
  ],
  [
    { type: "number", maximum: 2 },
    { type: "number", maximum: 1 },
    ["breaking request-maximum-changed: maximum changed from 2 to 1."],
    ["compatible response-maximum-changed: maximum changed from 2 to 1."],
  ],
  [
    { type: "number", maximum: 1 },
    { type: "number", maximum: 2 },
    ["compatible request-maximum-changed: maximum changed from 1 to 2."],
    ["breaking response-maximum-changed: maximum changed from 1 to 2."],
  ],
  [
    { type: "number", maximum: 1 },
    { type: "number" },
    ["compatible request-maximum-changed: maximum changed from 1 to not set."],
    ["breaking response-maximum-changed: maximum changed from 1 to not set."],
  ],
  [
    { type: "number" },
    { type: "number", minimum: 0 },
    ["breaking request-minimum-changed: minimum changed from not set to 0."],
    ["compatible response-minimum-changed: minimum changed from not set to 0."],
  ],
  [
    { type: "number", minimum: 1 },
    { type: "number", exclusiveMinimum: 1 },
    ["breaking request-minimum-changed: minimum changed from 1 to 1 (exclusive)."],
    ["compatible response-minimum-changed: minimum changed from 1 to 1 (exclusive)."],
  ],
  [
    { type: "number", exclusiveMinimum: 1 },
    { type: "number", minimum: 1 },
    ["compatible request-minimum-changed: minimum changed from 1 (exclusive) to 1."],
    ["breaking response-minimum-changed: minimum changed from 1 (exclusive) to 1."],
  ],
  [
    { type: "number", exclusiveMaximum: 5 },
    { type: "number", exclusiveMaximum: 4 },
    ["breaking request-exclusive-maximum-changed: exclusiveMaximum changed from 5 to 4."],
    ["compatible response-exclusive-maximum-changed: exclusiveMaximum changed from 5 to 4."],
  ],
  [
    { type: "number" },
    { type: "number", exclusiveMaximum: 4 },
    ["breaking request-exclusive-maximum-changed: exclusiveMaximum changed from not set to 4."],
    ["compatible response-exclusive-maximum-changed: exclusiveMaximum changed from not set to 4."],
  ],
  [
    { type: "number", minimum: 1, exclusiveMinimum: 1 },
    { type: "number", exclusiveMinimum: 1 },
    [],
    [],
  ],
  [{ type: "number", minimum: 2, exclusiveMinimum: 1 }, { type: "number", minimum: 2 }, [], []],
  [{ type: "integer", exclusiveMinimum: 0 }, { type: "integer", minimum: 1 }, [], []],
  [{ type: "integer", exclusiveMaximum: 10 }, { type: "integer", maximum: 9 }, [], []],
  [{ type: "integer", minimum: 0.5 }, { type: "integer", minimum: 1 }, [], []],
  [{ type: "integer", maximum: 9.5 }, { type: "integer", maximum: 9 }, [], []],
  [{ type: "integer", exclusiveMinimum: 0.5 }, { type: "integer", minimum: 1 }, [], []],
  [{ type: "string", minimum: 1 }, { type: "string", minimum: 2 }, [], []],
  [
    { type: "number", multipleOf: 4 },
    { type: "number", multipleOf: 2 },
    ["compatible request-multiple-of-changed: multipleOf changed from 4 to 2."],
    ["breaking response-multiple-of-changed: multipleOf changed from 4 to 2."],
  ],
  [
    { type: "number", multipleOf: 2 },
    { type: "number", multipleOf: 4 },
    ["breaking request-multiple-of-changed: multipleOf changed from 2 to 4."],
    ["compatible response-multiple-of-changed: multipleOf changed from 2 to 4."],
  ],
  [
    { type: "number", multipleOf: 2 },
    { type: "number", multipleOf: 3 },
    ["breaking request-multiple-of-changed: multipleOf changed from 2 to 3."],
    ["breaking response-multiple-of-changed: multipleOf changed from 2 to 3."],
  ],
  [
    { type: "number" },
    { type: "number", multipleOf: 0.5 },
    ["breaking request-multiple-of-changed: multipleOf changed from not set to 0.5."],
    ["compatible response-multiple-of-changed: multipleOf changed from not set to 0.5."],
  ],
  [
    { type: "number", multipleOf: 0.1 },
    { type: "number", multipleOf: 0.3 },
    ["breaking request-multiple-of-changed: multipleOf changed from 0.1 to 0.3."],
    ["compatible response-multiple-of-changed: multipleOf changed from 0.1 to 0.3."],
  ],
  [{ type: "integer" }, { type: "integer", multipleOf: 1 }, [], []],
  [
    { type: "number", allOf: [{ multipleOf: 3 }, { multipleOf: 2 }] },
    { type: "number", multipleOf: 6 },
    [],
    [],
  ],
  [
    { type: "number", allOf: [{ multipleOf: 4 }, { multipleOf: 6 }] },
    { allOf: [{ multipleOf: 24 }, { type: "number" }] },
    ["breaking request-multiple-of-changed: multipleOf changed from 12 to 24."],
    ["compatible response-multiple-of-changed: multipleOf changed from 12 to 24."],
  ],
  [{ type: "integer" }, { type: "number", allOf: [{ multipleOf: 1 }] }, [], []],
  [
    { type: "string", pattern: "^a" },
    { type: "string", pattern: "^b" },
    ["breaking request-pattern-changed: The pattern changed from ^a to ^b."],
    ["compatible response-pattern-changed: The pattern changed from ^a to ^b."],
  ],
  [
    { type: "string" },
    { type: "string", pattern: "^b" },
    ["breaking request-pattern-changed: The pattern changed from not set to ^b."],
    ["compatible response-pattern-changed: The pattern changed from not set to ^b."],
  ],
  [
    { type: "string", pattern: "^b" },
    { type: "string" },
    ["compatible request-pattern-changed: The pattern changed from ^b to not set."],
    ["compatible response-pattern-changed: The pattern changed from ^b to not set."],
  ],
  [{ type: "string", pattern: ".*" }, { type: "string" }, [], []],
  [{ type: "integer", pattern: "^a" }, { type: "integer", pattern: "^b" }, [], []],
  [
    { type: "string", allOf: [{ pattern: "b" }, { pattern: "a" }] },
    { type: "string", allOf: [{ pattern: "a" }, { pattern: "b" }] },
    [],
    [],
  ],
  [
    { type: "string", pattern: "b" },
    { type: "string", allOf: [{ pattern: "b" }, { pattern: "a" }] },
    ["breaking request-pattern-changed: The pattern changed from b to a and b."],
    ["compatible response-pattern-changed: The pattern changed from b to a and b."],
  ],
  [
    { type: "array" },
    { type: "array", uniqueItems: true },
    ["breaking request-unique-items-changed: Items must now be unique."],
    ["compatible response-unique-items-changed: Items must now be unique."],
  ],
  [
    { type: "array", uniqueItems: true },
    { type: "array", uniqueItems: false },
    ["compatible request-unique-items-changed: Items must no longer be unique."],
    ["breaking response-unique-items-changed: Items must no longer be unique."],
  ],
  [{ type: "string", uniqueItems: true }, { type: "string" }, [], []],
  [
    { type: "integer", format: "int32" },
    { type: "integer", format: "int64" },
    ["compatible request-format-changed: The format changed from int32 to int64."],
    ["breaking response-format-changed: The format changed from int32 to int64."],
  ],
  [
    { type: "integer", format: "int64" },
    { type: "integer", format: "int32" },
    ["breaking request-format-changed: The format changed from int64 to int32."],
    ["compatible response-format-changed: The format changed from int64 to int32."],
  ],
  [
    { type: "number", format: "float" },
    { type: "number", format: "double" },
    ["compatible request-format-changed: The format changed from float to double."],
    ["breaking response-format-changed: The format changed from float to double."],
  ],
  [
    { type: "number", format: "double" },
    { type: "number" },
    ["compatible request-format-changed: The format changed from double to not set."],
    ["compatible response-format-changed: The format changed from double to not set."],
  ],
  [
    { type: "string" },
    { type: "string", format: "date" },
    ["breaking request-format-changed: The format changed from not set to date."],
    ["compatible response-format-changed: The format changed from not set to date."],
  ],
  [
    { type: "string", format: "date" },
    { type: "string", format: "date-time" },
    ["breaking request-format-changed: The format changed from date to date-time."],
    ["breaking response-format-changed: The format changed from date to date-time."],
  ],
])("%j → %j", (before, now, inRequest, inResponse) => {
  expect(compare(before, now, "request")).toEqual(inRequest);
  expect(compare(before, now, "response")).toEqual(inResponse);
});
