/** Cases of public reports about tools that compare specifications, each in a text of our own. */
import { expect, test } from "vitest";
import { compareDescriptions } from "../../../src/features/openapi-diff/compare.ts";

type Tree = Record<string, unknown>;

const text = { type: "string" };

function describeApi(schema: Tree, version = "3.1.0"): Tree {
  const content = { "application/json": { schema } };
  const post = {
    parameters: [{ name: "q", in: "query", schema }],
    requestBody: { content },
    responses: { 200: { description: "", content } },
  };
  return { openapi: version, info: {}, paths: { "/a": { post } } };
}

function breaks(before: Tree, now: Tree, from = "3.1.0", to = from): string[] {
  return compareDescriptions(describeApi(before, from), describeApi(now, to))
    .filter(({ isBreaking, message }) => isBreaking && !message.includes("parameter"))
    .map(({ rule }) => rule);
}

const nullable = { type: ["string", "null"] };
const own = (value: Tree, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties: { a: value },
});

test.each<readonly [string, Tree, Tree, readonly string[]]>([
  ["oasdiff 1004: a nullable type is left out", nullable, {}, ["response-type-changed"]],
  ["oasdiff 223: a response becomes nullable", own(text), own(nullable), ["response-type-changed"]],
  [
    "oasdiff 398: null becomes a choice",
    own(text),
    own({ anyOf: [text, { type: "null" }] }),
    ["response-type-changed"],
  ],
  [
    "openapi-diff 375: a number becomes a text",
    own({ type: "integer" }),
    own(text),
    ["request-type-changed", "response-type-changed"],
  ],
  [
    "openapi-changes 160: a property is renamed",
    own(text),
    { type: "object", properties: { b: text } },
    ["request-property-removed", "response-property-removed"],
  ],
  [
    "oasdiff 314: a property of a choice becomes optional",
    { oneOf: [own(text, ["a"]), text] },
    { oneOf: [own(text), text] },
    ["response-property-optional"],
  ],
  [
    "Azure openapi-diff 207: a required property becomes optional",
    own(text, ["a"]),
    own(text),
    ["response-property-optional"],
  ],
  [
    "oasdiff 1090: a property in a part of items is required",
    { type: "array", items: { allOf: [own(text)] } },
    { type: "array", items: { allOf: [own(text, ["a"])] } },
    ["request-property-required"],
  ],
  [
    "oasdiff 280: a field of items changes",
    { type: "array", items: own(text) },
    { type: "array", items: own({ type: "boolean" }) },
    ["request-type-changed", "response-type-changed"],
  ],
])("%s", (_, before, now, rules) => {
  expect(breaks(before, now).sort()).toEqual([...rules].sort());
});

test("apihub 531: nullable values are the same in 3.0 and 3.1", () => {
  const old = own({ type: "string", nullable: true, enum: ["a"] });
  for (const values of [["a"], ["a", null]]) {
    expect(breaks(old, own({ ...nullable, enum: values }), "3.0.3", "3.1.0")).toEqual([]);
  }
});

test("oasdiff 1017: a parameter that is not nullable any more breaks clients", () => {
  const changes = compareDescriptions(describeApi(nullable), describeApi(text));
  expect(
    changes.filter(({ message }) => message.startsWith("The query parameter q")),
  ).toMatchObject([{ rule: "request-type-changed", isBreaking: true }]);
});
